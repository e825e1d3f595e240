"""Match history: one card a turn with its main result, opened for its steps."""

from __future__ import annotations

import time
from contextlib import suppress

import flet as ft

from companion.match.log import LogLine, actor_namer
from companion.match.table import Table
from companion.stats.timing import measure_timing
from companion.stats.turn_cards import TurnCard, turn_cards
from companion.storage.matches import StorageError
from companion.ui.design.boxes import STRETCH, column_of, row_of, wrapped_row
from companion.ui.design.look import translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.text import MUTED, body_text
from companion.ui.files.exports import MatchExports
from companion.ui.hooks import use_observable
from companion.ui.redraw import memoized, use_handler
from companion.ui.screens.read.history_steps import (
    HistoryContext,
    OpenPicture,
    OpenUndo,
    group_log,
    group_row,
    told_lines,
    undo_panel,
)
from companion.ui.session.error_boundary import failure_of
from companion.ui.session.open_table import open_table
from companion.ui.session.phone import Phone
from companion.ui.state import use_loaded, use_optional
from companion.ui.table.sheets.why import use_rule_sheet
from companion.ui.table.zones.clock import is_clock_on, turn_time_panel
from companion.ui.widgets import page_frame
from companion.ui.widgets.controls import (
    Action,
    Surface,
    bind,
    icon_button,
    keyed_component,
    pressable,
    secondary_button,
)
from rules.engine import Text

GROUPS_PER_PAGE, CARDS_PER_PAGE = 40, 40
"""Groups of a turn and turns that are drawn at first, and as many more at each tap."""
NO_TURN = -1
"""Number of no turn, where all are closed."""
BUTTON_HEIGHT = 44
"""Height of the buttons of an open turn, in points."""
FADED = 0.5
"""Opacity of what was undone."""


@ft.component
def HistoryPage(phone: Phone, match_id: str) -> ft.View:  # noqa: N802 - Flet's components are named like classes
    """The page of a match's history."""
    table = use_loaded([match_id], open_table, phone, match_id)
    shows_exports, set_shows_exports = ft.use_state(False)
    more = [*_redo(phone, table), *_export_button(phone, table, lambda: set_shows_exports(not shows_exports))]
    back = lambda: phone.go(f"/t/{match_id}")  # noqa: E731
    head = page_frame.page_header(Text("History"), back, *more)

    def log_and_exports(table: Table) -> list[ft.Control]:
        exports = [MatchExports(phone, match_id, table.state.outcome is not None)] if shows_exports else []
        return [*exports, HistoryLog(phone, table)]

    body = page_frame.loaded_body(table, log_and_exports)
    return page_frame.page_view(f"/t/{match_id}/history", head, body)


def _redo(phone: Phone, table: Table | Text | None) -> list[ft.Control]:
    return [RedoButton(phone, table)] if isinstance(table, Table) else []


def _export_button(phone: Phone, table: Table | Text | None, on_tap: page_frame.OnTap) -> list[ft.Control]:
    """Build the export button, on the host's phone only."""
    if not isinstance(table, Table) or not phone.role_at(table.match.id).is_host:
        return []
    return [icon_button(ft.Icons.FILE_DOWNLOAD_OUTLINED, translate(Text("Export")), on_tap)]


@ft.component
def RedoButton(phone: Phone, table: Table) -> ft.Control:  # noqa: N802
    """Button that redoes the last undo."""
    use_observable(table)
    role = phone.role_at(table.match.id)
    return ft.TextButton(
        translate(Text("Redo")),
        icon=ft.Icons.REDO,
        visible=table.table_state.can_redo and not table.is_put_away and not role.is_spectator,
        on_click=lambda event: failure_of(lambda: table.redo(role)),
    )


@ft.component
def HistoryLog(phone: Phone, table: Table) -> ft.Control:  # noqa: N802
    """The log, one card a turn; of a game that counts no turns the actions alone."""
    use_observable(table)
    role = phone.role_at(table.match.id)
    open_undo, set_open_undo = use_optional(OpenUndo)
    open_picture, set_open_picture = use_optional(OpenPicture)
    shows_details, set_shows_details = ft.use_state(False)
    problem, set_problem = use_optional(Text)
    explain = use_rule_sheet(table, phone.go)
    lines = table.log(role)

    def undo_before(seq: int) -> None:
        set_problem(failure_of(lambda: table.undo_to_entry(seq, role)))
        set_open_undo(None)

    def show_picture(seq: int) -> None:
        if open_picture is not None and open_picture.seq == seq:
            set_open_picture(None)
        else:
            set_problem(failure_of(lambda: set_open_picture(OpenPicture(seq, table.picture(seq)))))

    error_notice: list[ft.Control] = [page_frame.warning(translate(problem))] if problem else []
    reader = HistoryContext(
        phone,
        table,
        role,
        actor_namer(lines),
        set_open_undo,
        undo_before,
        explain,
        _pictured_entries(table),
        open_picture,
        show_picture,
        open_undo,
        shows_details or not table.game.counts_turns,
    )
    body = [*error_notice, *_turn_times(phone, table, lines)]
    if not lines:
        body.append(_empty())
    elif table.game.counts_turns:
        body.append(TurnCards(reader, lines, bind(set_shows_details, not shows_details)))
    else:
        body.append(Steps(reader, lines))
    return column_of(body, Space.GAP, STRETCH, tight=False)


@ft.component
def TurnCards(  # noqa: N802
    reader: HistoryContext, lines: tuple[LogLine, ...], toggle_details: Action
) -> ft.Control:
    """The turns, the newest first and open; a tap on the head of another opens that one."""
    table = reader.table
    cards = ft.use_memo(
        lambda: turn_cards(table.game, lines, table.match.seats, table.first_turn), [table.table_state.seq, reader.role]
    )
    chosen, set_chosen = use_optional(int)
    shown_count, set_shown_count = ft.use_state(CARDS_PER_PAGE)
    opened = _current_turn(table, cards) if chosen is None else chosen

    def toggle(number: int) -> None:
        set_chosen(NO_TURN if number == opened else number)

    tap = use_handler(toggle)
    rows: list[ft.Control] = []
    for card in cards[:shown_count]:
        is_open, is_faded, on_tap = card.number == opened, card.first_seq is None, bind(tap, card.number)
        rows.append(keyed_component(CardHead, f"{card.number}", card.title, is_open, is_faded, on_tap))
        if is_open:
            rows.append(keyed_component(OpenCard, f"{card.number} steps", reader, card, toggle_details))
    more = [_more(lambda: set_shown_count(shown_count + CARDS_PER_PAGE))] if len(cards) > shown_count else []
    return column_of([*rows, *more], Space.GAP, STRETCH, tight=False)


def _current_turn(table: Table, cards: tuple[TurnCard, ...]) -> int:
    """Return the number of the turn that is played, or of the one before if nothing was done."""
    numbers = [card.number for card in cards if card.number <= table.state.turn]
    return numbers[0] if numbers else cards[0].number


@memoized
def CardHead(  # noqa: N802
    title: Text, is_open: bool, is_faded: bool, on_tap: Action
) -> ft.Control:
    """Build the head of a turn: its headline, with a sign that it opens."""
    words = translate(title)
    text = body_text(words, 600, expand=True)
    sign = ft.Icon(ft.Icons.EXPAND_LESS if is_open else ft.Icons.EXPAND_MORE, color=MUTED)
    face = row_of([text, sign], Space.GAP, opacity=FADED if is_faded else 1)
    fill = ft.Colors.SURFACE_CONTAINER_HIGH if is_open else ft.Colors.SURFACE_CONTAINER
    pad = ft.Padding.symmetric(horizontal=Space.ROOM, vertical=Space.EDGE)
    return pressable(
        face,
        words,
        on_tap,
        Surface(fill=fill, pad=pad, radius=Radius.PILL, align=ft.Alignment.CENTER_LEFT),
        is_chosen=is_open,
    )


@ft.component
def OpenCard(  # noqa: N802
    reader: HistoryContext, card: TurnCard, toggle_details: Action
) -> ft.Control:
    """The steps of a turn, with the way back to its beginning and the switch of the details."""
    details = Text("Hide details") if reader.shows_details else Text("Details")
    buttons = [secondary_button(translate(details), toggle_details, ft.Icons.TUNE, height=BUTTON_HEIGHT)]
    panel: list[ft.Control] = []
    if card.first_seq is not None and reader.can_undo:
        undo, name = OpenUndo(card.first_seq, is_turn=True), translate(Text("Back to here: {what}", what=card.title))
        label, on_tap = translate(Text("Back to here")), bind(reader.ask_undo, undo)
        buttons.insert(0, secondary_button(label, on_tap, ft.Icons.UNDO, name, height=BUTTON_HEIGHT))
        panel = [undo_panel(reader, card.first_seq)] if reader.open_undo == undo else []
    row = wrapped_row(buttons, Space.GAP)
    parts = [row, *panel, Steps(reader, card.lines)]
    return column_of(parts, Space.GAP, STRETCH, tight=False)


@ft.component
def Steps(reader: HistoryContext, lines: tuple[LogLine, ...]) -> ft.Control:  # noqa: N802
    """The actions of those lines, the newest first, a page of them at a time."""
    shown_count, set_shown_count = ft.use_state(GROUPS_PER_PAGE)
    groups = group_log(told_lines(lines, reader.shows_details))
    rows = [group_row(reader, group) for group in groups[:shown_count]]
    more = [_more(lambda: set_shown_count(shown_count + GROUPS_PER_PAGE))] if len(groups) > shown_count else []
    return column_of([*rows, *more], Space.GAP, STRETCH, tight=False)


def _pictured_entries(table: Table) -> frozenset[int]:
    with suppress(StorageError):
        return table.pictured_entries()
    return frozenset()


def _turn_times(phone: Phone, table: Table, lines: tuple[LogLine, ...]) -> list[ft.Control]:
    """Build each player's total turn time, if the table has a clock and the game counts turns."""
    if not lines or not is_clock_on(phone.library.settings, table.match.id):
        return []
    until = time.time() if table.prompt else lines[-1].entry.at
    turn_times = measure_timing(lines, len(table.match.seats), until)
    return [turn_time_panel(table.match.seats, turn_times)] if any(turn_times.seats) else []


def _more(on_click: page_frame.OnTap) -> ft.Control:
    return ft.TextButton(translate(Text("Show earlier")), on_click=lambda event: on_click(), height=48)


def _empty() -> ft.Control:
    return page_frame.panel(
        ft.Icon(ft.Icons.HISTORY, size=FontSize.ILLUSTRATION, color=ft.Colors.OUTLINE),
        page_frame.hint_text(translate(Text("Nothing has happened yet.")), text_align=ft.TextAlign.CENTER),
        padding=Space.AIR,
    )
