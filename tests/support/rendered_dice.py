"""Rendered scenes of dice with known values: cubes with rounded corners on a table.

Run as a script it writes the fixtures again: `python -m tests.support.rendered_dice tests/fixtures/scenes`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path

import click
import cv2
import numpy as np

SPOTS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (1, 1), (-1, 1)],
    5: [(-1, -1), (1, -1), (1, 1), (-1, 1), (0, 0)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}
COLORS = {
    "white": ((225, 235, 238), (25, 22, 20)),
    "ivory": ((170, 205, 222), (30, 28, 28)),
    "black": ((38, 34, 33), (225, 228, 230)),
    "red": ((40, 35, 175), (232, 232, 236)),
    "blue": ((150, 80, 30), (235, 235, 235)),
    "green": ((70, 120, 30), (235, 238, 235)),
}
"""Body and pips in BGR."""
FINE = 2
"""Factor of supersampling."""
ROUND = 0.14
"""Radius of a die's edges, in sides of the die."""
LIGHT = np.array([-0.35, -0.25, 0.9]) / np.linalg.norm([-0.35, -0.25, 0.9])


@dataclass(frozen=True)
class Setting:
    """The parameters of a scene."""

    values: tuple[int, ...]
    colors: tuple[str, ...] = ("white",)
    ground: str = "felt"
    elevation: float = 75.0
    """Degrees of the camera above the table."""
    size: tuple[int, int] = (960, 720)
    spread: float = 2.2
    """Distance of neighbouring dice in sides of a die; 1 is touching."""
    blur: float = 0.6
    noise: float = 3.0
    turned: bool = True
    """Whether every die has its own rotation."""


@dataclass(frozen=True)
class Scene:
    """A picture and the dice in it."""

    image: np.ndarray
    dice: list[tuple[int, tuple[int, int, int, int]]] = field(default_factory=list)


class Camera:
    """A pinhole camera that points at the middle of the table."""

    def __init__(self, setting: Setting, reach: float) -> None:
        angle = np.radians(setting.elevation)
        forward = np.array([0, np.cos(angle), -np.sin(angle)])
        self.axes = np.stack([[1.0, 0, 0], np.cross(forward, [1.0, 0, 0]), forward])
        self.place = -forward * 3.2 * reach
        self.focus = FINE * 1.35 * min(setting.size) * 3.2 / 3.0
        self.middle = np.array(setting.size) * FINE / 2

    def project(self, points: np.ndarray) -> np.ndarray:
        """Project (N, 3) in sides of a die to (N, 2) in supersampled pixels."""
        seen = (np.asarray(points, float) - self.place) @ self.axes.T
        return seen[:, :2] / seen[:, 2:] * self.focus + self.middle


def render(setting: Setting, seed: int) -> Scene:
    """The scene of a seed, the same every time."""
    chance = np.random.default_rng(seed)
    places = np.zeros((0, 2)) if not setting.values else lay_out(len(setting.values), setting.spread, chance)
    camera = Camera(setting, max(2.2, float(np.abs(places).max(initial=0)) + 1.2))
    image = ground(setting, chance)
    turns = chance.uniform(0, 2 * np.pi, len(places)) if setting.turned else np.zeros(len(places))
    bodies = [Body(*row) for row in zip(places, turns, setting.values, strict=True)]
    for body in bodies:
        shadow(image, camera, body)
    truth = {}
    for n in sorted(range(len(bodies)), key=lambda n: -bodies[n].place[1]):
        color = COLORS[setting.colors[n % len(setting.colors)]]
        truth[n] = (setting.values[n], draw(image, camera, bodies[n], color, int(chance.integers(4))))
    return Scene(develop(image, setting, chance), [truth[n] for n in sorted(truth)])


def lay_out(count: int, spread: float, chance: np.random.Generator) -> np.ndarray:
    """(count, 2) positions on an irregular grid around the middle."""
    columns = int(np.ceil(np.sqrt(count)))
    raster = np.array([(n % columns, n // columns) for n in range(count)], float)
    places = (raster - raster.mean(axis=0)) * spread
    return places + chance.uniform(-0.15, 0.15, places.shape) * max(0.0, spread - 1.5)


@dataclass(frozen=True)
class Body:
    """Position and rotation of one die."""

    place: np.ndarray
    turn: float
    value: int

    def world(self, points: np.ndarray) -> np.ndarray:
        """Transform (N, 3) from the die's axes, centered at 0, to the table's; z is up."""
        cos, sin = np.cos(self.turn), np.sin(self.turn)
        x, y, z = np.asarray(points, float).T
        return np.stack([x * cos - y * sin + self.place[0], x * sin + y * cos + self.place[1], z + 0.5], -1)

    def sides(self, quarter: int) -> list[tuple[int, np.ndarray]]:
        """(value, (3, 3) rows right, down, outwards) of the top and the four side faces."""
        others = [v for v in (1, 2, 3, 4, 5, 6) if v not in (self.value, 7 - self.value)]
        ring = [others[0], others[1], 7 - others[0], 7 - others[1]]
        ring = ring[quarter:] + ring[:quarter]
        faces = [(self.value, np.array([[1.0, 0, 0], [0, -1, 0], [0, 0, 1]]))]
        for n, value in enumerate(ring):
            out = np.array([np.cos(n * np.pi / 2), np.sin(n * np.pi / 2), 0]).round()
            faces.append((value, np.array([np.cross([0, 0, 1.0], out), [0, 0, -1.0], out])))
        return faces


def draw(
    image: np.ndarray, camera: Camera, body: Body, color: tuple[tuple[int, ...], tuple[int, ...]], quarter: int
) -> tuple[int, int, int, int]:
    """Draw one die; return its box in pixels of the final picture."""
    outline = cv2.convexHull(camera.project(body.world(skin())).astype(np.float32))
    cv2.fillPoly(image, [np.rint(outline).astype(np.int32)], tuple(0.72 * c for c in color[0]), cv2.LINE_AA)
    for value, axes in body.sides(quarter):
        middle = body.world(axes[2:] * 0.5)[0]
        outwards = body.world(axes[2:])[0] - body.world(np.zeros((1, 3)))[0]
        if (camera.place - middle) @ outwards > 0:
            paint(image, camera, body, axes, face(value, color), 0.55 + 0.45 * max(0.0, float(outwards @ LIGHT)))
    x, y, wide, high = cv2.boundingRect(outline / FINE)
    return int(x), int(y), int(wide), int(high)


def skin() -> np.ndarray:
    """(N, 3) points on a cube of side 1 with rounded corners."""
    angles = np.linspace(0, np.pi, 9)
    ball = [(np.sin(a) * np.cos(b), np.sin(a) * np.sin(b), np.cos(a)) for a in angles for b in 2 * angles]
    corners = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * (0.5 - ROUND)
    return (corners[:, None] + np.array(ball)[None] * ROUND).reshape(-1, 3)


def face(value: int, color: tuple[tuple[int, ...], tuple[int, ...]], side: int = 192) -> np.ndarray:
    """(side, side, 4) picture of a face with rounded corners; the last plane is alpha."""
    picture = np.zeros((side, side, 4), np.uint8)
    edge = int(side * ROUND * 0.75)
    for low, high in (((edge, 0), (side - edge, side)), ((0, edge), (side, side - edge))):
        cv2.rectangle(picture, low, high, (*color[0], 255), -1)
    for x in (edge, side - edge):
        for y in (edge, side - edge):
            cv2.circle(picture, (x, y), edge, (*color[0], 255), -1)
    radius = 0.13 if value == 1 else 0.095
    for x, y in SPOTS[value]:
        spot = (int(side * (0.5 + 0.25 * x)), int(side * (0.5 + 0.25 * y)))
        cv2.circle(picture, spot, int(side * radius), (*color[1], 255), -1, cv2.LINE_AA)
    return picture


def paint(image: np.ndarray, camera: Camera, body: Body, axes: np.ndarray, picture: np.ndarray, bright: float) -> None:
    """Draw the picture of a face onto the die."""
    corners = [axes[2] / 2 + axes[0] * x / 2 + axes[1] * y / 2 for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    seen = camera.project(body.world(np.array(corners))).astype(np.float32)
    x, y, wide, high = cv2.boundingRect(seen)
    x, y = max(0, x), max(0, y)
    part = image[y : y + high, x : x + wide]
    side = picture.shape[0]
    flat = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32)
    turn = cv2.getPerspectiveTransform(flat, (seen - (x, y)).astype(np.float32))
    warp = cv2.warpPerspective(picture, turn, part.shape[1::-1])
    cover = warp[..., 3:].astype(np.float32) / 255
    part[:] = part * (1 - cover) + warp[..., :3] * bright * cover


def shadow(image: np.ndarray, camera: Camera, body: Body) -> None:
    """Draw a soft shadow on the table, away from the light."""
    shift = np.array([0.35, 0.25, 0]) * 0.8
    foot = np.array([(x, y, -0.5) for x, y in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))])
    ring = np.concatenate([body.world(foot), body.world(foot) + shift])
    mask = np.zeros(image.shape[:2], np.float32)
    cv2.fillPoly(mask, [np.rint(cv2.convexHull(camera.project(ring).astype(np.float32))).astype(np.int32)], 0.45)
    image *= 1 - cv2.GaussianBlur(mask, (0, 0), 8 * FINE)[..., None]


def ground(setting: Setting, chance: np.random.Generator) -> np.ndarray:
    """The bare table, supersampled, as float32 BGR."""
    wide, high = (FINE * side for side in setting.size)
    base = np.array({"felt": (50, 95, 40), "wood": (70, 115, 165), "cloth": (120, 110, 100)}.get(setting.ground), float)
    if setting.ground == "wood":
        grain = cv2.GaussianBlur(chance.normal(0, 1, (high, 1)), (1, 31), 6) * 40
        pattern = np.repeat(grain, wide, axis=1) + chance.normal(0, 2, (high, wide))
    elif setting.ground == "cloth":
        x, y = np.arange(wide) / (9 * FINE), np.arange(high)[:, None] / (9 * FINE)
        pattern = 28 * np.sin(2 * np.pi * x) * np.sin(2 * np.pi * y) + chance.normal(0, 4, (high, wide))
    else:
        pattern = cv2.GaussianBlur(chance.normal(0, 1, (high, wide)), (0, 0), 1.5) * 18
    return (base + pattern[..., None]).astype(np.float32)


def develop(image: np.ndarray, setting: Setting, chance: np.random.Generator) -> np.ndarray:
    """Downscale, add vignetting, blur and noise."""
    small = cv2.resize(image, setting.size, interpolation=cv2.INTER_AREA)
    wide, high = setting.size
    x, y = (np.arange(wide) - wide / 2) / wide, (np.arange(high)[:, None] - high / 2) / high
    small *= (1.05 - 0.5 * (x**2 + y**2))[..., None].astype(np.float32)
    if setting.blur:
        small = cv2.GaussianBlur(small, (0, 0), setting.blur)
    return np.clip(small + chance.normal(0, setting.noise, small.shape), 0, 255).astype(np.uint8)


FIXTURES = {
    "1-2-3-4-5-6_white_felt": (Setting((1, 2, 3, 4, 5, 6)), 1),
    "5-6-6_red_wood": (Setting((6, 6, 5), ("red",), "wood", 65), 2),
    "2-3-4_black_cloth": (Setting((2, 3, 4), ("black",), "cloth", 70), 3),
    "1-1-5-6_ivory_blue_felt_slanted": (Setting((1, 1, 5, 6), ("ivory", "blue"), "felt", 55), 4),
    "3-4-4-6_white_touching": (Setting((4, 4, 6, 3), ("white",), "felt", 80, spread=1.02, turned=False), 5),
    "5_green_wood": (Setting((5,), ("green",), "wood", 68), 6),
}
"""Name, which begins with the true values, to setting and seed."""


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def main(folder: Path) -> None:
    """Write every fixture, and the true values of all."""
    folder.mkdir(parents=True, exist_ok=True)
    truth = {}
    for name, (setting, seed) in FIXTURES.items():
        scene = render(setting, seed)
        cv2.imwrite(str(folder / f"{name}.jpg"), scene.image, [cv2.IMWRITE_JPEG_QUALITY, 84])
        truth[f"{name}.jpg"] = [{"value": value, "box": box} for value, box in scene.dice]
    (folder / "truth.json").write_text(json.dumps(truth, indent=1) + "\n")


if __name__ == "__main__":
    main()
