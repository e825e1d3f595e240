"""Result of reading a picture: dice, rejects and how sure the reader is of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Image = NDArray[np.uint8]
    Floats = NDArray[np.float64]
else:  # results can be named where NumPy is not installed
    Image = Floats = object
DOUBTS = ("cut off", "contradictory", "blurred", "faint")
"""Every reason for which a die can be in doubt."""
POSSIBLE_DIE = "perhaps a die"
"""Reason of a reject that may be a die all the same."""
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
    """0..1; the share of such cases in which the value is right, measured on held-out tables."""
    doubt: str | None = None
    """Why a person should look: one of DOUBTS, or None when the reader is sure."""
    top_corners: tuple[Point, ...] = ()
    """Four corners of the top face, in order around it, in pixels of the picture."""


@dataclass(frozen=True, slots=True)
class Reject:
    """Something that looked like part of a die and was not counted."""

    box: Box
    """(x, y, width, height) in pixels of the picture that was read."""
    reason: str
    """A short stable key: "no die", "part of a die", or POSSIBLE_DIE: a person should look whether it is one."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything that was read in one picture."""

    dice: tuple[Die, ...]
    """Dice, top to bottom and left to right."""
    rejects: tuple[Reject, ...]
    """Candidates that were rejected."""
    size: tuple[int, int]
    """(width, height) of the picture in pixels."""
    stage_ms: Mapping[str, float] = field(default_factory=dict, compare=False)
    """Milliseconds that each stage took: keys are the functions ``detect_dice``, ``judge_detections``, …"""

    are_cards: bool = False
    """Whether they are cards, of which one laid on another hardly changes how its place looks."""

    @property
    def values(self) -> tuple[int, ...]:
        """Values read, smallest first."""
        return tuple(sorted(die.value for die in self.dice))

    @property
    def possible_dice(self) -> tuple[Reject, ...]:
        """Places where nothing was read and a die may lie."""
        return tuple(reject for reject in self.rejects if reject.reason == POSSIBLE_DIE)

    @property
    def is_sure(self) -> bool:
        """Whether there is at least one die, none is in doubt, and none may have been missed."""
        return bool(self.dice) and not self.possible_dice and all(die.doubt is None for die in self.dice)


class DiceReader(Protocol):
    """A reader of dice in an HxWx3 uint8 BGR picture.

    ``expected`` are the numbers of dice that are likely to lie there.
    """

    def __call__(self, image: Image, /, *, expected: range | None = None) -> Reading:
        """Return what was read."""
        ...
