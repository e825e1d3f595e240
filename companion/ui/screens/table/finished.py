"""Read-only view of a finished match."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from dataclasses import replace

import flet as ft

from companion.access.permissions import Access
from companion.base.dates import format_relative_time
from companion.match.roles import DeviceRole
from companion.match.table import Table
from companion.stats.results import active_seconds, format_duration
from companion.storage.records import Match
from companion.ui.design import text_fit
from companion.ui.design.boxes import STRETCH, column_of, row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import Space
from companion.ui.files.match_files import use_deletion, use_export
from companion.ui.games.scenes import scene_of
from companion.ui.hooks import use_observable
from companion.ui.screens.table.winner import STATISTICS_LINK, match_facts, winner_view
from companion.ui.session.phone import Phone
from companion.ui.state import use_optional
from companion.ui.table.intents import TableIntents
from companion.ui.table.model.board_room import ENDLESS_ROOM
from companion.ui.table.model.context import TableContext
from companion.ui.table.model.seats import seat_grid, seat_models
from companion.ui.table.model.sheet import NO_SHEET, TableSheet
from companion.ui.table.sheets.host import SheetHost
from companion.ui.table.zones.middle import pile_contents
from companion.ui.table.zones.seats import seat_tiles
from companion.ui.widgets import controls, page_frame
from companion.ui.widgets.bottom_sheet import SheetOverlay
from rules.engine import Text


@ft.component
def FinishedTable(phone: Phone, table: Table) -> ft.Control:  # noqa: N802 - Flet's components are named like classes
    """Read-only view of a match that was put away, until somebody resumes it."""
    use_observable(table)
    sheet, show_sheet = ft.use_state(NO_SHEET)
    problem, show_error = use_optional(Text)
    page = ft.context.page
    export = use_export(phone, show_error)
    ask_deletion = use_deletion(phone, show_error, lambda: phone.go("/"))
    role = phone.role_at(table.match.id)
    context = TableContext(table.table_state_for(role), (), page.width or 390, page.height or 844)
    reading = replace(context, role=replace(role, is_spectator=True))  # nothing of a finished match is changed
    intents = TableIntents(table, reading, show_sheet=show_sheet)
    access = Access(phone.library.storage, role.is_host, table.match.id)
    sheets = SheetHost(
        sheet, scene_of(table.game.key), context, intents, access, phone.library.settings, phone.library.hands_free
    )
    body = [
        *([page_frame.warning(translate(problem))] if problem else []),
        *([page_frame.warning(translate(table.warning))] if table.warning else []),
        winner_view(context, table.log(role), match_facts(table, role)),
        _played_when(phone, table),
        *_board(sheets),
        _link_buttons(phone, table),
    ]
    view = _page(phone, context, body, _footer(phone, table, role, export, ask_deletion))
    return SheetOverlay(view, sheets.build(), sheets.close)


def _page(phone: Phone, context: TableContext, body: list[ft.Control], footer: ft.Control) -> ft.Control:
    head = page_frame.page_header(context.title, lambda: phone.go("/"))
    scrolling = column_of(body, Space.EDGE, STRETCH, tight=False, scroll=ft.ScrollMode.AUTO, expand=True)
    column = column_of(
        [
            head,
            ft.Container(scrolling, padding=ft.Padding.symmetric(horizontal=Space.EDGE), expand=True),
            ft.Container(footer, padding=Space.EDGE),
        ],
        0,
        tight=False,
        expand=True,
        width=page_frame.page_width(),
    )
    row = row_of([column], alignment=ft.MainAxisAlignment.CENTER, expand=True)
    return ft.Container(ft.SafeArea(row, expand=True), bgcolor=ft.Colors.SURFACE, expand=True)


def _link_buttons(phone: Phone, table: Table) -> ft.Control:
    table_route = f"/t/{table.match.id}"
    links = (("history", Text("How it went"), ft.Icons.HISTORY), ("statistics", *STATISTICS_LINK))
    buttons: list[ft.Control] = [
        controls.secondary_button(translate(label), controls.bind(phone.go, f"{table_route}/{page}"), icon, expand=True)
        for page, label, icon in links
    ]
    return controls.button_grid(buttons, text_fit.columns_at_scale(2))


def _played_when(phone: Phone, table: Table) -> ft.Control:
    match = table.match
    end_time = format_relative_time(translate, match.finished or match.last, time.time())
    duration = format_duration(active_seconds(match.created, (line.entry.at for line in table.match_record.lines)))
    text = f"{controls.capitalize_first(end_time)} · {translate(duration)}"
    return page_frame.hint_text(text, text_align=ft.TextAlign.CENTER)


def _footer(
    phone: Phone,
    table: Table,
    role: DeviceRole,
    export: Callable[[str], Awaitable[object]],
    on_delete: Callable[[Match], object],
) -> ft.Control:
    """Build the actions on the whole match: all on the host's phone, none for a spectator.

    A player on a guest's phone can only continue the match.
    """
    match = replace(table.match, entries=table.table_state.seq)

    async def write() -> None:
        await export(match.id)

    export_button = controls.secondary_button(
        translate(Text("Export")), write, ft.Icons.FILE_DOWNLOAD_OUTLINED, expand=True
    )
    delete_button = controls.secondary_button(
        translate(Text("Delete")), controls.bind(on_delete, match), ft.Icons.DELETE_OUTLINE, expand=True
    )
    resume_button = ft.OutlinedButton(
        translate(Text("Keep playing")),
        icon=ft.Icons.PLAY_CIRCLE_OUTLINE,
        on_click=lambda event: table.continue_match(role),
        height=52,
        expand=True,
    )
    tools = [controls.button_grid([export_button, delete_button], text_fit.columns_at_scale(2))] if role.is_host else []
    return column_of([*tools, *([] if role.is_spectator else [row_of([resume_button])])], Space.GAP)


# --- final board -------------------------------------------------------------------------------------------------


def _board(sheets: SheetHost) -> list[ft.Control]:
    context, scene = sheets.context, sheets.scene
    players = seat_models(context, scene.model, is_put_away=True)
    rows = seat_tiles(players, seat_grid(players, ENDLESS_ROOM.width), sheets.intents.open)
    table = controls.secondary_button(
        translate(Text("The table")),
        controls.bind(sheets.intents.open, TableSheet()),
        ft.Icons.SPACE_DASHBOARD_OUTLINED,
    )
    has_table_items = any(True for _ in pile_contents(context.game_view, scene.model.piles)) or sheets.table_trackers
    return [rows, scene.board(context, ENDLESS_ROOM, sheets.intents.open), *([table] if has_table_items else [])]
