"""FS-36, FS-61: what happens at the table makes monsters and items trigger; all of it waits for the stack."""

from __future__ import annotations

from .change import wait
from .goes_off import goes_off, items_answer
from .moment import Happening
from .nature import monsters_answer
from .state import FourSouls


def happens(s: FourSouls, now: Happening) -> FourSouls:
    """What triggers at this moment waits to go on the stack, monsters first."""
    for item in monsters_answer(s, now):
        s = wait(s, item)
    for item in items_answer(s, now):
        s = goes_off(wait(s, item), item)
    return s
