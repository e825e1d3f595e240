"""The fonts that a page has, and the letters that they can draw."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache
from importlib.resources import files

FONT_FAMILY = "Roboto"
LAST_LATIN = 0x17F
"""Last code point of the Latin letters, which the font has all."""
_FIRST_SIGN = re.compile(
    "[\U0001f1e6-\U0001f1ff]{2}|.[\u0300-\u036f\ufe0f\U0001f3fb-\U0001f3ff]*(?:\u200d.\ufe0f?)*", re.DOTALL
)
"""The first sign of a text: a flag, or a letter or picture with what belongs to it."""
_UNSEEN = frozenset("\u200d\ufe0f")
"""Parts of emoji that need no glyph."""


def first_sign(text: str) -> str:
    """Return the first letter or picture of a text, with its accents; empty for an empty text."""
    found = _FIRST_SIGN.match(text.strip())
    return found[0] if found else ""


def has_glyphs(text: str) -> bool:
    """Return whether the page's fonts can draw every letter of a text."""
    return all(letter in _UNSEEN or _has_glyph(ord(letter)) for letter in text)


def _has_glyph(letter: int) -> bool:
    if letter <= LAST_LATIN:
        return True
    firsts, lasts = _drawn_ranges()
    place = bisect_right(firsts, letter) - 1
    return place >= 0 and letter <= lasts[place]


@cache
def _drawn_ranges() -> tuple[list[int], list[int]]:
    """Return the first and the last letters of all ranges that ``page/fonts.py`` has listed."""
    text = files("companion.ui.design").joinpath("glyphs.txt").read_text("ascii")
    pairs = [word.partition("-") for word in text.split()]
    return [int(first, 16) for first, _, _ in pairs], [int(last or first, 16) for first, _, last in pairs]
