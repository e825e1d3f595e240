"""Table screen: prompt, trackers and board of any game, without knowledge of rules."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial

import flet as ft

from companion.dice.provenance import RollSource
from companion.library.library import Library
from companion.library.seat_looks import seat_looks
from companion.match.roles import DeviceRole
from companion.match.table import Table
from companion.storage.matches import StorageError
from companion.ui.design.feedback import use_page_title
from companion.ui.design.look import current_preferences, translate
from companion.ui.design.page_look import show_looks
from companion.ui.games.scenes import scene_of
from companion.ui.hooks import use_observable
from companion.ui.page_life import begin_question
from companion.ui.redraw import memoized, use_handlers
from companion.ui.table.board.clock import is_clock_on
from companion.ui.table.board.first_turn import use_hint
from companion.ui.table.board.moment import use_moments, with_flash
from companion.ui.table.board.notice import RemoteUndo, recent_remote_undo
from companion.ui.table.board.prompt import call_text
from companion.ui.table.board.rotation import quarter_turns, rotate_table
from companion.ui.table.board.tray_status import tray_observable, use_reading_signal, use_tray_state
from companion.ui.table.board.why import ExplanationRequest
from companion.ui.table.context.actions import (
    TableActions,
    use_open_adjustment,
    use_redraw_after,
    use_table_actions,
)
from companion.ui.table.context.choice_layout import sheet_kind
from companion.ui.table.context.choice_tap import ChoiceHandlers, tap_action
from companion.ui.table.context.context import TableContext
from companion.ui.table.context.open_sheet import NO_SHEET, OpenSheet, sheet_for
from companion.ui.table.context.picture_answers import direct_answer
from companion.ui.table.sheets.host import SheetHost
from companion.ui.widgets.bottom_sheet import SheetOverlay
from companion.ui.widgets.controls import Action, bind, keyed_component
from rules.engine import Choice, Event

from .arrangement import arrange_parts
from .hands_free import pending_ring, ring_sheet
from .parts import Navigation, TableHandlers, build_notice, build_parts
from .winner import match_facts


@memoized
def TableScreen(  # noqa: N802
    table: Table, library: Library, role: DeviceRole, navigation: Navigation
) -> ft.Control:
    """Build the screen of one match for a device in its role."""
    return keyed_component(TableScreenBody, table.match.id, table, library, role, navigation)


@ft.component
def TableScreenBody(  # noqa: N802
    table: Table, library: Library, role: DeviceRole, navigation: Navigation
) -> ft.Control:
    """Build the screen of one match; another match resets its state."""
    use_observable(table)
    use_observable(library.guests.observable_of(table.match.id))
    use_observable(tray_observable(library))
    use_observable(library.hands_free)
    show_looks(seat_looks(library, table.match.id, len(table.match.seats)))
    open_sheet, set_open_sheet = ft.use_state(NO_SHEET)
    size, set_size = ft.use_state((ft.context.page.width or 390, ft.context.page.height or 844))
    host_prompt_id, set_host_prompt_id = ft.use_state("")
    context, rotation = use_table_context(table, library, role, open_sheet != NO_SHEET, size, host_prompt_id)
    table_state = context.table_state
    begin_question(f"{table.match.id} {table_state.prompt_id}")
    actions, feedback = use_table_actions(
        table, role, table_state, context.seat_prompt.call_reason if context.seat_prompt else ""
    )
    use_page_title(_title(context))
    ring = pending_ring(context, library.hands_free, table.match.id)
    use_reading_signal(actions.signals, context.tray_state.sighting, is_told=ring is not None)
    moment, end_moment = use_moments(context, actions)
    hint, skip_hints = use_hint(context, scene_of(table.game.key).first_turn)

    answer = _answer_handler(actions, set_open_sheet)
    handlers = use_handlers(_choice_handlers(answer, actions, set_open_sheet))
    answer_for_others = bind(set_host_prompt_id, table_state.prompt_id)
    tap_item = _item_handler(context, handlers, set_open_sheet)
    table_handlers = _table_handlers(
        actions, answer_for_others, set_open_sheet, tap_item, navigation, end_moment, skip_hints
    )
    taps = use_handlers(table_handlers)
    notice = build_notice(context, taps, feedback, use_remote_undo(context, actions))
    facts = bind(match_facts, table, role)
    screen_parts = build_parts(context, handlers, taps, navigation, notice, moment, facts, hint)
    sheets = _sheet_host(context, library, table, actions, answer, open_sheet, set_open_sheet, navigation)
    sheets = replace(sheets, is_moment_shown=moment is not None)
    is_obsolete = sheets.is_obsolete
    ft.use_effect(lambda: set_open_sheet(NO_SHEET) if is_obsolete else None, [is_obsolete])
    error_text = translate(feedback.text) if feedback and feedback.text else ""
    sheet, close = sheets.build(), sheets.close
    if ring is not None and sheet is None and moment is None:
        sheet, close = ring_sheet(ring, table, context, library.hands_free)
    overlay = SheetOverlay(arrange_parts(screen_parts, context), sheet, close, error_text)
    return ft.Container(
        with_flash(rotate_table(overlay, rotation), moment),
        expand=True,
        on_size_change=lambda e: set_size((e.width, e.height)),
    )


def _answer_handler(actions: TableActions, open_sheet: Callable[[OpenSheet], None]) -> Callable[..., bool]:
    """Return the handler of answers; an accepted one closes the sheet."""

    def answer(event: Event, how: RollSource = "typed", picture: bytes = b"", first: Event | None = None) -> bool:
        done = actions.answer(event, how, picture, first)
        if done:
            open_sheet(NO_SHEET)
        return done

    return answer


def _choice_handlers(
    answer: Callable[..., bool], actions: TableActions, open_sheet: Callable[[OpenSheet], None]
) -> ChoiceHandlers:
    """Return tap handlers that ignore taps during the guard time."""

    def open_choice(choice: Choice) -> None:
        open_sheet(sheet_for(choice))

    def open_dice(choice: Choice) -> None:
        open_sheet(OpenSheet("dice", choice))

    def answer_both(first: Event, then: Event) -> None:
        answer(then, first=first)

    def open_next(first: Event, choice: Choice) -> None:
        if actions.is_ready():
            open_sheet(sheet_for(choice, first))

    def make_remark(remark: Choice) -> None:
        if sheet_kind(remark):
            open_sheet(OpenSheet("remark", remark))
        else:
            actions.say(remark.event)

    return ChoiceHandlers(
        answer,
        actions.guard(open_choice),
        actions.guard(open_dice),
        answer_both,
        open_next,
        actions.guard(make_remark),
        actions.is_ready,
    )


def _item_handler(
    context: TableContext, handlers: ChoiceHandlers, open_sheet: Callable[[OpenSheet], None]
) -> Callable[[OpenSheet], object]:
    """Return the handler of a tap on an item: it answers the question, or opens the sheet."""

    def tap_item(sheet: OpenSheet) -> None:
        choice = direct_answer(context, scene_of(context.table_state.game.key).picture_questions, sheet)
        if choice is not None:
            tap_action(choice, handlers)()
        else:
            open_sheet(sheet)

    return tap_item


def _table_handlers(
    actions: TableActions,
    answer_for_others: Action,
    open_sheet: Callable[[OpenSheet], None],
    tap_item: Callable[[OpenSheet], object],
    navigation: Navigation,
    end_moment: Action,
    skip_hints: Action,
) -> TableHandlers:
    return TableHandlers(
        actions.undo,
        actions.redo,
        answer_for_others,
        open_sheet,
        tap_item,
        lambda rule: navigation.explain(ExplanationRequest(rule)),
        end_moment,
        actions.adjust,
        actions.tick,
        skip_hints,
    )


def _sheet_host(
    context: TableContext,
    library: Library,
    table: Table,
    actions: TableActions,
    answer: Callable[..., bool],
    open_sheet: OpenSheet,
    set_open_sheet: Callable[[OpenSheet], None],
    navigation: Navigation,
) -> SheetHost:
    """Return the host of the open sheet.

    On a device that only watches nothing can be set by hand.
    """
    is_spectator, first = context.role.is_spectator, open_sheet.first
    following = context.next_context(first) if first is not None else None

    def silence(key: str, seats: tuple[int, ...]) -> None:
        if actions.silence(key, seats):
            set_open_sheet(NO_SHEET)

    return SheetHost(
        open_sheet,
        scene_of(table.game.key),
        following or context,
        library,
        answer if first is None else partial(answer, first=first),
        actions.say,
        None if is_spectator else actions.adjust,
        set_open_sheet,
        navigation.teach_dice,
        table.match.id,
        None if is_spectator else actions.set_fact,
        actions.tell,
        navigation.explain,
        None if is_spectator else actions.reopen,
        silence=silence,
        has_moved_on=first is not None and following is None,
        tick=None if is_spectator else actions.tick,
    )


def use_table_context(
    table: Table,
    library: Library,
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
    shows_adjustment = is_sheet_open or table_state.state.depth == "numbers"
    open_adjustment, awake_by_seat = use_open_adjustment(table, shows_adjustment), _awake_by_seat(library, table)
    log, acting_as_host = table.log(role), host_prompt_id == table_state.prompt_id
    tray_state, shows_clock = use_tray_state(library, table.match.id, table_state, role), _shows_clock(library, table)
    context = TableContext(
        table_state,
        log,
        *size,
        open_adjustment,
        role,
        table.claimed_seats,
        awake_by_seat,
        acting_as_host,
        tray_state,
        shows_clock,
        table.open_hand_lines(log) if current_preferences().hands else (),
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
    title = call_text(context.seat_prompt, context.role, context.seats, is_open=context.is_open)
    return f"{translate(title)} · Sobremesa"
