"""Reader of King of Tokyo's dice: as ``vision.read``, for faces instead of pips."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from vision.nets import MODELS
from vision.reader.doubt import BORDER_SIDES, MIN_SHARPNESS, sharpness
from vision.reader.expectation import die_probabilities_given_count
from vision.reader.judge import judge_detections
from vision.reader.orientation import canonical_turns, restore_reading, rotate_picture
from vision.reader.pipeline import MAX_DOUBTFUL_CONFIDENCE, MIN_PICTURE_SIDE_PX
from vision.reading import Box, Die, Floats, Image, Reading, Reject

from . import SIGNS
from .candidates import SymbolCandidate, find_candidates, is_same_die

CONFIDENCE_WEIGHTS = np.array([0.557, 0.653, 4.417, -1.439])
"""Weights of ``SymbolCandidate.evidence`` for the log odds that the likeliest face is right."""
SURE_CONFIDENCE = 0.8
"""Confidence from which a die is sure; at most one in 25 was wrong above it on the hard scenes that validate."""
PIP_LIKE, MAX_NO_PIPS = ("eye", "energy2", "smash2"), 0.1
"""Signs that pips can look like, and the probability of no die with pips below which such a sign is in doubt."""
MIN_CONFIDENCE = 0.3
"""Least confidence for a candidate to be read."""
MIN_CANDIDATE_CONFIDENCE = 0.05
"""Least confidence of a candidate that an expected number may still make a die."""


@dataclass(frozen=True, slots=True)
class ReadFace:
    """What a candidate shows as a die of a kind."""

    candidate: SymbolCandidate
    face: int
    """1 … n."""
    die_probability: float
    """0..1, that one of these dice lies there."""
    confidence: float
    """0..1, that the face is right."""
    is_contradicted: bool
    """Whether it rather shows a sign of another kind of dice, or two of its own faces are nearly as likely."""
    sure_confidence: float = SURE_CONFIDENCE
    """Confidence from which it is sure."""


def read(image: Image, faces: Sequence[str], models: Path = MODELS, expected: range | None = None) -> Reading:
    """Read dice of a kind in an HxWx3 uint8 BGR picture; values are faces 1 … n.

    ``faces`` are the SIGNS of the kind; those with the same sign are read as the first of them. Boxes are in the
    picture's own pixels; ``expected`` are the numbers of dice that are likely to lie there. Dice with pips are among
    the rejects. Raises ``ValueError`` for any other array and for a sign that is not one of SIGNS.
    """
    if not isinstance(image, np.ndarray) or image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8:
        raise ValueError(f"need HxWx3 uint8, got {getattr(image, 'shape', type(image))}")
    if unknown := [sign for sign in faces if sign not in SIGNS] or not faces:
        raise ValueError(f"no such signs: {unknown}")
    if min(image.shape[:2]) < MIN_PICTURE_SIDE_PX:
        return Reading((), (), (image.shape[1], image.shape[0]))
    turns = canonical_turns(image)
    upright = rotate_picture(image, turns)
    return restore_reading(read_candidates(upright, find_candidates(upright, models), faces, models, expected), turns)


def read_candidates(
    image: Image, found: Sequence[SymbolCandidate], faces: Sequence[str], models: Path, expected: range | None = None
) -> Reading:
    """Read the candidates of a picture as dice with these faces."""
    return sort_out(image, doubt_pips(image, [read_face(one, faces) for one in found], faces, models), expected)


def doubt_pips(image: Image, seen: Sequence[ReadFace], faces: Sequence[str], models: Path) -> list[ReadFace]:
    """Doubt a sign that would be sure and may be pips: a large one is much like an eye."""
    sure = [one for one in seen if one.confidence >= one.sure_confidence and faces[one.face - 1] in PIP_LIKE]
    verdicts = judge_detections(image, [one.candidate.detection for one in sure], models)
    pips = {id(one) for one, how in zip(sure, verdicts, strict=True) if how.no_die_probability < MAX_NO_PIPS}
    return [replace(one, is_contradicted=True) if id(one) in pips else one for one in seen]


def read_face(candidate: SymbolCandidate, faces: Sequence[str]) -> ReadFace:
    """Return what a candidate shows as a die with these faces."""
    none, *shares = candidate.probabilities(faces)
    confidence = 1 / (1 + np.exp(-CONFIDENCE_WEIGHTS @ candidate.evidence(faces)))
    ranked = sorted(shares, reverse=True)
    is_contradicted = candidate.sign not in (None, *faces) or ranked[1] > ranked[0] / 4
    return ReadFace(candidate, 1 + int(np.argmax(shares)), 1 - float(none), float(confidence), is_contradicted)


def sort_out(image: Image, seen: Sequence[ReadFace], expected: range | None) -> Reading:
    """Sort what was seen into whole dice, parts of dice, and what is none of these dice."""
    size = (image.shape[1], image.shape[0])
    whole: list[ReadFace] = []
    rejects: list[Reject] = []
    for one in sorted(seen, key=lambda one: -one.confidence):
        if one.confidence < MIN_CANDIDATE_CONFIDENCE:
            rejects.append(Reject(clipped_box(one, size), "no die"))
        elif any(is_same_die(one.candidate.detection, other.candidate.detection) for other in whole):
            rejects.append(Reject(clipped_box(one, size), "part of a die"))
        else:
            whole.append(one)
    given = given_count([one.confidence for one in whole], expected)
    rejects += [
        Reject(clipped_box(one, size), "no die") for one, how in zip(whole, given, strict=True) if how < MIN_CONFIDENCE
    ]
    dice = [to_die(image, one) for one, how in zip(whole, given, strict=True) if how >= MIN_CONFIDENCE]
    return Reading(tuple(sorted(dice, key=lambda die: (die.box[1], die.box[0]))), tuple(rejects), size)


def given_count(probabilities: Sequence[float], expected: range | None) -> Floats:
    """(N,) probabilities of being a die, given the expected number if there is one."""
    if expected is None or not probabilities:
        return np.array(probabilities)
    given = die_probabilities_given_count(probabilities, expected)
    return given if int((given >= MIN_CONFIDENCE).sum()) in expected else np.array(probabilities)


def to_die(image: Image, one: ReadFace) -> Die:
    """Convert what was read to a ``Die`` in the picture's own pixels."""
    spot, size = one.candidate.detection, (image.shape[1], image.shape[0])
    unsure = find_doubt(image, one)
    confidence = one.confidence if unsure is None else min(MAX_DOUBTFUL_CONFIDENCE, one.confidence)
    corners = tuple((round(float(x), 1), round(float(y), 1)) for x, y in spot.corners)
    return Die(one.face, clipped_box(one, size), round(confidence, 3), unsure, corners)


def find_doubt(image: Image, one: ReadFace) -> str | None:
    """First reason for doubt that holds, or None."""
    spot, size = one.candidate.detection, np.array(image.shape[1::-1])
    if np.minimum(spot.corners, size - spot.corners).min() < BORDER_SIDES * spot.side:
        return "cut off"
    if one.is_contradicted:
        return "contradictory"
    if one.confidence >= one.sure_confidence:
        return None
    return "blurred" if sharpness(image, spot) < MIN_SHARPNESS else "faint"


def clipped_box(one: ReadFace, size: tuple[int, int]) -> Box:
    """Bounding box of a whole die, clipped to the picture."""
    box = one.candidate.detection.box
    low = np.clip(np.floor(box[:2]), 0, np.array(size) - 1).astype(int)
    high = np.clip(np.ceil(box[:2] + box[2:]), low + 1, size).astype(int)
    return int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1])
