"""Paste sheet for the letters of a situation's code, or for its text."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import flet as ft

from companion.ui.design.boxes import STRETCH, column_of, row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import Space
from companion.ui.design.text import body_text, title_text
from companion.ui.page_life import use_draft, use_forgetting
from companion.ui.session.phone import Phone
from companion.ui.state import Ref
from companion.ui.widgets import page_frame
from companion.ui.widgets.controls import icon_button, input_border
from companion.ui.widgets.text_field import TextInput
from rules.engine import Text

PASTE_HELP_TEXT = Text(
    "A camera that has read the code of a situation shows its letters. Paste them here, or the text of one."
)


def use_paste_sheet(phone: Phone, on_pasted: Callable[[bytes], Awaitable[None]]) -> page_frame.OnTap:
    """Return the action that opens the paste sheet; ``on_pasted`` gets what was pasted."""
    opened, set_opened = ft.use_state(False)
    pasted, forget = use_draft("paste", str), use_forgetting("paste")

    def submit() -> None:
        set_opened(False)
        forget()
        ft.context.page.run_task(on_pasted, pasted.current.encode(errors="replace"))

    # the state is in the page because a component inside a dialog loses its taps in Flet 1.0.5
    ft.use_dialog(_sheet(phone, pasted, submit, lambda: set_opened(False)) if opened else None)
    return lambda: set_opened(True)


def _sheet(phone: Phone, pasted: Ref[str], on_submit: page_frame.OnTap, on_close: page_frame.OnTap) -> ft.BottomSheet:
    title = title_text(translate(Text("Paste a situation")), 700, expand=True)
    field = TextInput(
        translate(Text("Letters or text")),
        pasted.current,
        pasted.set,
        multiline=True,
        min_lines=3,
        max_lines=6,
        border=input_border(),
    )
    go = row_of([page_frame.main_button(translate(Text("Open it")), on_submit, ft.Icons.PLAY_ARROW)])
    top = row_of([title, icon_button(ft.Icons.CLOSE, translate(Text("Close")), on_close)])
    column = [top, body_text(translate(PASTE_HELP_TEXT)), field, go]
    stretch = STRETCH
    return page_frame.dialog_sheet(column_of(column, Space.EDGE, stretch), on_close)
