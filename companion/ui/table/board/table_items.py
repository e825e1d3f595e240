"""Shared card piles, and the remark buttons that are always available."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import flet as ft

from companion.i18n import Translate
from companion.ui.design.theme import Round, Space, Type
from companion.ui.table.context.scene import Pile
from companion.ui.widgets.controls import Do, bound, caption, press, quiet, rows
from rules.engine import Choice, Shown, Text


def lying(picture: Any, piles: Sequence[Pile]) -> Iterator[tuple[ft.IconData, Text, tuple[Shown, ...]]]:
    """Yield icon, label and cards of each pile that is not empty."""
    for name, icon, label in piles:
        held = getattr(picture, name)
        cards = held if isinstance(held, tuple) else () if held is None else (held,)
        if cards:
            yield icon, label, cards


@ft.component
def Felt(  # noqa: N802 - named like a class
    words: Translate, picture: Any, piles: Sequence[Pile], on_open: Do
) -> ft.Control:
    """Build a row of pile tokens; a tap opens the table's sheet."""
    tokens = [_token(icon, ", ".join(map(words, cards))) for icon, _, cards in lying(picture, piles)]
    more = ft.Row(
        [
            ft.Icon(ft.Icons.TABLE_RESTAURANT, size=Type.BODY, color=ft.Colors.ON_SURFACE_VARIANT),
            caption(words(Text("Table"))),
        ],
        spacing=Space.TIGHT,
        tight=True,
    )
    face = ft.Row([*tokens, more], wrap=True, spacing=Space.EDGE, run_spacing=Space.TIGHT)
    told = [f"{words(label)}: {', '.join(map(words, cards))}" for _, label, cards in lying(picture, piles)]
    spoken = ". ".join([words(Text("The table")), *told])
    pad = ft.Padding.symmetric(horizontal=Space.GAP, vertical=Space.ROOM)
    return ft.Row(
        [press(face, spoken, on_open, pad=pad, align=ft.Alignment.CENTER_LEFT, radius=Round.TILE, expand=True)]
    )


def _token(icon: ft.IconData, said: str) -> ft.Control:
    text = ft.Text(said, size=Type.SMALL, weight=ft.FontWeight.W_600)
    return ft.Row(
        [ft.Icon(icon, size=Type.BODY, color=ft.Colors.ON_SURFACE_VARIANT), text], spacing=Space.TIGHT, tight=True
    )


def heaps(words: Translate, picture: Any, piles: Sequence[Pile]) -> list[ft.Control]:
    """Build a section per pile under its name."""
    return [part for icon, label, cards in lying(picture, piles) for part in _pile(words, icon, label, cards)]


def _pile(words: Translate, icon: ft.IconData, label: Text, cards: tuple[Shown, ...]) -> list[ft.Control]:
    lines = [_token(icon, words(one)) for one in cards]
    return [caption(words(label)), ft.Row(list(lines), wrap=True, spacing=Space.EDGE, run_spacing=Space.NEAR)]


def sayings(words: Translate, remarks: Sequence[Choice], say: Callable[[Choice], Any]) -> list[ft.Control]:
    """Build the buttons of remarks, two in a row."""
    if not remarks:
        return []
    made = [quiet(words(one.label), bound(say, one), expand=True) for one in remarks]
    return [rows([*made, *([ft.Container(expand=True)] if len(made) % 2 and len(made) > 1 else [])], 2, Space.GAP)]
