"""Effects of rooms, bosses and spells: which are in force, their moments and their powers."""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.boss_monster.model.card_catalogue import Trigger, card_texts
from rules.boss_monster.model.state import BossMonster, Declared, Room, card_task, priority_order, set_room
from rules.engine import Text, carries, note
from rules.engine.effects import EffectRegistry

Quantity = Literal["damage", "may_cover", "spell_instead"]
"""Numbers that an effect may change.

``damage`` of a room; ``may_cover``: whether an advanced room may lie on it (1 or 0); ``spell_instead``: whether a
player may draw a spell instead of a room (1 or 0).
"""

Stage = Literal["cancel", "declared", "chosen", "hidden"]
"""How effects are used.

``cancel``: a choice to cancel a spell; ``declared``: a spell or an activated ability, which may be answered;
``chosen``: a choice of a target as an effect applies; ``hidden``: an effect on hands, decks and discards, carried out
by the app with virtual cards and by the players otherwise.
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


TARGET_QUESTION = Text("which target?")
"""What the choice of a target asks for, if the card does not say it better."""
TargetFinder: TypeAlias = Callable[[BossMonster, Declared], tuple[int, ...]]
PowerEffect: TypeAlias = Callable[[BossMonster, Declared], BossMonster]


@dataclass(frozen=True, slots=True)
class Power:
    """Effect, targets (None: no target) and condition of what a card does for its player.

    ``needs_hero``: an ability that can be used only while a hero is in its room; ``is_repeatable``: one that can be
    declared again while it waits, as neither its room nor its turn is its price; ``cancels``: a spell that is played
    only against a waiting one, before all others; ``is_optional``: a choice that may be declined; ``concerns_all``:
    everybody carries it out; ``question``: what the choice of its target asks for.
    """

    effect: PowerEffect
    targets: TargetFinder | None = None
    is_allowed: Callable[[BossMonster, Declared], bool] = lambda s, d: True
    needs_hero: bool = False
    is_repeatable: bool = False
    cancels: bool = False
    is_optional: bool = False
    concerns_all: bool = False
    question: Text = TARGET_QUESTION

    def find_targets(self, s: BossMonster, d: Declared) -> tuple[int, ...]:
        """What it may be aimed at; nothing without a target."""
        return self.targets(s, d) if self.targets else ()


class DungeonEffects(EffectRegistry[BossMonster, DungeonEffect, DungeonCase, Quantity, Trigger, Stage, Power]):
    """Effects of Boss Monster, whose uses are powers."""

    def powers(self, stage: Stage, **powers: Power) -> None:
        """Register powers by card key."""
        for key, power in powers.items():
            self.use(stage, key)(power)


# --- active effects ----------------------------------------------------------------------------------------------


@carries("BM-46", "BM-48", "BM-49")
def is_awake(room: Room) -> bool:
    """Whether a visible room has damage, treasure and ability: not face down, not exhausted."""
    return not room.down and not room.exhausted


def active_effects(s: BossMonster, among: Container[str]) -> tuple[DungeonEffect, ...]:
    """Active effects with such keys in order of priority: bosses and visible, awake rooms."""
    found: list[DungeonEffect] = []
    for seat in priority_order(s):
        keep = s.keeps[seat]
        found += [DungeonEffect(keep.boss, seat)] if keep.boss in among else []
        tops = ((k, pile[0]) for k, pile in enumerate(keep.piles) if pile[0].card.key in among and is_awake(pile[0]))
        found += [DungeonEffect(room.card.key, seat, room.id, k) for k, room in tops]
    return tuple(found)


effects = DungeonEffects(active_effects)
"""Every effect of the game, which includes them in ``game.py``."""


def trigger_moment(s: BossMonster, moment: Trigger, case: DungeonCase) -> BossMonster:
    """Run the handlers of a moment.

    They run in reverse order of priority: steps pushed last stand first on the agenda.
    """
    for source, act in reversed(effects.acting(s, moment, case)):
        if _concerns(source, moment, case) and not _is_used_up(s, source):
            after = act(s, source, case)
            is_used = card_texts()[source.key].is_once_per_turn and after is not s
            s = set_room(after, source.room, used=True) if is_used else after
    return s


def _concerns(source: DungeonEffect, moment: Trigger, case: DungeonCase) -> bool:
    if moment in ("built", "enters", "died"):
        return source.room == case.room
    if moment == "level_up":
        return source.room == 0
    return source.room not in (0, case.room)


def _is_used_up(s: BossMonster, source: DungeonEffect) -> bool:
    found = s.room(source.room)
    return card_texts()[source.key].is_once_per_turn and found is not None and found[2].used


@carries("BM-57", "BM-65")
def announce_effect(s: BossMonster, source: DungeonEffect, case: DungeonCase) -> BossMonster:
    """Log an effect on hidden cards that the players carry out at the table.

    Whoever discards chooses, unless the card says at random. With virtual cards the app carries it out.
    """
    card = card_texts()[source.key]
    text = Text("{who}, {card}: {effect}", who=s.seats[source.seat], card=card.name, effect=card.effect)
    task = card_task(s, Text("{card}: {effect}", card=card.name, effect=card.effect))
    return apply_hand_effect(note(s, "BM-65", text, seat=source.seat, task=task), source.key, source.seat)


def apply_hand_effect(s: BossMonster, key: str, seat: int) -> BossMonster:
    """Carry out a card's effect on virtual hands, decks and discards, if there is one."""
    power = effects.use["hidden"].get(key) if s.has_virtual_cards else None
    return power.effect(s, Declared(0, seat, key)) if power else s
