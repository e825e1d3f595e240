"""The toy's secrets: a number that each seat keeps to itself."""

from __future__ import annotations

from companion.match.roles import DeviceRole
from companion.match.table import Table
from tests.toy.counting import Named

NUMBERS = (4711, 5822, 6933)
"""The secret numbers; no other text at the table contains them."""


def named(table: Table, *seats: int) -> None:
    """Name these seats' numbers, each in its own device's role."""
    for seat in seats:
        table.answer(table.prompt_id, Named(seat, NUMBERS[seat]), DeviceRole(seat))
