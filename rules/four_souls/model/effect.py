"""Effects of cards on players, monsters, items and the stack, and their targets."""

from dataclasses import dataclass
from typing import Literal

EffectKind = Literal[
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
    "steal_cents",
    "set_roll",
    "loot_play",
    "discard_hand",
    "times_damage",
    "cancel_all",
    "summon",
    "to_deck",
    "look",
    "vacate",
]
"""Kinds of effects.

``attack``, ``evasion``, ``rolls`` and ``health`` change a number until the turn ends (FS-50); ``shield`` prevents the
next damage; ``leave`` ends the fight; ``deactivate`` turns an item sideways; ``counter`` puts counters on an item;
``summon`` brings a monster into a slot; ``to_deck`` returns a dead monster's card to the deck, at the depth of the
amount; ``look`` shows something hidden; ``vacate`` takes a monster out of its slot without killing it.
"""

TargetKind = Literal["seat", "monster", "item", "owned", "me", "everyone", "others", "left", "right", "monsters"]

UnchosenTargetKind = Literal[
    "chosen", "body", "may", "other", "most_souls", "any_monster", "any_item", "own_item", "other_item", "played",
    "used", "same",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Target:
    """Target of an effect: a seat, monster, stack item or item in play by its id, or a group.

    The kind ``owned`` is an item in play.

    ``me`` is the player of the effect, ``left`` and ``right`` are the neighbours of the active player; ``everyone`` is
    each player in turn order, ``others`` each except ``me``, ``monsters`` each active monster; ``deck`` is the top of
    the monster deck; ``table`` is no target at all.

    Still to be chosen are a player (``chosen``), another player (``other``), one with the most souls (``most_souls``),
    a monster (``any_monster``), a player or a monster (``body``), an item in play of anybody, oneself or others
    (``any_item``, ``own_item``, ``other_item``), an activated or paid effect on the stack (``used``), one of those or
    a loot card (``played``), or an optional target (``may``). ``same`` is the one chosen for the effect before it.
    """

    kind: TargetKind | UnchosenTargetKind | Literal["deck", "table"] = "table"
    id: int = 0


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect of a card on one target.

    ``amount`` is a difference where the kind has one; ``card`` is the id of the monster that the effect brings.
    """

    kind: EffectKind
    target: Target = Target()
    amount: int = 0
    card: str = ""
