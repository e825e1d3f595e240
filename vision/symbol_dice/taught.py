"""Dice with known signs of which pictures were taught too: both kinds of knowledge together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vision.custom_dice.recognise import (
    MIN_MEMBERSHIP,
    SURE_MEMBERSHIP,
    CustomDiceModel,
    DieCandidate,
    compare_candidates,
    embed_faces,
)
from vision.nets import MODELS
from vision.probability import log_odds, sigmoid
from vision.reader.judge import crop_detections
from vision.reader.orientation import read_upright
from vision.reading import Floats, Image, Reading

from .reader import ReadFace, SymbolCandidate, find_candidates, read_face, sort_out

PROBABILITY_FLOORS = (0.01, 0.03)
"""What each of the two leaves to any face, however sure it is of another: the nets, then the pictures."""
CONFIDENCE_WEIGHTS = np.array([0.309, 0.739, 0.779, 1.742, -2.293])
"""Weights of ``evidence`` for the log odds that the likeliest face is right."""
SURE_CONFIDENCE = 0.9
"""Confidence from which a die is sure; one in 200 was wrong above it on the scenes that validate."""
OWN_CONFIDENCE = 0.95
"""Confidence of a face that the pictures alone are sure of, where the nets know no such sign."""
MAX_OWN_DOUBT = 0.6
"""Greatest confidence of a face that the pictures alone name with a doubt."""


@dataclass(frozen=True, slots=True)
class TaughtFace:
    """What the nets and the taught pictures say of one candidate."""

    known: ReadFace
    """What is read without the pictures."""
    pictured: Floats
    """(n,) probability of each face by the pictures; of faces with the same sign the first one has all."""
    probabilities: Floats
    """(n,) combined probability of each face."""
    membership: float
    """0..1, that it is one of the taught dice, by the pictures alone."""
    sure_probability: float
    """Probability from which the pictures are sure of a face."""

    def evidence(self) -> Floats:
        """(5,) evidence that the likeliest face is right, as CONFIDENCE_WEIGHTS weighs it."""
        there = log_odds(self.known.die_probability), log_odds(self.membership)
        heat = float(np.log(self.known.candidate.detection.heat))
        return np.array([*there, log_odds(float(self.probabilities.max())), heat, 1.0])

    def combined(self) -> ReadFace:
        """What is read of both together."""
        both = float(sigmoid(CONFIDENCE_WEIGHTS @ self.evidence()))
        there = max(self.known.die_probability, self.membership)
        ranked = np.sort(self.probabilities)[::-1]
        face = 1 + int(self.probabilities.argmax())
        confidence = max(both, self.own_confidence(face))
        is_contradicted = bool(ranked[1] > ranked[0] / 4)
        return ReadFace(self.known.candidate, face, there, confidence, is_contradicted, SURE_CONFIDENCE)

    def own_confidence(self, face: int) -> float:
        """Confidence in a face by the pictures alone, for dice whose signs the nets do not know."""
        best = float(self.pictured[face - 1])
        if self.known.die_probability > 0.5 and self.known.face != face:
            return 0.0
        if self.membership >= SURE_MEMBERSHIP and best >= self.sure_probability:
            return OWN_CONFIDENCE
        return min(MAX_OWN_DOUBT, self.membership * best) if self.membership > MIN_MEMBERSHIP else 0.0


def read(
    image: Image,
    faces: Sequence[str],
    taught: CustomDiceModel,
    models: Path = MODELS,
    expected: range | None = None,
) -> Reading:
    """Read dice of a kind in an HxWx3 uint8 BGR picture, with what was taught of them.

    Values are 1 … n of ``faces``, as of ``taught``; boxes are in the picture's own pixels; ``expected`` are the numbers
    of dice that are likely to lie there. Raises ``ValueError`` for any other array.
    """

    def read_both(upright: Image) -> Reading:
        seen = compare_with_taught(upright, faces, taught, models)
        return sort_out(upright, [one.combined() for one in seen], expected)

    return read_upright(image, read_both)


def compare_with_taught(
    image: Image, faces: Sequence[str], taught: CustomDiceModel, models: Path = MODELS
) -> list[TaughtFace]:
    """Return what nets and pictures say of everything that may be a die."""
    found = find_candidates(image, models)
    if not found:
        return []
    spots = [one.detection for one in found]
    embeddings, there = embed_faces(crop_detections(image, spots), models)
    pictured = [DieCandidate(*row) for row in zip(spots, embeddings, map(float, there), strict=True)]
    return [
        combine(one, faces, compared.probabilities, compared.membership, taught)
        for one, compared in zip(found, compare_candidates(pictured, taught), strict=True)
    ]


def combine(
    candidate: SymbolCandidate, faces: Sequence[str], shares: Floats, membership: float, taught: CustomDiceModel
) -> TaughtFace:
    """Combine what a candidate shows with the (n,) probabilities of the taught faces.

    What the nets say of the face counts as much as they take the candidate for such a die.
    """
    read, known = read_face(candidate, faces), candidate.probabilities(faces)[1:]
    first = [list(faces).index(sign) for sign in faces]
    pictured = np.asarray(np.bincount(first, shares, len(faces)), np.float64)
    product = (known / known.sum() + PROBABILITY_FLOORS[0]) ** read.die_probability * (pictured + PROBABILITY_FLOORS[1])
    product[[k != n for n, k in enumerate(first)]] = 0
    return TaughtFace(read, pictured, product / product.sum(), membership, taught.sure_probability)
