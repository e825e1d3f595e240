"""Ray-marched dice: points on rounded cubes, and their colors with pips, gloss and lamps."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from ..cube import TILE_PX, DieAppearance
from ..ground import Floats, RandomGenerator

MARCH_STEPS = 6
"""Steps of a ray from the plain cube's surface to the rounded one's."""


def signed_distance(points: Floats, round_: float, ball: float) -> Floats:
    """(N,) signed distance to the rounded cube of side 1 cut by a ball."""
    x, y, z = (np.abs(points) - (0.5 - round_)).T
    out = [np.maximum(v, 0) for v in (x, y, z)]
    inside = np.minimum(np.maximum(np.maximum(x, y), z), 0)
    box = np.sqrt(out[0] ** 2 + out[1] ** 2 + out[2] ** 2) + inside - round_
    return np.asarray(np.maximum(box, lengths(points) - ball), np.float32)


def lengths(points: Floats) -> Floats:
    """(N,) lengths of (N, 3) vectors, faster than by a norm along the short axis."""
    return np.asarray(np.sqrt(points[:, 0] ** 2 + points[:, 1] ** 2 + points[:, 2] ** 2))


def march_rays(start: Floats, way: Floats, made: DieAppearance) -> tuple[Floats, Floats]:
    """Points (N, 3) where rays (3,), (N, 3) come nearest to the surface, and distances (N,)."""
    with np.errstate(divide="ignore"):
        inverse = 1 / np.where(np.abs(way) < 1e-6, 1e-6, way)
    x, y, z = np.minimum((-0.5 - start) * inverse, (0.5 - start) * inverse).T
    near = np.maximum(np.maximum(x, y), z)
    reach = near.astype(np.float32)
    best, least = reach.copy(), np.full(len(reach), 9, np.float32)
    for _ in range(MARCH_STEPS):
        gap = signed_distance(start + reach[:, None] * way, made.edge_radius, made.ball_radius)
        closer = gap < least
        best[closer], least[closer] = reach[closer], gap[closer]
        reach = reach + gap
    return start + best[:, None] * way, least


def surface_normals(points: Floats, made: DieAppearance) -> Floats:
    """(N, 3) unit normals of the surface."""
    inner = np.clip(points, -(0.5 - made.edge_radius), 0.5 - made.edge_radius)
    away = points - inner + 1e-5 * np.sign(points)
    away = np.where(lengths(points)[:, None] > made.ball_radius - 0.004, points, away)
    return np.asarray(away / np.maximum(lengths(away)[:, None], 1e-6), np.float32)


def surface_inks(points: Floats, made: DieAppearance) -> tuple[Floats, Floats]:
    """(N, 3) ink, inlay and second ink at surface points, and (N, 2) positions on the face."""
    which, others = surface_faces(points)
    flat = np.take_along_axis(points, others, 1)
    at = np.clip((flat + 0.5) * TILE_PX - 0.5, 0, TILE_PX - 1).astype(np.float32)
    return look_up(made.faces, which, at), flat


def surface_faces(points: Floats) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """(N,) faces +x -x +y -y +z -z of surface points, and (N, 2) the axes along them."""
    axis = np.abs(points).argmax(axis=-1)
    behind = np.take_along_axis(points, axis[:, None], 1)[:, 0] < 0
    return 2 * axis + behind, (axis[:, None] + np.array([1, 2])) % 3


def look_up(sheets: Floats, which: NDArray[np.intp], at: Floats) -> Floats:
    """(N, C) texture at (N, 2) texels of the faces `which` of (6, TILE_PX, TILE_PX, C)."""
    sheet = np.asarray(sheets, np.float32).reshape(6 * TILE_PX, TILE_PX, -1)
    rows = at[:, 1:] + (which * TILE_PX)[:, None].astype(np.float32)
    return np.asarray(cv2.remap(sheet, at[:, :1], rows, cv2.INTER_LINEAR), np.float32).reshape(len(at), -1)


def bulged_normals(points: Floats, normal: Floats, made: DieAppearance) -> Floats:
    """(N, 3) unit normals with the bulge of the faces and the walls of the pips."""
    which, others = surface_faces(points)
    flat = np.take_along_axis(points, others, 1)
    slopes = np.stack([pip_slopes(face[..., 0]) for face in made.faces])
    at = np.clip((flat + 0.5) * TILE_PX - 0.5, 0, TILE_PX - 1).astype(np.float32)
    step = made.dome * flat + made.pip_depth * look_up(slopes, which, at)
    bent = normal.copy()
    np.put_along_axis(bent, others, np.take_along_axis(bent, others, 1) + step.astype(np.float32), 1)
    return np.asarray(bent / lengths(bent)[:, None], np.float32)


def pip_slopes(ink: Floats) -> Floats:
    """(TILE_PX, TILE_PX, 2) slopes of hollow pips across and down, about -1..1."""
    deep = cv2.GaussianBlur(np.asarray(ink, np.float32), (0, 0), 0.03 * TILE_PX)
    return np.stack([cv2.Sobel(deep, cv2.CV_32F, 1, 0), cv2.Sobel(deep, cv2.CV_32F, 0, 1)], -1)


def shade_points(points: Floats, way: Floats, made: DieAppearance, lights: Floats, under: Floats) -> Floats:
    """(N, 3) BGR colors at surface points seen along `way`.

    `under` is the table's color; lights are (L, 4) direction and strength.
    """
    normal = surface_normals(points, made)
    if made.dome or made.pip_depth:
        normal = bulged_normals(points, normal, made)
    print_, flat = surface_inks(points, made)
    rng = np.random.default_rng(made.seed)
    ink, inlay, other = print_[:, :1], print_[:, 1:2], print_[:, 2:]
    body = mottle(points, made) + marble(points, rng) * made.marbling
    if made.translucency:
        ghost = surface_inks(-points, made)[0][:, :1] * 0.35
        body = body * (1 - made.translucency) + made.translucency * (0.5 * under + 0.5 * body)
        body = body * (1 - ghost * made.translucency) + made.ink * ghost * made.translucency
    base = body * (1 - inlay) + made.inlay * inlay
    base = base * (1 - ink) + made.ink * (ink - other) + made.second_ink * other
    diffuse = np.full((len(points), 1), rng.uniform(0.35, 0.6), np.float32)
    shine = np.zeros((len(points), 1), np.float32)
    mirror = way - 2 * (way * normal).sum(-1, keepdims=True) * normal
    for light in lights:
        diffuse += light[3] * np.maximum(normal @ light[:3], 0)[:, None]
        shine += light[3] * (np.maximum(mirror @ light[:3], 0)[:, None] ** (8 + 60 * made.gloss))
    dent = 1 - 0.25 * ink * np.clip(flat[:, :1] + flat[:, 1:] + 0.5, 0, 1)
    dull = 0.0 if made.pip_depth else 0.5
    lit = base * diffuse * dent + 190 * made.gloss * shine * (1 - dull * ink)
    if made.streak:
        lit = lit + streak_of_glare(points, normal, ink, made)
    return np.asarray(lit + (lamp_outlines(mirror, made, lights) if made.glare else 0), np.float32)


def streak_of_glare(points: Floats, normal: Floats, ink: Floats, made: DieAppearance) -> Floats:
    """(N, 1) grey levels of a window or tube mirrored in the top face: a band or a spot."""
    rng = np.random.default_rng([made.seed, 5])
    turn, shift, width = rng.uniform(0, np.pi), rng.uniform(-0.3, 0.3), rng.uniform(0.03, 0.11)
    way = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    across, along = (points[:, :2] @ way.T).T
    long = rng.uniform(0.6, 2) if rng.random() < 0.65 else width * rng.uniform(0.8, 2)
    far = np.maximum(np.abs(across - shift) / width, np.abs(along - rng.uniform(-0.25, 0.25)) / long)
    edge = np.clip((1 - far) * rng.uniform(1.5, 10), 0, 1) * np.clip(normal[:, 2], 0, 1) ** 4
    return np.asarray(made.streak * edge[:, None] * (1 - rng.uniform(0.2, 0.9) * ink), np.float32)


def mottle(points: Floats, made: DieAppearance) -> Floats:
    """(N, 3) colors of the body: one, or two that flow into each other, and pearl's waves."""
    body = np.asarray(made.body, float)[None]
    rng = np.random.default_rng([made.seed, 3])
    if not np.isnan(made.second_body).any():
        share = 1 / (1 + np.exp(-made.swirl * 2 * (flow(points, rng, 3.0) - rng.uniform(-0.7, 0.7))))
        body = body * (1 - share) + made.second_body * share
    if made.pearl:
        body = body * (1 + made.pearl * flow(points, rng, 7.0)) + 25 * made.pearl * flow(points, rng, 12.0)
    if made.speckles:
        which, others = surface_faces(points)
        sheets = rng.normal(0, made.speckles, (6, TILE_PX, TILE_PX, 1)).astype(np.float32)
        at = np.clip((np.take_along_axis(points, others, 1) + 0.5) * TILE_PX - 0.5, 0, TILE_PX - 1).astype(np.float32)
        body = body + look_up(sheets, which, at)
    return np.asarray(np.clip(body, 0, 255))


def flow(points: Floats, rng: RandomGenerator, waves: float) -> Floats:
    """(N, 1) values about -1..1 that flow through the body, with so many radians a side."""
    bent = points + 0.5 * np.sin(points @ rng.normal(0, waves, (3, 3)) + rng.uniform(0, 6, 3))
    return np.asarray(
        np.sin(bent @ rng.normal(0, waves, (3, 3)) + rng.uniform(0, 6, 3)).mean(axis=1, keepdims=True) * 1.5
    )


def lamp_outlines(mirror: Floats, made: DieAppearance, lights: Floats) -> Floats:
    """(N, 1) grey levels of lamps, as rings or disks, along mirrored (N, 3) unit directions."""
    rng = np.random.default_rng([made.seed, 4])
    result = np.zeros((len(mirror), 1), np.float32)
    for light in lights:
        apart = np.arccos(np.clip(mirror @ light[:3], -1, 1))[:, None]
        reach, width = rng.uniform(0.05, 0.5), rng.uniform(0.02, 0.1)
        is_ring = rng.random() < 0.6
        edge = np.abs(apart - reach) if is_ring else np.maximum(apart - 0.3 * reach, 0)
        result = np.maximum(result, (1.0 if is_ring else 0.6) * np.exp(-((edge / width) ** 2)))
    return np.asarray(made.glare * result, np.float32)


def marble(points: Floats, rng: RandomGenerator) -> Floats:
    """(N, 3) veins through the body, about -1..1."""
    bend = rng.normal(0, 5, (3, 3)).astype(np.float32)
    wave = np.sin(points @ bend + 2 * np.sin(points @ rng.normal(0, 7, (3, 3)).astype(np.float32)))
    return np.asarray(wave @ rng.normal(0, 0.45, (3, 3)).astype(np.float32), np.float32)
