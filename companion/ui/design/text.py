"""Texts in the sizes of the app, from small to large; each is a Flet text."""

from __future__ import annotations

from typing import TypedDict, Unpack

import flet as ft

from .sizes import FontSize

MUTED = ft.Colors.ON_SURFACE_VARIANT
"""Color of what matters less."""
WEIGHTS = {
    500: ft.FontWeight.W_500,
    600: ft.FontWeight.W_600,
    700: ft.FontWeight.W_700,
    800: ft.FontWeight.W_800,
    900: ft.FontWeight.W_900,
}
"""Weights of the font besides the usual 400."""


class TextProperties(TypedDict, total=False):
    """Further properties of Flet's text."""

    expand: bool | int | None
    expand_loose: bool
    width: float | None
    margin: ft.MarginValue | None
    max_lines: int | None
    no_wrap: bool
    overflow: ft.TextOverflow
    opacity: float
    selectable: bool | None
    semantics_label: str | None
    style: ft.TextStyle | None
    text_align: ft.TextAlign


def sized_text(
    words: str, size: float, weight: int = 400, color: str | None = None, **more: Unpack[TextProperties]
) -> ft.Text:
    """Build a text of that size in points."""
    return ft.Text(words, size=size, weight=WEIGHTS.get(weight), color=color, **more)


def label_text(words: str, weight: int = 400, color: str | None = None, **more: Unpack[TextProperties]) -> ft.Text:
    """Build a small text, below or beside something."""
    return sized_text(words, FontSize.SMALL, weight, color, **more)


def body_text(words: str, weight: int = 400, color: str | None = None, **more: Unpack[TextProperties]) -> ft.Text:
    """Build a text to be read."""
    return sized_text(words, FontSize.BODY, weight, color, **more)


def name_text(words: str, weight: int = 400, color: str | None = None, **more: Unpack[TextProperties]) -> ft.Text:
    """Build the name of a row, a card or a button."""
    return sized_text(words, FontSize.SUBTITLE, weight, color, **more)


def heading_text(words: str, weight: int = 400, color: str | None = None, **more: Unpack[TextProperties]) -> ft.Text:
    """Build the heading of a part of a page."""
    return sized_text(words, FontSize.HEADING, weight, color, **more)


def title_text(words: str, weight: int = 400, color: str | None = None, **more: Unpack[TextProperties]) -> ft.Text:
    """Build a question of the table, or the name of a page."""
    return sized_text(words, FontSize.TITLE, weight, color, **more)
