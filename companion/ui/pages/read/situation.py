"""Situation page: a moment of the match as a QR code and as text, to share or save."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import flet as ft

from companion.base.background import aside
from companion.exchange.share import Sent, sent
from companion.match.table import Late
from companion.storage.matches import StorageTrouble
from companion.ui.design import text_fit
from companion.ui.design.theme import Round, Space, Type
from companion.ui.pages.match import opening
from companion.ui.session.phone import Phone
from companion.ui.widgets import controls, page_frame
from rules.engine import Refused, Text

SIDE = 340
"""Largest side of the code in points: a dense code needs a large picture."""
SAYS = Text("Whoever takes this in has the same table in front of them, at the same question.")
HOW = Text("On another Sobremesa: “Import a game from a file” takes the file, or a photo of the code.")
LONG = Text("So much lies on this table that no phone would read its code: send the file.")


@ft.component
def SituationPage(phone: Phone, id: str, seq: int | None = None) -> ft.View:  # noqa: N802 - named like a class
    """The situation now, or before the log entry with that number."""
    words = phone.words
    found, show = ft.use_state(page_frame.NOTHING)
    copied, set_copied = ft.use_state(False)
    board: Any = ft.use_memo(lambda: ft.Clipboard(), [])
    picker: Any = ft.use_memo(lambda: ft.FilePicker(), [])

    async def find() -> None:
        show(await aside(handed, phone, id, seq))

    def save() -> None:
        ft.context.page.run_task(picker.save_file, file_name=found.name, src_bytes=found.text.encode())

    async def copy() -> None:
        with suppress(Exception):  # without https a browser has no clipboard; the text can still be selected
            await board.set(found.text)
            set_copied(True)

    ft.use_effect(find, [id, seq])
    back = lambda: phone.go(f"/table/{id}" if seq is None else f"/table/{id}/history")  # noqa: E731
    head = page_frame.head(words(Text("This moment")), words(Text("Back")), back)
    here = f"/table/{id}/situation"
    if not isinstance(found, Sent):
        waits: ft.Control = page_frame.warning(words(found)) if isinstance(found, Text) else ft.ProgressBar()
        return page_frame.page(here, head, [waits])
    body = [
        ft.Text(words(SAYS), size=Type.BODY),
        _code(phone, found),
        page_frame.quiet(words(HOW)),
        _text(phone, found),
    ]
    done = words(Text("Copied") if copied else Text("Copy the text"))
    icon = ft.Icons.CHECK if copied else ft.Icons.CONTENT_COPY
    buttons = [
        controls.quiet(done, copy, icon, expand=True, height=56),
        page_frame.main_button(words(Text("Save the file")), save, ft.Icons.FILE_DOWNLOAD_OUTLINED),
    ]
    return page_frame.page(here, head, body, controls.rows(buttons, text_fit.abreast(2)))


def handed(phone: Phone, id: str, seq: int | None) -> Sent | Text:
    """Return the shared situation, or why it cannot be shared."""
    table = opening(phone, id)
    if isinstance(table, Text):
        return table
    try:
        state = table.moment(phone.chair(id), seq)
        return sent(table.story, state, phone.library.storage.codec(table.game), phone.words)
    except (Late, Refused, StorageTrouble) as trouble:
        return trouble.reason


def _code(phone: Phone, found: Sent) -> ft.Control:
    """Build the code on white in every theme, or a note that it would be too dense."""
    if not found.picture:
        return page_frame.warning(phone.words(LONG))
    side = min(SIDE, page_frame.width() - 2 * Space.PAGE)
    label = phone.words(Text("This moment as a code"))
    image = ft.Image(src=found.picture, width=side, height=side, semantics_label=label, gapless_playback=True)
    card = ft.Container(image, bgcolor=ft.Colors.WHITE, border_radius=Round.TILE)
    return ft.Row([card], alignment=ft.MainAxisAlignment.CENTER)


def _text(phone: Phone, found: Sent) -> ft.Control:
    """Build the file's text, which can be selected and copied."""
    return page_frame.folded(phone.words(Text("What it says")), [ft.Text(found.text, size=Type.SMALL, selectable=True)])
