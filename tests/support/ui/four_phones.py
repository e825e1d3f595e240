"""Several phones of one table, without a browser."""

from __future__ import annotations

import asyncio
from typing import Any

from companion.i18n import translator
from companion.library.library import Library
from companion.match.roles import DeviceRole
from companion.match.table import Table
from tests.support.ui.headless import Phone, at_table

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


async def sit(table: Table, library: Library, *roles: DeviceRole, **more: Any) -> Round:
    """Return a table with a phone for each of these roles; ``more`` as for a phone alone."""
    return Round(table, tuple([await at_table(table, library, role, **more) for role in roles]))
