"""A die's body: its shape, pips and material. One, two and three run anticlockwise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from bench.scenes.mesh import FRAMES, Floats, Mesh, cube

Chance = np.random.Generator
VALUES = (1, 2, 3, 6, 5, 4)
"""The value of each face, in the order of FRAMES."""
PATTERNS: dict[int, list[tuple[int, int]]] = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}
COMMON = ("plastic",) * 7 + ("matt", "marbled", "wood", "clear")
ODD = ("clear", "clear", "clear", "metal", "metal", "wood", "marbled", "speckled")
HUES = (0, 0, 5, 14, 28, 55, 75, 105, 112, 120, 140, 165)
"""OpenCV hues (0..179) of commercial dice, the frequent ones several times."""


@dataclass(frozen=True)
class Make:
    """The properties that all dice of a set share."""

    matter: str
    body: Floats
    """(3,) RGB, 0..255."""
    ink: Floats
    edge: float
    ball: float
    radius: float
    """Radius of a pip, in sides of the die."""
    apart: float
    """Distance from the middle of a face to a row of pips, in sides of the die."""
    depth: float
    """Depth of a pip, in its radii; 0 is flush."""
    big_one: float
    """Factor by which the pip of the one is larger."""
    seed: int


def paint(chance: Chance) -> Floats:
    """(3,) RGB 0..255 of a commercial die: white, black, or a colour of HUES."""
    kind = chance.random()
    if kind < 0.27:
        return np.clip(np.array([240, 236, 225]) * chance.uniform(0.85, 1.03) + chance.normal(0, 4, 3), 0, 250)
    if kind < 0.4:
        return np.clip(np.full(3, chance.uniform(12, 40)) + chance.normal(0, 4, 3), 4, 255)
    tone = [int(chance.choice(HUES)), int(chance.uniform(90, 245)), int(chance.uniform(90, 240))]
    return np.asarray(cv2.cvtColor(np.array([[tone]], np.uint8), cv2.COLOR_HSV2RGB)[0, 0], float)


def light(colour: Floats) -> float:
    """Perceived brightness of a colour, 0..1."""
    return float(colour @ (0.3, 0.59, 0.11)) / 255


def ink(chance: Chance, body: Floats, matter: str) -> Floats:
    """(3,) RGB of pips that contrast with the body."""
    dark, pale = np.full(3, chance.uniform(5, 35)), np.full(3, chance.uniform(215, 250))
    if chance.random() < 0.15:
        for _ in range(20):
            other = paint(chance)
            if abs(light(other) - light(body)) > 0.35:
                return other
    if matter in ("clear", "marbled") and light(body) < 0.75:
        return pale
    return pale if light(body) < 0.5 else dark


def make(chance: Chance, matters: tuple[str, ...] = COMMON) -> Make:
    """A random set of dice like commercial ones."""
    matter = str(chance.choice(matters))
    body = paint(chance)
    if matter == "wood":
        body = np.array([205, 160, 105]) * chance.uniform(0.45, 1.1)
    if matter == "metal":
        body = np.array([[205, 205, 205], [215, 170, 95], [200, 130, 100], [110, 112, 118]][chance.integers(4)], float)
    if matter == "clear":
        body = np.clip(body, 60, 250)
    sharp = chance.random() < 0.2
    ball = chance.uniform(0.70, 0.76) if chance.random() < 0.3 and not sharp else 0.9
    return Make(
        matter, body, ink(chance, body, matter), chance.uniform(0.02, 0.05) if sharp else chance.uniform(0.06, 0.17),
        ball, chance.uniform(0.07, 0.105), chance.uniform(0.2, 0.255) - (0.02 if ball < 0.8 else 0),
        chance.uniform(0.3, 0.75) if chance.random() < 0.75 and not sharp else 0.0,
        chance.uniform(1.3, 2.1) if chance.random() < 0.12 else 1.0, int(chance.integers(1 << 30)),
    )  # fmt: skip


def pips(made: Make) -> list[Floats]:
    """(K, 3) x, y and radius of the pips of each face, in the order of FRAMES."""
    chance = np.random.default_rng([made.seed, 1])
    result = []
    for value in VALUES:
        turned = np.array(PATTERNS[value], float)
        if chance.random() < 0.5:
            turned = turned[:, ::-1] * (1, -1)
        size = made.radius * (made.big_one if value == 1 else 1)
        result.append(np.c_[turned * made.apart, np.full(value, size)])
    return result


def ball(made: Make) -> float:
    """The radius of the ball that rounds a die while its corner pips stay on their faces."""
    return max(made.ball, float(np.hypot(0.5, 1.414 * made.apart + 0.6 * made.radius)))


def shape(made: Make, pixels: float) -> Mesh:
    """The mesh of a die that is that many pixels wide."""
    fine = int(np.clip(pixels * 0.5, 16, 110))
    return cube(made.edge, ball(made), pips(made), made.depth, fine)


def atlas(made: Make, side: int) -> tuple[Floats, Floats]:
    """(2 side, 3 side, 3) RGB of the body and (2 side, 3 side) ink coverage, from lower left."""
    line = (np.arange(side) + 0.5) / side
    x, y = np.meshgrid((line - 0.5) / 0.985, (line - 0.5) / 0.985)
    body, cover = np.zeros((2 * side, 3 * side, 3)), np.zeros((2 * side, 3 * side))
    for face, spots in enumerate(pips(made)):
        part = np.s_[face // 3 * side : (face // 3 + 1) * side, face % 3 * side : (face % 3 + 1) * side]
        body[part] = matter(made, np.stack([x, y, np.full_like(x, 0.5)], -1) @ FRAMES[face])
        for px, py, radius in spots:
            cover[part] = np.maximum(cover[part], np.clip((radius - np.hypot(x - px, y - py)) * side + 0.5, 0, 1))
    return body, cover


def matter(made: Make, places: Floats) -> Floats:
    """(…, 3) RGB of the body at points (…, 3) in it."""
    chance = np.random.default_rng([made.seed, 2])
    plain = np.broadcast_to(made.body, places.shape)
    if made.matter == "marbled":
        other = np.clip(made.body * chance.uniform(0.35, 0.7) + chance.normal(0, 25, 3), 0, 255)
        veins = swirl(chance, places, 5, 1.6)
        return np.asarray(plain + (other - plain) * np.clip(0.5 + 0.7 * veins, 0, 1)[..., None])
    if made.matter == "wood":
        far = np.hypot(places @ chance.normal(0, 1, 3) + 2, places @ chance.normal(0, 1, 3))
        rings = np.sin(far * chance.uniform(18, 45) + swirl(chance, places, 3, 1))
        return np.asarray(plain * (1 + 0.12 * rings + 0.05 * swirl(chance, places * (1, 1, 9), 30, 2))[..., None])
    if made.matter == "speckled":
        flakes = swirl(chance, places, 60, 2.5) > 1.0
        return np.asarray(np.where(flakes[..., None], np.clip(plain + chance.choice([-90, 90]), 0, 255), plain))
    return np.asarray(plain)


def swirl(chance: Chance, places: Floats, fast: float, bend: float) -> Floats:
    """(…,) domain-warped waves, about -1..1."""
    place, total = places * fast, np.zeros(places.shape[:-1])
    for _ in range(4):
        place = place + bend * np.sin(place @ chance.normal(0, 0.6, (3, 3)) + chance.uniform(0, 6, 3))
        total += np.sin(place @ chance.normal(0, 0.6, 3))
    return np.asarray(total / 2)


def surface(made: Make, side: int, gloss: float) -> dict[str, Any]:
    """Mitsuba's description of the surface, pictures as arrays; `gloss` 0..1, matt to polished."""
    body, cover = atlas(made, side)
    mixed = body + (made.ink - body) * cover[..., None]
    if made.matter in ("metal", "clear"):
        inside = metal(made, gloss) if made.matter == "metal" else resin(made, gloss)
        pale = varnish(np.full((2, 2, 3), 1.0) * made.ink, gloss)
        return {"type": "blendbsdf", "weight": picture(cover[..., None] * 255), "a": inside, "b": pale}
    return varnish(mixed, 0.0 if made.matter == "matt" else gloss)


def picture(pixels: Floats) -> dict[str, Any]:
    """A picture for Mitsuba, rows upwards; one channel is a scalar, three are colours."""
    whole = np.ascontiguousarray(np.clip(pixels, 0, 255).astype(np.uint8))
    return {"type": "bitmap", "bitmap": whole, "raw": whole.shape[2] == 1}


def varnish(pixels: Floats, gloss: float) -> dict[str, Any]:
    """Plastic with a picture's colours and that roughness."""
    if gloss < 0.15:
        return {"type": "diffuse", "reflectance": picture(pixels)}
    return {"type": "roughplastic", "diffuse_reflectance": picture(pixels), "alpha": max(0.05, 0.45 - 0.45 * gloss)}


def metal(made: Make, gloss: float) -> dict[str, Any]:
    """A metal of the body's colour."""
    tint = {"type": "rgb", "value": ((made.body / 255) ** 2.2).tolist()}
    return {"type": "roughconductor", "material": "none", "specular_reflectance": tint, "alpha": 0.4 - 0.25 * gloss}


def resin(made: Make, gloss: float) -> dict[str, Any]:
    """Clear resin of the body's colour, more or less milky."""
    tint = ((made.body / 255) ** 1.1).tolist()
    glass = {"type": "dielectric", "int_ior": 1.49, "specular_transmittance": {"type": "rgb", "value": tint}}
    milk = varnish(np.full((2, 2, 3), 1.0) * made.body, gloss)
    share = 0.25 + 0.5 * np.random.default_rng([made.seed, 3]).random()
    return {"type": "blendbsdf", "weight": float(share), "a": glass, "b": milk}
