"""Signs of King of Tokyo's dice by another hand than those that teach the reader: outlines of our own, and icon fonts.

Nothing here may be shown to a net: ``training.symbols`` has drawings of its own. The fonts lie in a folder that
``SOBREMESA_FONTS`` names; without it only the outlines test. They come from the npm packages ``rpg-awesome``,
``@mdi/font`` and ``@phosphor-icons/web`` and the Debian packages ``fonts-symbola``, ``fonts-lobster`` and
``fonts-tomsontalks``.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from bench.symbols import FINE, at, sign
from training.scenes import cube
from training.scenes.ground import Floats

Outline = tuple[tuple[float, float], ...]
FONTS = Path(os.environ["SOBREMESA_FONTS"]) if "SOBREMESA_FONTS" in os.environ else None
"""Folder of the fonts that test."""
NAMES = {"energy": "bolt", "smash": "claw", "heart": "heart", "1": "1", "2": "2", "3": "3"}
"""Names in ``bench.symbols`` of the signs that are drawn there."""
RPG, MDI, PHOSPHOR, SYMBOLA = (
    "rpgawesome-webfont.ttf", "materialdesignicons-webfont.ttf", "Phosphor-Fill.ttf", "Symbola_hint.ttf"
)  # fmt: skip
LOBSTER, TOMSON = "lobster.otf", "TomsonTalks.ttf"
GLYPHS: dict[str, tuple[tuple[str, int], ...]] = {
    **{digit: ((LOBSTER, ord(digit)), (TOMSON, ord(digit))) for digit in "123"},
    "heart": ((RPG, 0xE9FA), (MDI, 0xF02D1), (PHOSPHOR, 0xE2A8), (SYMBOLA, 0x2764)),
    "energy": ((RPG, 0xEA2D), (MDI, 0xF140B), (MDI, 0xF0241), (PHOSPHOR, 0xE2DE), (SYMBOLA, 0x1F5F2)),
    "smash": ((RPG, 0xEA58), (MDI, 0xF03E9), (PHOSPHOR, 0xE648)),
    "skull": ((RPG, 0xE94B), (RPG, 0xEAA1), (MDI, 0xF068C), (PHOSPHOR, 0xE916), (SYMBOLA, 0x1F480)),
    "eye": ((MDI, 0xF0208), (PHOSPHOR, 0xE220), (SYMBOLA, 0x1F441)),
    "river": ((MDI, 0xF078D), (SYMBOLA, 0x2652)),
    "snake": ((RPG, 0xEAA5), (RPG, 0xEADF), (MDI, 0xF150E), (SYMBOLA, 0x1F40D)),
    "ankh": ((RPG, 0xE908), (SYMBOLA, 0x2625)),
}
"""Characters of the fonts that show a sign."""
SINGLE = {"energy2": "energy", "smash2": "smash"}
"""The sign that two of make another one."""


def outline(points: str) -> Outline:
    """A polygon from its corners, in hundredths of a face's side."""
    x_and_y = (point.split() for point in points.split(","))
    return tuple((int(x) / 100, int(y) / 100) for x, y in x_and_y)


def band(y: float) -> Outline:
    """One stream of a river."""
    upper = [(0.16 + 0.068 * n, y + 0.04 * float(np.sin(1.3 * n))) for n in range(11)]
    lower = [(0.16 + 0.068 * n, y + 0.09 + 0.04 * float(np.sin(1.3 * n + 0.4))) for n in range(11)]
    return (*upper, *lower[::-1])


INK: dict[str, tuple[Outline, ...]] = {
    "skull": (outline("30 20, 50 13, 70 20, 80 38, 76 58, 66 64, 66 82, 34 82, 34 64, 24 58, 20 38"),),
    "eye": (outline("12 52, 30 34, 50 28, 70 33, 88 50, 70 66, 50 71, 30 67"),),
    "river": (
        band(0.24),
        band(0.45),
        band(0.66),
    ),
    "snake": (
        outline(
            "70 16, 82 24, 78 34, 60 30, 42 32, 36 40, 46 46, 66 50, 76 60, 70 74, 50 82, 20 84, 46 75, 60 "
            "68, 62 62, 42 57, 27 50, 24 36, 34 22, 54 17"
        ),
    ),
    "ankh": (
        outline(
            "50 12, 63 18, 66 30, 56 46, 82 44, 82 57, 56 55, 58 88, 42 88, 44 55, 18 57, 18 44, 44 46, 34 30, 37 18"
        ),
    ),
}
"""Outlines of the signs that ``bench.symbols`` lacks."""
CUTS: dict[str, tuple[Outline, ...]] = {
    "skull": (
        outline("30 40, 42 36, 44 48, 34 52"),
        outline("70 40, 58 36, 56 48, 66 52"),
        outline("50 53, 54 61, 46 61"),
        outline("43 71, 46 71, 46 83, 43 83"),
        outline("54 71, 57 71, 57 83, 54 83"),
        outline("56 10, 60 22, 54 24, 58 33, 50 23, 54 20, 51 10"),
    ),
    "eye": (outline("36 50, 42 38, 50 35, 58 38, 64 50, 58 61, 50 64, 42 61"),),
    "ankh": (outline("50 21, 56 25, 57 31, 50 42, 43 31, 44 25"),),
    "snake": (outline("70 21, 73 24, 70 26"),),
}
"""What is cut out of them."""
PUPIL: Outline = outline("50 40, 57 50, 50 60, 43 50")
HANDS = ("outlines", "fonts")


def draw(name: str, hand: str, number: int = 0) -> Floats:
    """(TILE_PX, TILE_PX) ink 0..1 of a sign by a hand; `number` chooses among several drawings of the fonts."""
    if hand == "fonts":
        return doubled(draw_glyph(SINGLE[name], number)) if name in SINGLE else draw_glyph(name, number)
    if name in SINGLE:
        return doubled(draw(SINGLE[name], hand))
    return sign(NAMES[name]) if name in NAMES else outlined(name)


@cache
def outlined(name: str) -> Floats:
    """A sign from its outlines."""
    tile = np.zeros((FINE, FINE), np.uint8)
    for outlines, ink in ((INK[name], 255), (CUTS.get(name, ()), 0), ((PUPIL,) if name == "eye" else (), 255)):
        for outline in outlines:
            cv2.fillPoly(tile, [np.array([at(*point) for point in outline], np.int32)], ink, cv2.LINE_AA)
    small = cv2.resize(tile, (cube.TILE_PX, cube.TILE_PX), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32) / 255


def draw_glyph(name: str, number: int) -> Floats:
    """A character of a font that shows a sign, as large as the outlines are. Needs FONTS."""
    assert FONTS is not None
    file, point = GLYPHS[name][number % len(GLYPHS[name])]
    return font_tile(FONTS / file, point)


@cache
def font_tile(path: Path, point: int) -> Floats:
    """(TILE_PX, TILE_PX) ink 0..1 of a character whose longer side is 0.62 of the face."""
    big = 512
    sheet = np.zeros((3 * big, 3 * big), np.uint8)
    cv2.putText(sheet, chr(point), (big, 2 * big), (255, 255, 255), cv2.FontFace(str(path)), big)
    x, y, wide, high = cv2.boundingRect(sheet)
    scale = 0.62 * cube.TILE_PX / max(wide, high)
    shift = cube.TILE_PX / 2 - scale * np.array([x + wide / 2, y + high / 2])
    way = np.array([[scale, 0, shift[0]], [0, scale, shift[1]]])
    soft = cv2.GaussianBlur(sheet, (0, 0), 0.4 / scale)
    return np.asarray(cv2.warpAffine(soft, way, (cube.TILE_PX, cube.TILE_PX)), np.float32) / 255


def doubled(tile: Floats) -> Floats:
    """The same sign twice, smaller, one beside and a little above the other."""
    result = np.zeros_like(tile)
    for x, y in ((0.31, 0.57), (0.69, 0.43)):
        shift = cube.TILE_PX * np.array([x - 0.31, y - 0.31])
        moved = cv2.warpAffine(tile, np.array([[0.62, 0, shift[0]], [0, 0.62, shift[1]]]), tile.shape)
        result = np.maximum(result, moved)
    return result


def has(hand: str) -> bool:
    """Whether the drawings of a hand are there."""
    return hand == "outlines" or FONTS is not None
