"""Calibration of taught pictures, alone and with known signs, on other hands' drawings.

It prints the weights that ``vision/custom_dice/recognise.py`` and ``vision/symbol_dice/taught.py`` hold as constants.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from training.calibrate import curve_lines, sure_threshold
from training.scenes.cube import DieAppearance
from training.scenes.drawn.compose import OBJECTS_SHARE, compose_scene
from training.scenes.ground import RandomGenerator
from training.scenes.patch import center_and_size
from training.scenes.scene import GroundTruth
from training.scenes.throw import PlacedDie, arrange_heaps, scatter
from vision.custom_dice import MAX_EXAMPLES, recognise
from vision.probability import sigmoid
from vision.reader.detector import separate_parts
from vision.reader.judge import crop_patch
from vision.reading import Floats, Image
from vision.symbol_dice import SIGNS
from vision.symbol_dice.reader import PART_OVERLAP
from vision.symbol_dice.taught import TaughtFace, compare_with_taught

from .calibrate import fit, framed_die
from .dice import FACES, random_look, symbol_die
from .hands import Hand, random_hand

SETS = (*("tokyo",) * 5, "berserk", "fate")
"""Kinds of the sets."""
QUESTIONS = 12
"""Pictures on which each set is tested."""
SEED = 60_000_000


@dataclass(frozen=True)
class TaughtSet:
    """Dice of one hand and look that are taught and tested."""

    number: int
    kind: str
    hand: Hand
    look: DieAppearance

    @property
    def faces(self) -> tuple[str, ...]:
        """The sign of each face."""
        return FACES[self.kind][:4] if self.kind == "fate" else FACES[self.kind]

    def picture(self, number: int, shown: tuple[str, ...]) -> tuple[Image, list[GroundTruth]]:
        """A picture of dice with these signs on top; beside a single die lies nothing else."""
        seed = SEED + 10_000 * self.number + number
        rng = np.random.default_rng([seed, 5])
        is_alone = len(shown) == 1

        def laid(chance: RandomGenerator, reach: float) -> list[PlacedDie]:
            lot = [symbol_die(self.hand, self.look, self.kind, sign, chance) for sign in shown]
            if is_alone:
                return [replace(lot[0], place=chance.uniform(-0.5, 0.5, 2))]
            return (arrange_heaps if chance.random() < 0.4 else scatter)(chance, lot, reach * 0.9)

        unit = float(rng.uniform(0.16, 0.3) if is_alone else rng.uniform(0.07, 0.16)) * 640
        tilt = float(np.radians(min(42.0, abs(rng.normal(0, 18)))))
        share = 0.0 if is_alone else OBJECTS_SHARE
        return compose_scene(seed, 640, place_dice=laid, unit=unit, tilt=tilt, objects_share=share)

    def taught(self) -> recognise.CustomDiceModel:
        """What five pictures of each face teach."""
        shown: dict[int, list[Image]] = {}
        for face, sign in enumerate(self.faces, 1):
            shown[face] = []
            number = 100 * face
            while len(shown[face]) < MAX_EXAMPLES:
                number += 1
                image, truths = self.picture(number, (sign,))
                if truths and truths[0].value > 0:
                    place = center_and_size(truths[0])
                    shown[face].append(crop_patch(image, *place, recognise.EXAMPLE_SIDE_PX, recognise.EXAMPLE_CONTEXT))
        return recognise.train_model(shown)

    def members(self, models: Path) -> Iterator[tuple[Floats, bool]]:
        """(evidence of the pictures alone, is one of these dice) of what the reader chooses.

        It chooses by the weights that are to be fitted: they are fitted again until they stay.
        """
        taught = self.taught()
        for image, truths in self.questions():
            for one in recognise.choose_candidates(recognise.find_candidates(image, models), taught):
                index = framed_die(one.candidate.detection, truths)
                value = truths[index].value if index is not None else -1
                if value:
                    yield one.evidence, 0 < value <= len(SIGNS)

    def questions(self) -> Iterator[tuple[Image, list[GroundTruth]]]:
        """The pictures on which the set is tested."""
        rng = np.random.default_rng([SEED, self.number])
        for number in range(1000, 1000 + QUESTIONS):
            yield self.picture(number, tuple(rng.choice(self.faces, 6)))

    def outcomes(self, models: Path) -> Iterator[tuple[Floats, bool]]:
        """(evidence, whether it is right) of each die that would be read."""
        taught = self.taught()
        for image, truths in self.questions():
            for one in whole_dice(compare_with_taught(image, self.faces, taught, models)):
                index = framed_die(one.known.candidate.detection, truths)
                value = truths[index].value if index is not None else -1
                if value:
                    best = self.faces[int(one.probabilities.argmax())]
                    yield one.evidence(), 0 < value <= len(SIGNS) and SIGNS[value - 1] == best


def whole_dice(found: list[TaughtFace]) -> list[TaughtFace]:
    """Return everything that may be a die, without parts and duplicates of likelier ones."""
    likeliest = sorted(found, key=lambda one: -max(one.known.die_probability, one.membership))
    return separate_parts(likeliest, lambda one: one.known.candidate.detection, PART_OVERLAP)[0]


def taught_sets(fonts: Path | None) -> Iterator[TaughtSet]:
    """Sets of dice whose drawings no net was shown."""
    for number, kind in enumerate(SETS):
        rng = np.random.default_rng([SEED, number, 3])
        yield TaughtSet(number, kind, random_hand(rng, fonts, True), random_look(rng, kind))


def calibrate_membership(models: Path, fonts: Path | None) -> str:
    """Return the weights of the pictures alone, and the curve, in words."""
    name = "MEMBERSHIP_WEIGHTS of recognise.py"
    return fitted(name, [row for each in taught_sets(fonts) for row in each.members(models)])


def calibrate_taught(models: Path, fonts: Path | None) -> str:
    """Return the weights of pictures and known signs together, and the curve, in words."""
    name = "CONFIDENCE_WEIGHTS of taught.py"
    return fitted(name, [row for each in taught_sets(fonts) for row in each.outcomes(models)])


def fitted(name: str, outcomes: list[tuple[Floats, bool]]) -> str:
    """Weights that fit (evidence, whether it is so), and their curve, in words."""
    evidence, right = np.stack([row for row, _ in outcomes]), np.array([good for _, good in outcomes], float)
    weights = fit(evidence, right)
    confidence = sigmoid(evidence @ weights)
    lines = curve_lines(confidence, right, sure_threshold(confidence, right))
    return "\n".join([f"{name} = {weights.round(3).tolist()}", *lines])
