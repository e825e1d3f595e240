"""Routes of the app: those of a table begin with ``/t/<match>``."""

from __future__ import annotations


def split_route(route: str) -> list[str]:
    """Split a route into its segments, without query and fragment."""
    return route.split("?")[0].split("#")[0].strip("/").split("/")


def parent_route(route: str) -> str:
    """Return the route of "back": the table, the beginning of a new game, or home."""
    parts = split_route(route)
    return "/".join(("", *parts[:2])) if parts[0] in ("t", "new") and len(parts) > 2 else "/"


def table_of_route(route: str) -> str:
    """Return the match of a table's route; empty for any other."""
    match split_route(route):
        case ["t", match_id, *_]:
            return match_id
    return ""


def below_table(match_id: str, path: str) -> str:
    """Return a path of the server below that of a table; the same path without a table."""
    return f"/t/{match_id}/{path.lstrip('/')}" if match_id else path
