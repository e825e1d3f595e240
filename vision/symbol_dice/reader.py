"""Reader of King of Tokyo's dice: one net finds them, another one names the sign on top."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from vision.nets import MODELS
from vision.probability import log_odds, sigmoid, softmax
from vision.reader.detector import SYMBOL_FINDER, Detection, detect_dice, separate_parts
from vision.reader.doubt import find_doubt
from vision.reader.expectation import die_probabilities_given_count
from vision.reader.judge import crop_detections, judge_detections, mean_logits
from vision.reader.orientation import read_upright
from vision.reading import Die, Floats, Image, Reading, Reject

from . import SIGNS

JUDGE = "symbols"
"""Name of the net that names signs."""
QUARTER_TURNS = 4
"""Quarter turns over which a patch is judged."""
MIN_HEAT = 0.25
"""Least heat of a candidate."""
MAX_CANDIDATES = 40
"""Most candidates that are judged, hottest first."""
PART_OVERLAP = 0.6
"""Share of a box on that of a likelier die from which it is part of that die."""
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
class SymbolCandidate:
    """A place that may show a die with a sign."""

    detection: Detection
    """Where it lies; its six values mean nothing."""
    logits: Floats
    """(1 + len(SIGNS),) logits: none of these dice, then SIGNS."""

    def probabilities(self, faces: Sequence[str]) -> Floats:
        """(1 + n,) probabilities: none of these dice, then each of the n faces of a kind.

        Faces with the same sign share its probability, of which the first one gets all.
        """
        rows = [0, *(1 + SIGNS.index(sign) for sign in faces)]
        shares = softmax(self.logits[rows])
        shares[1:] *= [sign not in faces[:n] for n, sign in enumerate(faces)]
        return np.asarray(shares / shares.sum())

    @property
    def sign(self) -> str | None:
        """The likeliest of all signs, of any kind of dice; None if it is rather no such die."""
        best = int(self.logits.argmax())
        return SIGNS[best - 1] if best else None

    def evidence(self, faces: Sequence[str]) -> Floats:
        """(4,) evidence for the likeliest face, as CONFIDENCE_WEIGHTS weighs it."""
        none, *shares = self.probabilities(faces)
        best = float(max(shares))
        return np.array([log_odds(1 - none), log_odds(best / sum(shares)), np.log(self.detection.heat), 1.0])


def find_candidates(image: Image, models: Path = MODELS) -> list[SymbolCandidate]:
    """Find everything in an HxWx3 BGR picture that may be a die with a sign, hottest first."""
    spots = detect_dice(image, models, MIN_HEAT, SYMBOL_FINDER)[:MAX_CANDIDATES]
    return [SymbolCandidate(spot, row) for spot, row in zip(spots, judge_signs(image, spots, models), strict=True)]


def judge_signs(image: Image, spots: Sequence[Detection], models: Path = MODELS) -> Floats:
    """(N, 1 + len(SIGNS)) logits of detections: the mean over quarter turns."""
    if not spots:
        return np.zeros((0, 1 + len(SIGNS)))
    return mean_logits(JUDGE, [crop_detections(image, spots)], models, QUARTER_TURNS)


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
    if unknown := [sign for sign in faces if sign not in SIGNS] or not faces:
        raise ValueError(f"no such signs: {unknown}")
    return read_upright(
        image, lambda upright: read_candidates(upright, find_candidates(upright, models), faces, models, expected)
    )


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
    confidence = sigmoid(CONFIDENCE_WEIGHTS @ candidate.evidence(faces))
    ranked = sorted(shares, reverse=True)
    is_contradicted = candidate.sign not in (None, *faces) or ranked[1] > ranked[0] / 4
    return ReadFace(candidate, 1 + int(np.argmax(shares)), 1 - float(none), float(confidence), is_contradicted)


def sort_out(image: Image, seen: Sequence[ReadFace], expected: range | None) -> Reading:
    """Sort what was seen into whole dice, parts of dice, and what is none of these dice."""
    size = (image.shape[1], image.shape[0])
    ranked = sorted(seen, key=lambda one: -one.confidence)
    likely = [one for one in ranked if one.confidence >= MIN_CANDIDATE_CONFIDENCE]
    whole, parts = separate_parts(likely, lambda one: one.candidate.detection, PART_OVERLAP)
    given = given_count([one.confidence for one in whole], expected)
    dice = [to_die(image, one) for one, how in zip(whole, given, strict=True) if how >= MIN_CONFIDENCE]
    others = ranked[len(likely) :]
    others += [one for one, how in zip(whole, given, strict=True) if how < MIN_CONFIDENCE]
    rejects = [Reject(one.candidate.detection.clipped_box(size), "part of a die") for one in parts]
    rejects += [Reject(one.candidate.detection.clipped_box(size), "no die") for one in others]
    return Reading(tuple(sorted(dice, key=lambda die: (die.box[1], die.box[0]))), tuple(rejects), size)


def given_count(probabilities: Sequence[float], expected: range | None) -> Floats:
    """(N,) probabilities of being a die, given the expected number if there is one."""
    if expected is None or not probabilities:
        return np.array(probabilities)
    given = die_probabilities_given_count(probabilities, expected)
    return given if int((given >= MIN_CONFIDENCE).sum()) in expected else np.array(probabilities)


def to_die(image: Image, one: ReadFace) -> Die:
    """Convert what was read to a ``Die`` in the picture's own pixels."""
    spot, is_sure = one.candidate.detection, one.confidence >= one.sure_confidence and not one.is_contradicted
    doubt = find_doubt(image, spot, is_sure, one.is_contradicted)
    return spot.to_die((image.shape[1], image.shape[0]), one.face, one.confidence, doubt)
