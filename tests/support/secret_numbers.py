"""The toy's secrets: a number that each seat keeps to itself."""

from __future__ import annotations

from companion.match.roles import DeviceRole
from companion.match.table import Table
from tests.toy.counting import Named

NUMBERS = (4711, 5822, 6933)
"""What they name: nothing else at the table reads like that."""


def named(table: Table, *seats: int) -> None:
    """These have named their numbers, each at their own phone."""
    for seat in seats:
        table.answer(table.prompt_id, Named(seat, NUMBERS[seat]), DeviceRole(seat))
