"""KT-48: the golden scarab, and who has it."""

from __future__ import annotations

from rules.engine import Text, auto, carries, note
from rules.engine.record import replace

from .state import NOBODY, Tokyo, seats_from


@auto("KT-48")
def lay_scarab(s: Tokyo) -> Tokyo:
    """The golden scarab goes to the monster that will play last."""
    return give_scarab(s, "KT-48", seats_from(s, s.first)[-1])


@carries("KT-48")
def give_scarab(s: Tokyo, rule: str, seat: int) -> Tokyo:
    """That monster has the golden scarab."""
    return note(replace(s, scarab=seat), rule, Text("{who} has the golden scarab", who=s.seats[seat]))


def holder(s: Tokyo) -> int:
    """Who has the golden scarab and is still in the game; −1: nobody."""
    return s.scarab if s.scarab != NOBODY and not s.monsters[s.scarab].out else NOBODY


def other_holder(s: Tokyo) -> int:
    """The same, if it is somebody else than the active monster."""
    return NOBODY if holder(s) == s.active else holder(s)
