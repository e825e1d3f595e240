"""The reader in worse and worse light.

PHOTOS is the folder with `train`, of which that many PICTURES are taken; without one the rendered pictures of the tests
are degraded. For each level of each degradation a row has the pictures read exactly, the dice called sure and how many
of these are wrong, the light measures (median), and how often each advice is given. Never run it on `check`: thresholds
are chosen by this table.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import click
import cv2
import numpy as np

import vision
from vision.reading import Image, Reading
from vision.stream.lighting import LightingMeasurement, advise, measure_lighting

FIXTURES = Path(__file__).parents[1] / "tests" / "fixtures"
Spoil = Callable[[Image, float, np.random.Generator], Image]
Truth = tuple[Image, list[int]]


def photos(folder: Path, count: int) -> Iterator[Truth]:
    """Labelled photos, evenly spaced over each source."""
    by: dict[str, list[Path]] = {}
    for path in sorted((folder / "train" / "images").glob("*")):
        by.setdefault(path.name.split("_")[0], []).append(path)
    for paths in by.values():
        each = max(1, count // len(by))
        for path in paths[:: max(1, len(paths) // each)][:each]:
            label = folder / "train" / "labels" / f"{path.stem}.txt"
            values = [int(line.split()[0]) + 1 for line in label.read_text().splitlines() if line.strip()]
            yield vision.decode(path.read_bytes()), sorted(values)


def rendered(count: int) -> Iterator[Truth]:
    """The rendered pictures of the tests."""
    truth = json.loads((FIXTURES / "rendered" / "truth.json").read_text("utf-8"))
    for name, dice in [row for row in sorted(truth.items()) if row[1]][:count]:
        values = sorted(die["value"] if isinstance(die, dict) else die[0] for die in dice)
        yield vision.decode((FIXTURES / "rendered" / name).read_bytes()), values


# --- degradations ------------------------------------------------------------------------------------------------


def darker(image: Image, share: float, chance: np.random.Generator) -> Image:
    """Less light, with the same camera noise."""
    noise = chance.normal(0, 2.5, image.shape)
    return np.asarray(np.clip(image * share + noise, 0, 255), np.uint8)


def noisier(image: Image, spread: float, chance: np.random.Generator) -> Image:
    """More noise, as from a camera in low light."""
    return np.asarray(np.clip(image + chance.normal(0, spread, image.shape), 0, 255), np.uint8)


def moved(image: Image, far: float, chance: np.random.Generator) -> Image:
    """Motion blur of that many pixels."""
    long = max(1, round(far))
    stroke = cv2.getRotationMatrix2D((long / 2 - 0.5, long / 2 - 0.5), float(chance.uniform(0, 180)), 1)
    line = np.zeros((long, long), np.float32)
    line[long // 2] = 1
    line = np.asarray(cv2.warpAffine(line, stroke, (long, long)), np.float32)
    return np.asarray(cv2.filter2D(image, -1, line / max(1e-6, line.sum())), np.uint8)


def softer(image: Image, by: float, chance: np.random.Generator) -> Image:
    """Defocus blur."""
    return np.asarray(cv2.GaussianBlur(image, (0, 0), by), np.uint8) if by else image


def farther(image: Image, share: float, chance: np.random.Generator) -> Image:
    """Dice smaller by that factor in a picture of the same size."""
    size = round(image.shape[1] * share), round(image.shape[0] * share)
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    whole = np.empty_like(image)
    whole[:] = np.median(small.reshape(-1, 3), axis=0)
    top, left = (image.shape[0] - size[1]) // 2, (image.shape[1] - size[0]) // 2
    whole[top : top + size[1], left : left + size[0]] = small
    return whole


def shining(image: Image, strength: float, chance: np.random.Generator) -> Image:
    """A lamp's reflection on each die."""
    high, wide = image.shape[:2]
    y, x = np.mgrid[:high, :wide]
    found = vision.read(image).dice
    result = image.astype(float)
    for die in found:
        at = die.box[0] + die.box[2] * chance.uniform(0.2, 0.8), die.box[1] + die.box[3] * chance.uniform(0.2, 0.8)
        spread = 0.3 * strength * max(die.box[2:])
        spot = np.exp(-(((x - at[0]) ** 2 + (y - at[1]) ** 2) / (2 * max(1.0, spread) ** 2)))
        result += 500 * strength * spot[..., None]
    return np.asarray(np.clip(result, 0, 255), np.uint8)


TROUBLES: dict[str, tuple[Spoil, tuple[float, ...]]] = {
    "light left": (darker, (1.0, 0.5, 0.25, 0.12, 0.06, 0.03)),
    "grain": (noisier, (0, 8, 16, 32, 48)),
    "moved by px": (moved, (1, 5, 9, 15, 23)),
    "focus off by px": (softer, (0, 1.5, 3, 5, 8)),
    "as large": (farther, (1.0, 0.6, 0.4, 0.25, 0.15)),
    "glare": (shining, (0, 0.25, 0.5, 0.75, 1.0)),
}


@dataclass
class Level:
    """The results of the pictures at one level."""

    exact: int = 0
    pictures: int = 0
    dice: int = 0
    sure: int = 0
    wrong: int = 0
    measured: list[LightingMeasurement] = field(default_factory=list)
    wants: Counter[str] = field(default_factory=Counter)

    def add(self, values: list[int], image: Image, reading: Reading) -> None:
        """Compare one picture."""
        sure = Counter(die.value for die in reading.dice if die.doubt is None)
        seen = measure_lighting(image, reading)
        self.exact += list(reading.values) == values
        self.pictures, self.dice, self.sure = self.pictures + 1, self.dice + len(values), self.sure + sure.total()
        self.wrong += (sure - Counter(values)).total()
        self.measured.append(seen)
        self.wants[advise(seen, reading, len(values)) or "-"] += 1

    def line(self, name: str, level: float) -> str:
        """One row of the table."""
        middle = [median(getattr(one, key) for one in self.measured) for key in ("bright", "sharp", "glare", "side")]
        told = " ".join(f"{want} {n}" for want, n in self.wants.most_common())
        return (
            f"{name:<16}{level:>6g}  exact {100 * self.exact / self.pictures:3.0f} %"
            f"  sure {self.sure:>3}/{self.dice}, wrong {self.wrong}"
            f"  bright {middle[0]:.2f} sharp {middle[1]:.2f} glare {middle[2]:.2f} side {middle[3]:3.0f}  {told}"
        )


def table(pictures: list[Truth]) -> Iterator[str]:
    """A row for each level of each degradation."""
    for name, (spoil, levels) in TROUBLES.items():
        for level in levels:
            tally, chance = Level(), np.random.default_rng(7)
            for image, values in pictures:
                spoilt = spoil(image, level, chance)
                tally.add(values, spoilt, vision.read(spoilt))
            yield tally.line(name, level)


@click.command(help=__doc__)
@click.argument("folder", metavar="[PHOTOS]", required=False, type=click.Path(exists=True, path_type=Path))
@click.argument("count", metavar="[PICTURES]", default=30)
def main(folder: Path | None, count: int) -> None:
    """Print the rows as they come."""
    pictures = list(photos(folder, count) if folder else rendered(count))
    print(f"{len(pictures)} pictures, {sum(len(values) for _, values in pictures)} dice")
    for row in table(pictures):
        print(row, flush=True)


if __name__ == "__main__":
    main()
