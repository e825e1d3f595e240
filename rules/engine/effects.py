"""Registry of active effects: what cards, tiles and rooms do, looked up by key.

Steps never look for a card. They ask the game's registry for a quantity that effects may change, run the handlers of a
moment, or add the choices that effects offer to a prompt. A module of cards fills a registry of its own, and the game
includes each of them by name, so nothing is registered by an import alone::

    EFFECTS = TokyoEffects()

    @EFFECTS.modifier("smashes", "card.spiked_tail")
    def one_more(s, source, case, n): return n + 1 if n and case.seat == source.seat else n

    effects = TokyoEffects(active_effects)  # in the game
    effects.include(EFFECTS)
    effects.number(s, "smashes", TokyoCase(seat), claws)  # in a step
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, Protocol, Self, TypeAlias, TypeVar

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
    """What a quantity, moment or prompt is about."""

    @property
    def seat(self) -> int:
        """The seat concerned."""
        ...


S = TypeVar("S", bound=State)
E = TypeVar("E", bound=ActiveEffect)
C = TypeVar("C", bound=EffectCase)
Quantity = TypeVar("Quantity", bound=str)
Moment = TypeVar("Moment", bound=str)
Stage = TypeVar("Stage", bound=str)
Use = TypeVar("Use")
Slot = TypeVar("Slot", bound=str)
F = TypeVar("F")

Modifier: TypeAlias = Callable[[S, E, C, int], int]
Handler: TypeAlias = Callable[[S, E, C], S]
Offer: TypeAlias = Callable[[S, E, C], Iterable[Choice]]


@dataclass(frozen=True, slots=True)
class Breakdown(Generic[E]):
    """A quantity after all effects, with the difference that each effect made."""

    total: int
    parts: tuple[tuple[E, int], ...] = ()


class EffectTable(Generic[Slot, F]):
    """Functions of one kind: by quantity, moment or prompt, then by effect key."""

    def __init__(self) -> None:
        self._by_slot: defaultdict[Slot, dict[str, F]] = defaultdict(dict)

    def __getitem__(self, slot: Slot) -> Mapping[str, F]:
        return self._by_slot[slot]

    def add(self, slot: Slot, *keys: str) -> Callable[[F], F]:
        """Return the decorator that registers a function for those effects."""

        def mark(function: F) -> F:
            self._merge(slot, dict.fromkeys(keys, function))
            return function

        return mark

    def include(self, other: EffectTable[Slot, F]) -> None:
        """Take over every function of another table."""
        for slot, functions in other._by_slot.items():
            self._merge(slot, functions)

    def _merge(self, slot: Slot, functions: Mapping[str, F]) -> None:
        twice = self._by_slot[slot].keys() & functions.keys()
        if twice:
            raise ValueError(f"{', '.join(sorted(twice))}: two effects on {slot}")
        self._by_slot[slot].update(functions)

    def keys(self) -> frozenset[str]:
        """Keys of every effect in the table."""
        return frozenset(key for functions in self._by_slot.values() for key in functions)


class EffectRegistry(Generic[S, E, C, Quantity, Moment, Stage, Use]):
    """Effects by key: modifiers of quantities, handlers of moments, offers to prompts, and uses.

    ``active`` is the game's function for the effects in force whose key is in ``among``, in the order in which they
    act. A registry without it only collects the effects of one module. What a use is, a function or a record, is the
    game's choice.
    """

    def __init__(self, active: Callable[[S, Container[str]], Iterable[E]] = lambda s, among: ()) -> None:
        self._active = active
        self.modifiers: EffectTable[Quantity, Modifier[S, E, C]] = EffectTable()
        self.handlers: EffectTable[Moment, Handler[S, E, C]] = EffectTable()
        self.offers: EffectTable[Stage, Offer[S, E, C]] = EffectTable()
        self.uses: EffectTable[str, Use] = EffectTable()

    # --- registering ---------------------------------------------------------------------------------------------

    def modifier(self, quantity: Quantity, *keys: str) -> Callable[[Modifier[S, E, C]], Modifier[S, E, C]]:
        """Register a function that changes a quantity: ``(s, source, case, n) -> n``."""
        return self.modifiers.add(quantity, *keys)

    def increase(self, quantity: Quantity, by: int, *keys: str) -> None:
        """Make those effects add ``by`` to a quantity of their owner."""
        self.modifier(quantity, *keys)(lambda s, source, case, n: n + by if source.seat == case.seat else n)

    def handler(self, moment: Moment, *keys: str) -> Callable[[Handler[S, E, C]], Handler[S, E, C]]:
        """Register a function that acts at a moment: ``(s, source, case) -> s``; it may push steps."""
        return self.handlers.add(moment, *keys)

    def offer(self, stage: Stage, *keys: str) -> Callable[[Offer[S, E, C]], Offer[S, E, C]]:
        """Register a function that adds choices to a prompt: ``(s, source, case) -> choices``."""
        return self.offers.add(stage, *keys)

    def use(self, *keys: str, how: str = "") -> Callable[[Use], Use]:
        """Register what happens when such an effect is used, in one of the game's ways (``how``)."""
        return self.uses.add(how, *keys)

    def include(self, *others: Self) -> None:
        """Take over the effects of other registries. Raises ``ValueError`` for one that is there already."""
        for other in others:
            self.modifiers.include(other.modifiers)
            self.handlers.include(other.handlers)
            self.offers.include(other.offers)
            self.uses.include(other.uses)

    # --- asking --------------------------------------------------------------------------------------------------

    def _in_force(self, s: S, known: Mapping[str, F]) -> Iterator[tuple[E, F]]:
        return ((source, known[source.key]) for source in self._active(s, known)) if known else iter(())

    def breakdown(self, s: S, quantity: Quantity, case: C, base: int) -> Breakdown[E]:
        """Compute a quantity after every effect, never below 0, and the difference each made."""
        total, parts = base, []
        for source, change in self._in_force(s, self.modifiers[quantity]):
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

    def acting(self, s: S, moment: Moment) -> tuple[tuple[E, Handler[S, E, C]], ...]:
        """Effects in force that act at that moment, in order, each with its handler."""
        return tuple(self._in_force(s, self.handlers[moment]))

    def offered(self, s: S, stage: Stage, case: C) -> tuple[Choice, ...]:
        """Choices that the effects add to that prompt."""
        offers = self._in_force(s, self.offers[stage])
        return tuple(choice for source, offer in offers for choice in offer(s, source, case))

    def keys(self) -> frozenset[str]:
        """Keys of every effect that is registered for anything."""
        return self.modifiers.keys() | self.handlers.keys() | self.offers.keys() | self.uses.keys()
