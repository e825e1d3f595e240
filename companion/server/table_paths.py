"""Paths of the server below a table, ``/t/<table>/``: socket, uploads and heartbeat.

A proxy in front of several processes hashes the table in them, so that all of a table is at one process.
"""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send

from companion.access.uploads import UPLOAD_PATH

OUTAGE_PATH = "/outage.json"
"""Path of the texts that a page shows during an outage; requesting it is also the page's heartbeat."""
SOCKET_PATH = "/ws"
"""Path of the pages' sockets."""
TABLE_KEY = "table"
"""Key in a request's scope that holds the table below whose path it was sent."""
ENDPOINTS = frozenset((OUTAGE_PATH, SOCKET_PATH, f"/{UPLOAD_PATH}"))


def resolve_table_path(scope: Scope) -> Scope:
    """Return the scope of a request to an endpoint below a table as one to the endpoint itself."""
    first, mark, table, *rest = [*scope["path"].split("/", 3), "", "", ""][:4]
    endpoint = f"/{rest[0]}"
    if first or mark != "t" or not table or endpoint not in ENDPOINTS:
        return scope
    return {**scope, "path": endpoint, "raw_path": endpoint.encode(), TABLE_KEY: table}


def separate_sessions(app: ASGIApp) -> ASGIApp:
    """Wrap the application of the pages so that no page resumes a session of another table.

    A browser tab keeps one session id for all its pages, and Flet resumes a session by its id and address.
    """

    async def served(scope: Scope, receive: Receive, send: Send) -> None:
        host, port = scope["client"] or ("", 0)
        await app({**scope, "client": (f"{host}/{scope.get(TABLE_KEY, '')}", port)}, receive, send)

    return served
