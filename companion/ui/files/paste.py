"""Paste sheet for the letters of a situation's code, or for its text."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import flet as ft

from companion.ui.design.theme import Space, Type
from companion.ui.session.phone import Phone
from companion.ui.widgets import page_frame
from companion.ui.widgets.controls import icon_press, outline
from companion.ui.widgets.text_field import Field
from rules.engine import Text

SAYS = Text("A camera that has read the code of a situation shows its letters. Paste them here, or the text of one.")


def use_pasting(phone: Phone, take: Callable[[bytes], Awaitable[None]]) -> page_frame.Tap:
    """Return the action that opens the paste sheet; ``on_pasted`` gets what was pasted."""
    opened, set_opened = ft.use_state(False)
    typed: Any = ft.use_ref("")

    def done() -> None:
        set_opened(False)
        ft.context.page.run_task(take, typed.current.encode(errors="replace"))

    def put(text: str) -> None:
        typed.current = text

    # the state is in the page because a component inside a dialog loses its taps in Flet 1.0.5
    ft.use_dialog(_sheet(phone, put, done, lambda: set_opened(False)) if opened else None)
    return lambda: set_opened(True)


def _sheet(phone: Phone, put: Callable[[str], Any], done: page_frame.Tap, close: page_frame.Tap) -> ft.BottomSheet:
    words = phone.words
    title = ft.Text(words(Text("Paste a situation")), size=Type.TITLE, weight=ft.FontWeight.W_700, expand=True)
    field = Field(words(Text("Letters or text")), "", put, multiline=True, min_lines=3, max_lines=6, border=outline())
    go = ft.Row([page_frame.main_button(words(Text("Open it")), done, ft.Icons.PLAY_ARROW)])
    top = ft.Row([title, icon_press(ft.Icons.CLOSE, words(Text("Close")), close)])
    column = [top, ft.Text(words(SAYS), size=Type.BODY), field, go]
    return ft.BottomSheet(
        ft.Container(
            ft.Column(column, tight=True, spacing=Space.EDGE, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
            padding=ft.Padding.only(left=Space.AIR, right=Space.ROOM, top=Space.GAP, bottom=Space.PAGE),
            width=page_frame.width(),
        ),
        show_drag_handle=True,
        scrollable=True,
        on_dismiss=lambda event: close(),
    )
