"""Text measuring: font sizes, lines and columns that fit a width."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence
from functools import lru_cache

from .look import current_preferences
from .sizes import FontSize, Space

ICON_SIZE = 18
"""Size of an icon on a secondary button, in points."""
LONG_LABEL = 18
"""Letters from which a label is smaller; so many fit on one of two buttons in a row."""
SMALL_LETTER_SHARE = 0.7
"""Width of a letter of the consequence, as a share of the label's letter."""
LETTER_WIDTH, BROAD_LETTER_WIDTH = 0.52, 0.6
"""Width of an average letter and of a broad one, as shares of the font size."""
SPARE_SHARE, MIN_FITTED_SIZE = 0.92, 7
"""Share of a width that an estimate counts on; font size below which a text is not reduced to fit."""
ORPHAN_LETTERS, NO_BREAK = 3, "\u00a0"
"""Longest last word that does not stand alone on a line; the space that keeps two words together."""
EXTRA_SCALE = 0.5
"""How much the text scale may exceed 1 while controls still stand side by side."""
KEPT_TEXTS = 4096
"""Number of texts whose measure is kept; a table's screen has some hundred."""


def _fits_two_lines(label: str, width: float) -> bool:
    longest = max(map(len, label.split()), default=0)
    return (
        longest * LETTER_WIDTH * FontSize.BODY * current_preferences().scale <= width
        and line_count(label, FontSize.BODY, width) <= 2
    )


def fitting_consequence(label: str, consequence: str) -> str:
    """Return the consequence if it fits under the label on one of two buttons in a row."""
    return (
        consequence
        if max(len(consequence) * SMALL_LETTER_SHARE, len(label)) * current_preferences().scale <= LONG_LABEL
        else ""
    )


def columns_at_scale(count: int) -> int:
    """Return how many of ``count`` stand side by side at this text size, evenly distributed."""
    lines = math.ceil(current_preferences().scale - EXTRA_SCALE)
    return math.ceil(count / max(1, lines))


def has_large_text() -> bool:
    """Return whether the text is so large that two columns become one."""
    return columns_at_scale(2) == 1


def fit_count(width: float, each: float, gap: float = Space.GAP) -> int:
    """Return how many items of that width fit side by side; at least one."""
    return max(1, int((width + gap) / (each + gap)))


def names_across(names: Sequence[str], width: float, around: float, size: float, gap: float = Space.GAP) -> int:
    """Return how many buttons with these names stand side by side, none cut off.

    They are distributed evenly. ``around`` is what stands on a button besides its name, in points; ``size`` is the font
    size of the names.
    """
    longest = max(map(len, names), default=1) * BROAD_LETTER_WIDTH * size * current_preferences().scale
    lines = math.ceil(len(names) / fit_count(width, around + longest, gap))
    return math.ceil(len(names) / max(1, lines))


def shared_label_size(labels: Sequence[str]) -> float:
    """Return the font size of buttons that stand side by side: one for all of them."""
    return FontSize.BODY if all(len(label) < LONG_LABEL for label in labels) else FontSize.SMALL


def line_count(text: str, size: float, width: float) -> int:
    """Estimate the number of lines of a text of that font size and width."""
    return _line_count(text, size, width, current_preferences().scale)


@lru_cache(KEPT_TEXTS)
def _line_count(text: str, size: float, width: float, scale: float) -> int:
    return len(textwrap.wrap(text, max(1, int(width / (LETTER_WIDTH * size * scale)))))


def without_orphan(label: str) -> str:
    """Return the label with a short last word bound to the word before it, if there are more."""
    first, _, last = label.rpartition(" ")
    return f"{first}{NO_BREAK}{last}" if " " in first and len(last) <= ORPHAN_LETTERS else label


def fit_font_size(text: str, size: float, width: float) -> float:
    """Return the font size, reduced if the longest word would not fit into the width."""
    return _word_size(text, size, width, current_preferences().scale)


@lru_cache(KEPT_TEXTS)
def _word_size(text: str, size: float, width: float, scale: float) -> float:
    longest = max(map(len, text.split()), default=1)
    return min(size, width / (longest * BROAD_LETTER_WIDTH * scale))


def fit_lines(text: str, size: float, width: float, lines: int) -> float:
    """Return the font size, reduced if the text would not fit into that many lines of the width."""
    return _fitting_size(text, size, width, lines, current_preferences().scale)


@lru_cache(KEPT_TEXTS)
def _fitting_size(text: str, size: float, width: float, lines: int, scale: float) -> float:
    fitting = _word_size(text, size, width, scale)
    while _line_count(text, fitting, width * SPARE_SHARE, scale) > lines and fitting > MIN_FITTED_SIZE:
        fitting -= 0.5
    return fitting
