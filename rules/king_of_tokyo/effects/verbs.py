"""Registry of active effects of cards, tiles, curses and variants.

Steps do not look for cards. They call ``modified_number`` for a quantity that effects may change, ``trigger_moment``
(``effects/triggers.py``) at a moment, and ``offered_choices`` for a prompt. Effects register here by their key::

    @register_modifier("smashes", "card.spiked_tail")
    def one_more(s, source, case, n): return n + 1 if n and case.seat == source.seat else n
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, TypeAlias, TypeVar

from rules.engine import Choice
from rules.king_of_tokyo.model.texts import silenced_kind

if TYPE_CHECKING:
    from rules.king_of_tokyo.model.events import EffectUse
    from rules.king_of_tokyo.model.state import Held, Tokyo

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
]
"""Quantities that an effect may change.

``claws`` are shown, ``smashes`` count; ``harm`` is what a monster makes another lose, ``lose_hearts`` what is lost of
it. Those that begin with ``may``, ``hit``, ``falls`` (eliminated at 0 hearts) and ``by_throws`` are 0 or 1.
"""

Moment = Literal[
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

Stage = Literal["start", "roll", "faces", "heal", "loss", "yield", "buy", "reveal", "end", "any"]
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


@dataclass(frozen=True, slots=True)
class NumberBreakdown:
    """A quantity after all effects, with the difference that each effect made."""

    total: int
    parts: tuple[tuple[TokyoEffect, int], ...] = ()


F = TypeVar("F")
NumberModifier: TypeAlias = "Callable[[Tokyo, TokyoEffect, TokyoCase, int], int]"
MomentHandler: TypeAlias = "Callable[[Tokyo, TokyoEffect, TokyoCase], Tokyo]"
ChoiceOffer: TypeAlias = "Callable[[Tokyo, TokyoEffect, TokyoCase], Iterable[Choice]]"
UseHandler: TypeAlias = "Callable[[Tokyo, TokyoEffect, EffectUse], Tokyo]"

_modifiers: defaultdict[str, dict[str, NumberModifier]] = defaultdict(dict)
_handlers: defaultdict[str, dict[str, MomentHandler]] = defaultdict(dict)
_choice_offers: defaultdict[str, dict[str, ChoiceOffer]] = defaultdict(dict)
_use_handlers: dict[str, UseHandler] = {}
"""Registered functions by quantity, moment or prompt, then by effect key."""


def register_modifier(quantity: Quantity, *keys: str) -> Callable[[NumberModifier], NumberModifier]:
    """Register a function that changes a quantity: ``(s, source, case, n) -> n``."""

    def mark(function: NumberModifier) -> NumberModifier:
        _modifiers[quantity].update(dict.fromkeys(keys, function))
        return function

    return mark


def register_increase(quantity: Quantity, by: int, *keys: str) -> None:
    """Make those effects add ``by`` to a quantity of their owner."""
    register_modifier(quantity, *keys)(lambda s, source, case, n: n + by if source.seat == case.seat else n)


def register_handler(moment: Moment, *keys: str) -> Callable[[MomentHandler], MomentHandler]:
    """Register a function that acts at a moment: ``(s, source, case) -> s``; it may push steps."""

    def mark(function: MomentHandler) -> MomentHandler:
        _handlers[moment].update(dict.fromkeys(keys, function))
        return function

    return mark


def register_offer(stage: Stage, *keys: str) -> Callable[[ChoiceOffer], ChoiceOffer]:
    """Register a function that adds choices to a prompt: ``(s, source, case) -> choices``."""

    def mark(function: ChoiceOffer) -> ChoiceOffer:
        _choice_offers[stage].update(dict.fromkeys(keys, function))
        return function

    return mark


def register_use(*keys: str) -> Callable[[UseHandler], UseHandler]:
    """Register what happens when such an effect is used: ``(s, source, event) -> s``."""

    def mark(function: UseHandler) -> UseHandler:
        _use_handlers.update(dict.fromkeys(keys, function))
        return function

    return mark


# --- effects in force --------------------------------------------------------------------------------------------


def active_effects(s: Tokyo, among: Container[str] | None = None) -> tuple[TokyoEffect, ...]:
    """Sources of every effect in force, or of those with such keys.

    First come those of each monster, clockwise from the active one; the curse comes last and so decides last.
    """
    played = tuple(key for key in played_variants(s.rulings) if among is None or key in among)
    monster_effects = tuple(
        source for seat in s.seats_in_game_from_active for source in _effects_of_seat(s, seat, played)
    )
    silenced = silenced_kind(s.curse) if s.curse and not s.now.cancelled else ""
    curse = (TokyoEffect("curse", f"curse.{s.curse}", -1),) if s.curse and not s.now.cancelled else ()
    in_force = (source for source in (*monster_effects, *curse) if source.kind != silenced)
    return tuple(source for source in in_force if among is None or source.key in among)


@lru_cache(maxsize=64)
def played_variants(rulings: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """Keys of the variants that are played."""
    return tuple(key for key, choice in rulings if key.startswith("variant.") and choice != "off")


def _effects_of_seat(s: Tokyo, seat: int, played: tuple[str, ...]) -> Iterator[TokyoEffect]:
    monster = s.monsters[seat]
    for key in played:
        yield TokyoEffect("variant", key, seat)
    for tile in monster.tiles:
        yield TokyoEffect("tile", f"tile.{tile.card}", seat, tile.id)
    for card in monster.cards:
        yield TokyoEffect("card", f"card.{card.card}", seat, card.id)
    for held in (*monster.cards, *monster.tiles):
        copied = find_held(s, held.copies) if held.copies else None
        if copied is not None:
            yield TokyoEffect("card", f"card.{copied.card}", seat, held.id)


def find_held(s: Tokyo, item: int) -> Held | None:
    """The card or tile in play with that id; None if there is none."""
    held = (held for monster in s.monsters for held in (*monster.cards, *monster.tiles))
    return next((one for one in held if one.id == item), None)


# --- applying effects --------------------------------------------------------------------------------------------


def _active_registrations(s: Tokyo, known: Mapping[str, F]) -> tuple[tuple[TokyoEffect, F], ...]:
    """The effects in force that are registered there, each with its function."""
    return tuple((source, known[source.key]) for source in active_effects(s, known)) if known else ()


def number_breakdown(s: Tokyo, quantity: Quantity, case: TokyoCase, base: int) -> NumberBreakdown:
    """Compute a quantity after every effect, never below 0, and the difference each made."""
    total, parts = base, []
    for source, change in _active_registrations(s, _modifiers[quantity]):
        after = max(0, change(s, source, case, total))
        parts += [(source, after - total)] if after != total else []
        total = after
    return NumberBreakdown(total, tuple(parts))


def modified_number(s: Tokyo, quantity: Quantity, case: TokyoCase, base: int) -> int:
    """Compute a quantity after all effects, without the differences."""
    return number_breakdown(s, quantity, case, base).total


def is_allowed(s: Tokyo, quantity: Quantity, case: TokyoCase, base: bool = True) -> bool:
    """Whether the effects allow what that quantity stands for."""
    return modified_number(s, quantity, case, int(base)) > 0


def active_handlers(s: Tokyo, moment: Moment) -> tuple[tuple[TokyoEffect, MomentHandler], ...]:
    """Effects that act at that moment, in the order in which they act."""
    return _active_registrations(s, _handlers[moment])


def handler_of(moment: Moment, key: str) -> MomentHandler | None:
    """The function of that effect key for that moment; None if it has none."""
    return _handlers[moment].get(key)


def offered_choices(s: Tokyo, stage: Stage, case: TokyoCase) -> tuple[Choice, ...]:
    """Choices that the effects add to that prompt."""
    return tuple(
        choice for source, offer in _active_registrations(s, _choice_offers[stage]) for choice in offer(s, source, case)
    )


def use_effect(s: Tokyo, event: EffectUse) -> Tokyo:
    """Use an effect that was offered; if it is no longer in force, nothing happens."""
    for source in active_effects(s):
        if (source.key, source.seat, source.item) == (event.key, event.seat, event.item):
            return _use_handlers[source.key](s, source, event)
    return s


def asking_effect_keys() -> frozenset[str]:
    """Keys of every effect that adds a choice to a prompt."""
    return frozenset(key for by_key in _choice_offers.values() for key in by_key)


def registered_effect_keys() -> frozenset[str]:
    """Keys of every effect that is registered for anything."""
    registries: tuple[Mapping[str, object], ...] = (
        *_modifiers.values(),
        *_handlers.values(),
        *_choice_offers.values(),
        _use_handlers,
    )
    return frozenset(key for by_key in registries for key in by_key)
