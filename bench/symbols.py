"""Drawn dice with custom faces, which `bench.enrol` teaches the reader and tests."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from training.scenes import cube
from training.scenes.drawn.compose import OBJECTS_SHARE, compose_scene
from training.scenes.ground import Floats, RandomGenerator
from training.scenes.scene import GroundTruth
from training.scenes.throw import PlacedDie, arrange_heaps, scatter
from vision.reading import Image

FINE = 4 * cube.TILE_PX
"""Side in pixels of a face as drawn, before it is scaled down to a tile."""
UP = 4
"""The face of `cube.Skin` that is on top."""


@dataclass(frozen=True)
class DiceDesign:
    """Dice of one kind: six symbols, and colors of body and ink in BGR, one pair a die."""

    name: str
    signs: tuple[str, ...]
    colors: tuple[tuple[tuple[int, int, int], tuple[int, int, int]], ...]


TOKYO = ("1", "2", "3", "heart", "bolt", "claw")
PIPS = ("pip1", "pip2", "pip3", "pip4", "pip5", "pip6")
DESIGNS = (
    DiceDesign("black and green monsters", TOKYO, (((30, 28, 28), (60, 190, 60)), ((70, 170, 60), (25, 25, 25)))),
    DiceDesign("ivory signs", TOKYO, (((200, 225, 235), (30, 30, 150)),)),
    DiceDesign("violet signs, gold ink", TOKYO, (((110, 40, 80), (90, 200, 230)),)),
    DiceDesign("logo for the 1, white", ("logo", *PIPS[1:]), (((235, 238, 238), (20, 20, 20)),)),
    DiceDesign("logo for the 1, red", ("logo", *PIPS[1:]), (((40, 35, 175), (235, 235, 235)),)),
    DiceDesign("logo for the 6, turquoise and orange", (*PIPS[:5], "logo"), (((170, 180, 30), (20, 120, 245)),)),
    DiceDesign(
        "arrows and blanks", ("up", "two", "cross", "ring", "star", "square"), (((150, 90, 40), (240, 240, 240)),)
    ),
)


def sign(name: str) -> Floats:
    """(TILE, TILE) ink coverage 0..1; y runs down, as in a picture."""
    tile = np.zeros((FINE, FINE), np.uint8)
    if name.startswith("pip"):
        for x, y in cube.PIP_POSITIONS[int(name[3:])]:
            cv2.circle(tile, at(0.5 + 0.25 * x, 0.5 + 0.25 * y), round(0.09 * FINE), 255, -1, cv2.LINE_AA)
    elif name.isdigit():
        written(tile, name)
    else:
        for outline in OUTLINES[name]:
            cv2.fillPoly(tile, [np.array([at(*point) for point in outline], np.int32)], 255, cv2.LINE_AA)
        if name in ("ring", "square", "logo"):
            hollow(tile, name)
    small = cv2.resize(tile, (cube.TILE_PX, cube.TILE_PX), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32) / 255


def at(x: float, y: float) -> tuple[int, int]:
    """A point on a face, in shares of its side."""
    return round(x * FINE), round(y * FINE)


def written(tile: Image, text: str) -> None:
    """A numeral in the middle."""
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, 8, 34)
    cv2.putText(tile, text, ((FINE - wide) // 2, (FINE + high) // 2), cv2.FONT_HERSHEY_DUPLEX, 8, 255, 34, cv2.LINE_AA)


def hollow(tile: Image, name: str) -> None:
    """Cut a shape out of a symbol."""
    if name == "square":
        cv2.rectangle(tile, at(0.36, 0.36), at(0.64, 0.64), 0, -1)
    else:
        cv2.circle(tile, at(0.5, 0.5), round(0.15 * FINE), 0, -1, cv2.LINE_AA)
    if name == "logo":
        cv2.circle(tile, at(0.5, 0.5), round(0.07 * FINE), 255, -1, cv2.LINE_AA)


def arc(count: int, radius: float, inner: float | None = None) -> tuple[tuple[float, float], ...]:
    """A regular polygon, or a star where `inner` is its smaller radius."""
    steps = count * (2 if inner else 1)
    far = [inner if inner and k % 2 else radius for k in range(steps)]
    turns = [2 * np.pi * k / steps - np.pi / 2 for k in range(steps)]
    return tuple((0.5 + r * float(np.cos(t)), 0.5 + r * float(np.sin(t))) for r, t in zip(far, turns, strict=True))


def heart() -> tuple[tuple[float, float], ...]:
    """A heart."""
    t = np.linspace(0, 2 * np.pi, 60)
    x, y = 16 * np.sin(t) ** 3, 13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)
    return tuple((0.5 + 0.019 * float(a), 0.47 - 0.019 * float(b)) for a, b in zip(x, y, strict=True))


def slash(x: float) -> tuple[tuple[float, float], ...]:
    """One mark of a claw."""
    return ((x + 0.08, 0.17), (x + 0.14, 0.2), (x + 0.07, 0.52), (x - 0.1, 0.83), (x - 0.03, 0.5))


OUTLINES = {
    "heart": (heart(),),
    "bolt": (((0.58, 0.14), (0.28, 0.55), (0.46, 0.55), (0.4, 0.86), (0.72, 0.42), (0.53, 0.42), (0.66, 0.14)),),
    "claw": (slash(0.3), slash(0.5), slash(0.7)),
    "logo": (arc(7, 0.33, 0.24),),
    "ring": (arc(40, 0.3),),
    "star": (arc(5, 0.34, 0.14),),
    "square": (((0.24, 0.24), (0.76, 0.24), (0.76, 0.76), (0.24, 0.76)),),
    "up": (((0.5, 0.16), (0.8, 0.5), (0.6, 0.5), (0.6, 0.84), (0.4, 0.84), (0.4, 0.5), (0.2, 0.5)),),
    "two": (((0.26, 0.2), (0.42, 0.2), (0.42, 0.8), (0.26, 0.8)), ((0.58, 0.2), (0.74, 0.2), (0.74, 0.8), (0.58, 0.8))),
    "cross": (((0.2, 0.3), (0.3, 0.2), (0.8, 0.7), (0.7, 0.8)), ((0.7, 0.2), (0.8, 0.3), (0.3, 0.8), (0.2, 0.7))),
}


def skins(design: DiceDesign, chance: RandomGenerator) -> tuple[cube.DieAppearance, ...]:
    """The surfaces of the design's dice, one for each pair of colors, of one shape and gloss."""
    base = cube.random_appearance(chance, (1, 2, 3, 4, 5, 6))
    return tuple(
        replace(
            base,
            body=np.array(body, float),
            ink=np.array(ink, float),
            translucency=0.0,
            marbling=min(base.marbling, 6.0),
        )
        for body, ink in design.colors
    )


def lying(design: DiceDesign, skin: cube.DieAppearance, face: int, chance: RandomGenerator) -> PlacedDie:
    """A die of the design with that face, 1 … 6, on top."""
    order = [face, *(int(k) for k in chance.permutation([k for k in range(1, 7) if k != face]))]
    faces = np.zeros((6, cube.TILE_PX, cube.TILE_PX, 3), np.float32)
    for which, k in zip((UP, 0, 1, 2, 3, 5), order, strict=True):
        tile = sign(design.signs[k - 1])
        faces[which, ..., 0] = tile if which % 2 else tile[:, ::-1]
    return PlacedDie(np.zeros(2), float(chance.uniform(0, 7)), 1.0, face, replace(skin, faces=faces))


def picture(
    design: DiceDesign,
    made: tuple[cube.DieAppearance, ...],
    faces: tuple[int, ...],
    seed: int,
    side: int = 640,
    alone: bool = False,
) -> tuple[Image, list[GroundTruth]]:
    """A picture of these faces on a random table, light and view, the same for the same seed.

    Other objects lie about, unless the dice are `alone`.
    """
    chance = np.random.default_rng([seed, 77])
    many = len(faces) > 1
    unit = float(chance.uniform(0.1, 0.17) if many else chance.uniform(0.16, 0.3)) * side
    tilt = float(np.radians(min(42.0, abs(chance.normal(0, 18)))))

    def laid(chance: RandomGenerator, reach: float) -> list[PlacedDie]:
        dice = [lying(design, made[n % len(made)], face, chance) for n, face in enumerate(faces)]
        if not many:
            return [replace(dice[0], place=chance.uniform(-0.6, 0.6, 2))]
        lay = arrange_heaps if chance.random() < 0.4 else scatter
        return lay(chance, dice, reach * 0.9)

    return compose_scene(seed, side, place_dice=laid, unit=unit, tilt=tilt, objects_share=0 if alone else OBJECTS_SHARE)
