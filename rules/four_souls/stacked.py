"""What lies on the stack, or waits to be put there (FS-27)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .catalogue import MonsterCard
from .effect import Effect, Target

NOTHING = Target()

ItemKind = Literal[
    "loot",
    "activated",
    "paid",
    "triggered",
    "tap",
    "bonus_soul",
    "rebuild",
    "roll",
    "effect",
    "purchase",
    "attack",
    "damage",
    "held",
    "monster_death",
    "monster_card",
    "rewards",
    "refill",
    "shop_refill",
    "room",
    "room_refill",
    "non_monster",
    "player_death",
    "penalty",
    "loot_1",
]


REFILLS = ("refill", "shop_refill", "room_refill")


@dataclass(frozen=True)
class Item:
    """Something on the stack (FS-27). ``seat`` is whose it is.

    A roll has a ``value`` and the ``changes`` made to it; damage an ``amount``, and as its ``value`` the attack roll
    that led to it; ``held`` damage waits for the roll that may prevent it. A dead monster has its ``card``; its rewards
    the ``amount`` by which they are multiplied, its card the place in the deck to which it goes; a refill its ``slot``.
    ``why`` says what a roll is for (attack, card, guard, cents, loot), or when a monster did it. ``source`` is the item
    in play whose effect it is; ``roll`` the die that must still show one of its ``faces`` (FS-103).
    """

    id: int
    kind: ItemKind
    seat: int
    name: str = ""
    target: Target = NOTHING
    effects: tuple[Effect, ...] = ()
    value: int = 0
    changes: tuple[int, ...] = ()
    amount: int = 0
    card: MonsterCard | None = None
    slot: int = -1
    why: str = ""
    source: int = 0
    roll: int = 0
    faces: tuple[int, ...] = ()

    def counts(self, how: str) -> int:
        """What the roll counts as, between 1 and 6: after ``each`` change, or only in the ``sum`` (FS-54, FS-A20)."""
        now = self.value
        for change in self.changes:
            now = now + change if how == "sum" else _on_a_die(now + change)
        return _on_a_die(now)


def _on_a_die(number: int) -> int:
    return min(6, max(1, number))
