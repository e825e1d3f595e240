"""Common controls and text measuring; every control that can be tapped has a label."""

from __future__ import annotations

import math
import textwrap

import flet as ft

from .preferences import here
from .theme import Space, Type

SIGN = 18
"""Size of an icon on a secondary button, in points."""
LONG = 18
"""Letters from which a label is smaller; so many fit on one of two buttons in a row."""
NARROWER = 0.7
"""Width of a letter of the consequence, as a share of the label's letter."""
USUAL = 390
"""Width in points of a phone that has not reported its width."""
LETTER, BROAD = 0.52, 0.6
"""Width of an average letter and of a broad one, as shares of the font size."""
ROOM = 0.5
"""How much the text scale may exceed 1 while controls still stand side by side."""


def _holds(label: str, width: float) -> bool:
    """Return whether the label fits into two lines of that width."""
    longest = max(map(len, label.split()), default=0)
    return longest * LETTER * Type.BODY * here().scale <= width and lines(label, Type.BODY, width) <= 2


def room(label: str, leads: str) -> str:
    """Return the consequence if it fits under the label on one of two buttons in a row."""
    return leads if max(len(leads) * NARROWER, len(label)) * here().scale <= LONG else ""


def abreast(count: int) -> int:
    """Return how many of ``count`` stand side by side at this text size, evenly distributed."""
    lines = math.ceil(here().scale - ROOM)
    return math.ceil(count / max(1, lines))


def enlarged() -> bool:
    """Return whether the text is so large that two columns become one."""
    return abreast(2) == 1


def fitting(width: float, each: float, gap: float = Space.GAP) -> int:
    """Return how many items of that width fit side by side; at least one."""
    return max(1, int((width + gap) / (each + gap)))


def lines(text: str, size: float, width: float) -> int:
    """Estimate the number of lines of a text of that font size and width."""
    letters = max(1, int(width / (LETTER * size * here().scale)))
    return len(textwrap.wrap(text, letters))


def fitted(text: str, size: float, width: float) -> float:
    """Return the font size, reduced if the longest word would not fit into the width."""
    longest = max(map(len, text.split()), default=1)
    return min(size, width / (longest * BROAD * here().scale))


def screen() -> float:
    """Return the width of this page in points."""
    return float(ft.context.page.width or USUAL)
