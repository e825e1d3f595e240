"""Registry of active effects: what cards, tiles and rooms do, looked up by key.

Steps never look for a card. They ask the game's registry for a quantity that effects may change, run the handlers of a
trigger, or add the choices that effects offer to a prompt. A module of cards fills a registry of its own, and the game
includes each of them by name, so nothing is registered by an import alone::

    EFFECTS = TokyoEffects()

    @EFFECTS.modifier("smashes", "card.spiked_tail")
    def one_more(s, source, case, n): return n + 1 if n else n

    effects = TokyoEffects(active_effects)  # in the game
    effects.include(EFFECTS)
    effects.number(s, "smashes", TokyoCase(seat), claws)  # in a step
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, Literal, Protocol, Self, TypeAlias, TypeVar

from .prompt import Choice
from .state import State


class ActiveEffect(Protocol):
    """An effect in force: its key, and the seat of its owner."""

    @property
    def key(self) -> str:
        """The key under which its functions are registered."""
        ...

    @property
    def seat(self) -> int:
        """The owner; −1: it applies to everybody."""
        ...


class EffectCase(Protocol):
    """What a quantity, trigger or prompt is about."""

    @property
    def seat(self) -> int:
        """The seat concerned."""
        ...


S = TypeVar("S", bound=State)
E = TypeVar("E", bound=ActiveEffect)
C = TypeVar("C", bound=EffectCase)
Quantity = TypeVar("Quantity", bound=str)
Trigger = TypeVar("Trigger", bound=str)
Stage = TypeVar("Stage", bound=str)
Use = TypeVar("Use")
Slot = TypeVar("Slot", bound=str)
F = TypeVar("F")

Whose = Literal["mine", "others", "any"]
"""Whose cases an effect is about, seen from its owner; one without an owner is about everybody's."""

Modifier: TypeAlias = Callable[[S, E, C, int], int]
Handler: TypeAlias = Callable[[S, E, C], S]
Offer: TypeAlias = Callable[[S, E, C], Iterable[Choice]]


@dataclass(frozen=True, slots=True)
class Breakdown(Generic[E]):
    """A quantity after all effects, with the difference that each effect made."""

    total: int
    parts: tuple[tuple[E, int], ...] = ()


class EffectTable(Generic[Slot, F]):
    """Functions of one kind: by quantity, trigger or prompt, then by effect key."""

    def __init__(self) -> None:
        self._by_slot: defaultdict[Slot, dict[str, F]] = defaultdict(dict)
        self._whose: dict[tuple[Slot, str], Whose] = {}

    def __getitem__(self, slot: Slot) -> Mapping[str, F]:
        return self._by_slot[slot]

    def __call__(self, slot: Slot, *keys: str, whose: Whose = "mine") -> Callable[[F], F]:
        """Return the decorator that registers a function for those effects."""

        def mark(function: F) -> F:
            self._merge(slot, dict.fromkeys(keys, function))
            self._whose.update(dict.fromkeys(((slot, key) for key in keys), whose))
            return function

        return mark

    def is_about(self, slot: Slot, source: ActiveEffect, case: EffectCase) -> bool:
        """Whether a case concerns what the effect does there."""
        whose = self._whose[slot, source.key]
        return whose == "any" or source.seat < 0 or (source.seat == case.seat) == (whose == "mine")

    def include(self, other: EffectTable[Slot, F]) -> None:
        """Take over every function of another table."""
        for slot, functions in other._by_slot.items():
            self._merge(slot, functions)
        self._whose.update(other._whose)

    def _merge(self, slot: Slot, functions: Mapping[str, F]) -> None:
        twice = self._by_slot[slot].keys() & functions.keys()
        if twice:
            raise ValueError(f"{', '.join(sorted(twice))}: two effects on {slot}")
        self._by_slot[slot].update(functions)

    def keys(self) -> frozenset[str]:
        """Keys of every effect in the table."""
        return frozenset(key for functions in self._by_slot.values() for key in functions)


class EffectRegistry(Generic[S, E, C, Quantity, Trigger, Stage, Use]):
    """Effects by key, in a table for each kind.

    ``modifier``: functions that change a quantity, ``(s, source, case, n) -> n``; ``handler``: those that act on a
    trigger, ``(s, source, case) -> s``, and may push steps; ``offer``: those that add choices to a prompt,
    ``(s, source, case) -> choices``; ``use``: what happens when an effect is used, a function or a record as the game
    wants it.

    ``active`` is the game's function for the effects in force whose key is in ``among``, in the order in which they
    act. A registry without it only collects the effects of one module.
    """

    def __init__(self, active: Callable[[S, Container[str]], Iterable[E]] = lambda s, among: ()) -> None:
        self._active = active
        self.modifier: EffectTable[Quantity, Modifier[S, E, C]] = EffectTable()
        self.handler: EffectTable[Trigger, Handler[S, E, C]] = EffectTable()
        self.offer: EffectTable[Stage, Offer[S, E, C]] = EffectTable()
        self.use: EffectTable[Stage, Use] = EffectTable()

    # --- registering ---------------------------------------------------------------------------------------------

    def increase(self, quantity: Quantity, by: int, *keys: str) -> None:
        """Make those effects add ``by`` to a quantity of their owner."""
        self.modifier(quantity, *keys)(lambda s, source, case, n: n + by)

    def forbid(self, quantity: Quantity, *keys: str) -> None:
        """Make those effects forbid their owner what a quantity stands for."""
        self.modifier(quantity, *keys)(lambda s, source, case, n: 0)

    def include(self, *others: Self) -> None:
        """Take over the effects of other registries.

        Raises ``ValueError`` for one that is there already."""
        for other in others:
            self.modifier.include(other.modifier)
            self.handler.include(other.handler)
            self.offer.include(other.offer)
            self.use.include(other.use)

    # --- asking --------------------------------------------------------------------------------------------------

    def _concerned(self, s: S, table: EffectTable[Slot, F], slot: Slot, case: C) -> Iterator[tuple[E, F]]:
        known = table[slot]
        in_force = self._active(s, known) if known else ()
        return ((source, known[source.key]) for source in in_force if table.is_about(slot, source, case))

    def breakdown(self, s: S, quantity: Quantity, case: C, base: int) -> Breakdown[E]:
        """Compute a quantity after every effect, never below 0, and the difference each made."""
        total, parts = base, []
        for source, change in self._concerned(s, self.modifier, quantity, case):
            after = max(0, change(s, source, case, total))
            parts += [(source, after - total)] if after != total else []
            total = after
        return Breakdown(total, tuple(parts))

    def number(self, s: S, quantity: Quantity, case: C, base: int) -> int:
        """Compute a quantity after all effects, without the differences."""
        return self.breakdown(s, quantity, case, base).total

    def allows(self, s: S, quantity: Quantity, case: C, base: bool = True) -> bool:
        """Whether the effects allow what that quantity stands for."""
        return self.number(s, quantity, case, int(base)) > 0

    def acting(self, s: S, trigger: Trigger, case: C) -> tuple[tuple[E, Handler[S, E, C]], ...]:
        """Effects in force that act on that trigger, in order, each with its handler."""
        return tuple(self._concerned(s, self.handler, trigger, case))

    def offered(self, s: S, stage: Stage, case: C) -> tuple[Choice, ...]:
        """Choices that the effects add to that prompt."""
        offers = self._concerned(s, self.offer, stage, case)
        return tuple(choice for source, offer in offers for choice in offer(s, source, case))

    def keys(self) -> frozenset[str]:
        """Keys of every effect that is registered for anything."""
        return self.modifier.keys() | self.handler.keys() | self.offer.keys() | self.use.keys()
