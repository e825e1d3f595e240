"""King of Tokyo's dice as they come: dice by another hand, read without being taught, and with five pictures a face.

MODELS is a folder of other nets than the product's; ``SOBREMESA_FONTS`` adds the icon fonts that ``bench.symbol_hand``
names. Photos of a real die with numerals stand in for the game's own, where they are there.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import click
import cv2
import numpy as np

from bench import enrol
from bench.enrol import ALONE, TOGETHER, here
from bench.labelled_photos import PHOTOS
from bench.symbol_hand import HANDS, draw, has
from bench.symbols import DESIGNS, DiceDesign, picture, skins
from training.calibrate import wilson_interval
from training.scenes.cube import DieAppearance
from training.scenes.drawn.compose import OBJECTS_SHARE, compose_scene
from training.scenes.ground import RandomGenerator
from training.scenes.scene import GroundTruth
from training.scenes.throw import PlacedDie, arrange_heaps, scatter
from training.symbols.dice import COLORS, FACES, colored, face_textures
from vision import Die, Reading
from vision.custom_dice import recognise
from vision.nets import MODELS
from vision.reading import Image
from vision.symbol_dice import SIGNS, reader
from vision.symbol_dice import taught as taught_signs

TOKYO, BERSERK, FATE = FACES["tokyo"], FACES["berserk"], ("eye", "river", "snake", "ankh")
KIND_OF = {"berserk": BERSERK, "fate": FATE}
"""Faces of the designs that are other dice than the six."""
PICTURES = 14
"""Pictures of a design and a hand."""
SIDE_PX = 640
"""Pixels a side of a picture."""
SEED = 7_000_000
"""First seed of the pictures; none is taught."""
ENROLLED, OTHER_DESIGN = ("1", "2", "3", "heart", "bolt", "claw"), 6
"""Signs of the designs of ``bench.symbols`` that are the game's, and one with other signs that stands for its dice."""
PIP_SCENES = 60
"""Composed pictures of dice with pips."""


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
    doubtful: int = 0
    """Other things read with a doubt."""

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
            f" {self.right} of {self.dice}, {100 * self.right / max(1, self.dice):.1f} %; others sure: {self.strays}"
            f" (in doubt: {self.doubtful})"
        )


@dataclass
class Score:
    """All figures of one way to read."""

    by_design: dict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    by_sign: dict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))

    @property
    def whole(self) -> Tally:
        """The figures of all designs."""
        total = Tally()
        for each in self.by_design.values():
            total.add(each)
        return total


@dataclass(frozen=True)
class DiceSet:
    """Dice of the colors of an edition, with the signs of one hand."""

    design: str
    hand: str

    @property
    def faces(self) -> tuple[str, ...]:
        """The sign of each face."""
        return KIND_OF.get(self.design, TOKYO)

    @property
    def key(self) -> int:
        """A number of its own."""
        return 1 + list(COLORS).index(self.design) + 20 * HANDS.index(self.hand)

    def looks(self, rng: RandomGenerator) -> list[DieAppearance]:
        """Two dice without faces, in colors of the design."""
        pairs, clear = COLORS[self.design].pairs, COLORS[self.design].translucency
        return [colored(rng, *pairs[int(rng.integers(len(pairs)))], clear) for _ in range(2)]

    def die(self, face: int, look: DieAppearance, drawing: int, rng: RandomGenerator) -> PlacedDie:
        """A die with that face, 1 … n, on top."""
        others = [sign for k, sign in enumerate(self.faces, 1) if k != face] * 2
        tiles = [draw(sign, self.hand, drawing) for sign in (self.faces[face - 1], *others[:5])]
        skin = replace(look, faces=face_textures(tiles, rng))
        value = 1 + self.faces.index(self.faces[face - 1])
        return PlacedDie(np.zeros(2), float(rng.uniform(0, 7)), 1.0, value, skin)


def symbol_picture(
    dice: DiceSet, number: int, shown: tuple[int, ...] = (), objects_share: float = OBJECTS_SHARE
) -> tuple[Image, list[GroundTruth]]:
    """A picture of the dice of a set, and its truth; values are faces, at random where none are `shown`."""
    rng = np.random.default_rng([SEED + number, dice.key, 17])
    count = len(shown) or (1 if number % 7 == 0 else int(rng.integers(3, 8)))
    shown = shown or tuple(int(face) for face in rng.integers(1, 1 + len(dice.faces), count))
    looks = dice.looks(rng)
    unit = float(rng.uniform(0.07, 0.15) if count > 1 else rng.uniform(0.14, 0.28)) * SIDE_PX

    def laid(chance: RandomGenerator, reach: float) -> list[PlacedDie]:
        design = [dice.die(face, looks[n % 2], number + n, chance) for n, face in enumerate(shown)]
        if count == 1:
            return [replace(design[0], place=chance.uniform(-0.5, 0.5, 2))]
        return (arrange_heaps if chance.random() < 0.4 else scatter)(chance, design, reach * 0.9)

    tilt = float(np.radians(min(42.0, abs(rng.normal(0, 18)))))
    seed = SEED + 100_000 * dice.key + number
    return compose_scene(seed, SIDE_PX, place_dice=laid, unit=unit, tilt=tilt, objects_share=objects_share)


def count_dice(reading: Reading, truths: list[GroundTruth], dice: DiceSet, score: Score) -> None:
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
        score.by_design[dice.design].add(one)
        score.by_sign[dice.faces[truth.value - 1]].add(one)
    score.by_design[dice.design].strays += sum(die.doubt is None for die in free)
    score.by_design[dice.design].doubtful += sum(die.doubt is not None for die in free)


def measured(models: Path = MODELS, pictures: int = PICTURES) -> dict[str, Score]:
    """The figures of each hand."""
    scores = {hand: Score() for hand in HANDS if has(hand)}
    for hand, score in scores.items():
        for design in COLORS:
            dice = DiceSet(design, hand)
            for number in range(pictures):
                image, truths = symbol_picture(dice, number)
                count_dice(reader.read(image, dice.faces, models), truths, dice, score)
    return scores


def taught_figures(models: Path = MODELS, alone: int = ALONE, together: int = TOGETHER) -> Iterator[tuple[str, str]]:
    """The designs of ``bench.enrol`` with the game's signs: by five pictures a face, by known signs, by both."""
    names = ("five pictures a face alone", "known signs alone", "both")
    for number, design in enumerate(DESIGNS):
        if design.signs != ENROLLED and number != OTHER_DESIGN:
            continue
        made = skins(design, np.random.default_rng([number, 3]))
        taught = enrol.lesson(design, made, number)[0]
        scores = [enrol.Score(name) for name in names]
        for image, truths in questions(design, made, number, alone, together):
            readings = (
                recognise.read(image, taught),
                reader.read(image, TOKYO, models),
                taught_signs.read(image, TOKYO, taught, models),
            )
            for score, reading in zip(scores, readings, strict=True):
                enrol.counted(score, reading, truths)
        for score in scores:
            yield (
                f"{design.name}, {score.name}",
                f"{score.right} of {score.dice} right; {score.sure} sure, {score.wrong} of these wrong;"
                f" {score.false} other things sure",
            )


def questions(
    design: DiceDesign, made: tuple[DieAppearance, ...], number: int, alone: int, together: int
) -> Iterator[tuple[Image, list[GroundTruth]]]:
    """The pictures on which ``bench.enrol`` tests a design."""
    for n in range(alone + together):
        seed = enrol.QUESTION + 1000 * number + n
        some = made[n % len(made) :] + made[: n % len(made)]
        faces = (1 + n % 6,) if n < alone else tuple(int(f) for f in np.random.default_rng(seed).integers(1, 7, 6))
        yield picture(design, some, faces, seed)


def pips_called_signs(models: Path = MODELS, scenes: int = PIP_SCENES) -> Iterator[tuple[str, str]]:
    """Dice with pips that the reader of signs is sure of: none should be."""
    pictures: dict[str, list[Image]] = {"composed": [compose_scene(SEED + n)[0] for n in range(scenes)]}
    if PHOTOS.is_dir():
        rows = json.loads((PHOTOS / "check.json").read_text("utf-8"))["images"]
        pictures["photos"] = [np.asarray(cv2.imread(str(PHOTOS / row["file"])), np.uint8) for row in rows]
    for name, images in pictures.items():
        read: dict[tuple[str, ...], list[Die]] = {TOKYO: [], BERSERK: [], FATE: []}
        for image in images:
            found = reader.find_candidates(image, models)
            for faces, dice in read.items():
                dice += reader.read_candidates(image, found, faces, models).dice
        told = [f"{sum(die.doubt is None for die in dice)} sure and {len(dice)} in all" for dice in read.values()]
        yield f"pips read as signs, {name} ({len(images)} pictures): six dice, berserk, fate", "; ".join(told)


def numerals_read(models: Path = MODELS) -> Iterator[tuple[str, str]]:
    """Photos of a real die with large numerals, of which 1, 2 and 3 are signs and 4, 5 and 6 are none."""
    signs, others = Tally(), Tally()
    for path in sorted((PHOTOS / "numerals").glob("*.jpg")):
        numeral = path.name.split("_")[0]
        dice = reader.read(np.asarray(cv2.imread(str(path)), np.uint8), TOKYO, models).dice
        best = max(dice, key=lambda die: die.confidence, default=None)
        sure = [die for die in dice if die.doubt is None]
        if numeral not in TOKYO:
            others.add(Tally(dice=1, sure=int(bool(sure)), found=int(best is not None)))
            continue
        is_right = best is not None and TOKYO[best.value - 1] == numeral
        wrong = sum(TOKYO[die.value - 1] != numeral for die in sure)
        signs.add(Tally(1, int(is_right), len(sure), wrong, int(best is not None)))
    yield (
        "photos of numerals 1, 2, 3 (goal: 80 % right, none wrong of the sure)",
        f"{signs.right} of {signs.dice} right, {signs.found} found; {signs.sure} sure, {signs.wrong} of these wrong",
    )
    yield "photos of numerals 4, 5, 6", f"{others.found} of {others.dice} read as a sign, {others.sure} of these sure"


def figures(models: Path = MODELS) -> Iterator[tuple[str, str]]:
    """All figures: by hand, by colors, by sign; then photos of numerals, dice with pips, taught dice."""
    for hand, score in measured(models).items():
        yield f"symbol dice, {hand} (goals: 95 % of sure right, 80 % sure)", score.whole.words()
        for design, each in score.by_design.items():
            yield f"  {design}", each.words()
        for sign in SIGNS:
            if sign in score.by_sign:
                yield f"  sign {sign}", score.by_sign[sign].words()
    yield from numerals_read(models)
    yield from pips_called_signs(models)
    yield from taught_figures(models)


@click.command(help=__doc__)
@click.argument("models", default=MODELS, type=click.Path(exists=True, path_type=Path))
def main(models: Path) -> None:
    """Print the figures as they come."""
    for row in figures(models):
        print(*row, sep=": ", flush=True)


if __name__ == "__main__":
    main()
