"""Registry of active effects: modifiers, handlers of moments, and powers.

A step never looks for a card. It calls ``modified_number`` for a number that effects may change, and ``trigger_moment``
at a moment; effects are registered here by card key. A spell or an activated ability, which may be answered, is a
``Power`` under its key.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.boss_monster.model.card_catalogue import card_texts
from rules.boss_monster.model.state import BossMonster, Declared, Room, priority_order, set_room
from rules.engine import Text, carries, note

Quantity = Literal["damage", "may_cover", "spell_instead"]
"""Numbers that an effect may change.

``damage`` of a room; ``may_cover``: whether an advanced room may lie on it (1 or 0); ``spell_instead``: whether a
player may draw a spell instead of a room (1 or 0).
"""

Moment = Literal["drawn", "built", "other_built", "level_up", "enters", "died", "destroyed", "cast"]
"""Moments at which effects act.

In order: the start of the turn; this room is built; another room of its dungeon is built; the boss levels up; a hero
enters this room; a hero dies in it; another room of its dungeon is destroyed; its player plays a spell.
"""


@dataclass(frozen=True, slots=True)
class DungeonEffect:
    """An active effect: card key, owner, room (0: the boss) and the room's pile."""

    key: str
    seat: int
    room: int = 0
    pile: int = -1


@dataclass(frozen=True, slots=True)
class DungeonCase:
    """Subject of a number or moment: the dungeon's seat, the room and the hero."""

    seat: int
    room: int = 0
    hero: int = 0


NumberModifier: TypeAlias = Callable[[BossMonster, DungeonEffect, DungeonCase, int], int]
MomentHandler: TypeAlias = Callable[[BossMonster, DungeonEffect, DungeonCase], BossMonster]
TargetFinder: TypeAlias = Callable[[BossMonster, Declared], tuple[int, ...]]
PowerEffect: TypeAlias = Callable[[BossMonster, Declared], BossMonster]
HandEffect: TypeAlias = Callable[[BossMonster, int], BossMonster]

_alters: defaultdict[str, dict[str, NumberModifier]] = defaultdict(dict)
_acts: defaultdict[str, dict[str, MomentHandler]] = defaultdict(dict)
hand_effects: dict[str, HandEffect] = {}
"""Effects of cards on hands, decks and discards, by key.

Carried out by the app with virtual cards, by the players otherwise.
"""
powers: dict[str, Power] = {}
"""Every spell and activated ability that changes tracked state, by key."""


@dataclass(frozen=True, slots=True)
class Power:
    """Effect, targets (None: no target) and condition of a spell or ability.

    ``needs_hero``: an ability that can be used only while a hero is in its room; ``is_repeatable``: one that can be
    declared again while it waits, as neither its room nor its turn is its price.
    """

    effect: PowerEffect
    targets: TargetFinder | None = None
    is_allowed: Callable[[BossMonster, Declared], bool] = lambda s, d: True
    needs_hero: bool = False
    is_repeatable: bool = False


def register_modifier(quantity: Quantity, *keys: str) -> Callable[[NumberModifier], NumberModifier]:
    """Register a modifier of a number for some cards: ``(s, source, case, n) -> n``."""

    def mark(function: NumberModifier) -> NumberModifier:
        _alters[quantity].update(dict.fromkeys(keys, function))
        return function

    return mark


def register_handler(moment: Moment, *keys: str) -> Callable[[MomentHandler], MomentHandler]:
    """Register a handler of a moment for some cards: ``(s, source, case) -> s``.

    The handler may push steps.
    """

    def mark(function: MomentHandler) -> MomentHandler:
        _acts[moment].update(dict.fromkeys(keys, function))
        return function

    return mark


def register_power(
    key: str,
    targets: TargetFinder | None = None,
    is_allowed: Callable[[BossMonster, Declared], bool] = lambda s, d: True,
    needs_hero: bool = False,
    is_repeatable: bool = False,
) -> Callable[[PowerEffect], PowerEffect]:
    """Register the effect of a spell or an activated ability."""

    def mark(function: PowerEffect) -> PowerEffect:
        powers[key] = Power(function, targets, is_allowed, needs_hero, is_repeatable)
        return function

    return mark


# --- active effects ----------------------------------------------------------------------------------------------


@carries("BM-46", "BM-48", "BM-49")
def is_awake(room: Room) -> bool:
    """Whether a visible room has damage, treasure and ability: not face down, not exhausted."""
    return not room.down and not room.exhausted


def active_effects(s: BossMonster) -> tuple[DungeonEffect, ...]:
    """Active effects in order of priority: bosses and visible, awake rooms."""
    found: list[DungeonEffect] = []
    for seat in priority_order(s):
        keep = s.keeps[seat]
        found += [DungeonEffect(keep.boss, seat)] if keep.boss else []
        for k, pile in enumerate(keep.piles):
            found += (
                [DungeonEffect(pile[0].card.key, seat, pile[0].id, k)] if is_awake(pile[0]) and pile[0].card.key else []
            )
    return tuple(found)


def modified_number(
    s: BossMonster, quantity: Quantity, case: DungeonCase, base: int, extra_effects: tuple[DungeonEffect, ...] = ()
) -> int:
    """Apply every modifier to a number; never below 0.

    ``extra_effects``: further effects, of a card that was just covered.
    """
    for source in (*extra_effects, *active_effects(s)):
        change = _alters[quantity].get(source.key)
        base = max(0, change(s, source, case, base)) if change else base
    return base


def trigger_moment(s: BossMonster, moment: Moment, case: DungeonCase) -> BossMonster:
    """Run the handlers of a moment.

    They run in reverse order of priority: steps pushed last stand first on the agenda.
    """
    for source in reversed(active_effects(s)):
        if _concerns(source, moment, case):
            s = _act(s, source, moment, case)
    return s


def _concerns(source: DungeonEffect, moment: Moment, case: DungeonCase) -> bool:
    """Whether a moment concerns an effect: its player's, its room's, or another room's."""
    if source.seat != case.seat:
        return False
    if moment in ("built", "enters", "died"):
        return source.room == case.room
    if moment == "level_up":
        return source.room == 0
    return source.room not in (0, case.room)


def _act(s: BossMonster, source: DungeonEffect, moment: Moment, case: DungeonCase) -> BossMonster:
    card, found = card_texts()[source.key], s.room(source.room)
    act = _acts[moment].get(source.key)
    if act is None or (card.is_once_per_turn and found is not None and found[2].used):
        return s
    after = act(s, source, case)
    return set_room(after, source.room, used=True) if card.is_once_per_turn and after is not s else after


@carries("BM-57", "BM-65")
def announce_effect(s: BossMonster, source: DungeonEffect, case: DungeonCase) -> BossMonster:
    """Log an effect on hidden cards that the players carry out at the table.

    Whoever discards chooses, unless the card says at random. With virtual cards the app carries it out.
    """
    card = card_texts()[source.key]
    text = Text("{who}, {card}: {effect}", who=s.seats[source.seat], card=card.name, effect=card.effect)
    return apply_hand_effect(note(s, "BM-65", text), source.key, source.seat)


def apply_hand_effect(s: BossMonster, key: str, seat: int) -> BossMonster:
    """Carry out a card's effect on virtual hands, decks and discards, if there is one."""
    return hand_effects[key](s, seat) if s.has_virtual_cards and key in hand_effects else s
