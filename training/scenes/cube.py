"""Dice as data: rounded cubes with colors, and a texture on each face."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from .ground import Floats, RandomGenerator, random_color

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
COMMON_COLORS = (
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
    ((232, 236, 238), (190, 95, 35)),
    ((238, 240, 240), (150, 55, 25)),
    ((230, 235, 238), (45, 35, 190)),
    ((225, 232, 235), (60, 120, 40)),
    ((205, 225, 232), (55, 75, 110)),
)
"""Body and pip colors of common dice, BGR."""
CLOSE_TWO_SHARE = 0.2
"""Share of the dice whose two has its pips close together."""
PALE_SHARE = 0.15
"""Share of the dice of common colors that are pale with pips of a hue, mostly blue."""
SPECKLED_SHARE = 0.06
"""Share of the dice of speckled plastic, as of granite."""
DIAGONAL_ROOM = {2: 1.0, 3: 0.6}
"""Greatest radius of a pip of these values, in its distance from the middle across."""


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
    """Second color of the body; not a number where there is none."""
    swirl: float = 1.0
    """How sharply both colors are apart, from 1."""
    pearl: float = 0.0
    """Strength of the pearl's waves of lightness, 0..1."""
    dome: float = 0.0
    """How far the faces bulge: change of the normal from the middle to an edge, twice."""
    pip_depth: float = 0.0
    """Slope of the pips' walls, 0..1.2."""
    glare: float = 0.0
    """Strength of the lamps' outlines mirrored in the plastic, in grey levels."""
    speckles: float = 0.0
    """Strength of fine speckles in the plastic, in grey levels."""
    streak: float = 0.0
    """Strength of a streak or spot of glare across the top face, in grey levels."""


def random_appearance(rng: RandomGenerator, values: tuple[int, ...], symbols: bool = False) -> DieAppearance:
    """Random die of common or free colors, with six faces."""
    body, ink = (np.array(c, float) for c in COMMON_COLORS[int(rng.integers(len(COMMON_COLORS)))])
    if rng.random() < 0.45:
        body, ink = random_color(rng, 20, 245), random_color(rng, 5, 250)
        if np.abs(body - ink).max() < (70 if rng.random() < 0.7 else 30):
            ink = np.full(3, 245.0) if body.mean() < 130 else np.full(3, 15.0)
    elif rng.random() < PALE_SHARE:
        body, ink = np.full(3, rng.uniform(205, 245)), inks_on_pale(rng)
    body = np.clip(body + rng.normal(0, 10, 3), 3, 250)
    kind = rng.random()
    return DieAppearance(
        faces=face_textures(rng, values, symbols),
        body=body,
        ink=ink,
        second_ink=np.array((30.0, 30.0, 190.0)) if rng.random() < 0.7 else random_color(rng),
        inlay=random_color(rng) if rng.random() < 0.5 else body * 0.6,
        edge_radius=float(rng.choice([0.02, rng.uniform(0.05, 0.2)], p=[0.15, 0.85])),
        ball_radius=float(rng.choice([0.87, rng.uniform(0.66, 0.8)], p=[0.5, 0.5])),
        gloss=float(rng.uniform(0, 1)),
        marbling=float(rng.uniform(20, 90)) if kind < 0.25 else float(rng.uniform(0, 6)),
        translucency=float(rng.uniform(0.2, 0.6)) if 0.25 < kind < 0.4 else 0.0,
        seed=int(rng.integers(1 << 30)),
        pip_depth=float(rng.uniform(0, 0.9)) if rng.random() < 0.4 else 0.0,
        speckles=float(rng.uniform(15, 90)) if rng.random() < SPECKLED_SHARE else 0.0,
    )


def inks_on_pale(rng: RandomGenerator) -> Floats:
    """(3,) BGR color of pips on pale dice: mostly blue, else any hue."""
    hue = rng.normal(110, 9) if rng.random() < 0.5 else rng.uniform(0, 180)
    color = np.array([[[hue % 180, rng.uniform(90, 230), rng.uniform(80, 220)]]], np.uint8)
    return np.asarray(cv2.cvtColor(color, cv2.COLOR_HSV2BGR)[0, 0], float)


def with_faces(first: DieAppearance, other: DieAppearance) -> DieAppearance:
    """The faces of one die on the material of the first."""
    return replace(first, faces=other.faces, seed=other.seed)


def face_textures(rng: RandomGenerator, values: tuple[int, ...], symbols: bool) -> Floats:
    """(6, TILE_PX, TILE_PX, 3) textures of the faces: pips of one style, or other signs."""
    result = np.zeros((6, TILE_PX, TILE_PX, 3), np.float32)
    radius, narrow = rng.uniform(0.065, 0.115), rng.choice([1.0, rng.uniform(0.5, 1.0)], p=[0.35, 0.65])
    steps = {value: rng.uniform(0.2, 0.3) for value in (2, 3, 6)}
    if rng.random() < CLOSE_TWO_SHARE:
        steps[2] = rng.uniform(0.09, 0.17)
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
                most = DIAGONAL_ROOM[value] * high if value in DIAGONAL_ROOM else min(0.43 * high, 0.86 * wide)
                draw_disc(ink, 0.5 + wide * x, 0.5 + high * y, one if value == 1 else min(radius, most))
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
    down = own[value] if own.get(value) and (narrow < 1 or own[value] < 0.18) else step
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
