"""A King of Tokyo table on a phone without a browser."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from companion.library.library import Library
from companion.match.roles import HOST_ROLE, DeviceRole
from companion.match.table import Table
from companion.ui.screens.table.screen import TableScreen
from rules.engine import Event
from rules.king_of_tokyo.model.events import Began
from tests.support.ui.headless import NOWHERE, Phone

NAMES = ("Ana", "Beto", "Cira", "Dani", "Eva", "Fede")

Journey = Callable[[Phone, Table], Coroutine[Any, Any, None]]


def sat(library: Library, players: int = 3, **rulings: str) -> Table:
    """A table at which Ana begins."""
    table = library.matches.create("king_of_tokyo", NAMES[:players], tuple(rulings.items()))
    say(table, Began(0))
    return table


def say(table: Table, *events: Event) -> None:
    for event in events:
        table.answer(table.prompt_id, event)


def on_phone(
    table: Table,
    library: Library,
    journey: Journey,
    width: int = 390,
    height: int = 844,
    chair: DeviceRole = HOST_ROLE,
) -> None:
    async def run() -> None:
        phone = await Phone(width, height).show(TableScreen, table, library, chair, NOWHERE)
        await journey(phone, table)

    asyncio.run(run())
