"""Playing cards: how one looks, and the hole that is filled by the table, by a deck or out of a hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from .text import Text


@dataclass(frozen=True, slots=True)
class Face:
    """A card as it looks: what events call it, what it is read as, what is written on it, its sign if it has one."""

    value: str
    name: Text
    rank: str
    sign: str = ""


@dataclass(frozen=True, slots=True)
class Cards:
    """Some of those cards, ``least`` … ``most`` of them, none twice, as a tuple of their values.

    They ``come`` from the table, where somebody turned one up and says which; from a deck without a stored order, of
    which the companion draws; or out of a hand. Which they are counts for no equality: it may be somebody's secret.
    """

    name: str
    of: tuple[Face, ...] = field(compare=False, repr=False)
    least: int = 1
    most: int = 1
    come: Literal["table", "deck", "hand"] = "table"

    def admits(self, value: object) -> bool:
        """Whether they are so many different ones of them."""
        if not isinstance(value, tuple) or not all(isinstance(card, str) for card in value):
            return False
        known = {face.value for face in self.of}
        return self.least <= len(value) <= self.most and len(set(value)) == len(value) and known.issuperset(value)

    def examples(self) -> Iterator[tuple[str, ...]]:
        """The fewest from the front and from the back, and the most."""
        values = tuple(face.value for face in self.of)
        back = values[len(values) - self.least :]
        yield from dict.fromkeys((values[: self.least], back, values[: self.most]))
