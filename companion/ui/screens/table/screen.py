"""Table screen: prompt, trackers and board of any game, without knowledge of rules."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import flet as ft

from companion.access.permissions import Access
from companion.library.library import Library
from companion.library.seat_looks import seat_looks
from companion.match.roles import DeviceRole
from companion.match.table import Table
from companion.storage.matches import StorageError
from companion.ui.design.feedback import use_device_signals, use_page_title
from companion.ui.design.look import current_preferences, translate
from companion.ui.design.page_look import show_looks
from companion.ui.games.scenes import scene_of
from companion.ui.hooks import use_observable
from companion.ui.page_life import begin_question
from companion.ui.redraw import memoized, use_handler
from companion.ui.screens.table.arrangement import arrange_parts, quarter_turns, rotate_table
from companion.ui.screens.table.hands_free import pending_ring, ring_sheet
from companion.ui.screens.table.parts import build_notice, build_parts
from companion.ui.screens.table.winner import match_facts
from companion.ui.table.intents import Go, TableIntents, use_intents, use_open_adjustment, use_redraw_after
from companion.ui.table.model.context import TableContext
from companion.ui.table.model.outcome import RemoteUndo, recent_remote_undo
from companion.ui.table.model.question import call_text
from companion.ui.table.model.sheet import NO_SHEET, Sheet
from companion.ui.table.sheets.host import SheetHost
from companion.ui.table.zones.clock import is_clock_on
from companion.ui.table.zones.hint import use_hint
from companion.ui.table.zones.moment import use_moments, with_flash
from companion.ui.table.zones.tray_status import tray_observable, use_reading_signal, use_tray_state
from companion.ui.widgets.bottom_sheet import SheetOverlay
from companion.ui.widgets.controls import bind, keyed_component


@memoized
def TableScreen(table: Table, library: Library, role: DeviceRole, go: Go) -> ft.Control:  # noqa: N802
    """Build the screen of one match for a device in its role; ``go`` leads to other screens."""
    return keyed_component(TableScreenBody, table.match.id, table, library, role, go)


@ft.component
def TableScreenBody(table: Table, library: Library, role: DeviceRole, go: Go) -> ft.Control:  # noqa: N802
    """Build the screen of one match; another match resets its state."""
    use_observable(table)
    use_observable(library.guests.observable_of(table.match.id))
    use_observable(tray_observable(library.tray))
    use_observable(library.hands_free)
    show_looks(seat_looks(library.settings, table.match.id, len(table.match.seats)))
    sheet, show_sheet = ft.use_state(NO_SHEET)
    size, set_size = ft.use_state((ft.context.page.width or 390, ft.context.page.height or 844))
    host_prompt_id, set_host_prompt_id = ft.use_state("")
    context, rotation = use_table_context(table, library, role, sheet != NO_SHEET, size, host_prompt_id)
    begin_question(f"{table.match.id} {context.table_state.prompt_id}")
    signals = use_device_signals()
    intents, feedback = use_intents(table, context, signals, go, show_sheet)
    use_page_title(_title(context))
    ring = pending_ring(context, library.hands_free, table.match.id)
    use_reading_signal(signals, context.tray_state.sighting, is_told=ring is not None)
    scene = scene_of(table.game.key)
    moment, end_moment = use_moments(context, intents)
    intents.end_moment = use_handler(end_moment)
    hint, skip_hints = use_hint(context, scene.model.first_turn)
    intents.skip_hints = use_handler(skip_hints)
    intents.answer_for_others = use_handler(bind(set_host_prompt_id, context.table_state.prompt_id))
    intents.picture_questions = scene.model.picture_questions
    notice = build_notice(context, intents, feedback, use_remote_undo(context, intents))
    screen_parts = build_parts(context, intents, notice, moment, bind(match_facts, table, role), hint)
    host = _sheet_host(context, library, intents, sheet, is_moment_shown=moment is not None)
    is_obsolete = host.is_obsolete
    ft.use_effect(lambda: show_sheet(NO_SHEET) if is_obsolete else None, [is_obsolete])
    error_text = translate(feedback.text) if feedback and feedback.text else ""
    over, close = host.build(), host.close
    if ring is not None and over is None and moment is None:
        over, close = ring_sheet(ring, table, context, library.hands_free)
    body = arrange_parts(screen_parts, context)
    overlay = SheetOverlay(body, over, close, error_text)
    return ft.Container(
        with_flash(rotate_table(overlay, rotation), moment),
        expand=True,
        on_size_change=lambda e: set_size((e.width, e.height)),
    )


def _sheet_host(
    context: TableContext, library: Library, intents: TableIntents, sheet: Sheet, *, is_moment_shown: bool
) -> SheetHost:
    """Return the host of the open sheet."""
    return SheetHost(
        sheet,
        scene_of(context.table_state.game.key),
        context,
        intents,
        Access(library.storage, context.role.is_host, intents.table.match.id),
        library.settings,
        library.hands_free,
        is_moment_shown,
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
    tray_state = use_tray_state(library.tray, table.match.id, table_state, role)
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
        _shows_clock(library, table),
        table.open_hand_lines(log) if current_preferences().hands else (),
    )
    rotation = _rotation(context)
    return replace(context, width=size[rotation % 2], height=size[1 - rotation % 2]), rotation


def use_remote_undo(context: TableContext, intents: TableIntents) -> RemoteUndo | None:
    """Return what another device has just undone or redone, as long as it is announced."""
    remote_undo = recent_remote_undo(context, intents.made_last_change)
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
        return is_clock_on(library.settings, table.match.id)
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
    if context.seat_prompt is None:
        return "Sobremesa"
    title = call_text(context.seat_prompt, context.role, context.seats, is_open=context.is_open)
    return f"{translate(title)} · Sobremesa"
