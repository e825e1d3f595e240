"""What a picture says: dice, leftovers and how sure we are of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]
DOUBTS = ("cut off", "stacked", "cocked", "contradictory", "blurred", "faint")
"""Every reason for which a die can be unsure."""
Box = tuple[int, int, int, int]
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Die:
    """One die as it lies on the table."""

    value: int
    """Pips on the top face, 1..6."""
    box: Box
    """(x, y, width, height) of the whole die, in pixels of the picture that was read."""
    confidence: float
    """0..1; in how many of such cases the value is right, as measured on tables that were not learned from."""
    unsure: str | None = None
    """Why a person should look, one of DOUBTS, or None when sure."""
    top: tuple[Point, ...] = ()
    """The four corners of the top face in turn, in pixels of the picture."""


@dataclass(frozen=True, slots=True)
class Reject:
    """Something that looked like part of a die and was not counted."""

    box: Box
    """(x, y, width, height) in pixels of the picture that was read."""
    reason: str
    """A short stable key: "no die" or "part of a die"."""


@dataclass(frozen=True, slots=True)
class Reading:
    """All that was read in one picture."""

    dice: tuple[Die, ...]
    """Dice, top to bottom and left to right."""
    rejects: tuple[Reject, ...]
    """What was left over."""
    size: tuple[int, int]
    """(width, height) of the picture in pixels."""
    times: Mapping[str, float] = field(default_factory=dict, compare=False)
    """Milliseconds that each stage took: "spots", "jury", "lattice", "agree"."""

    @property
    def values(self) -> tuple[int, ...]:
        """The values read, smallest first."""
        return tuple(sorted(die.value for die in self.dice))

    @property
    def sure(self) -> bool:
        """Whether there is at least one die and nothing is doubtful."""
        return bool(self.dice) and all(die.unsure is None for die in self.dice)
