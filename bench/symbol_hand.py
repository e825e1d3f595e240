"""Signs of King of Tokyo's dice by another hand than those that teach the reader: outlines of our own, and icon fonts.

Nothing here may be shown to a net: ``vision.training.symbols`` has drawings of its own. The fonts lie in a folder that
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

from bench.symbols import FINE, OUTLINES, at, sign
from vision.training.scenes import cube
from vision.training.scenes.ground import Floats

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


def band(y: float) -> Outline:
    """One stream of a river."""
    upper = [(0.16 + 0.068 * n, y + 0.04 * float(np.sin(1.3 * n))) for n in range(11)]
    lower = [(0.16 + 0.068 * n, y + 0.09 + 0.04 * float(np.sin(1.3 * n + 0.4))) for n in range(11)]
    return (*upper, *lower[::-1])


INK: dict[str, tuple[Outline, ...]] = {
    "skull": (
        ((0.3, 0.2), (0.5, 0.13), (0.7, 0.2), (0.8, 0.38), (0.76, 0.58), (0.66, 0.64), (0.66, 0.82), (0.34, 0.82), (0.34, 0.64), (0.24, 0.58), (0.2, 0.38)),
    ),
    "eye": (((0.12, 0.52), (0.3, 0.34), (0.5, 0.28), (0.7, 0.33), (0.88, 0.5), (0.7, 0.66), (0.5, 0.71), (0.3, 0.67)),),
    "river": (band(0.24), band(0.45), band(0.66)),
    "snake": (
        ((0.7, 0.16), (0.82, 0.24), (0.78, 0.34), (0.6, 0.3), (0.42, 0.32), (0.36, 0.4), (0.46, 0.46), (0.66, 0.5), (0.76, 0.6), (0.7, 0.74), (0.5, 0.82), (0.2, 0.84), (0.46, 0.75), (0.6, 0.68), (0.62, 0.62), (0.42, 0.57), (0.27, 0.5), (0.24, 0.36), (0.34, 0.22), (0.54, 0.17)),
    ),
    "ankh": (
        ((0.5, 0.12), (0.63, 0.18), (0.66, 0.3), (0.56, 0.46), (0.82, 0.44), (0.82, 0.57), (0.56, 0.55), (0.58, 0.88), (0.42, 0.88), (0.44, 0.55), (0.18, 0.57), (0.18, 0.44), (0.44, 0.46), (0.34, 0.3), (0.37, 0.18)),
    ),
}  # fmt: skip
"""Outlines of the signs that ``bench.symbols`` lacks."""
CUTS: dict[str, tuple[Outline, ...]] = {
    "skull": (
        ((0.3, 0.4), (0.42, 0.36), (0.44, 0.48), (0.34, 0.52)), ((0.7, 0.4), (0.58, 0.36), (0.56, 0.48), (0.66, 0.52)),
        ((0.5, 0.53), (0.54, 0.61), (0.46, 0.61)), ((0.43, 0.71), (0.46, 0.71), (0.46, 0.83), (0.43, 0.83)),
        ((0.54, 0.71), (0.57, 0.71), (0.57, 0.83), (0.54, 0.83)), ((0.56, 0.1), (0.6, 0.22), (0.54, 0.24), (0.58, 0.33), (0.5, 0.23), (0.54, 0.2), (0.51, 0.1)),
    ),
    "eye": (((0.36, 0.5), (0.42, 0.38), (0.5, 0.35), (0.58, 0.38), (0.64, 0.5), (0.58, 0.61), (0.5, 0.64), (0.42, 0.61)),),
    "ankh": (((0.5, 0.21), (0.56, 0.25), (0.57, 0.31), (0.5, 0.42), (0.43, 0.31), (0.44, 0.25)),),
    "snake": (((0.7, 0.21), (0.73, 0.24), (0.7, 0.26)),),
}  # fmt: skip
"""What is cut out of them."""
PUPIL: Outline = ((0.5, 0.4), (0.57, 0.5), (0.5, 0.6), (0.43, 0.5))
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


assert set(OUTLINES) >= {"heart", "bolt", "claw"}
