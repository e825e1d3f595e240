"""Ray-marched dice: rounded cubes with pips, edges, gloss and a material."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from .ground import Floats, RandomGenerator, random_colour

PIP_POSITIONS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (1, 1), (-1, 1)),
    5: ((-1, -1), (1, -1), (1, 1), (-1, 1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
TILE_PX = 96
"""Pixels a side of a face's texture."""
MARCH_STEPS = 6
"""Steps of a ray from the plain cube's surface to the rounded one's."""
COMMON_COLOURS = (
    ((225, 235, 238), (25, 22, 20)),
    ((170, 205, 222), (30, 28, 28)),
    ((38, 34, 33), (225, 228, 230)),
    ((40, 35, 175), (232, 232, 236)),
    ((150, 80, 30), (235, 235, 235)),
    ((70, 120, 30), (235, 238, 235)),
    ((60, 215, 235), (30, 30, 30)),
    ((190, 150, 225), (240, 240, 245)),
    ((50, 120, 200), (240, 240, 240)),
    ((40, 40, 40), (60, 170, 210)),
)
"""Body and pip colours of common dice, BGR."""


@dataclass(frozen=True)
class DieAppearance:
    """Shape and material of a die, with its face textures."""

    faces: Floats
    """(6, TILE_PX, TILE_PX, 3) shares of ink, inlay and second ink; faces +x -x +y -y +z -z."""
    body: Floats
    ink: Floats
    second_ink: Floats
    """Second ink, of the ones and fours of Asian dice."""
    inlay: Floats
    edge_radius: float
    """Radius of the edges, in sides."""
    ball_radius: float
    """Radius of the ball that cuts the cube, in sides; 0.87 cuts nothing."""
    gloss: float
    marbling: float
    """Strength of the marbling."""
    translucency: float
    """Translucency."""
    seed: int
    second_body: Floats = field(default_factory=lambda: np.full(3, np.nan))
    """Second colour of the body; not a number where there is none."""
    swirl: float = 1.0
    """How sharply both colours are apart, from 1."""
    pearl: float = 0.0
    """Strength of the pearl's waves of lightness, 0..1."""
    dome: float = 0.0
    """How far the faces bulge: change of the normal from the middle to an edge, twice."""
    pip_depth: float = 0.0
    """Slope of the pips' walls, 0..1.2."""
    glare: float = 0.0
    """Strength of the lamps' outlines mirrored in the plastic, in grey levels."""


def random_appearance(rng: RandomGenerator, values: tuple[int, ...], symbols: bool = False) -> DieAppearance:
    """Random die of common or free colours, with six faces."""
    body, ink = (np.array(c, float) for c in COMMON_COLOURS[int(rng.integers(len(COMMON_COLOURS)))])
    if rng.random() < 0.45:
        body, ink = random_colour(rng, 20, 245), random_colour(rng, 5, 250)
        if np.abs(body - ink).max() < (70 if rng.random() < 0.7 else 30):
            ink = np.full(3, 245.0) if body.mean() < 130 else np.full(3, 15.0)
    body = np.clip(body + rng.normal(0, 10, 3), 3, 250)
    kind = rng.random()
    return DieAppearance(
        faces=face_textures(rng, values, symbols),
        body=body,
        ink=ink,
        second_ink=np.array((30.0, 30.0, 190.0)) if rng.random() < 0.7 else random_colour(rng),
        inlay=random_colour(rng) if rng.random() < 0.5 else body * 0.6,
        edge_radius=float(rng.choice([0.02, rng.uniform(0.05, 0.2)], p=[0.15, 0.85])),
        ball_radius=float(rng.choice([0.87, rng.uniform(0.66, 0.8)], p=[0.5, 0.5])),
        gloss=float(rng.uniform(0, 1)),
        marbling=float(rng.uniform(20, 90)) if kind < 0.25 else float(rng.uniform(0, 6)),
        translucency=float(rng.uniform(0.2, 0.6)) if 0.25 < kind < 0.4 else 0.0,
        seed=int(rng.integers(1 << 30)),
    )


def with_faces(first: DieAppearance, other: DieAppearance) -> DieAppearance:
    """The faces of one die on the material of the first."""
    return replace(first, faces=other.faces, seed=other.seed)


def face_textures(rng: RandomGenerator, values: tuple[int, ...], symbols: bool) -> Floats:
    """(6, TILE_PX, TILE_PX, 3) textures of the faces: pips of one style, or other signs."""
    result = np.zeros((6, TILE_PX, TILE_PX, 3), np.float32)
    radius, narrow = rng.uniform(0.065, 0.115), rng.choice([1.0, rng.uniform(0.5, 1.0)], p=[0.35, 0.65])
    steps = {value: rng.uniform(0.2, 0.3) for value in (2, 3, 6)}
    step = rng.uniform(0.2, 0.3)
    one = radius * (rng.uniform(1.0, 2.1) if rng.random() < 0.5 else 1.0)
    turned = rng.random(6) < 0.5
    inlaid = rng.random() < 0.06
    others = ((), (1,), (1, 4))[int(rng.choice(3, p=[0.8, 0.1, 0.1]))]
    for n, value in enumerate(values):
        ink, inlay = np.zeros((TILE_PX, TILE_PX), np.float32), np.zeros((TILE_PX, TILE_PX), np.float32)
        if symbols:
            ink = random_sign(rng)
        else:
            wide, high = pip_distances(value, step, steps, narrow)
            for x, y in PIP_POSITIONS[value]:
                draw_disc(
                    ink, 0.5 + wide * x, 0.5 + high * y, one if value == 1 else min(radius, 0.46 * high, 0.92 * wide)
                )
        if inlaid:
            draw_disc(inlay, 0.5, 0.5, 0.41)
        result[n, ..., 0] = np.rot90(ink) if turned[n] else ink
        result[n, ..., 1] = inlay
        result[n, ..., 2] = result[n, ..., 0] * (value in others)
    return result


def pip_distances(value: int, step: float, own: dict[int, float], narrow: float) -> tuple[float, float]:
    """Distance of pips from the middle, across and down.

    On many dice twos and sixes reach further than fours do, and the columns of a six are often narrower than those of a
    four.
    """
    down = own[value] if own.get(value) and narrow < 1 else step
    return (down * narrow if value == 6 else down), down


def draw_disc(tile: Floats, x: float, y: float, radius: float) -> None:
    """Draw a disc; position and radius in shares of the face."""
    places = tuple(int(v * TILE_PX * 16) for v in (x, y))
    cv2.circle(tile, places, int(radius * TILE_PX * 16), 1.0, -1, cv2.LINE_AA, 4)


def random_sign(rng: RandomGenerator) -> Floats:
    """Random sign that is no pip: a numeral, a cross, a ring, a star."""
    tile = np.zeros((TILE_PX, TILE_PX), np.uint8)
    kind = int(rng.integers(5))
    low, high, mid = TILE_PX // 4, 3 * TILE_PX // 4, TILE_PX // 2
    if kind < 2:
        word = str(int(rng.integers(1, 20))) if kind else "ABKWX?&"[int(rng.integers(7))]
        cv2.putText(tile, word, (low - 4, high), int(rng.integers(0, 5)), 1.9, 255, 5, cv2.LINE_AA)
    elif kind == 2:
        cv2.line(tile, (low, low), (high, high), 255, 9, cv2.LINE_AA)
        cv2.line(tile, (low, high), (high, low), 255, 9, cv2.LINE_AA)
    elif kind == 3:
        cv2.circle(tile, (mid, mid), TILE_PX // 4, 255, int(rng.integers(4, 14)), cv2.LINE_AA)
    else:
        points = mid + rng.integers(-TILE_PX // 3, TILE_PX // 3, (7, 2))
        cv2.fillPoly(tile, [points.astype(np.int32)], 255, cv2.LINE_AA)
    return np.asarray(tile, np.float32) / 255


def signed_distance(points: Floats, round_: float, ball: float) -> Floats:
    """(N,) signed distance to the rounded cube of side 1 cut by a ball."""
    over = np.abs(points) - (0.5 - round_)
    box = np.linalg.norm(np.maximum(over, 0), axis=-1) + np.minimum(over.max(axis=-1), 0) - round_
    return np.asarray(np.maximum(box, np.linalg.norm(points, axis=-1) - ball), np.float32)


def march_rays(start: Floats, way: Floats, made: DieAppearance) -> tuple[Floats, Floats]:
    """Points (N, 3) where rays (3,), (N, 3) come nearest to the surface, and distances (N,)."""
    with np.errstate(divide="ignore"):
        inverse = 1 / np.where(np.abs(way) < 1e-6, 1e-6, way)
    near = np.minimum((-0.5 - start) * inverse, (0.5 - start) * inverse).max(axis=-1)
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
    long = np.linalg.norm(points, axis=-1, keepdims=True)
    away = np.where(long > made.ball_radius - 0.004, points, away)
    return np.asarray(away / np.maximum(np.linalg.norm(away, axis=-1, keepdims=True), 1e-6), np.float32)


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
    return np.asarray(bent / np.linalg.norm(bent, axis=-1, keepdims=True), np.float32)


def pip_slopes(ink: Floats) -> Floats:
    """(TILE_PX, TILE_PX, 2) slopes of hollow pips across and down, about -1..1."""
    deep = cv2.GaussianBlur(np.asarray(ink, np.float32), (0, 0), 0.03 * TILE_PX)
    return np.stack([cv2.Sobel(deep, cv2.CV_32F, 1, 0), cv2.Sobel(deep, cv2.CV_32F, 0, 1)], -1)


def shade_points(points: Floats, way: Floats, made: DieAppearance, lights: Floats, under: Floats) -> Floats:
    """(N, 3) BGR colours at surface points seen along `way`.

    `under` is the table's colour; lights are (L, 4) direction and strength.
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
    return np.asarray(lit + (lamp_outlines(mirror, made, lights) if made.glare else 0), np.float32)


def mottle(points: Floats, made: DieAppearance) -> Floats:
    """(N, 3) colours of the body: one, or two that flow into each other, and pearl's waves."""
    body = np.asarray(made.body, float)[None]
    rng = np.random.default_rng([made.seed, 3])
    if not np.isnan(made.second_body).any():
        share = 1 / (1 + np.exp(-made.swirl * 2 * (flow(points, rng, 3.0) - rng.uniform(-0.7, 0.7))))
        body = body * (1 - share) + made.second_body * share
    if made.pearl:
        body = body * (1 + made.pearl * flow(points, rng, 7.0)) + 25 * made.pearl * flow(points, rng, 12.0)
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
