"""Custom dice: learned from a few pictures of each face, then recognised in pictures.

`detector` finds candidates and `likeness` embeds their top faces. The pictures of each face are rotated, shifted and
lit in other ways, and a linear classifier is fitted between the faces.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reader.combine import odds
from vision.reader.detector import MODELS, Spot, common, spots
from vision.reader.judge import SHOWN, SIDE, cut
from vision.reading import Box, Die, Floats, Image, Reading, Reject

from .likeness import likenesses

MOST = 5
"""Number of pictures of a face that is enough."""
WIDE = 96
"""Pixels a side of a stored picture of one die."""
CONTEXT = 2.1
"""Side of a stored picture, in sides of the die's box."""
HEAT = 0.05
"""Least heat of a candidate; low, because the detector was trained on pips."""
CANDIDATES = 60
"""Largest number of candidates that is examined, hottest first."""
HOPELESS = 0.1
"""Least probability of a die, after one embedding, for a candidate to be embedded fully."""
OURS = np.array([0.87, 12.0, 0.17, 2.47, -0.85])
"""Weights of the log odds that a candidate is one of the custom dice.

For: log odds of a die; similarity to the pictures beyond their similarity to each other; log odds of the best face; log
of the detector's heat; a constant. Found by logistic regression on five of the lots of `bench.symbols`, with seeds that
`bench.enrol` does not use; leaving one lot out gives nearly the same.
"""
MAYBE, SURELY = 0.15, 0.7
"""Probability from which a candidate is read as one of these dice, and without doubt."""
WAYS = 14
"""Number of augmented versions of each picture."""
BEST = 4
"""Number of most similar versions whose mean is the similarity to a picture."""
SOFT = 0.01
"""L2 regularisation of the classifier."""
STEPS = 250
"""Optimisation steps of the classifier."""
FIRM = 0.9
"""Least probability of a face to be sure, unless the pictures of the set ask for more."""
NEAR = 0.45
"""Distance of two centres below which they are one die, in sides of the larger die."""
BORDER = 0.5
"""Least distance of a whole die's centre from the picture's border, in sides of the die."""


@dataclass(frozen=True, slots=True)
class Found:
    """A place that may show a die."""

    spot: Spot
    like: Floats
    """(K,) embedding of its top face."""
    there: float
    """0..1, probability that it is a die."""


@dataclass(frozen=True, slots=True)
class Taught:
    """A trained recogniser of one set of dice."""

    faces: NDArray[np.int64]
    """(P,) face, 1 … n, of each picture."""
    shown: Floats
    """(P, AUGMENTATIONS, K) embeddings of each picture's versions."""
    lines: Floats
    """(K + 1, n) weights of a linear classifier of faces."""
    near: float
    """Least similarity to some picture for a die to be of this set, as a dot product."""
    firm: float
    """Probability of a face from which it is sure."""
    alike: tuple[tuple[int, int], ...]
    """Pairs of faces whose own pictures are confused, or nearly."""


def find(image: Image, models: Path = MODELS) -> list[Found]:
    """Find everything in an HxWx3 BGR picture that may be a die, likeliest first."""
    places = spots(image, models, HEAT)[:CANDIDATES]
    patches = [cut(image, spot.centre, longer(spot), SIDE, SHOWN) for spot in places]
    worth = np.flatnonzero(likenesses(patches, models, turns=1)[1] > HOPELESS)
    likes, there = likenesses([patches[n] for n in worth], models)
    every = [Found(places[n], *row) for n, *row in zip(worth, likes, map(float, there), strict=True)]
    return apart(sorted(every, key=likely, reverse=True))


def likely(found: Found) -> float:
    """Score of a candidate as a die."""
    return float(found.there * found.spot.heat**0.25)


def apart(every: Sequence[Found]) -> list[Found]:
    """Drop candidates that are parts or duplicates of a likelier one."""
    kept: list[Found] = []
    for one in every:
        if not any(same(one.spot, other.spot) for other in kept):
            kept.append(one)
    return kept


def same(one: Spot, other: Spot) -> bool:
    """Whether two detections show one die, or one a part of the other."""
    near = float(np.hypot(*(one.centre - other.centre))) < NEAR * max(one.side, other.side)
    return near or common(one.box, other.box) > NEAR * float(np.prod(one.box[2:]))


def longer(spot: Spot) -> float:
    """Longer side of a detection's box, in pixels."""
    return float(spot.box[2:].max())


def find_in_middle(image: Image, models: Path = MODELS) -> list[Found]:
    """Find candidates where one die is shown on purpose, preferring the picture's centre."""
    middle, reach = np.array(image.shape[1::-1]) / 2, min(image.shape[:2])

    def shown(one: Found) -> float:
        return likely(one) * float(np.exp(-((2 * np.hypot(*(one.spot.centre - middle)) / reach) ** 2)))

    return sorted((one for one in find(image, models) if one.there > HOPELESS), key=shown, reverse=True)


def kept(image: Image, found: Found) -> Image:
    """Crop the (EXAMPLE_SIDE_PX, EXAMPLE_SIDE_PX, 3) picture from which a face is learned."""
    return cut(image, found.spot.centre, longer(found.spot), WIDE, CONTEXT)


def teach(pictures: Mapping[int, Sequence[Image]], models: Path = MODELS) -> Taught:
    """Train on a few pictures of each face 1 … n, in about a second.

    The pictures are (EXAMPLE_SIDE_PX, EXAMPLE_SIDE_PX, 3). Raises ``ValueError`` if a face has none.
    """
    faces = np.array([face for face in sorted(pictures) for _ in pictures[face]], np.int64)
    if set(faces.tolist()) != set(range(1, len(pictures) + 1)) or len(pictures) < 2:
        raise ValueError("need pictures of every face from 1 to n")
    ways = [way for face in sorted(pictures) for picture in pictures[face] for way in varied(picture)]
    shown = likenesses(ways, models, turns=1)[0].reshape(len(faces), WAYS, -1)
    lines = drawn(shown, faces)
    near, firm, alike = tried(shown, faces)
    return Taught(faces, shown, lines, near, firm, alike)


def varied(picture: Image) -> list[Image]:
    """Augment one picture: rotations, sizes, shifts and lights; deterministic."""
    chance = np.random.default_rng(7)
    scale = SIDE / WIDE * CONTEXT / SHOWN
    made = []
    for n in range(WAYS):
        middle = WIDE / 2 - 0.5 + chance.normal(0, 0.02 * WIDE, 2)
        way = cv2.getRotationMatrix2D(
            (float(middle[0]), float(middle[1])), 360 * n / WAYS, scale * np.exp(chance.normal(0, 0.08))
        )
        moved = np.asarray(way, float) + np.array([[0, 0, 1]]) * (SIDE / 2 - 0.5 - middle)[:, None]
        face = cv2.warpAffine(picture, moved, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE)
        if n % 3 == 2:
            face = cv2.GaussianBlur(face, (0, 0), float(chance.uniform(0.4, 1.0)))
        light = np.exp(chance.normal(0, 0.15)) * np.exp(chance.normal(0, 0.04, 3))
        made.append(np.asarray(np.clip(face * light, 0, 255), np.uint8))
    return made


def drawn(shown: Floats, faces: NDArray[np.int64]) -> Floats:
    """(K + 1, n) weights of a softmax regression with L2 regularisation, found by Adam."""
    rows = with_one(shown.reshape(-1, shown.shape[-1]))
    wanted = np.eye(int(faces.max()))[np.repeat(faces, shown.shape[1]) - 1]
    lines = np.zeros((rows.shape[1], wanted.shape[1]))
    speed, size = np.zeros_like(lines), np.zeros_like(lines)
    for step in range(1, STEPS + 1):
        slope = rows.T @ (shares(rows @ lines) - wanted) / len(rows) + SOFT * lines / SCALE
        speed, size = 0.9 * speed + 0.1 * slope, 0.99 * size + 0.01 * slope**2
        lines -= 0.05 * (speed / (1 - 0.9**step)) / (np.sqrt(size / (1 - 0.99**step)) + 1e-9)
    return lines


SCALE = 8.0
"""Factor that brings the numbers of an embedding to about 1."""


def with_one(rows: Floats) -> Floats:
    """(N, K + 1) scaled rows with a constant 1 appended."""
    return np.concatenate([SCALE * rows, np.ones((len(rows), 1))], axis=1)


def shares(logits: Floats) -> Floats:
    """Softmax of (N, n) logits by row."""
    large = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(large / large.sum(axis=1, keepdims=True))


def nearest(like: Floats, shown: Floats) -> Floats:
    """(N, P) similarity of each of (N, K) embeddings to each picture."""
    each = np.einsum("nk,pwk->npw", like, shown)
    return np.asarray(np.sort(each, axis=2)[:, :, -BEST:].mean(axis=2))


def tried(shown: Floats, faces: NDArray[np.int64]) -> tuple[float, float, tuple[tuple[int, int], ...]]:
    """Leave-one-out validation of the pictures of a set.

    Returns the least similarity (5 % quantile), the probability from which a face is sure, and the pairs of faces that
    are confused.
    """
    near, firm, alike = [], FIRM, set()
    for n in range(len(faces)):
        others = np.arange(len(faces)) != n
        like = shown[n, :1]
        near.append(float(nearest(like, shown[others]).max()))
        if not (faces[others] == faces[n]).any():
            continue
        said = shares(with_one(like) @ drawn(shown[others], faces[others]))[0]
        face = int(said.argmax()) + 1
        rival = face if face != faces[n] else int(np.argsort(-said)[1]) + 1
        if face != faces[n] or said[face - 1] < FIRM:
            alike.add((min(int(faces[n]), rival), max(int(faces[n]), rival)))
        if face != faces[n]:
            firm = max(firm, min(0.995, float(said.max())))
    return float(np.quantile(near, 0.05)), firm, tuple(sorted(alike))


def read(image: Image, taught: Taught, models: Path = MODELS) -> Reading:
    """Read the custom dice in an HxWx3 BGR picture; values are faces 1 … n.

    Boxes are in the picture's own pixels.
    """
    size = (image.shape[1], image.shape[0])
    found = find(image, models)
    if not found:
        return Reading((), (), size)
    likes = np.stack([one.like for one in found])
    said, near = shares(with_one(likes) @ taught.lines), nearest(likes, taught.shown).max(axis=1)
    sure = [ours(one, row, float(n) - taught.near) for one, row, n in zip(found, said, near, strict=True)]
    dice = [die(one, row, how, taught, size) for one, row, how in zip(found, said, sure, strict=True) if how > MAYBE]
    rejects = tuple(Reject(box(one.spot, size), "no die") for one, how in zip(found, sure, strict=True) if how <= MAYBE)
    return Reading(tuple(sorted(dice, key=lambda die: (die.box[1], die.box[0]))), rejects, size)


def ours(found: Found, said: Floats, beyond: float) -> float:
    """0..1, probability that a candidate is one of the custom dice.

    `beyond` is how far its similarity exceeds the least required one.
    """
    signs = np.array([odds(found.there), beyond, odds(float(said.max())), np.log(found.spot.heat), 1.0])
    return float(1 / (1 + np.exp(-OURS @ signs)))


def die(found: Found, said: Floats, how: float, taught: Taught, size: tuple[int, int]) -> Die:
    """Convert a candidate to a ``Die`` with its reason for doubt, given its probability."""
    spot, best = found.spot, float(said.max())
    unsure = None
    if np.minimum(spot.centre, np.array(size) - spot.centre).min() < BORDER * spot.side:
        unsure = "cut off"
    elif how < SURELY:
        unsure = "faint"
    elif best < taught.firm:
        unsure = "contradictory"
    corners = tuple((round(float(x), 1), round(float(y), 1)) for x, y in spot.corners)
    confidence = best * how if unsure is None else min(0.5, best * how)
    return Die(int(said.argmax()) + 1, box(spot, size), round(confidence, 3), unsure, corners)


def box(spot: Spot, size: tuple[int, int]) -> Box:
    """Bounding box of a whole die, clipped to the picture."""
    low = np.clip(np.floor(spot.box[:2]), 0, np.array(size) - 1).astype(int)
    high = np.clip(np.ceil(spot.box[:2] + spot.box[2:]), low + 1, size).astype(int)
    return int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1])
