"""Table screen: prompt, trackers and board of any game, without knowledge of rules."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache

import flet as ft

from companion.dice.provenance import RollSource
from companion.i18n import Translate
from companion.library.library import Library
from companion.match.roles import DeviceRole
from companion.match.table import Table
from companion.match.undo import next_undo, summarize_undo
from companion.storage.matches import StorageError
from companion.storage.records import Entry
from companion.ui.design.feedback import use_page_title
from companion.ui.design.preferences import current_preferences
from companion.ui.design.theme import LEFT_SHARE, RIGHT_SHARE, Space
from companion.ui.games.scenes import scene_of
from companion.ui.hooks import use_observable
from companion.ui.redraw import memoized, use_handlers
from companion.ui.table.answers.side import build_side_controls
from companion.ui.table.answers.zone import AnswerZone
from companion.ui.table.board.clock import Clock, is_clock_on
from companion.ui.table.board.lookahead import lookahead_button
from companion.ui.table.board.notice import Notice
from companion.ui.table.board.players import player_rows
from companion.ui.table.board.prompt import Question, call_text
from companion.ui.table.board.recent import MAX_LINES, RecentEntries, recent_lines
from companion.ui.table.board.rotation import quarter_turns, rotate_table
from companion.ui.table.board.table_items import TableItems, pile_contents
from companion.ui.table.board.top_bar import TopBar
from companion.ui.table.board.tray_status import tray_observable, tray_status, use_reading_signal, use_tray_state
from companion.ui.table.board.undo_notice import RemoteUndo, recent_remote_undo
from companion.ui.table.board.why import ExplanationRequest
from companion.ui.table.context.actions import (
    Feedback,
    TableActions,
    use_open_adjustment,
    use_redraw_after,
    use_table_actions,
)
from companion.ui.table.context.choice_tap import ChoiceHandlers
from companion.ui.table.context.context import TableContext
from companion.ui.table.context.open_sheet import NO_SHEET, OpenSheet, sheet_for
from companion.ui.table.sheets.host import SheetHost
from companion.ui.widgets.bottom_sheet import SheetOverlay
from companion.ui.widgets.controls import Action, bind, keyed_component, semantic_group
from rules.engine import Choice, Event, Redone

from .finished import end_of_match_actions, winner_banner


@dataclass(frozen=True)
class Navigation:
    """Handlers that leave the table for another screen."""

    go_back: Action
    open_history: Action
    open_menu: Action
    explain: Callable[[ExplanationRequest], None]
    put_away: Action = lambda: None
    """Puts a finished match away."""
    teach_dice: Callable[[str], object] = lambda key: None
    """Opens the page that teaches dice of the kind with that key."""


@cache
def font_safe(translate: Translate) -> Translate:
    """Return the translator, limited to characters that the bundled font has.

    It is the same function for the same translator.
    """
    return lambda shown: translate(shown).replace("→", "›")


@memoized
def TableScreen(  # noqa: N802
    table: Table, library: Library, translate: Translate, role: DeviceRole, navigation: Navigation
) -> ft.Control:
    """Build the screen of one match for a device in its role."""
    return keyed_component(TableScreenBody, table.match.id, table, library, translate, role, navigation)


@ft.component
def TableScreenBody(  # noqa: N802
    table: Table, library: Library, translate: Translate, role: DeviceRole, navigation: Navigation
) -> ft.Control:
    """Build the screen of one match; another match resets its state."""
    use_observable(table)
    use_observable(library.guests.observable_of(table.match.id))
    use_observable(tray_observable(library))
    open_sheet, set_open_sheet = ft.use_state(NO_SHEET)
    size, set_size = ft.use_state((ft.context.page.width or 390, ft.context.page.height or 844))
    host_prompt_id, set_host_prompt_id = ft.use_state("")
    context, rotation = use_table_context(table, library, translate, role, open_sheet != NO_SHEET, size, host_prompt_id)
    table_state = context.table_state
    actions, feedback = use_table_actions(
        table, role, table_state, context.seat_prompt.call_reason if context.seat_prompt else ""
    )
    use_page_title(_title(context))
    use_reading_signal(actions.signals, context.translate, context.tray_state.sighting)

    def answer(event: Event, how: RollSource = "typed", picture: bytes = b"") -> bool:
        done = actions.answer(event, how, picture)
        if done:
            set_open_sheet(NO_SHEET)
        return done

    handlers = use_handlers(_choice_handlers(answer, actions, set_open_sheet))
    taps = use_handlers(
        TableHandlers(
            actions.undo,
            actions.redo,
            actions.reopen,
            lambda: set_host_prompt_id(table_state.prompt_id),
            set_open_sheet,
            lambda rule: navigation.explain(ExplanationRequest(rule)),
        )
    )
    notice = _notice(context, taps, feedback, use_remote_undo(context, actions))
    screen_parts = _screen_parts(context, handlers, taps, navigation, notice)
    adjust, scene = None if role.is_spectator else actions.adjust, scene_of(table.game.key)
    sheets = SheetHost(
        open_sheet,
        scene,
        context,
        library,
        answer,
        actions.say,
        adjust,
        set_open_sheet,
        navigation.teach_dice,
        table.match.id,
        None if role.is_spectator else actions.set_fact,
        actions.tell,
    )
    is_obsolete = sheets.is_obsolete
    ft.use_effect(lambda: set_open_sheet(NO_SHEET) if is_obsolete else None, [is_obsolete])
    error_text = context.translate(feedback.text) if feedback and feedback.text else ""
    overlay = SheetOverlay(_arranged(screen_parts, context), sheets.build(), sheets.close, error_text)
    return ft.Container(
        rotate_table(overlay, rotation), expand=True, on_size_change=lambda e: set_size((e.width, e.height))
    )


@dataclass(frozen=True)
class TableHandlers:
    """What taps on the parts of the table do, besides answers."""

    undo: Action
    redo: Action
    reopen: Callable[[Entry], object]
    """Goes back to where that entry was a question."""
    answer_for_others: Action
    open_sheet: Callable[[OpenSheet], object]
    explain_rule: Callable[[str], object]
    """Explains the rule with that id."""


def _choice_handlers(
    answer: Callable[[Event], bool], actions: TableActions, open_sheet: Callable[[OpenSheet], None]
) -> ChoiceHandlers:
    """Return tap handlers that ignore taps during the guard time."""

    def open_choice(choice: Choice) -> None:
        open_sheet(sheet_for(choice))

    def open_dice(choice: Choice) -> None:
        open_sheet(OpenSheet("dice", choice))

    return ChoiceHandlers(answer, actions.guard(open_choice), actions.guard(open_dice), actions.is_ready)


def use_table_context(
    table: Table,
    library: Library,
    translate: Translate,
    role: DeviceRole,
    is_sheet_open: bool,
    size: tuple[float, float],
    host_prompt_id: str,
) -> tuple[TableContext, int]:
    """Return the context of this redraw, and the screen's rotation in quarter turns.

    ``is_sheet_open`` means that a sheet lies over the table; ``host_prompt_id`` is the id of the prompt that the host
    answers for others.
    """
    table_state = table.table_state_for(role)
    open_adjustment, awake_by_seat = use_open_adjustment(table, is_sheet_open), _awake_by_seat(library, table)
    log, acting_as_host = table.log(role), host_prompt_id == table_state.prompt_id
    tray_state, shows_clock = use_tray_state(library, table.match.id, table_state, role), _shows_clock(library, table)
    context = TableContext(
        table_state,
        log,
        font_safe(translate),
        *size,
        open_adjustment,
        role,
        table.claimed_seats,
        awake_by_seat,
        acting_as_host,
        tray_state,
        shows_clock,
    )
    rotation = _rotation(context)
    return replace(context, width=size[rotation % 2], height=size[1 - rotation % 2]), rotation


def use_remote_undo(context: TableContext, actions: TableActions) -> RemoteUndo | None:
    """Return what another device has just undone or redone, as long as it is announced."""
    remote_undo = recent_remote_undo(context.log, context.role, context.seats, actions.made_last_change)
    use_redraw_after(remote_undo.seconds_left if remote_undo else None, context.table_state.seq)
    return remote_undo


def _awake_by_seat(library: Library, table: Table) -> dict[int, bool]:
    """Return whether each seat's own device is online; empty if storage fails."""
    with suppress(StorageError):
        return {
            place.seat: place.is_online
            for place in library.guests.device_seats(table.match.id)
            if place.seat is not None
        }
    return {}


def _shows_clock(library: Library, table: Table) -> bool:
    """Return whether the clock is shown; False if storage fails."""
    with suppress(StorageError):
        return is_clock_on(library, table.match.id)
    return False


def _rotation(context: TableContext) -> int:
    """Return a shared phone's quarter turns towards the deciding seat, if that is preferred."""
    seat_prompt = context.seat_prompt
    if (
        seat_prompt is None
        or not seat_prompt.speaking_seats
        or context.role.seat is not None
        or not current_preferences().turn
    ):
        return 0
    return quarter_turns(seat_prompt.speaking_seats[0], len(context.seats))


def _title(context: TableContext) -> str:
    """Return the title of the browser page."""
    if context.seat_prompt is None:
        return "Sobremesa"
    title = call_text(context.seat_prompt, context.role, context.seats)
    return f"{context.translate(title)} · Sobremesa"


# --- the pieces --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ScreenParts:
    """Parts of the screen, independent of their arrangement."""

    bar: ft.Control
    question: ft.Control
    board: list[ft.Control]
    player_rows: list[ft.Control]
    recent: ft.Control
    tray_status: list[ft.Control]
    notice: ft.Control
    answer_zone: ft.Control


def _screen_parts(
    context: TableContext,
    handlers: ChoiceHandlers,
    taps: TableHandlers,
    navigation: Navigation,
    notice: ft.Control,
) -> ScreenParts:
    scene = scene_of(context.table_state.game.key)
    piles, open_table = pile_contents(context.game_view, scene.piles), bind(taps.open_sheet, OpenSheet("table"))
    table_items = (
        [TableItems(context.translate, tuple(piles), open_table)]
        if context.table_state.remarks or any(fact.seat is None for fact in context.table_state.facts)
        else []
    )
    lines = recent_lines(context.log, 10 if context.has_two_columns and not context.is_landscape else MAX_LINES)
    on_reopen = None if context.role.is_spectator else taps.reopen
    return ScreenParts(
        _bar(context, taps, navigation),
        _question(context, taps),
        scene.build_board(context, taps.open_sheet),
        [player_rows(context, scene.player_row, taps.open_sheet), *table_items],
        RecentEntries(context.translate, lines, on_reopen, navigation.open_history, navigation.explain),
        tray_status(
            context,
            taps.undo,
            lambda: taps.open_sheet(OpenSheet("dice", context.roll_choice)) if context.roll_choice else None,
        ),
        notice,
        _answer_zone(context, handlers, taps, navigation),
    )


def _bar(context: TableContext, taps: TableHandlers, navigation: Navigation) -> ft.Control:
    on_undo = taps.undo if context.table_state.undo_group is not None and not context.role.is_spectator else None
    undo_label, seats = summarize_undo(next_undo(context.log)) if on_undo else None, len(context.seats)
    turns = context.table_state.game.counts_turns
    clock = Clock(context.translate, context.log, seats, turns) if context.shows_clock and context.seat_prompt else None
    return TopBar(
        context.translate,
        context.title,
        on_undo,
        navigation.open_history,
        navigation.go_back,
        navigation.open_menu,
        undo_label,
        clock,
    )


def _question(context: TableContext, taps: TableHandlers) -> ft.Control:
    if context.seat_prompt is None:
        return winner_banner(context.translate, context.seats, context.outcome)
    return Question(
        context.translate,
        context.seat_prompt.without_choices,
        context.role,
        context.seats,
        context.column_widths[0],
        taps.explain_rule,
        not scene_of(context.table_state.game.key).shows_stake(context),
        lookahead_button(context),
        bind(taps.open_sheet, OpenSheet("ahead")),
    )


def _notice(
    context: TableContext, taps: TableHandlers, feedback: Feedback | None, remote_undo: RemoteUndo | None
) -> ft.Control:
    """Build the notice.

    Whoever undid and the host may redo for as long as it stands, all others for a moment.
    """
    last = context.log[-1].entry if context.log else None
    is_own_undo = context.role.is_host or (last is not None and last.actor == context.role.actor_name(context.seats))
    can_redo = (
        context.table_state.can_redo and not context.role.is_spectator and (is_own_undo or remote_undo is not None)
    )
    is_redone = last is not None and isinstance(last.event, Redone)
    return Notice(context.translate, feedback, is_redone, taps.redo if can_redo else None, remote_undo)


def _answer_zone(
    context: TableContext, handlers: ChoiceHandlers, taps: TableHandlers, navigation: Navigation
) -> ft.Control:
    """Build the answers; when the game has ended, the button to put it away."""
    if context.seat_prompt is None:
        return end_of_match_actions(context.translate, navigation.put_away)
    key = f"{context.table_state.prompt_id} {context.acting_as_host}"
    side_controls = build_side_controls(
        context,
        handlers,
        taps.answer_for_others,
        navigation.open_menu,
        scene_of(context.table_state.game.key).side_buttons(context),
        taps.open_sheet,
    )
    return keyed_component(
        AnswerZone, key, context.translate, context.layout, context.seats, context.own_seat, handlers, side_controls
    )


# --- where they stand --------------------------------------------------------------------------------------------


def _arranged(screen_parts: ScreenParts, context: TableContext) -> ft.Control:
    """Arrange the parts in one column or two."""
    body = (
        _two_columns(screen_parts, context)
        if context.has_two_columns
        else _one_column(screen_parts, context.is_crowded)
    )
    return ft.Container(body, bgcolor=ft.Colors.SURFACE, expand=True)


def _one_column(screen_parts: ScreenParts, crowded: bool) -> ft.Control:
    parts = _with_fixed_answers(
        screen_parts, [*screen_parts.board, *screen_parts.player_rows, screen_parts.recent], crowded
    )
    return ft.SafeArea(ft.Column([screen_parts.bar, *parts], spacing=0, expand=True), expand=True)


def _with_fixed_answers(screen_parts: ScreenParts, board: list[ft.Control], crowded: bool) -> list[ft.Control]:
    """Let question and board scroll above fixed answers; if ``crowded``, everything scrolls."""
    if crowded:
        return [_scrolled([screen_parts.question, *_answers(screen_parts), *board])]
    return [_scrolled([screen_parts.question, *board]), _bottom(screen_parts)]


def _two_columns(screen_parts: ScreenParts, context: TableContext) -> ft.Control:
    """Put question and board at the left; in landscape, only the question."""
    board, right_board = ([], screen_parts.board) if context.is_landscape else (screen_parts.board, [])
    left = semantic_group(
        ft.Column(_with_fixed_answers(screen_parts, board, context.is_crowded), spacing=0), expand=LEFT_SHARE
    )
    right = semantic_group(
        ft.Column([_scrolled([*right_board, *screen_parts.player_rows, screen_parts.recent])], spacing=0),
        expand=RIGHT_SHARE,
    )
    columns = ft.Row([left, right], spacing=Space.GAP, expand=True, vertical_alignment=ft.CrossAxisAlignment.START)
    return ft.SafeArea(ft.Column([screen_parts.bar, columns], spacing=0, expand=True), expand=True)


def _scrolled(parts: list[ft.Control]) -> ft.Control:
    column = ft.Column(parts, spacing=Space.GAP, scroll=ft.ScrollMode.HIDDEN, expand=True)
    return ft.Container(column, padding=ft.Padding.symmetric(horizontal=Space.EDGE, vertical=Space.TIGHT), expand=True)


def _answers(screen_parts: ScreenParts) -> list[ft.Control]:
    return [*screen_parts.tray_status, screen_parts.notice, screen_parts.answer_zone]


def _bottom(screen_parts: ScreenParts) -> ft.Control:
    column = ft.Column(_answers(screen_parts), spacing=Space.GAP, tight=True)
    return ft.Container(
        column, padding=ft.Padding.only(left=Space.EDGE, right=Space.EDGE, top=Space.NEAR, bottom=Space.EDGE)
    )
