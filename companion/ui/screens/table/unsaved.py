"""Bar shown while the disk refuses a match: the match goes on in memory until it is saved."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import flet as ft

from companion.base.background import run_in_background
from companion.match.journal import UnsavedWork
from companion.match.table import Table
from companion.storage.matches import StorageError
from companion.ui.design.boxes import START, STRETCH, column_of, row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import Radius, Space
from companion.ui.design.text import body_text
from companion.ui.files.match_files import use_export
from companion.ui.hooks import use_observable
from companion.ui.session.phone import Phone
from companion.ui.state import use_optional
from companion.ui.widgets import controls
from rules.engine import Text

RETRY_SECONDS = 15.0
"""Seconds after which a screen that shows the bar tries again."""


@ft.component
def UnsavedBar(phone: Phone, table: Table, shows_match: bool = False) -> ft.Control:  # noqa: N802
    """Build the bar with the reason, and the host's buttons; empty while the match is saved.

    ``shows_match`` adds the game and its players.
    """
    use_observable(table)
    export_message, set_export_message = use_optional(Text)
    tries, count = ft.use_state(0)
    export = use_export(phone, set_export_message)
    unsaved = table.unsaved_work

    async def once_more() -> None:
        if unsaved is not None:
            await asyncio.sleep(RETRY_SECONDS)
            await run_in_background(_try_save, table)
            count(lambda before: before + 1)

    ft.use_effect(once_more, [unsaved is None, tries])
    if unsaved is None:
        return ft.Container(height=0)

    async def write() -> None:
        await export(table.match.id)

    match_lines = [_match_label(phone, table)] if shows_match else []
    lines = [*match_lines, translate(_unsaved_text(unsaved)), *([translate(export_message)] if export_message else [])]
    buttons = [
        controls.secondary_button(
            translate(Text("Try again")), lambda: _try_save(table), ft.Icons.REFRESH, expand=True
        ),
        controls.secondary_button(translate(Text("Export")), write, ft.Icons.FILE_DOWNLOAD_OUTLINED, expand=True),
    ]
    return _bar(lines, buttons if phone.role_at(table.match.id).is_host else [])


def _try_save(table: Table) -> None:
    with suppress(StorageError):  # on failure the bar stays
        table.retry_save()


def _unsaved_text(unsaved: UnsavedWork) -> Text:
    return Text(
        "{cause} The game goes on: {n} step is in memory only.",
        "{cause} The game goes on: {n} steps are in memory only.",
        cause=unsaved.cause,
        n=unsaved.entry_count,
    )


def _match_label(phone: Phone, table: Table) -> str:
    return f"{translate(table.game.title)} · {', '.join(table.match.seats)}"


def _bar(lines: list[str], buttons: list[ft.Control]) -> ft.Control:
    ink = ft.Colors.ON_ERROR_CONTAINER
    texts: list[ft.Control] = [body_text(line, color=ink) for line in lines]
    sign = ft.Icon(ft.Icons.SD_CARD_ALERT_OUTLINED, color=ink)
    says = row_of([sign, column_of(texts, Space.HAIR, expand=True)], Space.EDGE, START)
    rows: list[ft.Control] = [
        ft.Semantics(content=says, live_region=True),
        *([row_of(buttons, Space.GAP)] if buttons else []),
    ]
    return ft.Container(
        column_of(rows, Space.GAP, STRETCH),
        bgcolor=ft.Colors.ERROR_CONTAINER,
        border_radius=Radius.TILE,
        padding=Space.EDGE,
        margin=ft.Margin.symmetric(vertical=Space.TIGHT, horizontal=Space.GAP),
    )
