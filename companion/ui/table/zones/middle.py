"""Shared card piles, and the remark buttons that are always available."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import flet as ft

from companion.ui.design.boxes import row_of
from companion.ui.design.drawn_signs import SignIcon, icon_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.text import MUTED, body_text, label_text
from companion.ui.design.text_fit import shared_label_size
from companion.ui.redraw import memoized
from companion.ui.table.model.game_model import PileField
from companion.ui.widgets.controls import Action, Surface, bind, button_grid, caption, pressable, secondary_button
from rules.engine import Choice, Displayable, GameView, Text

PileContent = tuple[SignIcon, Text, tuple[Displayable, ...]]
"""Icon, label and cards of a pile."""


def pile_contents(game_view: GameView | None, piles: Sequence[PileField]) -> Iterator[PileContent]:
    """Yield icon, label and cards of each pile that is not empty."""
    for name, icon, label in piles:
        cards_or_card = getattr(game_view, name)
        cards = cards_or_card if isinstance(cards_or_card, tuple) else () if cards_or_card is None else (cards_or_card,)
        if cards:
            yield icon, label, cards


@memoized
def TableItems(piles: tuple[PileContent, ...], on_open: Action) -> ft.Control:  # noqa: N802
    """Build a row of pile tokens; a tap opens the sheet of the table."""
    tokens = [_token(icon, ", ".join(map(translate, cards)), translate(label)) for icon, label, cards in piles]
    face = row_of(list(tokens), Space.EDGE, wrap=True, run_spacing=Space.TIGHT)
    pile_texts = [f"{translate(label)}: {', '.join(map(translate, cards))}" for _, label, cards in piles]
    spoken = ". ".join([translate(Text("The table")), *pile_texts])
    pad = ft.Padding.symmetric(horizontal=Space.GAP, vertical=Space.ROOM)
    return row_of(
        [
            pressable(
                face, spoken, on_open, Surface(pad=pad, align=ft.Alignment.CENTER_LEFT, radius=Radius.TILE), expand=True
            )
        ]
    )


def _token(icon: SignIcon, label: str, hint: str) -> ft.Control:
    text = label_text(label, 600, expand=True, expand_loose=True)
    sign = icon_of(icon, FontSize.BODY, MUTED, hint)
    return row_of([sign, text], Space.TIGHT, tight=True)


def pile_sections(game_view: GameView | None, piles: Sequence[PileField]) -> list[ft.Control]:
    """Build a section per pile under its name."""
    return [
        part for icon, label, cards in pile_contents(game_view, piles) for part in _pile_section(icon, label, cards)
    ]


def _pile_section(icon: SignIcon, label: Text, cards: tuple[Displayable, ...]) -> list[ft.Control]:
    lines = [_token(icon, translate(one), translate(label)) for one in cards]
    return [caption(translate(label)), row_of(list(lines), Space.EDGE, wrap=True, run_spacing=Space.NEAR)]


def remark_buttons(remarks: Sequence[Choice], on_remark: Callable[[Choice], object]) -> list[ft.Control]:
    """Build the buttons of remarks, two in a row."""
    if not remarks:
        return []
    labels = [translate(one.label) for one in remarks]
    size = shared_label_size(labels)
    buttons = [
        secondary_button(label, bind(on_remark, one), size=size, expand=True)
        for label, one in zip(labels, remarks, strict=True)
    ]
    return [
        button_grid(
            [*buttons, *([ft.Container(expand=True)] if len(buttons) % 2 and len(buttons) > 1 else [])], 2, Space.GAP
        )
    ]


def hand_button(label: str, on_open: Action) -> ft.Control:
    """Build the button that opens a player's cards."""
    face = row_of([ft.Icon(ft.Icons.STYLE, size=FontSize.SUBTITLE), body_text(label)], Space.GAP, tight=True)
    button = pressable(face, label, on_open, Surface(fill=ft.Colors.SURFACE_CONTAINER_HIGH), height=48, expand=True)
    return row_of([button])
