"""Silence sheet: who does not want to be asked about this any more."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from companion.ui.design.boxes import row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import Space
from companion.ui.widgets.bottom_sheet import sheet_body
from companion.ui.widgets.controls import bind, secondary_button
from companion.ui.widgets.page_frame import hint_text
from rules.engine import Displayable, Text

if TYPE_CHECKING:
    from .host import SheetHost

HINT_TEXT = Text(
    "Until this game ends, the app passes by itself, unless that kills or loses the game. "
    "The table's menu has the list, where you can take it back."
)


def silence_sheet(sheets: SheetHost) -> ft.Control | None:
    """Build the sheet with a button for each seat of this device and subject, and one for all."""
    subjects = sheets.context.silenceable
    if not subjects:
        return None
    seats_by_key: dict[str, tuple[int, ...]] = {}
    for one in subjects:
        seats_by_key[one.key] = (*seats_by_key.get(one.key, ()), one.seat)
    names = {one.key: one.name for one in subjects}
    buttons = [button for key, seats in seats_by_key.items() for button in _buttons(sheets, key, names[key], seats)]
    body = sheet_body([hint_text(translate(HINT_TEXT)), *buttons], spacing=Space.GAP)
    return sheets.build_sheet(sheets.build_heading(None, translate(Text("Do not ask again"))), body)


def _buttons(sheets: SheetHost, key: str, name: Displayable, seats: tuple[int, ...]) -> list[ft.Control]:
    names = sheets.context.seats
    shown: list[tuple[Displayable, tuple[int, ...]]] = [(names[seat], (seat,)) for seat in seats]
    if seats[1:]:
        shown.append((Text("Everybody here"), seats))
    return [
        row_of(
            [
                secondary_button(
                    translate(Text("{who}: {what}", who=who, what=name)),
                    bind(sheets.intents.silence, key, some),
                    ft.Icons.NOTIFICATIONS_OFF_OUTLINED,
                    expand=True,
                )
            ]
        )
        for who, some in shown
    ]
