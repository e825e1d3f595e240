"""KT-48: the golden scarab and its owner."""

from __future__ import annotations

from rules.engine import Text, auto, carries, note
from rules.engine.record import replace
from rules.king_of_tokyo.model.state import NOBODY, Tokyo


@auto("KT-48")
def lay_scarab(s: Tokyo) -> Tokyo:
    """Give the golden scarab to the monster that plays last."""
    return give_scarab(s, "KT-48", s.seats_from(s.first)[-1])


@carries("KT-48")
def give_scarab(s: Tokyo, rule: str, seat: int) -> Tokyo:
    """Give the golden scarab to a monster."""
    text, task = Text("{who} has the golden scarab", who=s.seats[seat]), Text("take the golden scarab")
    return note(replace(s, scarab=seat), rule, text, subject=Text("golden scarab"), seat=seat, task=task)


def scarab_holder(s: Tokyo) -> int:
    """The owner of the golden scarab, if still in the game; −1: nobody."""
    return s.scarab if s.scarab != NOBODY and not s.monsters[s.scarab].out else NOBODY


def other_scarab_holder(s: Tokyo) -> int:
    """The owner of the golden scarab, if it is not the active monster; −1: nobody."""
    return NOBODY if scarab_holder(s) == s.active else scarab_holder(s)
