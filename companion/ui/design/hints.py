"""Hints that a device has seen, stored by the browser as the preferences are."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress

import flet as ft

from companion.base.session_value import SessionValue
from companion.ui.design.page_look import read_storage

HINTS_KEY = "sobremesa.hints"
SHOW_AGAIN = "again"
"""Stands among the seen hints of a device that asked for all of them again, in whatever turn."""
MAX_WORDS = 200
"""Maximum number of words that are read from the browser."""
WORD = re.compile(r"[a-z0-9_.]{1,60}")
_seen = SessionValue[frozenset[str] | None]("hints", lambda: None)


def parse_hints(saved: object) -> frozenset[str]:
    """Return the seen hints of a stored text; anything else is left out."""
    words = saved.split()[:MAX_WORDS] if isinstance(saved, str) else []
    return frozenset(word for word in words if WORD.fullmatch(word))


async def load_hints(page: ft.Page) -> None:
    """Load which hints this device has seen; until then it shows none."""
    _seen.set(page, parse_hints(await read_storage(HINTS_KEY)))


def seen_hints(page: ft.Page) -> frozenset[str] | None:
    """Return the seen hints of the page's device; None before they are loaded."""
    return _seen.get(page)


def mark_seen(page: ft.Page, keys: Iterable[str]) -> None:
    """Record that this device has seen these hints."""
    seen = _seen.get(page) or frozenset()
    _put(page, seen.union(keys))


def show_hints_again(page: ft.Page) -> None:
    """Show this device all hints once more, whatever the turn."""
    _put(page, frozenset({SHOW_AGAIN}))


def _put(page: ft.Page, seen: frozenset[str]) -> None:
    if seen != _seen.get(page):
        _seen.set(page, seen)
        page.run_task(_save, seen)


async def _save(seen: frozenset[str]) -> None:
    """Save them in the browser; if it refuses, they last as long as the page."""
    with suppress(Exception):
        await ft.SharedPreferences().set(HINTS_KEY, " ".join(sorted(seen)))
