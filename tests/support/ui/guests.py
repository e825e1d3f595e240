"""Guests of a table and their pages, without a browser."""

from __future__ import annotations

from companion.access.visitor import Visitor, current_visitor
from companion.library.library import Library
from companion.match.table import Table
from companion.ui.app import build
from tests.support.ui.app import App


def invited(library: Library, table: Table) -> Visitor:
    """A guest who redeemed that table's invitation."""
    entered = library.guests.redeem_invitation(library.guests.table_invitation(table.match.id), "")
    assert entered is not None
    return entered.visitor


async def opened(library: Library, visitor: Visitor, route: str, phone: App | None = None) -> App:
    """That visitor's phone at that address."""
    who = current_visitor.set(visitor)
    try:
        return await (phone or App()).open(build(library), route)
    finally:
        current_visitor.reset(who)
