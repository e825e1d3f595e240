"""What a card says in words, as the outcome pad says it: effects on players, monsters, items and the stack."""

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
    "shield",
    "modify",
    "reroll",
    "more_damage",
    "cancel",
    "leave",
    "curse",
    "roll",
    "attack",
    "evasion",
    "rolls",
    "health",
    "recharge",
    "deactivate",
    "destroy",
    "steal",
    "trinket",
    "attack_again",
    "attack_deck",
    "must_attack",
    "monster_slot",
    "shop_slot",
    "room_slot",
    "skip_turn",
    "end_turn",
    "counter",
    "become_soul",
    "steal_loot",
    "discard_hand",
    "times_damage",
    "cancel_all",
    "summon",
    "to_deck",
    "look",
]
"""What an effect does. ``attack``, ``evasion``, ``rolls`` and ``health`` change a number until the turn ends (FS-50);
``shield`` prevents the next damage; ``leave`` takes the fight away; ``deactivate`` turns an item sideways; ``counter``
puts counters on an item; ``summon`` brings a monster into a slot; ``to_deck`` puts a dead monster's card back, so deep;
``look`` shows what is hidden."""

Whose = Literal["seat", "monster", "item", "owned", "me", "everyone", "others", "left", "right", "monsters"]

Unchosen = Literal["chosen", "body", "may"]


@dataclass(frozen=True, slots=True)
class Target:
    """A seat, a monster, a stack item or an item in play (``owned``) by its number.

    ``me`` is whoever plays the effect, ``left`` and ``right`` sit beside the active player; ``everyone`` is each player
    in turn order, ``others`` each but ``me``, ``monsters`` each active one; ``deck`` the top of the monster deck;
    ``table`` no target at all. Still to be chosen are a player (``chosen``), a player or a monster (``body``), or what
    ``may`` also be left.
    """

    kind: Whose | Unchosen | Literal["deck", "table"] = "table"
    id: int = 0


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing that a card does to one target; ``amount`` is a difference where there is one, ``card`` the id of the
    monster that it brings."""

    kind: Kind
    target: Target = Target()
    amount: int = 0
    card: str = ""
