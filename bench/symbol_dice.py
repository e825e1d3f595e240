"""King of Tokyo's dice as they come: dice by another hand, read without being taught, and with five pictures a face.

``python -m bench.symbol_dice [MODELS]``; ``SOBREMESA_FONTS`` adds the icon fonts that ``bench.symbol_hand`` names.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np

from bench.enrol import here
from bench.reader_figures import PHOTOS
from bench.symbol_hand import HANDS, draw, has
from vision import Reading
from vision.nets import MODELS
from vision.reading import Image
from vision.symbol_dice import SIGNS, reader
from vision.training.calibrate import wilson_interval
from vision.training.scenes.ground import RandomGenerator
from vision.training.scenes.scene import GroundTruth, compose_scene
from vision.training.scenes.throw import PlacedDie, arrange_heaps, scatter
from vision.training.symbols.dice import COLOURS, FACES, coloured, face_textures

TOKYO, BERSERK, FATE = FACES["tokyo"], FACES["berserk"], ("eye", "river", "snake", "ankh")
KIND_OF = {"berserk": BERSERK, "fate": FATE}
"""Faces of the lots that are other dice than the six."""
PICTURES = 14
"""Pictures of a lot and a hand."""
SEED = 7_000_000
"""First seed of the pictures; none is taught."""
PIP_SCENES = 60
"""Composed pictures of dice with pips."""
Read = Callable[[Image, range | None], Reading]


@dataclass
class Tally:
    """Dice of some of the pictures."""

    dice: int = 0
    right: int = 0
    sure: int = 0
    wrong: int = 0
    """Dice called sure whose face is wrong."""
    found: int = 0
    strays: int = 0
    """Other things called sure."""

    def add(self, other: Tally) -> None:
        """Add the dice of other pictures."""
        for name in vars(self):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def words(self) -> str:
        """The figures in words."""
        high = wilson_interval(self.wrong, self.sure)[1]
        return (
            f"{self.sure - self.wrong} of {self.sure} sure right, {100 * (1 - self.wrong / max(1, self.sure)):.1f} %"
            f" (95 %: from {100 * (1 - high):.1f}); sure {100 * self.sure / max(1, self.dice):.1f} %; right in all"
            f" {self.right} of {self.dice}, {100 * self.right / max(1, self.dice):.1f} %; {self.strays} other things sure"
        )


@dataclass
class Score:
    """All figures of one way to read."""

    by_lot: dict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    by_sign: dict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))

    @property
    def whole(self) -> Tally:
        """The figures of all lots."""
        total = Tally()
        for each in self.by_lot.values():
            total.add(each)
        return total


def symbol_picture(lot: str, hand: str, number: int) -> tuple[Image, list[GroundTruth], tuple[str, ...]]:
    """A picture of dice of a lot by a hand, its truth (values are faces), and the sign of each face."""
    rng = np.random.default_rng([SEED + number, list(COLOURS).index(lot), HANDS.index(hand), 17])
    faces = KIND_OF.get(lot, TOKYO)
    count = 1 if number % 7 == 0 and lot not in ("berserk",) else int(rng.integers(3, 8))
    looks = [
        coloured(rng, *pair, COLOURS[lot].translucency)
        for pair in (COLOURS[lot].pairs[int(rng.integers(len(COLOURS[lot].pairs)))] for _ in range(2))
    ]
    side = 640
    unit = float(rng.uniform(0.07, 0.15) if count > 1 else rng.uniform(0.14, 0.28)) * side

    def laid(chance: RandomGenerator, reach: float) -> list[PlacedDie]:
        dice = []
        for n in range(count):
            face = int(chance.integers(len(faces)))
            others = [sign for k, sign in enumerate(faces) if k != face] * 2
            tiles = [draw(sign, hand, number + k) for k, sign in enumerate((faces[face], *others[:5]))]
            skin = replace(looks[n % len(looks)], faces=face_textures(tiles, chance))
            first = 1 + faces.index(faces[face])
            dice.append(PlacedDie(np.zeros(2), float(chance.uniform(0, 7)), 1.0, first, skin))
        if count == 1:
            return [replace(dice[0], place=chance.uniform(-0.5, 0.5, 2))]
        return (arrange_heaps if chance.random() < 0.4 else scatter)(chance, dice, reach * 0.9)

    seed = SEED + 1000 * (1 + list(COLOURS).index(lot) + 20 * HANDS.index(hand)) + number
    tilt = float(np.radians(min(42.0, abs(rng.normal(0, 18)))))
    image, truths = compose_scene(seed, side, place_dice=laid, unit=unit, tilt=tilt)
    return image, truths, faces


def count_dice(reading: Reading, truths: list[GroundTruth], faces: tuple[str, ...], score: Score, lot: str) -> None:
    """Compare what was read with the truth, without dice that nobody could tell."""
    free = list(reading.dice)
    for truth in sorted(truths, key=lambda truth: truth.value <= 0):
        mine = [d for d in free if here(np.array([d.box[0] + d.box[2] / 2, d.box[1] + d.box[3] / 2]), truth)]
        free = [die for die in free if die not in mine]
        if truth.value <= 0:
            continue
        best = max(mine, key=lambda die: die.confidence, default=None)
        sure = best is not None and best.doubt is None
        is_right = best is not None and best.value == truth.value
        one = Tally(1, int(is_right), int(sure), int(sure and not is_right), int(best is not None))
        score.by_lot[lot].add(one)
        score.by_sign[faces[truth.value - 1]].add(one)
    score.by_lot[lot].strays += sum(die.doubt is None for die in free)


def measured(models: Path = MODELS, pictures: int = PICTURES) -> dict[str, Score]:
    """The figures of each hand."""
    scores = {hand: Score() for hand in HANDS if has(hand)}
    for hand, score in scores.items():
        for lot in COLOURS:
            for number in range(pictures):
                image, truths, faces = symbol_picture(lot, hand, number)
                count_dice(reader.read(image, faces, models), truths, faces, score, lot)
    return scores


def pips_called_signs(models: Path = MODELS, scenes: int = PIP_SCENES) -> Iterator[tuple[str, str]]:
    """Dice with pips that the reader of signs is sure of: none should be."""
    pictures: dict[str, list[Image]] = {"composed": [compose_scene(SEED + n)[0] for n in range(scenes)]}
    if PHOTOS.is_dir():
        rows = json.loads((PHOTOS / "check.json").read_text("utf-8"))["images"]
        pictures["photos"] = [np.asarray(cv2.imread(str(PHOTOS / row["file"])), np.uint8) for row in rows]
    for name, images in pictures.items():
        told = []
        for faces in (TOKYO, BERSERK, FATE):
            read = [die for image in images for die in reader.read(image, faces, models).dice]
            told.append(f"{sum(die.doubt is None for die in read)} sure and {len(read)} in all")
        yield f"pips read as signs, {name} ({len(images)} pictures): six dice, berserk, fate", "; ".join(told)


def figures(models: Path = MODELS) -> Iterator[tuple[str, str]]:
    """All figures: by hand, by colours, by sign; then dice with pips."""
    for hand, score in measured(models).items():
        yield f"symbol dice, {hand} (goals: 95 % of sure right, 80 % sure)", score.whole.words()
        for lot, each in score.by_lot.items():
            yield f"  {lot}", each.words()
        for sign in SIGNS:
            if sign in score.by_sign:
                yield f"  sign {sign}", score.by_sign[sign].words()
    yield from pips_called_signs(models)


if __name__ == "__main__":
    for row in figures(*map(Path, sys.argv[1:])):
        print(*row, sep=": ", flush=True)
