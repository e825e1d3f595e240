"""Materials of traced things for Mitsuba: plastic, wood, metal, resin and glass.

Colors are BGR, 0..255, as everywhere; `picture` and `tint` turn them for Mitsuba.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import numpy as np

from ..cube import TILE_PX, DieAppearance
from ..ground import Floats, RandomGenerator
from .mesh import FRAMES, INSET, Mesh, face_up, rounded_cube

Description = dict[str, Any]
COMMON = ("plastic",) * 7 + ("matt", "marbled", "wood", "clear")
ODD = ("clear", "clear", "clear", "metal", "metal", "wood", "marbled", "speckled")
METALS = ((205, 205, 205), (95, 170, 215), (100, 130, 200), (118, 112, 110))


def dressed(rng: RandomGenerator, die: DieAppearance, matter: str) -> DieAppearance:
    """The die with a body that this matter can have, and pips of which one in four is flush."""
    body = die.body
    if matter == "wood":
        body = np.array([105.0, 160, 205]) * rng.uniform(0.45, 1.1)
    elif matter == "metal":
        body = np.array(METALS[int(rng.integers(4))], float)
    elif matter == "clear":
        body = np.clip(body, 60, 250)
    ink = die.ink
    if abs(body.mean() - ink.mean()) < 60:
        ink = np.full(3, rng.uniform(215, 250) if body.mean() < 128 else rng.uniform(5, 35))
    return replace(die, body=body, ink=ink, pip_depth=rng.uniform(0.3, 0.75) if rng.random() < 0.75 else 0.0)


def die_mesh(die: DieAppearance, pixels: float) -> Mesh:
    """The mesh of a die that is that many pixels wide."""
    hollows = [face_up(hollow(tile[..., 0]), n) * die.pip_depth for n, tile in enumerate(die.faces)]
    return rounded_cube(die.edge_radius, die.ball_radius, hollows, int(np.clip(pixels * 0.5, 16, 110)))


def hollow(ink: Floats) -> Floats:
    """(TILE_PX, TILE_PX) depth of what is inked, in sides of a die.

    The largest pip is as deep in its middle as its radius.
    """
    inside = cv2.distanceTransform((ink > 0.5).astype(np.uint8), cv2.DIST_L2, 5) / TILE_PX
    radius = max(1e-6, float(inside.max()))
    return np.asarray(radius * (1 - (1 - inside / radius) ** 2))


def die_surface(die: DieAppearance, matter: str, side: int, gloss: float) -> Description:
    """The surface of a die of that matter; `gloss` 0..1, matt to polished.

    Its atlas has tiles of `side` pixels.
    """
    x, y = np.meshgrid(*[((np.arange(side) + 0.5) / side - 0.5) / INSET] * 2)
    paint, cover = np.zeros((2 * side, 3 * side, 3)), np.zeros((2 * side, 3 * side, 1))
    for face, tile in enumerate(die.faces):
        part = np.s_[face // 3 * side : (face // 3 + 1) * side, face % 3 * side : (face % 3 + 1) * side]
        ink, inlay, other = np.moveaxis(sharp(face_up(tile, face), x, y), -1, 0)[..., None]
        body = inside(die, matter, np.stack([x, y, np.full_like(x, 0.5)], -1) @ FRAMES[face])
        base = body + (die.inlay - body) * inlay
        paint[part] = base * (1 - ink) + die.ink * (ink - other) + die.second_ink * other
        cover[part] = np.maximum(ink, inlay)
    if matter not in ("metal", "clear"):
        return varnish(paint, 0.0 if matter == "matt" else gloss)
    below = metal(die.body, gloss) if matter == "metal" else resin(die.body, gloss, die.seed)
    return {"type": "blendbsdf", "weight": picture(cover * 255), "a": below, "b": varnish(paint, gloss)}


def sharp(tile: Floats, x: Floats, y: Floats) -> Floats:
    """(…, 3) texture of a face at places -0.5..0.5, with edges as sharp as these are dense."""
    at = [((v + 0.5) * TILE_PX - 0.5).astype(np.float32) for v in (x, y)]
    large = cv2.remap(np.ascontiguousarray(tile), at[0], at[1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(np.clip((large - 0.5) * max(1.0, 0.8 * len(x) / TILE_PX) + 0.5, 0, 1))


def inside(die: DieAppearance, matter: str, places: Floats) -> Floats:
    """(…, 3) colors of the body at points (…, 3) in it."""
    rng = np.random.default_rng([die.seed, 2])
    plain = np.broadcast_to(die.body, places.shape)
    if matter == "marbled":
        other = np.clip(die.body * rng.uniform(0.35, 0.7) + rng.normal(0, 25, 3), 0, 255)
        return np.asarray(plain + (other - plain) * np.clip(0.5 + 0.7 * swirl(rng, places, 5, 1.6), 0, 1)[..., None])
    if matter == "wood":
        far = np.hypot(places @ rng.normal(0, 1, 3) + 2, places @ rng.normal(0, 1, 3))
        rings = np.sin(far * rng.uniform(18, 45) + swirl(rng, places, 3, 1))
        return np.asarray(plain * (1 + 0.12 * rings + 0.05 * swirl(rng, places * (1, 1, 9), 30, 2))[..., None])
    if matter == "speckled":
        flakes = swirl(rng, places, 60, 2.5) > 1.0
        return np.asarray(np.where(flakes[..., None], np.clip(plain + rng.choice([-90, 90]), 0, 255), plain))
    return np.asarray(plain)


def swirl(rng: RandomGenerator, places: Floats, fast: float, bend: float) -> Floats:
    """(…,) domain-warped waves, about -1..1."""
    place, total = places * fast, np.zeros(places.shape[:-1])
    for _ in range(4):
        place = place + bend * np.sin(place @ rng.normal(0, 0.6, (3, 3)) + rng.uniform(0, 6, 3))
        total += np.sin(place @ rng.normal(0, 0.6, 3))
    return np.asarray(total / 2)


def picture(pixels: Floats) -> Description:
    """A BGR picture for Mitsuba, rows upwards; one channel is a scalar."""
    whole = np.ascontiguousarray(np.clip(pixels[..., ::-1], 0, 255).astype(np.uint8))
    return {"type": "bitmap", "bitmap": whole, "raw": whole.shape[2] == 1}


def tint(color: Floats, power: float) -> Description:
    """A BGR color for Mitsuba, raised to a power."""
    return {"type": "rgb", "value": ((color[::-1] / 255) ** power).tolist()}


def varnish(pixels: Floats, gloss: float) -> Description:
    """Plastic with a picture's colors and that roughness."""
    if gloss < 0.15:
        return {"type": "diffuse", "reflectance": picture(pixels)}
    return {"type": "roughplastic", "diffuse_reflectance": picture(pixels), "alpha": max(0.05, 0.45 - 0.45 * gloss)}


def metal(body: Floats, gloss: float) -> Description:
    """A metal of a color."""
    shine = tint(body, 2.2)
    return {"type": "roughconductor", "material": "none", "specular_reflectance": shine, "alpha": 0.4 - 0.25 * gloss}


def resin(body: Floats, gloss: float, seed: int) -> Description:
    """Clear resin of a color, more or less milky."""
    glass = {"type": "dielectric", "int_ior": 1.49, "specular_transmittance": tint(body, 1.1)}
    milk = varnish(np.full((2, 2, 3), 1.0) * body, gloss)
    return {
        "type": "blendbsdf",
        "weight": 0.25 + 0.5 * np.random.default_rng([seed, 3]).random(),
        "a": glass,
        "b": milk,
    }


def window_glass(body: Floats) -> Description:
    """A thin wall of tinted glass."""
    return {"type": "thindielectric", "specular_transmittance": tint(body, 0.4)}
