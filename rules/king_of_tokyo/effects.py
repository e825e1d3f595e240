"""The one mechanism of active effects: what cards, tiles, curses and variants change, and when they act.

A step never looks for a card. It asks ``amount`` for a number that may be changed, says ``happens`` at a moment
(``moment.py``), and adds ``offered`` to a question; whoever has an effect has registered it here by its key::

    @alters("smashes", "card.spiked_tail")
    def one_more(s, source, case, n): return n + 1 if n and case.seat == source.seat else n
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, TypeAlias, TypeVar

from rules.engine import Choice

from .catalogue import silences

if TYPE_CHECKING:
    from .event import Use
    from .state import Held, Tokyo

Of = Literal["variant", "card", "tile", "curse"]

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
"""Every number that an effect may change. ``claws`` lie there, ``smashes`` count; ``harm`` is what somebody makes
another lose, ``lose_hearts`` what is lost of it. Those that begin with ``may``, ``hit``, ``falls`` (at 0 hearts) and
``by_throws`` are 0 or 1."""

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
"""Every moment at which effects act."""

Stage = Literal["start", "roll", "faces", "heal", "loss", "yield", "buy", "reveal", "end", "any"]
"""Every question to which effects add choices; ``any``: beside whatever is asked."""


@dataclass(frozen=True, slots=True)
class Source:
    """An active effect: what it comes from, its key (``card.extra_head``), whose it is (−1: everybody's), and the id of
    the card or tile in front of that monster."""

    of: Of
    key: str
    seat: int
    item: int = 0


@dataclass(frozen=True, slots=True)
class Case:
    """What a number or moment is about: which seat, by whom, why (smash, dice, card, enter, …), how many of what."""

    seat: int
    by: int = -1
    why: str = ""
    n: int = 0
    face: int = 0
    card: str = ""
    faces: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Amount:
    """A number after all effects, and which of them made it how much more or less."""

    total: int
    parts: tuple[tuple[Source, int], ...] = ()


F = TypeVar("F")
Alters: TypeAlias = "Callable[[Tokyo, Source, Case, int], int]"
Acts: TypeAlias = "Callable[[Tokyo, Source, Case], Tokyo]"
Offers: TypeAlias = "Callable[[Tokyo, Source, Case], Iterable[Choice]]"
Uses: TypeAlias = "Callable[[Tokyo, Source, Use], Tokyo]"

_alters: defaultdict[str, dict[str, Alters]] = defaultdict(dict)
_acts: defaultdict[str, dict[str, Acts]] = defaultdict(dict)
_offers: defaultdict[str, dict[str, Offers]] = defaultdict(dict)
_uses: dict[str, Uses] = {}
"""What each effect does: by the number, moment or question, then by its key."""


def alters(what: Quantity, *keys: str) -> Callable[[Alters], Alters]:
    """Mark what those effects do to a number: ``(s, source, case, n) -> n``."""

    def mark(function: Alters) -> Alters:
        _alters[what].update(dict.fromkeys(keys, function))
        return function

    return mark


def plus(what: Quantity, by: int, *keys: str) -> None:
    """Those effects make a number of their owner's so much more."""
    alters(what, *keys)(lambda s, source, case, n: n + by if source.seat == case.seat else n)


def when(moment: Moment, *keys: str) -> Callable[[Acts], Acts]:
    """Mark what those effects do at a moment: ``(s, source, case) -> s``; they may push steps."""

    def mark(function: Acts) -> Acts:
        _acts[moment].update(dict.fromkeys(keys, function))
        return function

    return mark


def offers(stage: Stage, *keys: str) -> Callable[[Offers], Offers]:
    """Mark what those effects add to a question: ``(s, source, case) -> choices``."""

    def mark(function: Offers) -> Offers:
        _offers[stage].update(dict.fromkeys(keys, function))
        return function

    return mark


def uses(*keys: str) -> Callable[[Uses], Uses]:
    """Mark what follows when such an effect is used: ``(s, source, event) -> s``."""

    def mark(function: Uses) -> Uses:
        _uses.update(dict.fromkeys(keys, function))
        return function

    return mark


# --- what holds now ----------------------------------------------------------------------------------------------


def active(s: Tokyo, among: Container[str] | None = None) -> tuple[Source, ...]:
    """Every effect that holds, or those with such keys: each monster's from the active one round, then the curse, which
    has the last word."""
    played = tuple(key for key in variants(s.rulings) if among is None or key in among)
    own = tuple(source for seat in s.round for source in _of(s, seat, played))
    dumb = silences(s.curse) if s.curse and not s.now.cancelled else ""
    curse = (Source("curse", f"curse.{s.curse}", -1),) if s.curse and not s.now.cancelled else ()
    held = (source for source in (*own, *curse) if source.of != dumb)
    return tuple(source for source in held if among is None or source.key in among)


@lru_cache(maxsize=64)
def variants(rulings: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """The keys of the variants that are played."""
    return tuple(key for key, choice in rulings if key.startswith("variant.") and choice != "off")


def _of(s: Tokyo, seat: int, played: tuple[str, ...]) -> Iterator[Source]:
    monster = s.monsters[seat]
    for key in played:
        yield Source("variant", key, seat)
    for tile in monster.tiles:
        yield Source("tile", f"tile.{tile.card}", seat, tile.id)
    for card in monster.cards:
        yield Source("card", f"card.{card.card}", seat, card.id)
    for held in (*monster.cards, *monster.tiles):
        copied = find(s, held.copies) if held.copies else None
        if copied is not None:
            yield Source("card", f"card.{copied.card}", seat, held.id)


def find(s: Tokyo, item: int) -> Held | None:
    """The card or tile in play with that id."""
    held = (held for monster in s.monsters for held in (*monster.cards, *monster.tiles))
    return next((one for one in held if one.id == item), None)


# --- what they do ------------------------------------------------------------------------------------------------


def _found(s: Tokyo, known: Mapping[str, F]) -> tuple[tuple[Source, F], ...]:
    """Those of the effects that hold which are known there, with what they do."""
    return tuple((source, known[source.key]) for source in active(s, known)) if known else ()


def amount(s: Tokyo, what: Quantity, case: Case, base: int) -> Amount:
    """The number after every effect that changes it, never below 0."""
    total, parts = base, []
    for source, change in _found(s, _alters[what]):
        after = max(0, change(s, source, case, total))
        parts += [(source, after - total)] if after != total else []
        total = after
    return Amount(total, tuple(parts))


def total(s: Tokyo, what: Quantity, case: Case, base: int) -> int:
    """The number alone."""
    return amount(s, what, case, base).total


def may(s: Tokyo, what: Quantity, case: Case, base: bool = True) -> bool:
    """Whether the effects allow it."""
    return total(s, what, case, int(base)) > 0


def acting(s: Tokyo, moment: Moment) -> tuple[tuple[Source, Acts], ...]:
    """The effects that do something at that moment, in the order in which they do."""
    return _found(s, _acts[moment])


def act_of(moment: Moment, key: str) -> Acts | None:
    """What the effect of that key does at that moment, if it does anything."""
    return _acts[moment].get(key)


def offered(s: Tokyo, stage: Stage, case: Case) -> tuple[Choice, ...]:
    """What the effects add to that question."""
    return tuple(choice for source, offer in _found(s, _offers[stage]) for choice in offer(s, source, case))


def use(s: Tokyo, event: Use) -> Tokyo:
    """An effect that was offered is used; if it has gone meanwhile, nothing happens."""
    for source in active(s):
        if (source.key, source.seat, source.item) == (event.key, event.seat, event.item):
            return _uses[source.key](s, source, event)
    return s


def asking() -> frozenset[str]:
    """Every effect that adds a choice to a question."""
    return frozenset(key for by_key in _offers.values() for key in by_key)


def keys() -> frozenset[str]:
    """Every effect that is known to do something by itself or to be offered."""
    known: tuple[Mapping[str, object], ...] = (*_alters.values(), *_acts.values(), *_offers.values(), _uses)
    return frozenset(key for by_key in known for key in by_key)
