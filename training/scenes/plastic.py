"""Colored plastic of dice: pips told from it by hue alone, mottled, pearl, glare, prints."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from . import cube
from .ground import Floats, RandomGenerator

SOLD_COLORS = (
    ((160, 85, 25), (20, 15, 12), (45, 45, 185)),
    ((170, 95, 25), (120, 60, 15), (40, 40, 180)),
    ((38, 36, 38), (62, 56, 60), (45, 40, 190)),
    ((45, 45, 75), (60, 62, 66), (60, 50, 150)),
    ((130, 125, 30), (60, 120, 60), (40, 205, 205)),
    ((45, 100, 155), (75, 165, 195), (22, 22, 24)),
    ((90, 35, 60), (45, 20, 30), (60, 190, 170)),
    ((50, 40, 160), (90, 75, 190), (215, 215, 225)),
    ((60, 130, 30), (40, 90, 20), (60, 200, 215)),
    ((50, 40, 150), (25, 20, 70), (40, 140, 190)),
    ((35, 30, 150), (30, 28, 120), (30, 28, 30)),
    ((150, 160, 165), (90, 95, 100), (110, 60, 150)),
    ((110, 40, 95), (80, 30, 70), (70, 150, 55)),
    ((60, 120, 55), (45, 95, 40), (120, 55, 110)),
    ((70, 70, 74), (48, 48, 52), (45, 40, 200)),
    ((95, 95, 98), (70, 68, 70), (50, 50, 210)),
    ((40, 110, 200), (30, 80, 160), (60, 150, 60)),
    ((150, 75, 40), (120, 50, 30), (50, 60, 190)),
)
"""First and second body color and pip color of dice that are sold, BGR."""
SOLD_SHARE = 0.35
"""Share of colored dice with one of these colors, as nearly as the light lets it be seen."""
LIGHTNESS_DIFFERENCE = 9.0
"""Usual difference in CIE L* between pips and plastic that differ in hue, 0..100."""
LEAST_COLOR_DISTANCE = 35.0
"""Least distance between pips and plastic in BGR."""
LOGO_SHARE = 0.06
PRINT_SHARE = 0.06
"""Shares of dice with a logo for the one, and with a number printed across a face."""
LETTERED_SHARE = 0.08
"""Share of dice with lettering between the pips of ones, fours and sixes."""


def colored_plastic(rng: RandomGenerator, die: cube.DieAppearance) -> cube.DieAppearance:
    """The die in colored plastic, seldom plain, with pips of another hue and glare in them."""
    body, second, ink = plastic_colors(rng)
    two, pearl = rng.random() < 0.5, rng.random() < 0.5
    return replace(
        die,
        faces=printed_faces(rng, die.faces),
        body=body,
        ink=ink,
        second_ink=ink,
        inlay=body,
        second_body=second if two else body,
        swirl=float(np.exp(rng.uniform(0, 2.5))),
        pearl=float(rng.uniform(0.1, 0.45)) if pearl else 0.0,
        marbling=float(rng.uniform(0, 35)) if rng.random() < 0.3 else 0.0,
        translucency=float(rng.uniform(0.2, 0.7)) if rng.random() < 0.3 else 0.0,
        gloss=float(rng.uniform(0.2, 1)),
        dome=float(rng.uniform(0, 0.7)),
        pip_depth=float(rng.uniform(0, 1.2)),
        glare=float(rng.uniform(60, 300)) if rng.random() < 0.7 else 0.0,
    )


def plastic_colors(rng: RandomGenerator) -> tuple[Floats, Floats, Floats]:
    """First and second body color and pip color, (3,) BGR 3..250 each."""
    if rng.random() < SOLD_SHARE:
        sold = np.array(SOLD_COLORS[int(rng.integers(len(SOLD_COLORS)))], float)
        rows = np.clip(sold * np.exp(rng.normal(0, 0.12, (3, 1))) + rng.normal(0, 8, (3, 3)), 3, 250)
        return rows[0], rows[1], rows[2]
    body = random_lab(rng, rng.uniform(12, 80), rng.uniform(0, 65))
    second = random_lab(rng, body[0] + rng.normal(0, 15), rng.uniform(0, 65))
    while True:
        ink = random_lab(rng, body[0] + rng.normal(0, LIGHTNESS_DIFFERENCE), rng.uniform(20, 85))
        if np.linalg.norm(lab_to_bgr(ink) - lab_to_bgr(body)) > LEAST_COLOR_DISTANCE:
            return lab_to_bgr(body), lab_to_bgr(second), lab_to_bgr(ink)


def random_lab(rng: RandomGenerator, lightness: float, chroma: float) -> Floats:
    """(3,) CIE L*a*b* color of any hue; lightness 0..100."""
    hue = rng.uniform(0, 2 * np.pi)
    return np.array([np.clip(lightness, 8, 92), chroma * np.cos(hue), chroma * np.sin(hue)])


def lab_to_bgr(color: Floats) -> Floats:
    """(3,) BGR 3..250 of a (3,) CIE L*a*b* color."""
    there = cv2.cvtColor(np.asarray(color, np.float32)[None, None], cv2.COLOR_LAB2BGR)[0, 0]
    return np.asarray(np.clip(255 * np.asarray(there, float), 3, 250))


def printed_faces(rng: RandomGenerator, faces: Floats) -> Floats:
    """The faces; few dice have a logo for the one, a number across, or letters between pips."""
    chance = rng.random()
    if chance > LOGO_SHARE + PRINT_SHARE + LETTERED_SHARE:
        return faces
    faces = faces.copy()
    for n, tile in enumerate(faces[..., 0]):
        pips = cv2.connectedComponents((tile > 0.5).astype(np.uint8))[0] - 1
        if chance < LOGO_SHARE and pips == 1:
            faces[n, ..., 0] = random_logo(rng)
        elif LOGO_SHARE <= chance < LOGO_SHARE + PRINT_SHARE and pips in (4, 6):
            faces[n, ..., 0] = np.maximum(tile, printed_number(rng))
        elif chance >= LOGO_SHARE + PRINT_SHARE and pips in (1, 4, 6):
            faces[n, ..., 0] = np.maximum(tile, lettering(rng, pips, tile))
    return faces


def lettering(rng: RandomGenerator, pips: int, tile: Floats) -> Floats:
    """(TILE_PX, TILE_PX) 0..1, a word between the columns of pips; above and below a one."""
    side, scale, font = cube.TILE_PX, rng.uniform(0.35, 0.7), int(rng.integers(0, 5))
    word = "".join(chr(65 + n) for n in rng.integers(0, 26, int(rng.integers(3, 8))))
    sheet = np.zeros((side, side), np.uint8)
    (wide, high), _ = cv2.getTextSize(word, font, 1.0, 1)
    scale = min(scale, 0.86 * side / wide, 0.24 * side / high)
    for row in (0.2, 0.8) if pips == 1 else (0.5,):
        place = (round((side - wide * scale) / 2), round(row * side + high * scale / 2))
        cv2.putText(sheet, word, place, font, scale, 255, int(rng.integers(1, 3)), cv2.LINE_AA)
    free = tile[:, 3 * side // 8 : 5 * side // 8].max() < 0.5
    sheet = np.ascontiguousarray(np.rot90(sheet)) if pips == 6 and free else sheet
    return np.asarray(sheet * (rng.uniform(0.5, 1) / 255), np.float32)


def random_logo(rng: RandomGenerator) -> Floats:
    """(TILE_PX, TILE_PX) 0..1, a logo in place of the one pip: a star, a flower or a ring."""
    side = cube.TILE_PX
    y, x = np.mgrid[:side, :side].astype(np.float32) / side - 0.5
    far, turn = np.hypot(x, y), np.arctan2(y, x)
    points, reach = int(rng.integers(3, 9)), rng.uniform(0.16, 0.3)
    edge = reach * (1 + rng.uniform(0.1, 0.5) * np.cos(points * turn + rng.uniform(0, 6)))
    hole = rng.uniform(0.2, 0.6) * reach if rng.random() < 0.5 else 0.0
    return np.asarray(np.clip((edge - far) * side, 0, 1) * np.clip((far - hole) * side, 0, 1), np.float32)


def printed_number(rng: RandomGenerator) -> Floats:
    """(TILE_PX, TILE_PX) 0..1, a serial number in small digits across the middle of a face."""
    tile = np.zeros((cube.TILE_PX, cube.TILE_PX), np.uint8)
    digits, scale = str(int(rng.integers(10, 10**5))), rng.uniform(0.3, 0.5)
    (wide, high), _ = cv2.getTextSize(digits, 0, scale, 1)
    cv2.putText(tile, digits, ((cube.TILE_PX - wide) // 2, (cube.TILE_PX + high) // 2), 0, scale, 255, 1, cv2.LINE_AA)
    tile = np.ascontiguousarray(np.rot90(tile)) if rng.random() < 0.5 else tile
    return np.asarray(tile * (rng.uniform(0.4, 1) / 255), np.float32)
