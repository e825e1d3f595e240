"""Bars above a screen while the disk, or a page's browser, does not keep what is played."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import flet as ft

from companion.base.background import IS_PAGE, run_in_background
from companion.base.browser_storage import BROWSER_SAVES
from companion.match.journal import UnsavedWork
from companion.match.table import Table
from companion.storage.matches import StorageError
from companion.ui.design.boxes import START, STRETCH, column_of, row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import MIN_TAP_SIZE, Radius, Space
from companion.ui.design.text import body_text, label_text
from companion.ui.files.match_files import REMINDER_SETTING, restart_reminder, use_export, use_export_all
from companion.ui.hooks import use_observable
from companion.ui.session.phone import Phone
from companion.ui.state import use_optional
from companion.ui.widgets import controls
from rules.engine import Text

RETRY_SECONDS = 15.0
"""Seconds after which a screen that shows the bar tries again."""
GAMES_UNTIL_REMINDER = 10
"""Games without an export after which a page reminds of it."""
UNSAVED_TEXT = Text("The browser keeps nothing: what you play now goes with this tab.")


def storage_notice(phone: Phone, *, counts_games: bool = False) -> list[ft.Control]:
    """Build the bar about the storage of a page without a server; nothing elsewhere."""
    return [StorageNotice(phone, counts_games)] if IS_PAGE else []


@ft.component
def StorageNotice(phone: Phone, counts_games: bool) -> ft.Control:  # noqa: N802
    """Build the bar while the browser cannot save, until somebody knows it.

    With ``counts_games`` it also reminds of the export after some games without one.
    """
    use_observable(BROWSER_SAVES)
    export_message, set_export_message = use_optional(Text)
    export = use_export_all(phone, set_export_message)
    ink, fill = ft.Colors.ON_ERROR_CONTAINER, ft.Colors.ERROR_CONTAINER
    is_failing = BROWSER_SAVES.is_failing and not BROWSER_SAVES.is_known
    count = games_since_export(phone) if counts_games else 0
    if is_failing:
        text, understood = UNSAVED_TEXT, BROWSER_SAVES.acknowledge
    elif count >= GAMES_UNTIL_REMINDER:
        ink, fill = ft.Colors.ON_SURFACE, ft.Colors.SURFACE_CONTAINER_HIGH
        text = Text("{n} games are only in this browser: save them in a file.", n=count)
        understood = partial(restart_reminder, phone.library.settings)
    else:
        return ft.Container(height=0)
    buttons = [
        controls.secondary_button(translate(label), act, expand=True, height=MIN_TAP_SIZE)
        for label, act in ((Text("Export now"), export), (Text("Understood"), understood))
    ]
    return _bar([translate(export_message or text)], buttons, ink, fill, label_text)


def games_since_export(phone: Phone) -> int:
    """Return how many games began since all of them were exported, or since the last reminder."""
    since = float(phone.library.settings.get(REMINDER_SETTING) or 0)
    return sum(match.created > since for match in phone.library.matches.all())


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


def _bar(
    lines: list[str],
    buttons: list[ft.Control],
    ink: str = ft.Colors.ON_ERROR_CONTAINER,
    fill: str = ft.Colors.ERROR_CONTAINER,
    lettering: Callable[..., ft.Text] = body_text,
) -> ft.Control:
    texts: list[ft.Control] = [lettering(line, color=ink) for line in lines]
    sign = ft.Icon(ft.Icons.SD_CARD_ALERT_OUTLINED, color=ink)
    says = row_of([sign, column_of(texts, Space.HAIR, expand=True)], Space.EDGE, START)
    rows: list[ft.Control] = [
        ft.Semantics(content=says, live_region=True),
        *([row_of(buttons, Space.GAP)] if buttons else []),
    ]
    return ft.Container(
        column_of(rows, Space.GAP, STRETCH),
        bgcolor=fill,
        border_radius=Radius.TILE,
        padding=Space.EDGE,
        margin=ft.Margin.symmetric(vertical=Space.TIGHT, horizontal=Space.GAP),
    )
