"""What else lies on the table: shop, rooms, bonus souls, a die that counts down; and what can be said of it all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import flet as ft

from companion.words import Translate
from rules.engine import Choice, Shown, Text

from .parts import Do, bound, caption, press, quiet, rows
from .theme import GAP

PILES: tuple[tuple[str, ft.IconData, Text], ...] = (
    ("countdown", ft.Icons.HOURGLASS_BOTTOM, Text("Die of eight")),
    ("rooms", ft.Icons.MEETING_ROOM, Text("Rooms")),
    ("shop", ft.Icons.STOREFRONT, Text("Shop")),
    ("bonus", ft.Icons.AUTO_AWESOME, Text("Bonus souls")),
)
"""What a game's picture may hold, with its sign and name."""


def lying(picture: Any) -> Iterator[tuple[ft.IconData, Text, tuple[Shown, ...]]]:
    """What lies there now, pile by pile."""
    for name, icon, label in PILES:
        held = getattr(picture, name, None)
        cards = held if isinstance(held, tuple) else () if held is None else (held,)
        if cards:
            yield icon, label, cards


@ft.component
def Felt(words: Translate, picture: Any, on_open: Do) -> ft.Control:  # noqa: N802 - named like a class
    """Small tokens in a row; a tap shows the table's sheet."""
    tokens = [_token(icon, ", ".join(map(words, cards))) for icon, _, cards in lying(picture)]
    more = ft.Row(
        [
            ft.Icon(ft.Icons.TABLE_RESTAURANT, size=16, color=ft.Colors.ON_SURFACE_VARIANT),
            caption(words(Text("Table"))),
        ],
        spacing=5,
        tight=True,
    )
    face = ft.Row([*tokens, more], wrap=True, spacing=14, run_spacing=4)
    told = [f"{words(label)}: {', '.join(map(words, cards))}" for _, label, cards in lying(picture)]
    spoken = ". ".join([words(Text("The table")), *told])
    pad = ft.Padding.symmetric(horizontal=10, vertical=7)
    return ft.Row([press(face, spoken, on_open, pad=pad, align=ft.Alignment.CENTER_LEFT, radius=12, expand=True)])


def _token(icon: ft.IconData, said: str) -> ft.Control:
    text = ft.Text(said, size=14, weight=ft.FontWeight.W_600)
    return ft.Row([ft.Icon(icon, size=16, color=ft.Colors.ON_SURFACE_VARIANT), text], spacing=5, tight=True)


def piles(words: Translate, picture: Any) -> list[ft.Control]:
    """Each pile under its name."""
    return [part for icon, label, cards in lying(picture) for part in _pile(words, icon, label, cards)]


def _pile(words: Translate, icon: ft.IconData, label: Text, cards: tuple[Shown, ...]) -> list[ft.Control]:
    lines = [_token(icon, words(one)) for one in cards]
    return [caption(words(label)), ft.Row(list(lines), wrap=True, spacing=14, run_spacing=6)]


def sayings(words: Translate, remarks: Sequence[Choice], say: Callable[[Choice], Any]) -> list[ft.Control]:
    """What can be said whatever is asked, two a row."""
    if not remarks:
        return []
    made = [quiet(words(one.label), bound(say, one), expand=True) for one in remarks]
    return [rows([*made, *([ft.Container(expand=True)] if len(made) % 2 and len(made) > 1 else [])], 2, GAP)]
