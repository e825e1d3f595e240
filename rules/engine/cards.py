"""Playing cards: how a card looks, and the hole of a choice that cards fill."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from .text import Text


@dataclass(frozen=True, slots=True)
class CardFace:
    """How a card looks.

    ``value`` is its id in events, ``name`` its spoken name, ``rank`` what is written on it, ``sign`` its symbol if it
    has one.
    """

    value: str
    name: Text
    rank: str
    sign: str = ""


@dataclass(frozen=True, slots=True)
class Cards:
    """A hole for ``least`` … ``most`` different cards of ``faces``, as a tuple of their values.

    ``source``: the table, where somebody turned a card up and says which; a deck without a stored order, from which the
    app draws; or a hand. The ``faces`` are excluded from equality, as they may be somebody's secret.
    """

    name: str
    faces: tuple[CardFace, ...] = field(compare=False, repr=False)
    least: int = 1
    most: int = 1
    source: Literal["table", "deck", "hand"] = "table"

    def admits(self, value: object) -> bool:
        """Return whether the value is a tuple of so many different cards of ``faces``."""
        if not isinstance(value, tuple) or not all(isinstance(card, str) for card in value):
            return False
        known = {face.value for face in self.faces}
        return self.least <= len(value) <= self.most and len(set(value)) == len(value) and known.issuperset(value)

    def examples(self) -> Iterator[tuple[str, ...]]:
        """Yield the fewest from the front and from the back, and the most."""
        values = tuple(face.value for face in self.faces)
        back = values[len(values) - self.least :]
        yield from dict.fromkeys((values[: self.least], back, values[: self.most]))
