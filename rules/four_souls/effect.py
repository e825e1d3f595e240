"""What a card says in words, as the outcome pad says it: effects on players, monsters and the stack."""

from dataclasses import dataclass
from typing import Literal

Kind = Literal[
    "cents",
    "loot",
    "treasure",
    "soul",
    "steal_soul",
    "damage",
    "heal",
    "kill",
    "prevent",
    "modify",
    "reroll",
    "more_damage",
    "cancel",
    "curse",
    "roll",
    "attack_again",
    "must_attack",
    "end_turn",
]


@dataclass(frozen=True, slots=True)
class Target:
    """A seat, a monster or a stack item by its number.

    ``everyone`` is each player in turn order; ``deck`` the top of the monster deck; ``table`` no target at all.
    """

    kind: Literal["seat", "monster", "item", "everyone", "deck", "table"] = "table"
    id: int = 0


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing that a card does to one target; ``amount`` is a difference where there is one."""

    kind: Kind
    target: Target = Target()
    amount: int = 0
