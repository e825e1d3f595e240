"""The traced look: scenes for measuring, of even strata, in which every die can be read.

A die's top is visible to three quarters at least, and the whole die is in the picture.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from vision.reading import Image

from .. import ground
from ..cube import random_appearance
from ..flat.objects import draw_flat_objects
from ..ground import Floats, RandomGenerator, to_8_bit
from ..scene import Camera, GroundTruth, ground_truth
from ..solid import Material, PlacedObject, SolidPart
from ..standing_objects import (
    OBJECT_KINDS,
    block,
    box,
    brick,
    cap,
    coin_stack,
    device,
    figure,
    many_sided_die,
    thick_button,
    thick_domino,
)  # fmt: skip
from ..textures import photographed_table
from ..throw import CUBE_CORNERS, PlacedDie, arrange_heaps, arrange_rows, random_faces, scatter
from .materials import COMMON, ODD, die_mesh, die_surface, dressed
from .objects import traced_object
from .stage import Film, Thing, shoot

CYCLE = (
    "plain", "close", "tilted", "gloss", "dim", "pattern", "blurred", "odd", "close", "small",
    "plain", "tilted", "pattern", "odd", "mixed", "gloss", "close", "blurred", "dim", "large",
)  # fmt: skip
"""The strata in the order of their seeds, so that every prefix has about the same shares."""
COUNTS = (1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 8, 10, 12)
KINDS = {
    "dominoes": (thick_domino,), "polyhedra": (many_sided_die,), "blocks": (block,), "coins": (coin_stack,),
    "buttons": (thick_button,), "figures": (figure,), "caps": (cap,), "bricks": (brick,), "devices": (device,),
    "flat": (), "prints": (), "dots": (), "mixed": OBJECT_KINDS,
}  # fmt: skip
"""Objects on a table without a die; where none, the table itself is the subject."""
CALM = (ground.plain, ground.felt, ground.felt, ground.wood, ground.wood, ground.carpet)
PATTERNED = (ground.cloth, ground.checks, ground.stripes, ground.shapes, ground.board, ground.keyboard)
SPECIAL = {"prints": (ground.board, ground.keyboard), "dots": (ground.shapes,)}
"""Tables that are themselves the subject of a picture without a die."""
GROUND_PX = 768
Shot = tuple[bytes, dict[str, object]]
"""A JPEG and its truth."""


@dataclass(frozen=True)
class Throw:
    """Dice on a table before a camera, and the truth about each."""

    stratum: str
    camera: Camera
    pixels: float
    """Width of a die in the picture."""
    dice: list[PlacedDie]
    matters: list[str]
    truths: list[GroundTruth]
    walls: list[PlacedObject] = field(default_factory=list)


def throw(seed: int, size: tuple[int, int] | None = None) -> Throw:
    """The throw of a seed, always the same; `size` of the picture in pixels, where given."""
    stratum = CYCLE[seed % len(CYCLE)]
    count = number(np.random.default_rng([seed, 42]), stratum)
    for attempt in range(1000):
        rng = np.random.default_rng([seed, attempt, 41])
        low, high = {"small": (20, 30), "large": (255, 340)}.get(stratum, (34, 130))
        pixels = float(np.exp(rng.uniform(np.log(low), np.log(high))))
        camera = phone(rng, stratum, pixels, size)
        lot, matters = dice_of(rng, stratum, count)
        dice = laid(rng, stratum, lot, camera.reach)
        walls = tray(rng, dice) if rng.random() < 0.2 and stratum != "large" else []
        if len(dice) == len(lot) and all(inside(camera, die) for die in dice):
            truths = visible(camera, dice, walls)
            if all(truth is not None and truth.value for truth in truths):
                return Throw(stratum, camera, pixels, dice, matters, [t for t in truths if t is not None], walls)
    raise ValueError(seed)


def phone(rng: RandomGenerator, stratum: str, pixels: float, size: tuple[int, int] | None = None) -> Camera:
    """A phone or a webcam above the table, for dice that many pixels wide."""
    tilt = rng.uniform(45, 64) if stratum == "tilted" else min(44, abs(rng.normal(0, 24)))
    size = size or ((1280, 720) if rng.random() < 0.15 else (960, 540))
    focus = size[0] / 2 / np.tan(np.radians(rng.uniform(34, 62)) / 2)
    return Camera(size, pixels, float(np.radians(tilt)), rng.normal(0, 0.05), float(focus / pixels))


def number(rng: RandomGenerator, stratum: str) -> int:
    """The number of dice; it stays when a throw is repeated, else full tables would be rare."""
    return int(rng.integers(1, 3) if stratum == "large" else rng.choice(COUNTS[3 * (stratum in ("close", "mixed")) :]))


def dice_of(rng: RandomGenerator, stratum: str, count: int) -> tuple[list[PlacedDie], list[str]]:
    """Dice of one to five sets before they are placed, and the matter of each."""
    sets = 3 if stratum == "mixed" else int(rng.choice([1, 1, 2, 3, 5]))
    matters = [str(rng.choice(ODD if stratum == "odd" else COMMON)) for _ in range(sets)]
    sizes = rng.uniform(0.55, 1.35, sets) if stratum == "mixed" or rng.random() < 0.1 else np.ones(sets)
    lots = rng.integers(0, sets, count)
    seeds = rng.integers(0, 1 << 30, sets)
    dice = []
    for lot in lots:
        top, one, other = random_faces(rng)
        values = (other, 7 - other, one, 7 - one, top, 7 - top)
        alike = np.random.default_rng(seeds[lot])
        skin = dressed(alike, random_appearance(alike, values), matters[lot])
        dice.append(PlacedDie(np.zeros(2), float(rng.uniform(0, 7)), float(sizes[lot]), top, skin))
    return dice, [matters[lot] for lot in lots]


def laid(rng: RandomGenerator, stratum: str, lot: list[PlacedDie], reach: float) -> list[PlacedDie]:
    """The dice apart, or close to each other; fewer where there is no room."""
    if stratum == "close" or (stratum != "plain" and rng.random() < 0.12):
        return arrange_rows(rng, lot, reach) if rng.random() < 0.4 else arrange_heaps(rng, lot, reach)
    return scatter(rng, lot, reach)


def tray(rng: RandomGenerator, dice: list[PlacedDie]) -> list[PlacedObject]:
    """The four walls of a tray around the dice."""
    half = np.abs([die.place for die in dice]).max(axis=0) + 1 + rng.uniform(0.2, 2, 2)
    high, thick, body = rng.uniform(0.5, 1.2), rng.uniform(0.3, 1), ground.random_color(rng)
    stuff = Material(body, body, 0.0, gloss=float(rng.uniform(0, 0.7)))
    walls = []
    for across, sign in ((0, 1), (0, -1), (1, 1), (1, -1)):
        place = np.eye(2)[across] * sign * (half[across] + thick / 2)
        wide, deep = (thick, 2 * half[1]) if across == 0 else (2 * (half[0] + thick), thick)
        wall = box(wide, deep, high)
        walls.append(PlacedObject(place, 0.0, [SolidPart(wall, stuff)]))
    return walls


def inside(camera: Camera, die: PlacedDie) -> bool:
    """Whether the whole die is in the picture."""
    seen = camera.project(die.to_table(CUBE_CORNERS))[0]
    return bool((seen > 3).all() and (seen < np.array(camera.size) - 3).all())


def visible(camera: Camera, dice: list[PlacedDie], walls: list[PlacedObject]) -> list[GroundTruth | None]:
    """The truth about each die, by the outlines of dice and walls, far ones first."""
    bodies = [die.to_table(CUBE_CORNERS) for die in dice]
    bodies += [wall.points @ wall.axes + (*wall.place, 0) for wall in walls]
    owner = np.full(camera.size[::-1], -1, np.int16)
    for n in sorted(range(len(bodies)), key=lambda n: -float(np.linalg.norm(bodies[n].mean(axis=0) - camera.place))):
        hull = cv2.convexHull(camera.project(bodies[n])[0].astype(np.float32))
        cv2.fillConvexPoly(owner, np.rint(hull).astype(np.int32), n)
    result = []
    for n, die in enumerate(dice):
        x, y, wide, high = cv2.boundingRect((owner == n).astype(np.uint8))
        result.append(ground_truth(die, camera, owner == n, np.array([x, y, x + wide, y + high], float)))
    return result


def table_top(rng: RandomGenerator, stratum: str, grounds: Path | None) -> tuple[Floats, float]:
    """The picture of a table, and its gloss, 0..1."""
    if stratum in SPECIAL:
        return painted(rng, SPECIAL[stratum]), 0.2
    patterned = stratum == "pattern" or (stratum not in ("plain", "gloss") and rng.random() < 0.25)
    gloss = rng.uniform(0.7, 1) if stratum == "gloss" or rng.random() < 0.15 else rng.uniform(0, 0.6)
    if grounds and rng.random() < 0.4:
        shares = (0.0, 0.5, 0.5) if patterned else (1.0, 0.0, 0.0)
        return np.asarray(photographed_table(grounds, rng, GROUND_PX, True, shares), float), gloss
    return painted(rng, PATTERNED if patterned else CALM), gloss


def painted(rng: RandomGenerator, kinds: Sequence[Callable[[RandomGenerator, int], Floats | Image]]) -> Floats:
    """A painted table of one of the kinds."""
    kind = kinds[int(rng.integers(len(kinds)))]
    return np.asarray(np.clip(kind(rng, GROUND_PX), 0, 255), float)


def compose(seed: int, grounds: Path | None = None, size: tuple[int, int] | None = None) -> Shot:
    """The JPEG of a seed, and its truth: stratum, size, and value, box and top face of each die."""
    rng = np.random.default_rng([seed, 43])
    thrown = throw(seed, size)
    gloss = rng.uniform(0.75, 1) if thrown.stratum == "gloss" else rng.uniform(0, 1)
    side = int(np.clip(2 * thrown.pixels, 64, 512))
    things = [
        Thing(die_mesh(die.skin, thrown.pixels * die.size).moved(die.axes, die.center, die.size),
              die_surface(die.skin, matter, side, gloss))
        for die, matter in zip(thrown.dice, thrown.matters, strict=True)
    ]  # fmt: skip
    things += [thing for wall in thrown.walls for thing in traced_object(wall, rng)]
    clear = "clear" in thrown.matters
    film = Film(seed, thrown.pixels, 16 if clear else 8, 10 if clear else 4)
    data = shoot(rng, thrown.camera, thrown.stratum, things, table_top(rng, thrown.stratum, grounds), film)
    dice = [
        {"value": truth.value, "box": np.round(truth.box, 1).tolist(), "corners": np.round(top, 1).tolist()}
        for truth in thrown.truths
        if (top := truth.corners) is not None
    ]
    return data, {"seed": seed, "stratum": thrown.stratum, "size": list(thrown.camera.size), "dice": dice}


def bare(seed: int, grounds: Path | None = None, size: tuple[int, int] | None = None) -> Shot:
    """The JPEG of a table without a die, and its kind."""
    rng = np.random.default_rng([seed, 47])
    kind = list(KINDS)[seed % len(KINDS)]
    pixels = float(np.exp(rng.uniform(np.log(34), np.log(150))))
    camera = phone(rng, "dim" if rng.random() < 0.5 else "plain", pixels, size)
    things = [thing for one in strewn(rng, kind, camera.reach) for thing in traced_object(one, rng)]
    top, gloss = table_top(rng, kind, grounds)
    if kind == "flat":
        flat = to_8_bit(top)
        draw_flat_objects(flat, rng, GROUND_PX / camera.reach / 2)
        top = np.asarray(flat, float)
    data = shoot(rng, camera, kind, things, (top, gloss), Film(seed, pixels))
    return data, {"seed": seed, "kind": kind, "size": list(camera.size), "dice": []}


def strewn(rng: RandomGenerator, kind: str, reach: float) -> list[PlacedObject]:
    """Objects of a kind, apart from each other on the table in view."""
    makers, result = KINDS[kind], list[PlacedObject]()
    for _ in range(int(rng.integers(2, 14)) if makers else 0):
        parts = makers[int(rng.integers(len(makers)))](rng, rng.uniform(0.7, 1.6))
        thing = PlacedObject(rng.uniform(-0.45, 0.45, 2) * (1.6 * reach, reach), float(rng.uniform(0, 7)), parts)
        far = [np.hypot(*(thing.place - other.place)) - radius(thing) - radius(other) for other in result]
        if min(far, default=1.0) > 0:
            result.append(thing)
    return result


def radius(thing: PlacedObject) -> float:
    """Half the width of an object on the table."""
    return float(np.hypot(*thing.points[:, :2].T).max())
