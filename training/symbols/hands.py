"""Hands that draw the signs of a set: a construction of each sign, and a distortion."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from training.scenes.ground import Floats, RandomGenerator
from vision.symbol_dice import SIGNS

from .canvas import CANVAS_PX, Distortion, SignCanvas, finish, random_distortion
from .rare_drawings import CONSTRUCTIONS, doubled

GLYPHS: dict[str, tuple[int, ...]] = {
    **{digit: (ord(digit),) for digit in "123"},
    "heart": (0x2665, 0x2764, 0x1F5A4),
    "energy": (0x26A1, 0x1F5F2),
    "smash": (0x1F43E,),
    "skull": (0x2620, 0x1F480, 0x1F571),
    "eye": (0x1F441, 0x13080),
    "river": (0x1F30A, 0x2652, 0x13217),
    "snake": (0x1F40D,),
    "ankh": (0x2625, 0x132F9),
}
"""Code points that hold a sign in ordinary fonts."""
ICONS: dict[str, dict[str, int]] = {
    "fontawesome-webfont": {"heart": 0xF004, "energy": 0xF0E7, "smash": 0xF1B0, "eye": 0xF06E},
    "MaterialIcons-Regular": {"heart": 0xE87D, "energy": 0xE3E7, "smash": 0xE91D, "eye": 0xE8F4, "river": 0xE176},
}
"""Code points that hold a sign in icon fonts, by the file's name."""
TAUGHT_FONTS = (
    "DejaVu",
    "NotoSansSymbols",
    "NotoSans-",
    "NotoSerif-",
    "NotoSansEgyptian",
    "fontawesome",
    "MaterialIcons",
    "BebasNeue",
    "SmileySans",
    "Leckerli",
    "Lato-",
    "OpenSans-",
    "Roboto-",
    "Vollkorn-",
    "Courier",
    "Inter-",
    "LeagueSpartan-",
    "Comfortaa-",
    "Liberation",
    "Quicksand-",
)
"""Beginnings of the names of fonts that teach."""
VALIDATION_FONTS = ("ComicNeue", "NotoSansDisplay")
"""Beginnings of the names of fonts that only validate; those that test are named in ``bench.symbol_hand``."""
GLYPH_SHARE, DIGIT_GLYPH_SHARE = 0.3, 0.5
"""Share of the drawings that are characters of a font, where one has the sign; digits are type more often."""
DOUBLE_OF = {"energy2": "energy", "smash2": "smash"}


@dataclass(frozen=True)
class Hand:
    """One hand: for each sign its drawing, always the same."""

    seed: int
    is_validation: bool
    fonts: Path | None
    distortion: Distortion

    def draw(self, sign: str) -> Floats:
        """(TILE_PX, TILE_PX) ink 0..1 of a sign; y runs down, as in a picture."""
        rng = np.random.default_rng([self.seed, SIGNS.index(sign)])
        share = DIGIT_GLYPH_SHARE if sign.isdigit() else GLYPH_SHARE
        ink = self._glyph(sign, rng) if self.fonts and rng.random() < share else None
        if ink is None:
            kinds = CONSTRUCTIONS[sign]
            which = kinds[-1] if self.is_validation else kinds[int(rng.integers(len(kinds) - 1))]
            canvas = SignCanvas()
            which(canvas, rng)
            ink = canvas.ink
        return finish(ink, self.distortion)

    def _glyph(self, sign: str, rng: RandomGenerator) -> np.ndarray | None:
        found = glyphs_of(self.fonts, DOUBLE_OF.get(sign, sign), self.is_validation) if self.fonts else ()
        if not found:
            return None
        ink = found[int(rng.integers(len(found)))]
        if sign not in DOUBLE_OF:
            return ink.copy()
        canvas = SignCanvas()
        doubled(lambda to, _: paste(to, ink))(canvas, rng)
        return canvas.ink


def paste(to: SignCanvas, ink: np.ndarray) -> None:
    """Paint a drawing into the unit square of a canvas."""
    cos, sin = np.cos(to.turn) * to.scale * 0.8, np.sin(to.turn) * to.scale * 0.8
    half, middle = CANVAS_PX / 2, (0.15 + 0.7 * np.array(to.middle)) * CANVAS_PX
    linear = np.array([[cos, -sin], [sin, cos]])
    way = np.concatenate([linear, (middle - linear @ (half, half))[:, None]], axis=1)
    moved = cv2.warpAffine(ink, way, (CANVAS_PX, CANVAS_PX))
    np.maximum(to.ink, moved, out=to.ink)


@cache
def glyphs_of(fonts: Path, sign: str, is_validation: bool) -> tuple[np.ndarray, ...]:
    """Drawings of a sign in the fonts of a folder that teach, or validate."""
    wanted = VALIDATION_FONTS if is_validation else TAUGHT_FONTS
    found = []
    for path in sorted(fonts.glob("*.[ot]tf")):
        if path.stem.startswith(wanted):
            points = (ICONS[path.stem].get(sign),) if path.stem in ICONS else GLYPHS.get(sign, ())
            found += [ink for point in points if point and (ink := glyph(path, point)) is not None]
    return tuple(found)


@cache
def _font(path: Path) -> cv2.FontFace:
    return cv2.FontFace(str(path))


def glyph(path: Path, point: int) -> np.ndarray | None:
    """(CANVAS_PX, CANVAS_PX) ink of a character, in the middle; None if the font lacks it."""
    sheet = np.zeros((3 * CANVAS_PX, 3 * CANVAS_PX), np.uint8)
    cv2.putText(sheet, chr(point), (CANVAS_PX, 2 * CANVAS_PX), (255, 255, 255), _font(path), CANVAS_PX)
    missing = np.zeros_like(sheet)
    cv2.putText(missing, chr(0x10FFFE), (CANVAS_PX, 2 * CANVAS_PX), (255, 255, 255), _font(path), CANVAS_PX)
    box = cv2.boundingRect(sheet)
    if min(box[2:]) < CANVAS_PX // 12 or np.array_equal(sheet, missing):
        return None
    x, y, wide, high = box
    scale = 0.7 * CANVAS_PX / max(wide, high)
    shift = CANVAS_PX / 2 - scale * np.array([x + wide / 2, y + high / 2])
    way = np.array([[scale, 0, shift[0]], [0, scale, shift[1]]])
    return np.asarray(cv2.warpAffine(sheet, way, (CANVAS_PX, CANVAS_PX), flags=cv2.INTER_AREA), np.uint8)


def random_hand(rng: RandomGenerator, fonts: Path | None, is_validation: bool = False) -> Hand:
    """A random hand, of those that teach or of those that validate."""
    return Hand(int(rng.integers(1 << 30)), is_validation, fonts, random_distortion(rng))
