"""Bring together what the nets say and what the pips say: agreement is sure, contradiction is for a person."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.choose import Choice
from vision.jury import Verdict
from vision.reading import Box

ROOM = 0.3
"""How much of its side is added around a die before its pips are looked for."""
WELL_IN = 0.4
"""A face nearer than this to the middle of a die's box, in sides of the box, is the die's."""
TRUE = 0.63
"""How surely a spot must be a die."""
FAITH = 15.0
"""How much likelier the pips make the value that they show."""
PRESENCE = 5.0
"""How much likelier they make it that there is a die."""


def parts(verdicts: list[Verdict], scale: float, size: tuple[int, int]) -> list[Box]:
    """Where pips are worth looking for, in a picture of `size` that is `scale` times as large."""
    return [part(verdict, scale, size) for verdict in verdicts]


def part(verdict: Verdict, scale: float, size: tuple[int, int]) -> Box:
    """The same for one die."""
    box, room = verdict.spot.box * scale, ROOM * verdict.spot.side * scale
    low = np.clip(np.floor(box[:2] - room), 0, np.array(size) - 1).astype(int)
    high = np.clip(np.ceil(box[:2] + box[2:] + room), low + 1, size).astype(int)
    return int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1])


@dataclass(frozen=True, slots=True)
class Settled:
    """A die on which nets and pips were heard."""

    verdict: Verdict
    """With what the pips add to it."""
    choice: Choice | None
    """The face on top as the pips show it, if they do."""

    @property
    def agreed(self) -> bool:
        """Whether the pips show the value that was settled on."""
        return self.choice is not None and self.choice.face.value == self.verdict.value


def settle(verdicts: list[Verdict], choices: list[Choice], scale: float) -> list[Settled]:
    """The spots that are dice, all in all; no face lies on two of them."""
    free, heard = list(choices), []
    for verdict in sorted(verdicts, key=lambda v: -v.there):
        choice = on_top(verdict, free, scale)
        free = [other for other in free if other is not choice]
        heard.append(hear(verdict, choice))
    return [one for one in heard if one.verdict.there > TRUE]


def hear(verdict: Verdict, choice: Choice | None) -> Settled:
    """What the pips add: a face makes a die, and its value, likelier."""
    if choice is None:
        return Settled(verdict, None)
    shares = verdict.shares.copy()
    shares[choice.face.value - 1] *= FAITH
    there = verdict.there * PRESENCE / (verdict.there * PRESENCE + 1 - verdict.there)
    return Settled(replace(verdict, there=there, shares=shares / shares.sum()), choice)


def on_top(verdict: Verdict, choices: list[Choice], scale: float) -> Choice | None:
    """The chosen face on a die, if there is one: the likeliest by the nets' word, then the nearest."""
    near = [(away(verdict, choice, scale), n) for n, choice in enumerate(choices)]
    rows = [(-float(verdict.shares[choices[n].face.value - 1]), n) for far, n in near if far < WELL_IN]
    return choices[min(rows)[1]] if rows else None


def away(verdict: Verdict, choice: Choice, scale: float) -> float:
    """How far a face lies from the middle of a die, in sides of its box."""
    step = choice.face.centre / scale - verdict.spot.centre
    return float(np.abs(step / verdict.spot.box[2:]).max())
