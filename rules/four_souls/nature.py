"""What monsters do by themselves besides their numbers."""

from __future__ import annotations

from rules.engine import carries

from .catalogue import do_on_death, roll_triggers
from .moment import Happening
from .state import FourSouls, Item


@carries("FS-61")
def monsters_answer(s: FourSouls, now: Happening) -> tuple[Item, ...]:
    """What the monsters in play, and the one that dies, put on the stack at this moment."""
    if now.what == "roll":
        meant = (m for m in s.monsters if _meant(m.card.id, m.id, now))
        return tuple(Item(0, "triggered", s.active, card=m.card, why="roll") for m in meant)
    return ()


def _meant(card: str, id: int, roll: Happening) -> bool:
    kind, faces = roll_triggers().get(card, ("", frozenset[int]()))
    return roll.face in faces and (kind == "any" or (kind == "attack" and roll.fight and roll.monster == id))


def as_it_dies(s: FourSouls, card: str) -> bool:
    """Whether the monster does something as it dies (FS-93)."""
    return card in do_on_death()
