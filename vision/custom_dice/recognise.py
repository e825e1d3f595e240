"""Custom dice: learned from a few pictures of each face, then recognised in pictures.

`symbol_finder` finds candidates and `likeness` embeds their top faces. The pictures of each face are rotated, shifted
and lit in other ways, and a linear classifier is fitted between the faces.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.nets import MODELS, image_blob, run_net
from vision.probability import log_odds, sigmoid, softmax
from vision.reader.detector import SYMBOL_FINDER, Detection, detect_dice, separate_parts
from vision.reader.judge import PATCH_CONTEXT, PATCH_SIDE, crop_detections, crop_patch, turn_patches
from vision.reading import Die, Floats, Image, Reading, Reject

EXAMPLE_SIDE_PX = 96
"""Pixels a side of a stored picture of one die."""
EXAMPLE_CONTEXT = 2.1
"""Side of a stored picture, in sides of the die's box."""
QUARTER_TURNS = 4
"""Quarter turns over which a patch is embedded."""
BATCH_SIZE = 64
"""Patches that the net is given at once."""
MIN_HEAT = 0.05
"""Least heat of a candidate; low, because nobody taught the net these signs."""
MIN_SHOWN_HEAT = 0.2
"""Least heat of a die that is shown on purpose: 119 of 120 rendered lessons have 0.27 or more, empty pictures 0.11."""
MAX_CANDIDATES = 60
"""Largest number of candidates that is examined, hottest first."""
MIN_DIE_PROBABILITY = 0.1
"""Least probability of a die, after one embedding, for a candidate to be embedded fully."""
MEMBERSHIP_WEIGHTS = np.array([0.42, 7.22, 0.105, 5.878, 1.204])
"""Weights of the log odds that a candidate is one of the custom dice.

For: log odds of a die; similarity to the pictures beyond their similarity to each other; log odds of the best face; log
of the finder's heat; a constant. Found by ``training.symbols.taught_calibration`` on dice of seven hands.
"""
MIN_MEMBERSHIP, SURE_MEMBERSHIP = 0.15, 0.7
"""Probability from which a candidate is read as one of these dice, and without doubt."""
AUGMENTATIONS = 14
"""Number of augmented versions of each picture."""
NEAREST_VERSIONS = 4
"""Number of most similar versions whose mean is the similarity to a picture."""
REGULARIZATION = 0.01
"""L2 regularisation of the classifier."""
OPTIMIZER_STEPS = 250
"""Optimisation steps of the classifier."""
SURE_PROBABILITY = 0.9
"""Least probability of a face to be sure, unless the pictures of the set ask for more."""
PART_OVERLAP = 0.45
"""Share of a box on that of a likelier die from which it is part of that die."""
BORDER_SIDES = 0.5
"""Least distance of a whole die's center from the picture's border, in sides of the die."""


@dataclass(frozen=True, slots=True)
class DieCandidate:
    """A place that may show a die."""

    detection: Detection
    embedding: Floats
    """(K,) embedding of its top face."""
    die_probability: float
    """0..1, probability that it is a die."""


@dataclass(frozen=True, slots=True)
class ComparedCandidate:
    """A candidate that was compared with the pictures of a set."""

    candidate: DieCandidate
    probabilities: Floats
    """(n,) probabilities of the faces."""
    evidence: Floats
    """(5,) evidence that it is one of these dice, see ``membership_evidence``."""

    @property
    def membership(self) -> float:
        """0..1, probability that it is one of these dice."""
        return float(sigmoid(MEMBERSHIP_WEIGHTS @ self.evidence))


@dataclass(frozen=True, slots=True)
class CustomDiceModel:
    """A trained recogniser of one set of dice."""

    faces: NDArray[np.int64]
    """(P,) face, 1 … n, of each picture."""
    embeddings: Floats
    """(P, AUGMENTATIONS, K) embeddings of each picture's versions."""
    classifier: Floats
    """(K + 1, n) weights of a linear classifier of faces."""
    min_similarity: float
    """Least similarity to some picture for a die to be of this set, as a dot product."""
    sure_probability: float
    """Probability of a face from which it is sure."""
    confused_faces: tuple[tuple[int, int], ...]
    """Pairs of faces whose own pictures are confused, or nearly."""


def find_candidates(image: Image, models: Path = MODELS, min_heat: float = MIN_HEAT) -> list[DieCandidate]:
    """Find everything in an HxWx3 BGR picture that may be a die, likeliest first.

    It is hotter than ``min_heat``, 0..1. Several candidates may be one die, or parts of it.
    """
    places = detect_dice(image, models, min_heat, SYMBOL_FINDER)[:MAX_CANDIDATES]
    patches = crop_detections(image, places)
    worth = np.flatnonzero(embed_faces(patches, models, turns=1)[1] > MIN_DIE_PROBABILITY)
    embeddings, there = embed_faces([patches[n] for n in worth], models)
    every = [DieCandidate(places[n], *row) for n, *row in zip(worth, embeddings, map(float, there), strict=True)]
    return sorted(every, key=candidate_score, reverse=True)


def candidate_score(candidate: DieCandidate) -> float:
    """Score of a candidate as a die."""
    return float(candidate.die_probability * candidate.detection.heat**0.25)


def likeliest_dice(candidates: Sequence[DieCandidate]) -> list[DieCandidate]:
    """Keep of several candidates for one die, likeliest first, the likeliest."""
    return separate_parts(candidates, lambda one: one.detection, PART_OVERLAP)[0]


def find_centerd_candidates(image: Image, models: Path = MODELS) -> list[DieCandidate]:
    """Find candidates where one die is shown on purpose, preferring the picture's center.

    They are hotter than MIN_SHOWN_HEAT; a picture without a die has none. What is cooler is not even compared, because
    a cool top face would push its own die out.
    """
    middle, reach = np.array(image.shape[1::-1]) / 2, min(image.shape[:2])

    def shown(one: DieCandidate) -> float:
        return candidate_score(one) * float(np.exp(-((2 * np.hypot(*(one.detection.center - middle)) / reach) ** 2)))

    found = likeliest_dice(find_candidates(image, models, MIN_SHOWN_HEAT))
    return sorted((one for one in found if one.die_probability > MIN_DIE_PROBABILITY), key=shown, reverse=True)


def embed_faces(patches: list[Image], models: Path = MODELS, turns: int = QUARTER_TURNS) -> tuple[Floats, Floats]:
    """(N, K) unit embeddings of patches about dice, and (N,) 0..1 probabilities of a die.

    Patches are as ``judge.crop_patch`` cuts them. The larger the dot product of two embeddings, the likelier both show
    the same face, in any light and rotation. They are means over ``turns`` quarter turns: one is quicker.
    """
    turned = turn_patches(patches, turns)
    answers = [
        run_net("likeness", image_blob(turned[n : n + BATCH_SIZE]), models) for n in range(0, len(turned), BATCH_SIZE)
    ]
    rows = np.concatenate(answers) if answers else np.zeros((0, 2))
    like = unit_rows(unit_rows(rows[:, :-1]).reshape(-1, turns, rows.shape[1] - 1).mean(axis=1))
    return like, np.asarray(sigmoid(rows[:, -1]).reshape(-1, turns).mean(axis=1))


def unit_rows(rows: Floats) -> Floats:
    """Scale rows to length 1."""
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=-1, keepdims=True), 1e-9))


def crop_example(image: Image, candidate: DieCandidate) -> Image:
    """Crop the (EXAMPLE_SIDE_PX, EXAMPLE_SIDE_PX, 3) picture from which a face is learned."""
    spot = candidate.detection
    return crop_patch(image, spot.center, spot.longer_side, EXAMPLE_SIDE_PX, EXAMPLE_CONTEXT)


def train_model(pictures: Mapping[int, Sequence[Image]], models: Path = MODELS) -> CustomDiceModel:
    """Train on a few pictures of each face 1 … n, in about a second.

    The pictures are (EXAMPLE_SIDE_PX, EXAMPLE_SIDE_PX, 3). Raises ``ValueError`` if a face has none.
    """
    faces = np.array([face for face in sorted(pictures) for _ in pictures[face]], np.int64)
    if set(faces.tolist()) != set(range(1, len(pictures) + 1)) or len(pictures) < 2:
        raise ValueError("need pictures of every face from 1 to n")
    ways = [way for face in sorted(pictures) for picture in pictures[face] for way in augment(picture)]
    embeddings = embed_faces(ways, models, turns=1)[0].reshape(len(faces), AUGMENTATIONS, -1)
    classifier = fit_classifier(embeddings, faces)
    min_similarity, sure_probability, confused_faces = validate_examples(embeddings, faces)
    return CustomDiceModel(faces, embeddings, classifier, min_similarity, sure_probability, confused_faces)


def augment(picture: Image) -> list[Image]:
    """Augment one picture: rotations, sizes, shifts and lights; deterministic."""
    cv2.setRNGSeed(7)  # NumPy's random numbers are not in the page's reader
    spreads = cv2.randn(np.empty((AUGMENTATIONS, 8)), np.zeros(1), np.ones(1))  # middle, size, blur, light, colors
    scale = PATCH_SIDE / EXAMPLE_SIDE_PX * EXAMPLE_CONTEXT / PATCH_CONTEXT
    made = []
    for n, spread in enumerate(np.asarray(spreads, float)):
        middle = EXAMPLE_SIDE_PX / 2 - 0.5 + 0.02 * EXAMPLE_SIDE_PX * spread[:2]
        rotation = cv2.getRotationMatrix2D(
            (float(middle[0]), float(middle[1])), 360 * n / AUGMENTATIONS, scale * float(np.exp(0.08 * spread[2]))
        )
        moved = np.asarray(rotation, float) + np.array([[0, 0, 1]]) * (PATCH_SIDE / 2 - 0.5 - middle)[:, None]
        face = cv2.warpAffine(picture, moved, (PATCH_SIDE, PATCH_SIDE), borderMode=cv2.BORDER_REPLICATE)
        if n % 3 == 2:
            face = cv2.GaussianBlur(face, (0, 0), float(np.clip(0.7 + 0.17 * spread[3], 0.4, 1.0)))
        light = np.exp(0.15 * spread[4] + 0.04 * spread[5:])
        made.append(np.asarray(np.clip(face * light, 0, 255), np.uint8))
    return made


def fit_classifier(embeddings: Floats, faces: NDArray[np.int64]) -> Floats:
    """(K + 1, n) weights of a softmax regression with L2 regularisation, found by Adam."""
    rows = with_constant(embeddings.reshape(-1, embeddings.shape[-1]))
    wanted = np.eye(int(faces.max()))[np.repeat(faces, embeddings.shape[1]) - 1]
    classifier = np.zeros((rows.shape[1], wanted.shape[1]))
    speed, size = np.zeros_like(classifier), np.zeros_like(classifier)
    for step in range(1, OPTIMIZER_STEPS + 1):
        slope = (
            rows.T @ (softmax(rows @ classifier) - wanted) / len(rows) + REGULARIZATION * classifier / EMBEDDING_SCALE
        )
        speed, size = 0.9 * speed + 0.1 * slope, 0.99 * size + 0.01 * slope**2
        classifier -= 0.05 * (speed / (1 - 0.9**step)) / (np.sqrt(size / (1 - 0.99**step)) + 1e-9)
    return classifier


EMBEDDING_SCALE = 8.0
"""Factor that brings the numbers of an embedding to about 1."""


def with_constant(rows: Floats) -> Floats:
    """(N, K + 1) scaled rows with a constant 1 appended."""
    return np.concatenate([EMBEDDING_SCALE * rows, np.ones((len(rows), 1))], axis=1)


def similarities(embedded: Floats, embeddings: Floats) -> Floats:
    """(N, P) similarity of each of (N, K) embeddings to each picture."""
    each = np.einsum("nk,pwk->npw", embedded, embeddings)
    return np.asarray(np.sort(each, axis=2)[:, :, -NEAREST_VERSIONS:].mean(axis=2))


def compare_with_pictures(embedded: Floats, model: CustomDiceModel) -> tuple[Floats, Floats]:
    """Compare (N, K) embeddings with the pictures of a set.

    Returns (N, n) probabilities of its faces, and (N,) how far each one's similarity exceeds the least required one.
    """
    probabilities = softmax(with_constant(embedded) @ model.classifier)
    return probabilities, similarities(embedded, model.embeddings).max(axis=1) - model.min_similarity


def validate_examples(embeddings: Floats, faces: NDArray[np.int64]) -> tuple[float, float, tuple[tuple[int, int], ...]]:
    """Leave-one-out validation of the pictures of a set.

    Returns the least similarity (5 % quantile), the probability from which a face is sure, and the pairs of faces that
    are confused.
    """
    similarity, sure_probability, confused_faces = [], SURE_PROBABILITY, set()
    for n in range(len(faces)):
        others = np.arange(len(faces)) != n
        embedded = embeddings[n, :1]
        similarity.append(float(similarities(embedded, embeddings[others]).max()))
        if not (faces[others] == faces[n]).any():
            continue
        probabilities = softmax(with_constant(embedded) @ fit_classifier(embeddings[others], faces[others]))[0]
        face = int(probabilities.argmax()) + 1
        rival = face if face != faces[n] else int(np.argsort(-probabilities)[1]) + 1
        if face != faces[n] or probabilities[face - 1] < SURE_PROBABILITY:
            confused_faces.add((min(int(faces[n]), rival), max(int(faces[n]), rival)))
        if face != faces[n]:
            sure_probability = max(sure_probability, min(0.995, float(probabilities.max())))
    return float(np.quantile(similarity, 0.05)), sure_probability, tuple(sorted(confused_faces))


def read(image: Image, model: CustomDiceModel, models: Path = MODELS) -> Reading:
    """Read the custom dice in an HxWx3 BGR picture; values are faces 1 … n.

    Boxes are in the picture's own pixels.
    """
    size = (image.shape[1], image.shape[0])
    found = choose_candidates(find_candidates(image, models), model)
    dice = [to_die(one, model, size) for one in found if one.membership > MIN_MEMBERSHIP]
    others = [one for one in found if one.membership <= MIN_MEMBERSHIP]
    rejects = tuple(Reject(one.candidate.detection.clipped_box(size), "no die") for one in others)
    return Reading(tuple(sorted(dice, key=lambda die: (die.box[1], die.box[0]))), rejects, size)


def choose_candidates(candidates: Sequence[DieCandidate], model: CustomDiceModel) -> list[ComparedCandidate]:
    """Compare candidates with the pictures of a set, likeliest first.

    Of several that are one die the one most like the pictures is kept.
    """
    compared = sorted(compare_candidates(candidates, model), key=lambda one: -one.membership)
    return separate_parts(compared, lambda one: one.candidate.detection, PART_OVERLAP)[0]


def compare_candidates(candidates: Sequence[DieCandidate], model: CustomDiceModel) -> list[ComparedCandidate]:
    """Compare each candidate with the pictures of a set."""
    if not candidates:
        return []
    rows = zip(candidates, *compare_with_pictures(np.stack([one.embedding for one in candidates]), model), strict=True)
    return [
        ComparedCandidate(one, shares, membership_evidence(one, shares, float(excess))) for one, shares, excess in rows
    ]


def membership_evidence(candidate: DieCandidate, probabilities: Floats, excess_similarity: float) -> Floats:
    """(5,) evidence that a candidate is one of the custom dice, as MEMBERSHIP_WEIGHTS weighs it.

    ``excess_similarity`` is how far its similarity to the pictures exceeds the least required one.
    """
    there, best = log_odds(candidate.die_probability), log_odds(float(probabilities.max()))
    return np.array([there, excess_similarity, best, np.log(candidate.detection.heat), 1.0])


def to_die(compared: ComparedCandidate, model: CustomDiceModel, size: tuple[int, int]) -> Die:
    """Convert a candidate to a ``Die`` with its reason for doubt."""
    spot, membership = compared.candidate.detection, compared.membership
    best = float(compared.probabilities.max())
    unsure = None
    if np.minimum(spot.center, np.array(size) - spot.center).min() < BORDER_SIDES * spot.side:
        unsure = "cut off"
    elif membership < SURE_MEMBERSHIP:
        unsure = "faint"
    elif best < model.sure_probability:
        unsure = "contradictory"
    return spot.to_die(size, int(compared.probabilities.argmax()) + 1, best * membership, unsure)
