"""Read-only view of a finished match."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import flet as ft

from companion.base.dates import when
from companion.match.preview_text import result
from companion.match.roles import Chair
from companion.match.table import Table
from companion.stats.results import lasting, played
from companion.ui.design import text_fit
from companion.ui.design.theme import Space, Type
from companion.ui.files.match_files import use_deleting, use_export
from companion.ui.games.scenes import scene_of
from companion.ui.hooks import use_table
from companion.ui.session.phone import Phone
from companion.ui.table.board.players import NONE, Players
from companion.ui.table.board.table_items import lying
from companion.ui.table.context.context import Drawn
from companion.ui.table.context.open_sheet import NONE as SHUT
from companion.ui.table.context.open_sheet import Open
from companion.ui.table.sheets.host import Paper
from companion.ui.widgets import controls, page_frame
from companion.ui.widgets.bottom_sheet import Over
from rules.engine import Outcome, Text


def ended(words: Callable[[Any], str], seats: Sequence[str], outcome: Outcome) -> ft.Control:
    """Build the banner that names the winners."""
    badges: list[ft.Control] = [controls.badge(seat, seats[seat], 56) for seat in outcome.winners]
    text = ft.Text(
        words(result(outcome, seats)), size=Type.HERO, weight=ft.FontWeight.W_800, text_align=ft.TextAlign.CENTER
    )
    column = ft.Column(
        [ft.Row(badges, alignment=ft.MainAxisAlignment.CENTER), text],
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        spacing=Space.GAP,
    )
    return ft.Container(column, padding=Space.AIR, alignment=ft.Alignment.CENTER)


def at_the_end(words: Callable[[Any], str], away: controls.Do) -> ft.Control:
    """Build what can be tapped at a table whose match has just ended."""
    says = page_frame.quiet(
        words(Text("Not so? Undo takes back what ended it, and any number can be corrected.")),
        text_align=ft.TextAlign.CENTER,
    )
    button = page_frame.main_button(words(Text("Put the game away")), away, ft.Icons.INVENTORY_2_OUTLINED)
    return ft.Column([says, ft.Row([button])], spacing=Space.GAP, tight=True, horizontal_alignment=STRETCH)


FIGURES = Text("Statistics"), ft.Icons.INSERT_CHART_OUTLINED
STRETCH = ft.CrossAxisAlignment.STRETCH


@ft.component
def Kept(phone: Phone, table: Table) -> ft.Control:  # noqa: N802 - Flet's components are named like classes
    """Read-only view of a match that was put away, until somebody resumes it."""
    use_table(table)
    looked, look = ft.use_state(SHUT)
    told, say = ft.use_state(page_frame.NOTHING)
    page = ft.context.page
    export = use_export(phone, say)
    ask = use_deleting(phone, say, lambda: phone.go("/"))
    chair = phone.chair(table.match.id)
    drawn = Drawn(table.now_for(chair), (), phone.words, page.width or 390, page.height or 844)
    nothing = lambda event: False  # noqa: E731
    scene, library = scene_of(table.game.key), phone.library
    paper = Paper(looked, scene, drawn, library, nothing, nothing, None, look, match=table.match.id)
    body = [
        *([page_frame.warning(phone.words(told))] if told else []),
        *([page_frame.warning(phone.words(table.warning))] if table.warning else []),
        ended(phone.words, drawn.seats, drawn.now.state.outcome),
        _when(phone, table),
        *_picture(paper),
        _ways(phone, table),
    ]
    view = _page(phone, drawn, body, _foot(phone, table, chair, export, ask))
    return Over(view, paper.build(), paper.close)


def _page(phone: Phone, drawn: Drawn, body: list[ft.Control], foot: ft.Control) -> ft.Control:
    head = page_frame.head(drawn.title, phone.words(Text("Back")), lambda: phone.go("/"))
    scrolling = ft.Column(
        body, spacing=Space.EDGE, scroll=ft.ScrollMode.AUTO, expand=True, horizontal_alignment=STRETCH
    )
    column = ft.Column(
        [
            head,
            ft.Container(scrolling, padding=ft.Padding.symmetric(horizontal=Space.EDGE), expand=True),
            ft.Container(foot, padding=Space.EDGE),
        ],
        spacing=0,
        expand=True,
        width=page_frame.width(),
    )
    row = ft.Row([column], alignment=ft.MainAxisAlignment.CENTER, expand=True)
    return ft.Container(ft.SafeArea(row, expand=True), bgcolor=ft.Colors.SURFACE, expand=True)


def _ways(phone: Phone, table: Table) -> ft.Control:
    """Build the buttons to the history and the statistics."""
    here, words = f"/table/{table.match.id}", phone.words
    ways = (("history", Text("How it went"), ft.Icons.HISTORY), ("statistics", *FIGURES))
    buttons: list[ft.Control] = [
        controls.quiet(words(label), controls.bound(phone.go, f"{here}/{page}"), icon, expand=True)
        for page, label, icon in ways
    ]
    return controls.rows(buttons, text_fit.abreast(2))


def _when(phone: Phone, table: Table) -> ft.Control:
    """Build when the match ended, and how long it took."""
    match = table.match
    ago = when(phone.words, match.finished or match.last, time.time())
    long = lasting(played(match.created, (line.entry.at for line in table.story.lines)))
    said = f"{controls.sentence(ago)} · {phone.words(long)}"
    return page_frame.quiet(said, text_align=ft.TextAlign.CENTER)


def _foot(
    phone: Phone, table: Table, chair: Chair, export: Callable[[str], Any], ask: Callable[[Any], Any]
) -> ft.Control:
    """Build the actions on the whole match: all on the host's phone, none for a spectator.

    A player on a guest's phone can only continue the match.
    """
    words, match = phone.words, replace(table.match, entries=table.now.seq)

    async def write() -> None:
        await export(match.id)

    out = controls.quiet(words(Text("Export")), write, ft.Icons.FILE_DOWNLOAD_OUTLINED, expand=True)
    gone = controls.quiet(words(Text("Delete")), controls.bound(ask, match), ft.Icons.DELETE_OUTLINE, expand=True)
    on = ft.OutlinedButton(
        words(Text("Go on playing")),
        icon=ft.Icons.PLAY_CIRCLE_OUTLINE,
        on_click=lambda event: table.go_on(chair),
        height=52,
        expand=True,
    )
    tools = [controls.rows([out, gone], text_fit.abreast(2))] if chair.host else []
    return ft.Column([*tools, *([] if chair.watches else [ft.Row([on])])], spacing=Space.GAP, tight=True)


# --- final board -------------------------------------------------------------------------------------------------


def _picture(paper: Paper) -> list[ft.Control]:
    """Build the game's board, the players and the rest as they were; a tap opens the details."""
    drawn, scene = paper.drawn, paper.scene
    on_player = lambda seat: paper.open(Open("player", seat))  # noqa: E731
    players = Players(
        drawn.words, drawn.seats, drawn.now.trackers, drawn.lines, {}, on_player, False, NONE, 0, scene.line
    )
    table = controls.quiet(drawn.words(Text("The table")), lambda: paper.open(Open("table")), ft.Icons.TABLE_RESTAURANT)
    rest = any(True for _ in lying(drawn.picture, scene.piles)) or paper.loose
    return [*scene.picture(drawn, paper.open), players, *([table] if rest else [])]
