"""Several phones of one table, without a browser."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import flet as ft

from companion.i18n import translator
from companion.library.library import Library
from companion.match.roles import DeviceRole
from companion.match.table import Table
from companion.ui.design.page_look import show_preferences
from companion.ui.design.preferences import Preferences
from companion.ui.screens.table.screen import TableScreen
from companion.ui.table.intents import Go
from tests.support.ui.headless import NOWHERE, Phone

ANA, BETO, CIRA, DANI = (DeviceRole(seat) for seat in range(4))


ATTACK = "Attack Big Spider, 4 or more · 50 %"


EN = translator("en")


def taken(table: Table, library: Library, *seats: int) -> Table:
    """The same table, these seats claimed by guests' devices."""
    for seat in seats:
        entered = library.guests.redeem_invitation(library.guests.table_invitation(table.match.id), "")
        assert entered is not None
        library.guests.take_seat(entered.visitor, table.match.id, seat)
    return table


class Round:
    """The phones of a table, each a session of its own."""

    def __init__(self, table: Table, phones: tuple[Phone, ...]) -> None:
        self.table = table
        self.phones = phones

    async def settle(self) -> None:
        """Wait until all screens show what one phone did."""
        await asyncio.sleep(self.table.redraw_delay)
        for phone in self.phones * 2:
            await phone.settle()


def round_(
    table: Table,
    library: Library,
    scene: Callable[..., Awaitable[None]],
    *chairs: DeviceRole,
    ways: Go = NOWHERE,
    worn: Preferences | None = None,
) -> None:
    """Play a scene at a table with a phone for each of these roles."""

    def board(chair: DeviceRole) -> Any:
        if worn is not None:
            show_preferences(ft.context.page, worn)
        return TableScreen(table, library, chair, ways)

    async def run() -> None:
        phones = tuple([await Phone().show(ft.component(board), chair) for chair in chairs])
        await scene(Round(table, phones), *phones)

    asyncio.run(run())
