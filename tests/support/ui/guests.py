"""Guests of a table and the pages that they open, without a browser."""

from __future__ import annotations

from companion.library import Library
from companion.screen import build
from companion.table import Table
from companion.visitor import Visitor, current
from tests.support.ui.app import App


def invited(library: Library, table: Table) -> Visitor:
    """A guest who has shown that table's invitation."""
    entered = library.guests.enter(library.guests.invitation(table.match.id), "")
    assert entered is not None
    return entered.visitor


async def opened(library: Library, visitor: Visitor, route: str, phone: App | None = None) -> App:
    """That visitor's phone at that address."""
    who = current.set(visitor)
    try:
        return await (phone or App()).open(build(library), route)
    finally:
        current.reset(who)
