"""Games that are only in a daily copy of a page without a server, and how they come back."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import flet as ft

from companion.base.background import run_in_background
from companion.library import archive
from companion.storage.matches import StorageError
from companion.ui.design.boxes import STRETCH, column_of, row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import Space
from companion.ui.hooks import use_observable
from companion.ui.session.phone import Phone
from companion.ui.state import use_loaded
from companion.ui.widgets import page_frame
from companion.ui.widgets.controls import bind, secondary_button
from rules.engine import Refused, Text

COPY_GONE_TEXT = Text("That copy cannot be read. Nothing has changed.")


@ft.component
def DailyCopies(  # noqa: N802 - Flet's components are named like classes
    phone: Phone, import_data: Callable[[bytes], Awaitable[None]], show_error: Callable[[Text | None], None]
) -> ft.Control:
    """Of which days there is a copy, and a button for each with games that are not here."""
    here = [match.id for match in use_observable(phone.library).matches.all()]
    copies = use_loaded([here], archive.daily_copies, phone.library.exchange) or ()
    page = ft.context.page

    async def bring_back(copy: archive.DailyCopy) -> None:
        try:
            phone.require_host()
            data = await run_in_background(archive.pack_missing_games, phone.library.exchange, copy, translate)
        except (OSError, Refused, StorageError):
            show_error(COPY_GONE_TEXT)
            return
        await import_data(data)

    days = ", ".join(f"{copy.day:%d/%m/%Y}" for copy in copies)
    kept = Text("A copy of all games is made here every day. Kept: {days}.", days=days)
    buttons = [
        secondary_button(_label(copy), bind(page.run_task, bring_back, copy), ft.Icons.HISTORY, expand=True)
        for copy in copies
        if copy.missing_count
    ]
    rows = [*([page_frame.hint_text(translate(kept))] if copies else []), *(row_of([button]) for button in buttons)]
    return column_of(rows, Space.GAP, STRETCH)


def _label(copy: archive.DailyCopy) -> str:
    return translate(
        Text(
            "Bring back {n} game that is only in the copy of {day}",
            "Bring back {n} games that are only in the copy of {day}",
            n=copy.missing_count,
            day=f"{copy.day:%d/%m/%Y}",
        )
    )
