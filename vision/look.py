"""Read a picture: the stages one after the other."""

from __future__ import annotations

import numpy as np

from vision.agree import Settled, parts, settle
from vision.body import bodies
from vision.choose import Choice, choose, confidence
from vision.clear import clear
from vision.doubt import doubt
from vision.face import faces
from vision.find import Pips, pips
from vision.frame import shrink
from vision.jury import Verdict, verdicts
from vision.reading import Box, Die, Image, Reading, Reject
from vision.spots import spots

SMALLEST = 16
"""Pictures with a shorter side than this, in pixels, show no dice."""
POSSIBLE = 0.3
"""The nets must be this sure of a die before its pips are looked at."""
HALF_SURE = 0.5
"""The most confidence that a doubtful die gets."""


def read(image: Image) -> Reading:
    """The dice in an HxWx3 uint8 BGR picture, with boxes in its own pixels; ValueError for any other array."""
    if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8:
        raise ValueError(f"need HxWx3 uint8, got {image.shape} {image.dtype}")
    size = (image.shape[1], image.shape[0])
    if min(size) < SMALLEST:
        return Reading((), (), size)
    seen = [verdict for verdict in verdicts(image, spots(image)) if verdict.there > POSSIBLE]
    small, scale = shrink(image)
    pips_ = pips(small, parts(seen, scale, (small.shape[1], small.shape[0])))
    found = clear(pips_, faces(small, pips_))
    chosen = choose(found, bodies(small, pips_, found))
    taken = [choice for choice in chosen if choice.reason is None]
    dice = [die(small, pips_, one, taken, scale, size) for one in settle(seen, taken, scale)]
    rejects = [Reject(box(choice, scale, size), choice.reason) for choice in chosen if choice.reason is not None]
    return Reading(tuple(sorted(dice, key=lambda d: (d.box[1], d.box[0]))), tuple(rejects), size)


def die(small: Image, pips_: Pips, one: Settled, taken: list[Choice], scale: float, size: tuple[int, int]) -> Die:
    """One die in the picture's own pixels: sure where the pips show what the nets say."""
    choice, verdict = one.choice, one.verdict
    if choice is None or not one.agreed:
        unsure = "faint" if choice is None else "contradictory"
        return Die(verdict.value, whole(verdict, size), round(min(HALF_SURE, verdict.trust), 3), unsure)
    aspect = float(np.median([other.face.aspect for other in taken]))
    sure = confidence(choice)
    unsure_ = doubt(small, pips_, choice.face, choice.body, aspect, choice.rivalry, sure)
    sure = sure if unsure_ is None else min(HALF_SURE, sure)
    centres = tuple((float(x / scale), float(y / scale)) for x, y in pips_.xy[list(choice.face.members)])
    return Die(choice.face.value, box(choice, scale, size), sure, unsure_, centres)


def whole(verdict: Verdict, size: tuple[int, int]) -> Box:
    """The box of a whole die, inside the picture."""
    low = np.clip(np.floor(verdict.spot.box[:2]), 0, np.array(size) - 1).astype(int)
    high = np.clip(np.ceil(verdict.spot.box[:2] + verdict.spot.box[2:]), low + 1, size).astype(int)
    return int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1])


def box(choice: Choice, scale: float, size: tuple[int, int]) -> Box:
    """The upright box about a face, inside the picture."""
    corners = choice.face.corners() / scale
    low = np.clip(np.floor(corners.min(axis=0)), 0, np.array(size) - 1).astype(int)
    high = np.clip(np.ceil(corners.max(axis=0)), low + 1, size).astype(int)
    return int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1])


def values(image: Image) -> list[tuple[int, Box]]:
    """(value, box) of every die in an HxWx3 uint8 BGR picture: what a scorer compares."""
    return [(die.value, die.box) for die in read(image).dice]
