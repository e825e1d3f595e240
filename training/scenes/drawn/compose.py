"""The drawn look: scenes for teaching, composed from a seed, with the truth about each die."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Image

from ..cube import TILE_PX
from ..flat.objects import draw_finger, draw_flat_objects
from ..flat.tile import Mark
from ..ground import Floats, RandomGenerator, alike_ground, paint_ground, to_8_bit
from ..scene import NO_DIE, Camera, GroundTruth, ground_truth
from ..textures import photographed_table
from ..throw import CUBE_CORNERS, PlacedDie, random_throw
from . import lens, march
from .objects import box_in_picture, draw_standing_objects

SCENE_PX = 448
"""Pixels a side of a scene."""
MIN_UNIT_PX = 14
"""Smallest side of a die in pixels."""
SMALL_UNIT_PX = 34
SMALL_SHARE = 0.22
"""Greatest side in pixels of the dice in a share of the scenes that shows small ones alone."""
LARGE_UNIT_PX = 70
LARGE_SHARE = 0.18
"""Smallest side in pixels of the dice in a share of the scenes that shows large ones alone."""
FINE_PX = 45
"""Size in pixels of the picture of a die below which it is drawn at three times its resolution."""
OBJECTS_SHARE = 0.35
"""Share of the tables on which other objects stand."""
PHOTO_SHARE = 0.45
"""Share of the tables that are photographs."""
FLAT_SHARE = 0.4
"""Share of the tables on which flat things lie."""
MAX_TILT = 55.0
"""Greatest angle in degrees by which a camera looks from aside."""
TILT_SHARES = (0.28, 0.42, 0.3)
"""Shares of views straight down, a little and far from aside."""
STRAIGHT_DOWN = 10.0
"""Angle in degrees below which a phone may be held in any direction."""
MAX_ROLL = 25.0
"""Greatest angle in degrees by which a phone that looks from aside is turned."""
ALIKE_SHARE = 0.09
"""Share of the tables that have the color of a die, as pale dice on pale ground."""
MIN_CONTRAST = 8.0
"""Least difference, in grey levels of a channel, of pips from a top face whose value can be seen."""
MIN_RATIO = 0.6
"""Least such difference as a ratio to the deviation of the face around the pips, as in marbled plastic or noise."""
MAX_COVERED = 0.12
"""Share of the smaller of two boxes from which a die hides an object."""


def random_camera(rng: RandomGenerator, side: int, unit: float, tilt: float | None = None) -> Camera:
    """A camera above the table that looks at its middle."""
    tilt = random_tilt(rng) if tilt is None else tilt
    roll = random_roll(rng, tilt)
    return Camera((side, side), unit, tilt, roll, rng.uniform(7, 30) * max(1.0, 60 / unit))


def random_unit(rng: RandomGenerator, side: int) -> float:
    """Side of a die in pixels in a picture of `side` pixels, often small."""
    kind = rng.random()
    most = SMALL_UNIT_PX if kind < SMALL_SHARE else min(220, side / 2)
    least = min(most, LARGE_UNIT_PX) if kind > 1 - LARGE_SHARE else MIN_UNIT_PX
    return float(np.exp(rng.uniform(np.log(least), np.log(most))))


def random_tilt(rng: RandomGenerator) -> float:
    """Angle in radians by which a camera looks from aside: none, a little, or as from a chair."""
    kind = float(rng.choice([abs(rng.normal(0, 6)), abs(rng.normal(0, 25)), rng.uniform(25, MAX_TILT)], p=TILT_SHARES))
    return float(np.radians(min(MAX_TILT, kind)))


def random_roll(rng: RandomGenerator, tilt: float) -> float:
    """Angle in radians by which a camera is turned: any where it looks straight down."""
    if tilt < np.radians(STRAIGHT_DOWN) and rng.random() < 0.7:
        return float(rng.uniform(-np.pi, np.pi))
    return float(np.radians(np.clip(rng.normal(0, 9), -MAX_ROLL, MAX_ROLL)))


def compose_scene(
    seed: int,
    side: int = SCENE_PX,
    grounds: Path | None = None,
    *,
    place_dice: Callable[[RandomGenerator, float], list[PlacedDie]] = random_throw,
    unit: float | None = None,
    tilt: float | None = None,
    objects_share: float = OBJECTS_SHARE,
) -> tuple[Image, list[GroundTruth]]:
    """Compose the scene of a seed, deterministically: BGR picture and ground truth, dice first.

    Some tables are pictures from `grounds`. `place_dice` places the dice; `unit` is their size in pixels and `tilt` the
    camera's angle in radians, where these are not left to chance; `objects_share` is the probability of other objects.
    """
    rng = np.random.default_rng([seed, 21])
    unit = unit or random_unit(rng, side)
    camera = random_camera(rng, side, unit, tilt)
    lights = random_lights(rng)
    dice = place_dice(rng, camera.reach)
    like = dice[0].skin.body if dice and rng.random() < ALIKE_SHARE else None
    image, others = draw_table(rng, camera, side, grounds, like)
    if rng.random() < objects_share:
        others += draw_standing_objects(image, camera, rng, dice)
    for die in dice:
        draw_shadow(image, camera, die, lights, rng)
    owner = np.full((side, side), -1, np.int16)
    order = sorted(range(len(dice)), key=lambda n: -np.linalg.norm(dice[n].center - camera.place))
    seen = {n: draw_die(image, owner, n, camera, dice[n], lights) for n in order}
    if rng.random() < 0.06:
        before = image.copy()
        draw_finger(image, rng)
        owner[np.abs(image - before).max(axis=2) > 0.5] = -1
    truths = [ground_truth(dice[n], camera, owner == n, seen[n]) for n in range(len(dice))]
    others = [one for one in others if not any(box.any() and covers(box, one) for box in seen.values())]
    picture = lens.develop(lens.apply_light(image, rng), rng, unit)
    seen_truths = [
        known_if_seen(picture, one, die.skin.faces[4, ..., 0]) for one, die in zip(truths, dice, strict=True) if one
    ]
    return picture, seen_truths + others


def known_if_seen(picture: Image, truth: GroundTruth, pips: Floats) -> GroundTruth:
    """The truth about a die; its value is unknown where its pips cannot be told.

    `pips` are shares of ink on its top face, (TILE_PX, TILE_PX).
    """
    if truth.value < 1 or truth.corners is None or not pips.any():
        return truth
    low, high = (np.clip(v, 0, picture.shape[0]).astype(int) for v in (truth.corners.min(0), truth.corners.max(0) + 1))
    flat = np.array([(0, 0), (TILE_PX, 0), (TILE_PX, TILE_PX), (0, TILE_PX)], np.float32)
    way = cv2.getPerspectiveTransform(flat, (truth.corners - low).astype(np.float32))
    ink, face = (
        cv2.warpPerspective(sheet, way, tuple((high - low).tolist()), flags=cv2.INTER_LINEAR)
        for sheet in (np.asarray(pips, np.float32), np.ones(pips.shape, np.float32))
    )
    part = picture[low[1] : high[1], low[0] : high[0]].astype(np.float32)
    dark, bare = part[ink > 0.6 * ink.max()], part[(face > 0.9) & (ink < 0.1)]
    if not len(dark) or not len(bare):
        return replace(truth, value=0)
    contrast, unrest = np.abs(dark.mean(axis=0) - bare.mean(axis=0)), bare.std(axis=0)
    return truth if (contrast > np.maximum(MIN_CONTRAST, MIN_RATIO * unrest)).any() else replace(truth, value=0)


def covers(die: Floats, thing: GroundTruth) -> bool:
    """Whether the (4,) box x0, y0, x1, y1 of a die and an object's share a good part of either."""
    low, size = np.array(thing.box[:2]), np.array(thing.box[2:])
    common = np.prod(np.maximum(0, np.minimum(die[2:], low + size) - np.maximum(die[:2], low)))
    return bool(common > MAX_COVERED * min(np.prod(size), np.prod(die[2:] - die[:2])))


def random_lights(rng: RandomGenerator) -> Floats:
    """(L, 4) directions of the lights and their strengths."""
    count = int(rng.integers(1, 4))
    flat, turn = rng.uniform(0, 1.1, count), rng.uniform(0, 2 * np.pi, count)
    strength = rng.dirichlet(np.ones(count)) * 0.75
    return np.stack([np.sin(flat) * np.cos(turn), np.sin(flat) * np.sin(turn), np.cos(flat), strength], -1)


def draw_table(
    rng: RandomGenerator, camera: Camera, side: int, grounds: Path | None, like: Floats | None = None
) -> tuple[Floats, list[GroundTruth]]:
    """The bare table as the camera sees it, with flat objects on it, and the truth about these.

    It is about as light and colored as `like`, if given.
    """
    fine = side + 128
    photographed = grounds if rng.random() < PHOTO_SHARE else None
    if like is not None:
        flat = to_8_bit(alike_ground(rng, fine, like))
    else:
        flat = photographed_table(photographed, rng, fine) if photographed else to_8_bit(paint_ground(rng, fine))
    half = camera.reach * 0.55
    marks = draw_flat_objects(flat, rng, fine / (2 * half)) if rng.random() < FLAT_SHARE else []
    corners = np.array([(-half, -half, 0), (half, -half, 0), (half, half, 0), (-half, half, 0)])
    seen = camera.project(corners)[0].astype(np.float32)
    whole = np.array([(0, fine), (fine, fine), (fine, 0), (0, 0)], np.float32)
    turn = np.asarray(cv2.getPerspectiveTransform(whole, seen), float)
    way = cv2.INTER_LINEAR
    seen_flat = cv2.warpPerspective(flat, turn, (side, side), flags=way, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(seen_flat, np.float32), [truth for mark in marks for truth in mark_truths(mark, turn, camera)]


def mark_truths(mark: Mark, turn: Floats, camera: Camera) -> list[GroundTruth]:
    """Ground truth of something flat if it is seen; `turn` leads from table to picture."""
    square = mark.center + mark.size / 2 * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    outline = np.asarray(cv2.perspectiveTransform(square[None], turn), float)[0]
    box = box_in_picture(outline, camera.size)
    return [GroundTruth(NO_DIE, box, kind=mark.kind)] if box else []


def draw_shadow(image: Floats, camera: Camera, die: PlacedDie, lights: Floats, rng: RandomGenerator) -> None:
    """Darken the picture where a die casts a shadow, soft or hard."""
    points = die.to_table(CUBE_CORNERS * 0.95)
    low, high = camera.project(points)[0].min(axis=0), camera.project(points)[0].max(axis=0)
    size = float((high - low).max())
    for light in [*lights, np.array([0, 0, 1.0, 0.3])]:
        flat = points - points[:, 2:] * (light[:3] / max(0.35, light[2]))
        hull = cv2.convexHull(camera.project(flat)[0].astype(np.float32))[:, 0]
        pad = size * 0.4
        x0, y0 = np.maximum(0, np.floor(hull.min(axis=0) - pad)).astype(int)
        x1, y1 = np.minimum(image.shape[0], np.ceil(hull.max(axis=0) + pad)).astype(int)
        if x1 - x0 < 3 or y1 - y0 < 3:
            continue
        mask = np.zeros((y1 - y0, x1 - x0), np.float32)
        cv2.fillConvexPoly(mask, np.rint(hull - (x0, y0)).astype(np.int32), float(light[3]), cv2.LINE_AA)
        soft = size * float(rng.choice([0.02, 0.1]))  # a die beside the camera is larger than the picture
        mask = cv2.GaussianBlur(mask, (0, 0), min(max(0.7, soft), image.shape[0] / 8))
        image[y0:y1, x0:x1] *= 1 - mask[..., None]


def draw_die(image: Floats, owner: NDArray[np.int16], n: int, camera: Camera, die: PlacedDie, lights: Floats) -> Floats:
    """Draw a die and mark its pixels in `owner`; return its (4,) box x0, y0, x1, y1."""
    outline = camera.project(die.to_table(CUBE_CORNERS))[0]
    x0, y0 = np.maximum(0, np.floor(outline.min(axis=0)) - 1).astype(int)
    x1, y1 = np.minimum(image.shape[0], np.ceil(outline.max(axis=0)) + 2).astype(int)
    if x1 - x0 < 3 or y1 - y0 < 3:
        return np.zeros(4)
    long = max(x1 - x0, y1 - y0)
    step = max(1 / 3 if long < FINE_PX else 1 / 2 if long < 2 * FINE_PX else 1.0, long / 170)
    wide, high = max(2, round((x1 - x0) / step)), max(2, round((y1 - y0) / step))
    x = x0 + (np.arange(wide) + 0.5) * (x1 - x0) / wide - 0.5
    y = y0 + (np.arange(high) + 0.5) * (y1 - y0) / high - 0.5
    xs, ys = (v.ravel() for v in np.meshgrid(x, y))
    ways = (camera.ray_directions(xs, ys) @ die.axes.T).astype(np.float32)
    start = ((camera.place - die.center) @ die.axes.T / die.size).astype(np.float32)
    points, gap = march.march_rays(start, ways, die.skin)
    pixels = camera.focus / np.linalg.norm(camera.place - die.center) * die.size / step
    cover = np.clip(1.05 - gap * pixels, 0, 1)
    hit = cover > 0
    if not hit.any():
        return np.zeros(4)
    look = np.zeros((len(xs), 3), np.float32)
    turned = np.concatenate([lights[:, :3] @ die.axes.T, lights[:, 3:]], axis=1).astype(np.float32)
    under = image[y0:y1, x0:x1].mean(axis=(0, 1))
    look[hit] = march.shade_points(points[hit], ways[hit], die.skin, turned, under)
    layer = np.concatenate([look, cover[:, None]], -1).reshape(high, wide, 4).astype(np.float32)
    layer[..., :3] *= layer[..., 3:]
    way = cv2.INTER_AREA if step < 1 else cv2.INTER_LINEAR
    layer = np.asarray(cv2.resize(layer, (int(x1 - x0), int(y1 - y0)), interpolation=way), np.float32)
    part = image[y0:y1, x0:x1]
    part[:] = part * (1 - layer[..., 3:]) + layer[..., :3]
    mine = layer[..., 3] > 0.5
    owner[y0:y1, x0:x1][mine] = n
    rows, columns = np.flatnonzero(mine.any(axis=1)), np.flatnonzero(mine.any(axis=0))
    if not len(rows):
        return np.zeros(4)
    return np.array([x0 + columns[0], y0 + rows[0], x0 + columns[-1] + 1, y0 + rows[-1] + 1], float)
