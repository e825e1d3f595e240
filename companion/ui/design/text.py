"""Texts in the sizes of the app, from small to large; each is a Flet text."""

from __future__ import annotations

from typing import Any

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


def sized_text(words: str, size: float, weight: int = 400, color: str | None = None, **more: Any) -> ft.Text:
    """Build a text of that size in points; ``more`` are further properties of Flet's text."""
    return ft.Text(words, size=size, weight=WEIGHTS.get(weight), color=color, **more)


def label_text(words: str, weight: int = 400, color: str | None = None, **more: Any) -> ft.Text:
    """Build a small text, below or beside something."""
    return sized_text(words, FontSize.SMALL, weight, color, **more)


def body_text(words: str, weight: int = 400, color: str | None = None, **more: Any) -> ft.Text:
    """Build a text to be read."""
    return sized_text(words, FontSize.BODY, weight, color, **more)


def name_text(words: str, weight: int = 400, color: str | None = None, **more: Any) -> ft.Text:
    """Build the name of a row, a card or a button."""
    return sized_text(words, FontSize.SUBTITLE, weight, color, **more)


def heading_text(words: str, weight: int = 400, color: str | None = None, **more: Any) -> ft.Text:
    """Build the heading of a part of a page."""
    return sized_text(words, FontSize.HEADING, weight, color, **more)


def title_text(words: str, weight: int = 400, color: str | None = None, **more: Any) -> ft.Text:
    """Build a question of the table, or the name of a page."""
    return sized_text(words, FontSize.TITLE, weight, color, **more)
