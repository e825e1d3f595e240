"""Record of a stack item, on the stack or waiting for it (FS-27)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.engine.record import fills_at_once

from .catalogue import MonsterCard
from .effect import Effect, Target
from .moment import GameMoment

NO_TARGET = Target()

StackItemKind = Literal[
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


USED_AS = "copy"
"""Reason of an effect that is that of another card."""
REST = "rest"
"""Reason of an effect that is what is left of an item whose targets had to be chosen in between."""
REFILL_KINDS = ("refill", "shop_refill", "room_refill")


@fills_at_once
@dataclass(frozen=True)
class Item:
    """An item on the stack (FS-27); ``seat`` is its player.

    A roll has a ``value`` and the ``changes`` made to it; damage has an ``amount``, and as its ``value`` the attack
    roll that led to it; ``held`` damage waits for the roll that may prevent it. A dead monster has its ``card``; its
    rewards have as ``amount`` the factor by which they are multiplied, its card the place in the deck to which it goes;
    a refill has its ``slot``. ``why`` says what a roll is for (attack, card, guard, cents, loot), how an effect came
    about (``USED_AS``, ``REST``), or at which moment an ability triggered. ``source`` is the id of the item in play
    whose effect it is, ``ability`` the number of its triggered ability, and ``cause`` the moment that triggered it
    where its effects depend on it; ``roll`` is the id of the die that must still show one of its ``faces`` (FS-103).
    ``done``: what has replaced held damage already.
    """

    id: int
    kind: StackItemKind
    seat: int
    name: str = ""
    target: Target = NO_TARGET
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
    ability: int = 0
    cause: GameMoment | None = None
    done: tuple[str, ...] = ()

    def counted_value(self, cap_rule: str) -> int:
        """Return the result of the roll, between 1 and 6 (FS-54, FS-A20).

        The cap applies after ``each`` change, or only to the ``sum``.
        """
        now = self.value
        for change in self.changes:
            now = now + change if cap_rule == "sum" else _clamp_to_die(now + change)
        return _clamp_to_die(now)


def _clamp_to_die(number: int) -> int:
    return min(6, max(1, number))
