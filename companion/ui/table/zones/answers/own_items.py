"""The deciding seat's items among the answers, one tap each."""

from __future__ import annotations

import flet as ft

from companion.ui.design.boxes import row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import MIN_TAP_SIZE, FontSize, Radius, Space
from companion.ui.design.text_fit import fit_lines, line_count
from companion.ui.design.theme import seat_color
from companion.ui.table.intents import TableIntents
from companion.ui.table.model.choice_layout import ChoiceLayout
from companion.ui.widgets.controls import Surface, bind, pressable
from rules.engine import Choice

CHIP_ICON = ft.Icons.CROP_PORTRAIT
"""Sign of a card that lies upright."""
AROUND_CHIP = 2 * Space.EDGE + FontSize.BODY + Space.TIGHT
"""Width of a chip without its label, in points."""
MAX_LINES = 2
"""Maximum number of lines of an item."""


def own_item_buttons(layout: ChoiceLayout, intents: TableIntents, page_width: float) -> list[ft.Control]:
    """Build a scrolling row of the deciding seat's items, one tap each."""
    if not layout.own_items:
        return []
    return [
        row_of(
            [_item_button(choice, intents, page_width) for choice in layout.own_items],
            Space.NEAR,
            scroll=ft.ScrollMode.HIDDEN,
        )
    ]


def _item_button(choice: Choice, intents: TableIntents, page_width: float) -> ft.Control:
    label = translate(choice.label)
    free = page_width - 2 * Space.EDGE - AROUND_CHIP - Space.NEAR
    is_long = line_count(label, FontSize.BODY, free) > 1
    text = ft.Text(
        label,
        size=fit_lines(label, FontSize.BODY, free, MAX_LINES),
        weight=ft.FontWeight.W_600,
        no_wrap=not is_long,
        width=free if is_long else None,
        style=ft.TextStyle(height=1.1),
    )
    face = row_of([ft.Icon(CHIP_ICON, size=FontSize.BODY, color=ft.Colors.PRIMARY), text], Space.NEAR, tight=True)
    edge = ft.BorderSide(1, seat_color(choice.seat))
    pad = ft.Padding.symmetric(horizontal=Space.EDGE)
    return pressable(
        face, label, bind(intents.choose, choice), Surface(edge=edge, radius=Radius.TILE, pad=pad), height=MIN_TAP_SIZE
    )
