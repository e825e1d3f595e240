"""Choice of a player's color and sign while a match is set up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

import flet as ft

from companion.base.seat_look import SeatLook
from companion.library.seat_looks import remember_look
from companion.storage.matches import StorageError
from companion.ui.design.boxes import column_of, row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import Space
from companion.ui.design.text import heading_text
from companion.ui.session.phone import Phone
from companion.ui.table.sheets.look import LOOK_TITLE, OnLook, look_picker
from companion.ui.widgets import page_frame
from companion.ui.widgets.controls import Action
from rules.engine import Text


def use_look_choice(phone: Phone, names: Sequence[str], looks: Sequence[SeatLook]) -> Callable[[int], None]:
    """Return a function that opens the choice of color and sign for the player of a seat."""
    seat, set_seat = ft.use_state(-1)
    _, redraw = ft.use_state(0)

    def choose(look: SeatLook) -> None:
        with suppress(StorageError):
            remember_look(phone.library.settings, names[seat], look)
        redraw(lambda times: times + 1)

    is_open = 0 <= seat < len(looks)
    ft.use_dialog(_look_dialog(phone, names, seat, looks[seat], choose, lambda: set_seat(-1)) if is_open else None)
    return set_seat


def _look_dialog(
    phone: Phone, names: Sequence[str], seat: int, look: SeatLook, choose: OnLook, close: Action
) -> ft.BottomSheet:
    title = heading_text(f"{translate(LOOK_TITLE)} · {names[seat]}", 600)
    done = row_of([page_frame.main_button(translate(Text("Done")), close)])
    picker = look_picker(names, seat, look, choose, {})
    column = column_of([title, picker, done], Space.EDGE)
    pad = ft.Padding.only(left=Space.AIR, right=Space.AIR, top=Space.GAP, bottom=Space.PAGE)
    return ft.BottomSheet(
        ft.Container(column, padding=pad, width=page_frame.page_width()),
        show_drag_handle=True,
        scrollable=True,
        on_dismiss=lambda event: close(),
    )
