"""Effects of cards, tiles, curses and variants, and which of them are in force."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from rules.engine import Hole, Template
from rules.engine.effects import Breakdown, EffectRegistry, Handler, Modifier
from rules.king_of_tokyo.model.card_catalogue import printed_power_cards
from rules.king_of_tokyo.model.events import EffectUse, Used
from rules.king_of_tokyo.model.state import Tokyo, find_held
from rules.king_of_tokyo.model.texts import silenced_kind

SourceKind = Literal["variant", "card", "tile", "curse"]
"""Kinds of effect sources."""

Quantity = Literal[
    "dice",
    "throws",
    "cost",
    "most_hearts",
    "win_points",
    "score",
    "energy_dice",
    "heart_dice",
    "claws",
    "smashes",
    "gain_points",
    "gain_energy",
    "gain_hearts",
    "harm",
    "lose_hearts",
    "lose_points",
    "lose_energy",
    "enter_points",
    "start_points",
    "hit",
    "may_yield",
    "may_enter",
    "may_heal",
    "may_buy",
    "may_reroll",
    "falls",
    "by_throws",
    "copies",
]
"""Quantities that an effect may change.

``claws`` are shown, ``smashes`` count; ``harm`` is what a monster makes another lose, ``lose_hearts`` what is lost of
it. Those that begin with ``may``, ``hit``, ``falls`` (eliminated at 0 hearts), ``by_throws`` and
``copies`` (whether its token makes it another card) are 0 or 1.
"""

Trigger = Literal[
    "turn_starts",
    "rethrown",
    "rolled",
    "resolving",
    "scored",
    "claws_hit",
    "smashed",
    "lost",
    "resolved",
    "yielded",
    "stayed",
    "entered",
    "taken",
    "turned_up",
    "bought",
    "cursed",
    "zero",
    "eliminated",
    "turn_ends",
]
"""Moments at which effects act."""

Stage = Literal["start", "roll", "faces", "heal", "loss", "buy", "end", "any"]
"""Prompts to which effects add choices; ``any``: beside whatever is asked."""


@dataclass(frozen=True, slots=True)
class TokyoEffect:
    """An active effect and where it comes from.

    ``kind`` is what it comes from, ``key`` its key (``card.extra_head``), ``seat`` its owner (−1: applies to
    everybody), ``item`` the id of the card or tile in front of that monster.
    """

    kind: SourceKind
    key: str
    seat: int
    item: int = 0


@dataclass(frozen=True, slots=True)
class TokyoCase:
    """What a quantity or moment is about.

    ``seat`` is the monster concerned, ``by`` the one that causes it, ``cause`` the reason (smash, dice, card, enter,
    …), ``n`` the number of what happens.
    """

    seat: int
    by: int = -1
    cause: str = ""
    n: int = 0
    face: int = 0
    card: str = ""
    faces: tuple[int, ...] = ()


NumberBreakdown: TypeAlias = Breakdown[TokyoEffect]
NumberModifier: TypeAlias = Modifier[Tokyo, TokyoEffect, TokyoCase]
MomentHandler: TypeAlias = Handler[Tokyo, TokyoEffect, TokyoCase]
UseHandler: TypeAlias = Callable[[Tokyo, TokyoEffect, EffectUse], Tokyo]
TokyoEffects: TypeAlias = EffectRegistry[Tokyo, TokyoEffect, TokyoCase, Quantity, Trigger, Stage, UseHandler]

# --- effects in force --------------------------------------------------------------------------------------------


def active_effects(s: Tokyo, among: Container[str]) -> tuple[TokyoEffect, ...]:
    """Effects in force with such keys.

    First come those of each monster, clockwise from the active one; the curse comes last and so decides last.
    """
    played = tuple(key for key in played_variants(s.rulings) if key in among)
    found = [source for seat in s.seats_in_game_from_active for source in _effects_of_seat(s, seat, played)]
    if is_curse_in_force(s):
        found.append(TokyoEffect("curse", f"curse.{s.curse}", -1))
    return tuple(source for source in found if source.key in among and in_force(s, source))


def is_curse_in_force(s: Tokyo) -> bool:
    """Whether there is a curse, and nothing cancels it in this turn (KT-45)."""
    return s.curse != "" and not s.now.cancelled


def in_force(s: Tokyo, source: TokyoEffect) -> bool:
    """Whether the curse lets an effect act: it may switch off the cards that stay in play."""
    if not is_curse_in_force(s) or source.kind != silenced_kind(s.curse):
        return True
    printed_card = printed_power_cards().get(source.key.removeprefix("card."))
    return printed_card is not None and not printed_card.is_permanent


@lru_cache(maxsize=64)
def played_variants(rulings: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """Keys of the variants that are played."""
    return tuple(key for key, choice in rulings if key.startswith("variant.") and choice != "off")


def _effects_of_seat(s: Tokyo, seat: int, played: tuple[str, ...]) -> Iterator[TokyoEffect]:
    monster = s.monsters[seat]
    yield from (TokyoEffect("variant", key, seat) for key in played)
    yield from (TokyoEffect("tile", f"tile.{tile.card}", seat, tile.id) for tile in monster.tiles)
    yield from (TokyoEffect("card", f"card.{card.card}", seat, card.id) for card in monster.cards)
    for held in (*monster.cards, *monster.tiles):
        copied = find_held(s, held.copies) if held.copies else None
        if copied is not None:
            yield TokyoEffect("card", f"card.{copied.card}", seat, held.id)


effects = TokyoEffects(active_effects)
"""Every effect of the game, which includes them in ``game.py``."""


def use_effect(s: Tokyo, stage: Stage, event: EffectUse) -> Tokyo:
    """Use an effect that was offered there; if it is no longer in force, nothing happens."""
    for source in active_effects(s, (event.key,)):
        if (source.seat, source.item) == (event.seat, event.item):
            return effects.use[stage][source.key](s, source, event)
    return s


def use_template(source: TokyoEffect, *holes: Hole) -> Template:
    """The template of the event by which an effect is used."""
    return Template(Used(source.seat, source.key, source.item), holes)
