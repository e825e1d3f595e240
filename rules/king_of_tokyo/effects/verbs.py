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
from rules.king_of_tokyo.model.texts import silences

if TYPE_CHECKING:
    from rules.king_of_tokyo.model.events import Use
    from rules.king_of_tokyo.model.state import Held, Tokyo

Of = Literal["variant", "card", "tile", "curse"]
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
class Source:
    """An active effect and where it comes from.

    ``kind`` is what it comes from, ``key`` its key (``card.extra_head``), ``seat`` its owner (−1: applies to
    everybody), ``item`` the id of the card or tile in front of that monster.
    """

    of: Of
    key: str
    seat: int
    item: int = 0


@dataclass(frozen=True, slots=True)
class Case:
    """What a quantity or moment is about.

    ``seat`` is the monster concerned, ``by`` the one that causes it, ``cause`` the reason (smash, dice, card, enter,
    …), ``n`` the number of what happens.
    """

    seat: int
    by: int = -1
    why: str = ""
    n: int = 0
    face: int = 0
    card: str = ""
    faces: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Amount:
    """A quantity after all effects, with the difference that each effect made."""

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
"""Registered functions by quantity, moment or prompt, then by effect key."""


def alters(what: Quantity, *keys: str) -> Callable[[Alters], Alters]:
    """Register a function that changes a quantity: ``(s, source, case, n) -> n``."""

    def mark(function: Alters) -> Alters:
        _alters[what].update(dict.fromkeys(keys, function))
        return function

    return mark


def plus(what: Quantity, by: int, *keys: str) -> None:
    """Make those effects add ``by`` to a quantity of their owner."""
    alters(what, *keys)(lambda s, source, case, n: n + by if source.seat == case.seat else n)


def when(moment: Moment, *keys: str) -> Callable[[Acts], Acts]:
    """Register a function that acts at a moment: ``(s, source, case) -> s``; it may push steps."""

    def mark(function: Acts) -> Acts:
        _acts[moment].update(dict.fromkeys(keys, function))
        return function

    return mark


def offers(stage: Stage, *keys: str) -> Callable[[Offers], Offers]:
    """Register a function that adds choices to a prompt: ``(s, source, case) -> choices``."""

    def mark(function: Offers) -> Offers:
        _offers[stage].update(dict.fromkeys(keys, function))
        return function

    return mark


def uses(*keys: str) -> Callable[[Uses], Uses]:
    """Register what happens when such an effect is used: ``(s, source, event) -> s``."""

    def mark(function: Uses) -> Uses:
        _uses.update(dict.fromkeys(keys, function))
        return function

    return mark


# --- effects in force --------------------------------------------------------------------------------------------


def active(s: Tokyo, among: Container[str] | None = None) -> tuple[Source, ...]:
    """Sources of every effect in force, or of those with such keys.

    First come those of each monster, clockwise from the active one; the curse comes last and so decides last.
    """
    played = tuple(key for key in variants(s.rulings) if among is None or key in among)
    own = tuple(source for seat in s.round for source in _of(s, seat, played))
    dumb = silences(s.curse) if s.curse and not s.now.cancelled else ""
    curse = (Source("curse", f"curse.{s.curse}", -1),) if s.curse and not s.now.cancelled else ()
    held = (source for source in (*own, *curse) if source.of != dumb)
    return tuple(source for source in held if among is None or source.key in among)


@lru_cache(maxsize=64)
def variants(rulings: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """Keys of the variants that are played."""
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
    """The card or tile in play with that id; None if there is none."""
    held = (held for monster in s.monsters for held in (*monster.cards, *monster.tiles))
    return next((one for one in held if one.id == item), None)


# --- applying effects --------------------------------------------------------------------------------------------


def _found(s: Tokyo, known: Mapping[str, F]) -> tuple[tuple[Source, F], ...]:
    """The effects in force that are registered there, each with its function."""
    return tuple((source, known[source.key]) for source in active(s, known)) if known else ()


def amount(s: Tokyo, what: Quantity, case: Case, base: int) -> Amount:
    """Compute a quantity after every effect, never below 0, and the difference each made."""
    total, parts = base, []
    for source, change in _found(s, _alters[what]):
        after = max(0, change(s, source, case, total))
        parts += [(source, after - total)] if after != total else []
        total = after
    return Amount(total, tuple(parts))


def total(s: Tokyo, what: Quantity, case: Case, base: int) -> int:
    """Compute a quantity after all effects, without the differences."""
    return amount(s, what, case, base).total


def may(s: Tokyo, what: Quantity, case: Case, base: bool = True) -> bool:
    """Whether the effects allow what that quantity stands for."""
    return total(s, what, case, int(base)) > 0


def acting(s: Tokyo, moment: Moment) -> tuple[tuple[Source, Acts], ...]:
    """Effects that act at that moment, in the order in which they act."""
    return _found(s, _acts[moment])


def act_of(moment: Moment, key: str) -> Acts | None:
    """The function of that effect key for that moment; None if it has none."""
    return _acts[moment].get(key)


def offered(s: Tokyo, stage: Stage, case: Case) -> tuple[Choice, ...]:
    """Choices that the effects add to that prompt."""
    return tuple(choice for source, offer in _found(s, _offers[stage]) for choice in offer(s, source, case))


def use(s: Tokyo, event: Use) -> Tokyo:
    """Use an effect that was offered; if it is no longer in force, nothing happens."""
    for source in active(s):
        if (source.key, source.seat, source.item) == (event.key, event.seat, event.item):
            return _uses[source.key](s, source, event)
    return s


def asking() -> frozenset[str]:
    """Keys of every effect that adds a choice to a prompt."""
    return frozenset(key for by_key in _offers.values() for key in by_key)


def keys() -> frozenset[str]:
    """Keys of every effect that is registered for anything."""
    known: tuple[Mapping[str, object], ...] = (*_alters.values(), *_acts.values(), *_offers.values(), _uses)
    return frozenset(key for by_key in known for key in by_key)
