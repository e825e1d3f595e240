"""A whole game to another phone: a file by the system's own sheet, or codes on the screen."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import flet as ft

from companion.base.background import run_in_background
from companion.base.page_news import PAGE_NEWS
from companion.ui.design import text_fit
from companion.ui.design.boxes import STRETCH, column_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import Space
from companion.ui.design.text import name_text
from companion.ui.hooks import use_observable
from companion.ui.session.phone import Phone
from companion.ui.state import use_optional
from companion.ui.widgets import page_frame
from companion.ui.widgets.controls import bind, button_grid, secondary_button
from rules.engine import Text

from .match_files import load_export

SEND_TEXT = Text("The whole game goes on there, every step of it, and stays here.")


@ft.component
def SendGame(phone: Phone, match_id: str) -> ft.Control:  # noqa: N802 - Flet's components are named like classes
    """Buttons that send a match to another phone; only a host's phone has them."""
    problem, show_error = use_optional(Text)
    news = use_observable(PAGE_NEWS).state
    sheet = ft.use_memo(ft.Share, [])

    async def send() -> None:
        result = await run_in_background(load_export, phone, match_id, "jsonl")
        show_error(result if isinstance(result, Text) else None)
        if not isinstance(result, Text):
            name, data = result
            with suppress(TimeoutError):  # the sheet is open for as long as its owner likes
                await sheet.share_files([shareable_file(name, data)])

    codes = bind(phone.go, f"/t/{match_id}/codes")
    by_sheet = secondary_button(translate(Text("Send it…")), send, ft.Icons.SHARE, expand=True)
    by_codes = secondary_button(translate(Text("Show its codes")), codes, ft.Icons.QR_CODE_2, expand=True)
    buttons = [*([by_sheet] if news.shares_files else []), by_codes]
    rows = [
        name_text(translate(Text("To another phone")), 600),
        *([page_frame.warning(translate(problem))] if problem else []),
        page_frame.hint_text(translate(SEND_TEXT)),
        button_grid(buttons, text_fit.columns_at_scale(2)),
    ]
    return column_of(rows, Space.GAP, STRETCH)


def shareable_file(name: str, data: bytes) -> ft.ShareFile:
    """Return an export as a text file: browsers share no other kind that a game could be."""
    return ft.ShareFile.from_bytes(data, mime_type="text/plain", name=Path(name).with_suffix(".txt").name)
