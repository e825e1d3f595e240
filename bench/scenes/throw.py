"""Camera and dice placement: no overlap, all in view, no top face a third hidden."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from bench.scenes.dice import COMMON, ODD, VALUES, Chance, Make, make
from bench.scenes.mesh import FRAMES, Floats

CYCLE = (
    "plain", "close", "tilted", "gloss", "dim", "pattern", "blurred", "odd", "close", "small",
    "plain", "tilted", "pattern", "odd", "mixed", "gloss", "close", "blurred", "dim", "large",
)  # fmt: skip
"""The strata in the order of their seeds, so that every prefix has about the same shares."""
COUNTS = (1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 8, 10, 12)
HIDDEN = 0.33
"""Share of a top face that may be hidden."""


class View:
    """A pinhole camera that looks at the middle of the table; pixels run right and down."""

    def __init__(self, size: tuple[int, int], tilt: float, roll: float, fov: float, pixels: float) -> None:
        """`tilt` from the vertical and `roll` in radians, `fov` across in degrees, a die's `pixels`."""
        self.size, self.fov = size, fov
        self.focus = size[0] / 2 / float(np.tan(np.radians(fov) / 2))
        self.far = self.focus / pixels
        self.ahead = np.array([0, np.sin(tilt), -np.cos(tilt)])
        self.eye = -self.ahead * self.far
        level = np.array([np.cos(roll), np.sin(roll) * np.cos(tilt), np.sin(roll) * np.sin(tilt)])
        self.right, self.up = level, np.cross(level, self.ahead)

    def project(self, points: Floats) -> Floats:
        """Project (…, 3) points of the table to (…, 2) pixels."""
        seen = points - self.eye
        flat = np.stack([seen @ self.right, -(seen @ self.up)], -1) / (seen @ self.ahead)[..., None]
        return np.asarray(flat * self.focus + np.array(self.size) / 2)

    def ground(self, pixel: Floats, height: float = 0.0) -> Floats:
        """(2,) intersection of a pixel's ray with a height."""
        x, y = (pixel - np.array(self.size) / 2) / self.focus
        way = self.ahead + x * self.right - y * self.up
        return np.asarray((self.eye + way * (height - self.eye[2]) / way[2])[:2])

    def shows(self, place: Floats, radius: float) -> bool:
        """Whether a round object at a point (3,) would be in the picture."""
        deep = float((place - self.eye) @ self.ahead)
        aside = float(np.linalg.norm(place - self.eye - deep * self.ahead))
        return deep > -radius and aside < 1.2 * max(deep, 0) * self.size[0] / 2 / self.focus + radius

    @property
    def reach(self) -> float:
        """Half the width of the table in view, in sides of a die."""
        return self.far * self.size[0] / self.focus / 2


@dataclass(frozen=True)
class Block:
    """An upright box on the table: a die, or the wall of a tray."""

    place: Floats
    """(2,) its centre."""
    turn: float
    half: Floats
    """(2,) half its side lengths."""
    high: float

    @property
    def axes(self) -> Floats:
        """(2, 2) its axes as rows."""
        return np.array([[np.cos(self.turn), np.sin(self.turn)], [-np.sin(self.turn), np.cos(self.turn)]])

    @property
    def corners(self) -> Floats:
        """(4, 2) corners of its base."""
        return np.asarray(self.place + np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * self.half @ self.axes)

    def meets(self, other: Block) -> bool:
        """Whether two boxes overlap."""
        if np.hypot(*(self.place - other.place)) > np.hypot(*self.half) + np.hypot(*other.half):
            return False
        for axis in (*self.axes, *other.axes):
            ours, theirs = self.corners @ axis, other.corners @ axis
            if ours.max() < theirs.min() + 1e-6 or theirs.max() < ours.min() + 1e-6:
                return False
        return True

    def hides(self, points: Floats, eye: Floats) -> Floats:
        """(N,) whether it hides points (N, 3) from an eye."""
        start = np.r_[self.axes @ (eye[:2] - self.place), eye[2]]
        way = np.c_[(points[:, :2] - self.place) @ self.axes.T, points[:, 2]] - start
        way = np.where(np.abs(way) < 1e-9, 1e-9, way)
        low, high = np.r_[-self.half, 0], np.r_[self.half, self.high]
        enter, leave = (low - start) / way, (high - start) / way
        first = np.minimum(enter, leave).max(axis=1)
        return np.asarray((first < np.minimum(np.maximum(enter, leave).min(axis=1), 0.999)) & (first > 0))


@dataclass(frozen=True)
class Die:
    """A die in its place."""

    block: Block
    value: int
    spin: int
    """Quarter turns about the vertical axis, on top of its block's rotation."""
    make: Make

    @property
    def size(self) -> float:
        """Its side length."""
        return self.block.high

    @property
    def turn(self) -> Floats:
        """(3, 3) from its own axes to the table's: the right face up, then rotated."""
        frame = FRAMES[VALUES.index(self.value)]
        angle = self.block.turn + self.spin * np.pi / 2
        about = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
        return np.asarray(about @ frame)

    @property
    def middle(self) -> Floats:
        """(3,) its centre."""
        return np.array([*self.block.place, self.size / 2])

    def top(self) -> Floats:
        """(81, 3) points over its top face."""
        line = np.linspace(-0.4, 0.4, 9) * self.size
        x, y = np.meshgrid(line, line)
        flat = np.stack([x.ravel(), y.ravel()], -1) @ self.block.axes + self.block.place
        return np.asarray(np.c_[flat, np.full(81, self.size)])


@dataclass(frozen=True)
class Throw:
    """Dice on a table before a camera."""

    stratum: str
    view: View
    pixels: float
    dice: list[Die]
    walls: list[Block] = field(default_factory=list)


def throw(seed: int, size: tuple[int, int] | None = None) -> Throw:
    """The throw of a seed, always the same; `size` of the picture in pixels, where given."""
    stratum = CYCLE[seed % len(CYCLE)]
    for attempt in range(1000):
        chance = np.random.default_rng([seed, attempt, 41])
        pixels = width(chance, stratum)
        view = camera(chance, stratum, pixels, size)
        walls = tray(chance, view) if chance.random() < 0.2 and stratum != "large" else []
        number = many(chance, stratum)
        dice = lay(chance, stratum, view, number, walls)
        if len(dice) == number and all(seen(die, dice, walls, view) for die in dice):
            return Throw(stratum, view, pixels, dice, walls)
    raise ValueError(seed)


def many(chance: Chance, stratum: str) -> int:
    """The number of dice."""
    if stratum == "large":
        return int(chance.integers(1, 3))
    return int(chance.choice(COUNTS[3 if stratum in ("close", "mixed") else 0 :]))


def width(chance: Chance, stratum: str) -> float:
    """A die's width in pixels in the middle of the picture."""
    low, high = {"small": (20, 30), "large": (255, 340)}.get(stratum, (34, 130))
    return float(np.exp(chance.uniform(np.log(low), np.log(high))))


def camera(chance: Chance, stratum: str, pixels: float, size: tuple[int, int] | None = None) -> View:
    """A phone or a webcam above the table."""
    tilt = chance.uniform(45, 64) if stratum == "tilted" else min(44, abs(chance.normal(0, 24)))
    size = size or ((1280, 720) if chance.random() < 0.15 else (960, 540))
    return View(size, np.radians(tilt), chance.normal(0, 0.05), chance.uniform(34, 62), pixels)


def tray(chance: Chance, view: View) -> list[Block]:
    """The four walls of a tray around the middle of the table."""
    half = np.array([chance.uniform(0.55, 0.95), chance.uniform(0.4, 0.75)]) * view.reach
    high, thick, turn = chance.uniform(0.5, 1.2), chance.uniform(0.15, 0.5), chance.normal(0, 0.1)
    result = []
    for way in range(4):
        along, across = (half[0], half[1]) if way % 2 == 0 else (half[1], half[0])
        angle = turn + way * np.pi / 2
        out = np.array([-np.sin(angle), np.cos(angle)])
        result.append(Block(out * (across + thick), angle, np.array([along + 2 * thick, thick]), high))
    return result


def lay(chance: Chance, stratum: str, view: View, number: int, walls: list[Block]) -> list[Die]:
    """Dice apart from each other and from walls; fewer than asked where there is no room."""
    sets = [make(chance, ODD if stratum == "odd" else COMMON) for _ in range(int(chance.choice([1, 1, 2, 3, 5])))]
    sizes = chance.uniform(0.55, 1.35, len(sets)) if stratum == "mixed" or chance.random() < 0.1 else np.ones(len(sets))
    if stratum == "mixed" and len(sets) == 1:
        sets, sizes = sets * 3, chance.uniform(0.55, 1.35, 3)
    near = stratum == "close" or (stratum != "plain" and chance.random() < 0.12)
    aligned, turn = chance.random() < 0.4, chance.uniform(0, np.pi)
    dice: list[Die] = []
    for _ in range(number):
        which = int(chance.integers(len(sets)))
        half = np.full(2, sizes[which] / 2)
        spin = turn if near and aligned else chance.uniform(0, np.pi)
        others = [die.block for die in dice] + walls
        for _try in range(12):
            if near and dice:
                place = beside(chance, dice, Block(np.zeros(2), spin, half, sizes[which]), aligned)
            else:
                place = view.ground(chance.uniform(0, 1, 2) * view.size, sizes[which])
            block = Block(place, spin, half, float(sizes[which]))
            if inside(block, view, walls) and not any(block.meets(other) for other in others):
                made = sets[which]
                dice.append(Die(block, int(chance.integers(1, 7)), int(chance.integers(4)), made))
                break
    return dice


def beside(chance: Chance, dice: list[Die], block: Block, aligned: bool) -> Floats:
    """(2,) a place at which a die touches, or nearly touches, one that is already there."""
    first = dice[int(chance.integers(len(dice)))].block
    angle = first.turn + chance.integers(4) * np.pi / 2 if aligned else chance.uniform(0, 2 * np.pi)
    way = np.array([np.cos(angle), np.sin(angle)])
    away = 0.0
    while Block(first.place + way * away, block.turn, block.half, block.high).meets(first):
        away += 0.01
    return np.asarray(first.place + way * (away + float(chance.choice([0.0, chance.uniform(0, 0.15)]))))


def inside(block: Block, view: View, walls: list[Block]) -> bool:
    """Whether the whole die is in the picture, and within the tray if there is one."""
    feet = np.concatenate([np.c_[block.corners, np.full(4, z)] for z in (0, block.high)])
    seen = view.project(feet)
    if not ((seen > 3).all() and (seen < np.array(view.size) - 3).all()):
        return False
    return all((wall.axes @ (block.place - wall.place))[1] < 0 for wall in walls)


def seen(die: Die, dice: list[Die], walls: list[Block], view: View) -> bool:
    """Whether two thirds of a die's top face are visible."""
    points = die.top()
    hidden = np.zeros(len(points), bool)
    for block in [other.block for other in dice if other is not die] + walls:
        hidden |= block.hides(points, view.eye).astype(bool)
    return bool(hidden.mean() < HIDDEN)
