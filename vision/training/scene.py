"""Compose a scene from a seed: a table, things on it, dice, light and a camera, and the truth about the dice."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Image
from vision.training import clutter, cube, lens
from vision.training.ground import Chance, Floats, drawable, ground

SIDE = 448
"""Pixels a side of a scene."""
SHOWN = 0.5
"""Share of a die that must be seen; less is neither a die nor none."""
UNIT = np.array([(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])


@dataclass(frozen=True)
class Truth:
    """One die, or what nobody can tell."""

    value: int
    """1..6; 0 where it is hidden too far to say."""
    box: tuple[float, float, float, float]
    """(x, y, width, height) of what shows of the whole die."""
    corners: Floats | None = None
    """(4, 2) of the top face, in turn; None in real pictures."""


class Camera:
    """A pinhole above the table, which looks at its middle; lengths in sides of a die."""

    def __init__(self, chance: Chance, side: int, unit: float) -> None:
        tilt = np.radians(min(65.0, abs(chance.normal(0, 30)) if chance.random() < 0.7 else chance.uniform(0, 65)))
        forward = np.array([0, np.sin(tilt), -np.cos(tilt)])
        across, roll = np.array([1.0, 0, 0]), chance.normal(0, 0.12)
        down = np.cross(forward, across)
        self.axes = np.stack(
            [across * np.cos(roll) + down * np.sin(roll), down * np.cos(roll) - across * np.sin(roll), forward]
        )
        far = chance.uniform(7, 30) * max(1.0, 60 / unit)
        self.place = -forward * far
        self.focus = unit * far
        self.middle = np.array([side, side]) / 2
        self.reach = side / unit / np.cos(tilt)

    def project(self, points: Floats) -> tuple[Floats, Floats]:
        """(N, 3) of the table to (N, 2) pixels, and (N,) distances."""
        seen = (np.asarray(points, float) - self.place) @ self.axes.T
        return seen[:, :2] / seen[:, 2:] * self.focus + self.middle, seen[:, 2]

    def ways(self, x: Floats, y: Floats) -> Floats:
        """(N, 3) unit ways of the rays through pixels."""
        flat = np.stack([(x - self.middle[0]) / self.focus, (y - self.middle[1]) / self.focus, np.ones_like(x)], -1)
        return np.asarray(flat @ self.axes / np.linalg.norm(flat, axis=-1, keepdims=True), np.float32)


@dataclass(frozen=True)
class Lying:
    """Where a die lies, how it is turned, and what it shows."""

    place: Floats
    turn: float
    size: float
    value: int
    skin: cube.Skin

    @property
    def axes(self) -> Floats:
        """(3, 3) rows: the die's own axes in the table's."""
        cos, sin = np.cos(self.turn), np.sin(self.turn)
        return np.array([[cos, sin, 0], [-sin, cos, 0], [0, 0, 1]])

    @property
    def middle(self) -> Floats:
        """(3,) its centre."""
        return np.array([self.place[0], self.place[1], self.size / 2])

    def world(self, points: Floats) -> Floats:
        """(N, 3) from the die's own axes to the table's."""
        return np.asarray(np.asarray(points) * self.size @ self.axes + self.middle)


def compose(seed: int, side: int = SIDE) -> tuple[Image, list[Truth]]:
    """The scene of a seed, the same every time: BGR, and the truth."""
    chance = np.random.default_rng([seed, 20])
    unit = float(np.exp(chance.uniform(np.log(18), np.log(min(220, side / 2)))))
    camera = Camera(chance, side, unit)
    lights = lamps(chance)
    dice = throw(chance, camera.reach)
    image = table(chance, camera, side, unit)
    for die in dice:
        shadow(image, camera, die, lights, chance)
    if chance.random() < 0.15:
        image = stranger(image, camera, chance)
    owner = np.full((side, side), -1, np.int16)
    order = sorted(range(len(dice)), key=lambda n: -np.linalg.norm(dice[n].middle - camera.place))
    seen = {n: draw(image, owner, n, camera, dice[n], lights) for n in order}
    if chance.random() < 0.06:
        before = image.copy()
        clutter.finger(image, chance)
        owner[np.abs(image - before).max(axis=2) > 0.5] = -1
    truths = [truth(dice[n], camera, owner == n, seen[n]) for n in range(len(dice)) if dice[n].value]
    return lens.develop(lens.light(image, chance), chance), [t for t in truths if t is not None]


def lamps(chance: Chance) -> Floats:
    """(L, 4) ways to the lights and their strengths."""
    count = int(chance.integers(1, 4))
    flat, turn = chance.uniform(0, 1.1, count), chance.uniform(0, 2 * np.pi, count)
    strength = chance.dirichlet(np.ones(count)) * 0.75
    return np.stack([np.sin(flat) * np.cos(turn), np.sin(flat) * np.sin(turn), np.cos(flat), strength], -1)


def throw(chance: Chance, reach: float) -> list[Lying]:
    """Dice somewhere in view, apart, near, touching or in a row; now and then one with signs instead of pips."""
    count = int(chance.choice([0, 1, 2, 3, 5, 8, 12], p=[0.08, 0.14, 0.16, 0.2, 0.2, 0.14, 0.08]))
    alike = chance.random() < 0.5
    first = None
    result: list[Lying] = []
    close, turn = chance.random() < 0.35, chance.uniform(0, 2 * np.pi)
    mixed = chance.random() < 0.25
    for place in places(chance, count, reach, close, turn):
        symbols = chance.random() < 0.05
        faces, made = deal(chance), None
        values = (faces[2], 7 - faces[2], faces[1], 7 - faces[1], faces[0], 7 - faces[0])
        if alike and first is not None and not symbols:
            made = repainted(first, cube.skin(chance, values))
        made = made or cube.skin(chance, values, symbols)
        first = made if first is None and not symbols else first
        size = float(chance.uniform(0.7, 1.0)) if mixed else 1.0
        result.append(Lying(place, turn if close else chance.uniform(0, 7), size, 0 if symbols else faces[0], made))
    return result


def repainted(first: cube.Skin, other: cube.Skin) -> cube.Skin:
    """The faces of one die on the material of the first."""
    return cube.Skin(other.faces, first.body, first.ink, first.inlay, first.round, first.ball, first.gloss,
                     first.vein, first.clear, other.seed)  # fmt: skip


def deal(chance: Chance) -> tuple[int, int, int]:
    """Values of the top and of two standing faces."""
    top = int(chance.integers(1, 7))
    one = int(chance.choice([v for v in range(1, 7) if v not in (top, 7 - top)]))
    other = int(chance.choice([v for v in range(1, 7) if v not in (top, 7 - top, one, 7 - one)]))
    return top, one, other


def places(chance: Chance, count: int, reach: float, close: bool, turn: float) -> list[Floats]:
    """Places on the table that leave room for each other."""
    half = reach / 2 * 0.85
    if close:
        columns = int(np.ceil(np.sqrt(count))) if chance.random() < 0.7 else max(1, count)
        gap = chance.uniform(1.0, 1.25)
        raster = np.array([(n % columns, n // columns) for n in range(count)], float).reshape(-1, 2) * gap
        axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        return list((raster - raster.mean(axis=0)) @ axes + chance.uniform(-half, half, 2) * 0.5) if count else []
    result: list[Floats] = []
    spread = half * chance.uniform(0.4, 1)
    for _ in range(6 * count):
        place = chance.uniform(-spread, spread, 2)
        if len(result) < count and all(np.hypot(*(place - other)) > 1.35 for other in result):
            result.append(place)
    return result


def table(chance: Chance, camera: Camera, side: int, unit: float) -> Floats:
    """The bare table as the camera sees it, with flat things on it."""
    fine = side + 128
    flat = drawable(ground(chance, fine))
    half = camera.reach * 0.55
    if chance.random() < 0.3:
        clutter.flats(flat, chance, fine / (2 * half))
    corners = np.array([(-half, -half, 0), (half, -half, 0), (half, half, 0), (-half, half, 0)])
    seen = camera.project(corners)[0].astype(np.float32)
    texture = np.array([(0, fine), (fine, fine), (fine, 0), (0, 0)], np.float32)
    turn = cv2.getPerspectiveTransform(texture, seen)
    way = cv2.INTER_LINEAR
    seen_flat = cv2.warpPerspective(flat, turn, (side, side), flags=way, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(seen_flat, np.float32)


def shadow(image: Floats, camera: Camera, die: Lying, lights: Floats, chance: Chance) -> None:
    """Where a die keeps the lights away, soft or hard."""
    points = die.world(UNIT * 0.95)
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
        mask = cv2.GaussianBlur(mask, (0, 0), max(0.7, size * float(chance.choice([0.02, 0.1]))))
        image[y0:y1, x0:x1] *= 1 - mask[..., None]


def draw(image: Floats, owner: NDArray[np.int16], n: int, camera: Camera, die: Lying, lights: Floats) -> Floats:
    """Draw a die and mark its pixels; its (4,) box x0, y0, x1, y1."""
    outline = camera.project(die.world(UNIT))[0]
    x0, y0 = np.maximum(0, np.floor(outline.min(axis=0)) - 1).astype(int)
    x1, y1 = np.minimum(image.shape[0], np.ceil(outline.max(axis=0)) + 2).astype(int)
    if x1 - x0 < 3 or y1 - y0 < 3:
        return np.zeros(4)
    step = max(1.0, max(x1 - x0, y1 - y0) / 170)
    wide, high = max(2, round((x1 - x0) / step)), max(2, round((y1 - y0) / step))
    x = x0 + (np.arange(wide) + 0.5) * (x1 - x0) / wide - 0.5
    y = y0 + (np.arange(high) + 0.5) * (y1 - y0) / high - 0.5
    xs, ys = (v.ravel() for v in np.meshgrid(x, y))
    ways = (camera.ways(xs, ys) @ die.axes.T).astype(np.float32)
    start = ((camera.place - die.middle) @ die.axes.T / die.size).astype(np.float32)
    points, gap = cube.meet(start, ways, die.skin)
    pixels = camera.focus / np.linalg.norm(camera.place - die.middle) * die.size / step
    cover = np.clip(1.05 - gap * pixels, 0, 1)
    hit = cover > 0
    if not hit.any():
        return np.zeros(4)
    look = np.zeros((len(xs), 3), np.float32)
    turned = np.concatenate([lights[:, :3] @ die.axes.T, lights[:, 3:]], axis=1).astype(np.float32)
    under = image[y0:y1, x0:x1].mean(axis=(0, 1))
    look[hit] = cube.shade(points[hit], ways[hit], die.skin, turned, under)
    layer = np.concatenate([look, cover[:, None]], -1).reshape(high, wide, 4).astype(np.float32)
    layer[..., :3] *= layer[..., 3:]
    layer = np.asarray(cv2.resize(layer, (int(x1 - x0), int(y1 - y0))), np.float32)
    part = image[y0:y1, x0:x1]
    part[:] = part * (1 - layer[..., 3:]) + layer[..., :3]
    mine = layer[..., 3] > 0.5
    owner[y0:y1, x0:x1][mine] = n
    rows, columns = np.flatnonzero(mine.any(axis=1)), np.flatnonzero(mine.any(axis=0))
    if not len(rows):
        return np.zeros(4)
    return np.array([x0 + columns[0], y0 + rows[0], x0 + columns[-1] + 1, y0 + rows[-1] + 1], float)


def stranger(image: Floats, camera: Camera, chance: Chance) -> Floats:
    """A polyhedral die somewhere."""
    count = int(chance.choice([4, 6, 8, 12, 20]))
    points = chance.normal(0, 1, (count, 3))
    points *= 0.6 / np.linalg.norm(points, axis=1, keepdims=True)
    points += [*chance.uniform(-0.35, 0.35, 2) * camera.reach, 0.55]
    flat = drawable(image)
    clutter.polyhedron(flat, chance, *camera.project(points))
    return np.asarray(flat, np.float32)


def truth(die: Lying, camera: Camera, mine: NDArray[np.bool_], box: Floats) -> Truth | None:
    """What is to be learned of a die, or None where next to nothing of it shows."""
    area = float(mine.sum())
    if area < 12 or box[2] - box[0] < 3:
        return None
    top = camera.project(die.world(np.array([(-0.5, -0.5, 0.5), (0.5, -0.5, 0.5), (0.5, 0.5, 0.5), (-0.5, 0.5, 0.5)])))[
        0
    ]
    whole = float(cv2.contourArea(cv2.convexHull(camera.project(die.world(UNIT))[0].astype(np.float32))))
    face = np.zeros(mine.shape, np.uint8)
    cv2.fillConvexPoly(face, np.rint(top).astype(np.int32), 1)
    flat = float(cv2.contourArea(top.astype(np.float32)))
    plain = area > SHOWN * whole and float(face[mine].sum()) > 0.75 * flat
    x0, y0, x1, y1 = box
    return Truth(die.value if plain else 0, (float(x0), float(y0), float(x1 - x0), float(y1 - y0)), top)
