"""Bar shown while the disk refuses a match: the match goes on in memory until it is saved."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import flet as ft

from companion.base.background import aside
from companion.match.journal import Unsaved
from companion.match.table import Table
from companion.storage.matches import StorageTrouble
from companion.ui.design.theme import Round, Space, Type
from companion.ui.files.match_files import use_export
from companion.ui.hooks import use_table
from companion.ui.session.phone import Phone
from companion.ui.widgets import controls, page_frame
from rules.engine import Text

AGAIN = 15.0
"""Seconds after which a screen that shows the bar tries again."""


@ft.component
def UnsavedBar(phone: Phone, table: Table, named: bool = False) -> ft.Control:  # noqa: N802
    """Build the bar with the reason, and the host's buttons; empty while the match is saved.

    ``shows_match`` adds the game and its players.
    """
    use_table(table)
    told, tell = ft.use_state(page_frame.NOTHING)
    tries, count = ft.use_state(0)
    export = use_export(phone, tell)
    unsaved = table.unsaved

    async def once_more() -> None:
        if unsaved is not None:
            await asyncio.sleep(AGAIN)
            await aside(_saved, table)
            count(lambda before: before + 1)

    ft.use_effect(once_more, [unsaved is None, tries])
    if unsaved is None:
        return ft.Container(height=0)

    async def write() -> None:
        await export(table.match.id)

    says = [_named(phone, table)] if named else []
    lines = [*says, phone.words(_says(unsaved)), *([phone.words(told)] if told else [])]
    ways = [
        controls.quiet(phone.words(Text("Try again")), lambda: _saved(table), ft.Icons.REFRESH, expand=True),
        controls.quiet(phone.words(Text("Export")), write, ft.Icons.FILE_DOWNLOAD_OUTLINED, expand=True),
    ]
    return _bar(lines, ways if phone.chair(table.match.id).host else [])


def _saved(table: Table) -> None:
    with suppress(StorageTrouble):  # on failure the bar stays
        table.save()


def _says(unsaved: Unsaved) -> Text:
    return Text(
        "{cause} The game goes on: {n} step is in memory only.",
        "{cause} The game goes on: {n} steps are in memory only.",
        cause=unsaved.cause,
        n=unsaved.entries,
    )


def _named(phone: Phone, table: Table) -> str:
    return f"{phone.words(table.game.title)} · {', '.join(table.match.seats)}"


def _bar(lines: list[str], ways: list[ft.Control]) -> ft.Control:
    ink = ft.Colors.ON_ERROR_CONTAINER
    texts: list[ft.Control] = [ft.Text(line, size=Type.BODY, color=ink) for line in lines]
    sign = ft.Icon(ft.Icons.SD_CARD_ALERT_OUTLINED, color=ink)
    says = ft.Row(
        [sign, ft.Column(texts, spacing=Space.HAIR, tight=True, expand=True)],
        vertical_alignment=ft.CrossAxisAlignment.START,
        spacing=Space.EDGE,
    )
    rows: list[ft.Control] = [
        ft.Semantics(content=says, live_region=True),
        *([ft.Row(ways, spacing=Space.GAP)] if ways else []),
    ]
    return ft.Container(
        ft.Column(rows, spacing=Space.GAP, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        bgcolor=ft.Colors.ERROR_CONTAINER,
        border_radius=Round.TILE,
        padding=Space.EDGE,
        margin=ft.Margin.symmetric(vertical=Space.TIGHT, horizontal=Space.GAP),
    )
