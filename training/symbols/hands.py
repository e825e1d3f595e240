"""Hands that draw the signs of a set: a construction of each sign, and a distortion."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import cv2
import numpy as np

from training.scenes.ground import Floats, RandomGenerator
from vision.symbol_dice import SIGNS

from .canvas import CANVAS_PX, Distortion, SignCanvas, finish, random_distortion
from .rare_drawings import CONSTRUCTIONS, doubled

GLYPHS: dict[str, tuple[int, ...]] = {
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
    *("AveriaSans", "C059-", "P052-", "Cabin-", "Caladea-", "Carlito-", "Dosis-", "FreeSans", "GilliusADF-", "Karla-"),
    *("NimbusSans", "NimbusRoman", "URWBookman", "URWGothic", "UniversalisADFStd", "RG2014", "RobotoCondensed"),
    *("Sora-", "Tuffy", "YanoneKaffeesatz", "Mplus1-"),
)
"""Beginnings of the names of fonts that teach."""
VALIDATION_FONTS = ("ComicNeue", "NotoSansDisplay", "Cantarell-", "Play-", "Prociono")
"""Beginnings of the names of fonts that only validate; those that test are named in ``bench.symbol_hand``."""
PICTURE_FONTS = ("DejaVu", "NotoSansSymbols", "NotoSansEgyptian", *ICONS)
"""Beginnings of the names of fonts that hold other signs than letters and digits."""
GLYPH_SHARE, DIGIT_GLYPH_SHARE = 0.3, 0.5
"""Share of the drawings that are characters of a font, where one has the sign; digits are type more often."""
DOUBLE_OF = {"energy2": "energy", "smash2": "smash"}
BOLD_SHARE = 0.6
"""Share of the letterings that are bold, as most numerals of dice are."""
BOLD = ("Bold", "Black", "Heavy", "Demi", "bold")
"""Words in the names of bold fonts."""


@dataclass(frozen=True)
class Hand:
    """One hand: for each sign its drawing, always the same."""

    seed: int
    is_validation: bool
    fonts: Path | None
    distortion: Distortion

    def draw(self, sign: str) -> Floats:
        """(TILE_PX, TILE_PX) ink 0..1 of a sign; y runs down, as in a picture."""
        return _drawn(self, sign)

    def letter(self, word: str) -> Floats:
        """(TILE_PX, TILE_PX) ink 0..1 of one or two characters, all of the hand's words in one font."""
        return _lettered(self, word)


@lru_cache(maxsize=64)
def _drawn(hand: Hand, sign: str) -> Floats:
    rng = np.random.default_rng([hand.seed, SIGNS.index(sign)])
    share = DIGIT_GLYPH_SHARE if sign.isdigit() else GLYPH_SHARE
    ink = _glyph_of_sign(hand, sign, rng) if hand.fonts and rng.random() < share else None
    if ink is None:
        kinds = CONSTRUCTIONS[sign]
        which = kinds[-1] if hand.is_validation else kinds[int(rng.integers(len(kinds) - 1))]
        canvas = SignCanvas()
        which(canvas, rng)
        ink = canvas.ink
    return finish(ink, hand.distortion)


@lru_cache(maxsize=64)
def _lettered(hand: Hand, word: str) -> Floats:
    rng = np.random.default_rng([hand.seed, len(SIGNS)])
    files = letter_fonts(hand.fonts, hand.is_validation) if hand.fonts else ()
    bold = [path for path in files if any(part in path.stem for part in BOLD)]
    some = bold if bold and rng.random() < BOLD_SHARE else files
    path = some[int(rng.integers(len(some)))] if some else None
    parts = [ink for character in word if path and (ink := glyph(path, ord(character))) is not None]
    ink = beside_each_other(parts) if len(parts) == len(word) else hershey(word, rng)
    return finish(ink, hand.distortion)


def beside_each_other(parts: list[np.ndarray]) -> np.ndarray:
    """(CANVAS_PX, CANVAS_PX) ink of drawings in a row, each cut to its ink, in the middle."""
    if len(parts) == 1:
        return parts[0]
    cut = [part[y : y + high, x : x + wide] for part in parts for x, y, wide, high in [cv2.boundingRect(part)]]
    tall = max(len(part) for part in cut)
    row = np.hstack([cv2.copyMakeBorder(part, tall - len(part), 0, 8, 8, cv2.BORDER_CONSTANT) for part in cut])
    scale = 0.7 * CANVAS_PX / max(row.shape)
    shift = (CANVAS_PX - scale * np.array(row.shape[::-1])) / 2
    way = np.array([[scale, 0, shift[0]], [0, scale, shift[1]]])
    return np.asarray(cv2.warpAffine(row, way, (CANVAS_PX, CANVAS_PX), flags=cv2.INTER_AREA), np.uint8)


def hershey(word: str, rng: RandomGenerator) -> np.ndarray:
    """(CANVAS_PX, CANVAS_PX) ink of a word in strokes of one width."""
    ink = np.zeros((CANVAS_PX, CANVAS_PX), np.uint8)
    thick, face = int(rng.integers(12, 34)), int(rng.choice([0, 2, 3, 4]))
    (wide, high), _ = cv2.getTextSize(word, face, 1.0, 1)
    size = 0.6 * CANVAS_PX / max(wide, high)
    at = (int(CANVAS_PX - size * wide) // 2, int(CANVAS_PX + size * high) // 2)
    cv2.putText(ink, word, at, face, size, 255, thick, cv2.LINE_AA)
    return ink


def _glyph_of_sign(hand: Hand, sign: str, rng: RandomGenerator) -> np.ndarray | None:
    """Ink of a sign in a font, if one of the hand's fonts has it."""
    assert hand.fonts is not None
    if sign.isdigit():
        files = letter_fonts(hand.fonts, hand.is_validation)
        return glyph(files[int(rng.integers(len(files)))], ord(sign)) if files else None
    found = glyphs_of(hand.fonts, DOUBLE_OF.get(sign, sign), hand.is_validation)
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
def letter_fonts(fonts: Path, is_validation: bool) -> tuple[Path, ...]:
    """Fonts of a folder with letters and digits that teach, or validate."""
    wanted = VALIDATION_FONTS if is_validation else TAUGHT_FONTS
    files = (path for path in sorted(fonts.glob("*.[ot]tf")) if path.stem.startswith(wanted))
    return tuple(path for path in files if not path.stem.startswith(("NotoSansSymbols", "NotoSansEgyptian", *ICONS)))


@cache
def glyphs_of(fonts: Path, sign: str, is_validation: bool) -> tuple[np.ndarray, ...]:
    """Drawings of a sign that is no digit in the fonts of a folder that teach.

    There are none that validate.
    """
    found = []
    for path in () if is_validation else sorted(fonts.glob("*.[ot]tf")):
        if path.stem.startswith(PICTURE_FONTS):
            points = (ICONS[path.stem].get(sign),) if path.stem in ICONS else GLYPHS.get(sign, ())
            found += [ink for point in points if point and (ink := glyph(path, point)) is not None]
    return tuple(found)


@cache
def _font(path: Path) -> cv2.FontFace:
    return cv2.FontFace(str(path))


@lru_cache(maxsize=2000)
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
