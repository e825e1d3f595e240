"""Parts of the table screen, each built from the context, and what taps on them do."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import flet as ft

from companion.match.moments import Moment
from companion.match.undo import next_undo, summarize_undo
from companion.ui.design.sizes import Space
from companion.ui.games.scenes import scene_of
from companion.ui.screens.table.arrangement import ScreenParts
from companion.ui.screens.table.winner import end_of_match_actions, winner_view
from companion.ui.table.intents import Feedback, Page, TableIntents
from companion.ui.table.model.context import TableContext
from companion.ui.table.model.hints import Hint
from companion.ui.table.model.outcome import MAX_RECENT_LINES, RemoteUndo, notice_model, recent_lines
from companion.ui.table.model.question import question_model
from companion.ui.table.model.response_chips import ResponseChip, response_chips, without_row_responses
from companion.ui.table.model.sheet import ChoiceSheet, HandsSheet, LookaheadSheet, RemarkSheet, TableSheet
from companion.ui.table.scene import ChipLines
from companion.ui.table.sheets.lookahead import lookahead_button
from companion.ui.table.zones.answers.responses import chip_line
from companion.ui.table.zones.answers.side import build_side_controls
from companion.ui.table.zones.answers.zone import AnswerZone
from companion.ui.table.zones.bar import TopBar
from companion.ui.table.zones.clock import Clock
from companion.ui.table.zones.hint import HintStrip
from companion.ui.table.zones.middle import TableItems, pile_contents
from companion.ui.table.zones.moment import moment_layers
from companion.ui.table.zones.notice import Notice
from companion.ui.table.zones.number_tiles import number_tiles
from companion.ui.table.zones.question import Question, QuestionTaps
from companion.ui.table.zones.recent import RecentEntries
from companion.ui.table.zones.seats import player_rows
from companion.ui.table.zones.tray_status import tray_status
from companion.ui.widgets.controls import bind, keyed_component


def build_parts(
    context: TableContext,
    intents: TableIntents,
    notice: ft.Control,
    moment: Moment | None,
    facts: Callable[[], ft.Control],
    hint: Hint | None = None,
) -> ScreenParts:
    """Build the parts of the screen in this context.

    ``facts`` builds the facts of a match that has ended; ``hint`` is that of the first turn, if there is one.
    """
    scene = scene_of(context.table_state.game.key)
    piles, open_table = pile_contents(context.game_view, scene.piles), bind(intents.open, TableSheet())
    table_items = (
        [TableItems(tuple(piles), open_table)]
        if context.table_state.remarks or any(fact.seat is None for fact in context.table_state.facts)
        else []
    )
    lines = recent_lines(context.log, 10 if context.has_two_columns and not context.is_landscape else MAX_RECENT_LINES)
    board = (
        scene.build_board_with_chips(context, intents.touch, _chip_lines(context, intents))
        if scene.build_board_with_chips
        else scene.build_board(context, intents.touch)
    )
    rows = [_player_rows(context, intents)] if not context.keeps_numbers_only else []
    if context.keeps_numbers_only:
        board = [number_tiles(context, scene, intents.open, intents.adjust), *board]
    return ScreenParts(
        _bar(context, intents),
        _question(context, intents, facts),
        [*([HintStrip(hint.text, intents.skip_hints)] if hint else []), *board],
        [*rows, *table_items],
        RecentEntries(lines, intents.open, bind(intents.go, Page.HISTORY)),
        tray_status(
            context,
            intents.undo,
            lambda: intents.open(ChoiceSheet(context.roll_choice)) if context.roll_choice else None,
        ),
        notice,
        _answer_zone(context, intents),
        moment_layers(context, moment, intents.end_moment, lambda: _question(context, intents, facts)),
    )


def _player_rows(context: TableContext, intents: TableIntents) -> ft.Control:
    scene = scene_of(context.table_state.game.key)
    row_layout = scene.player_row
    if scene.build_board_with_chips:
        return player_rows(context, row_layout, intents.open)
    chips = response_chips(context, row_layout, scene.picture_questions)
    build_line = _chip_line(context, intents)
    return player_rows(context, row_layout, intents.open, chips=chips, build_chips=build_line)


def _chip_lines(context: TableContext, intents: TableIntents) -> ChipLines:
    scene = scene_of(context.table_state.game.key)
    chips, build_line = response_chips(context, scene.player_row), _chip_line(context, intents)
    return lambda seat, width: [build_line(seat, chips[seat], width - 2 * Space.GAP)] if seat in chips else []


def _chip_line(
    context: TableContext, intents: TableIntents
) -> Callable[[int, Sequence[ResponseChip], float], ft.Control]:
    """Return the builder of a line of responses for a width in points."""
    row_layout = scene_of(context.table_state.game.key).player_row

    def build(seat: int, chips: Sequence[ResponseChip], width: float) -> ft.Control:
        who = context.seats[seat]
        return chip_line(seat, who, chips, width, row_layout, intents)

    return build


def _bar(context: TableContext, intents: TableIntents) -> ft.Control:
    on_undo = intents.undo if context.table_state.undo_group is not None and not context.role.is_spectator else None
    undo_label, seats = summarize_undo(next_undo(context.log)) if on_undo else None, len(context.seats)
    turns = context.table_state.game.counts_turns
    clock = Clock(context.log, seats, turns) if context.shows_clock and context.seat_prompt else None
    return TopBar(
        context.title,
        on_undo,
        bind(intents.go, Page.HISTORY),
        bind(intents.go, Page.HOME),
        bind(intents.go, Page.SETTINGS),
        undo_label,
        clock=clock,
        on_say=bind(intents.go, Page.POSITION),
        is_narrow=context.is_narrow,
    )


def _question(context: TableContext, intents: TableIntents, facts: Callable[[], ft.Control]) -> ft.Control:
    if context.seat_prompt is None:
        return winner_view(context, context.log, facts())
    scene = scene_of(context.table_state.game.key)
    question, lookahead = question_model(context, context.seat_prompt, scene), lookahead_button(context)
    question_taps = QuestionTaps(
        intents.explain_rule,
        bind(intents.open, HandsSheet()),
        intents.tick if intents.may_set else None,
        (*lookahead, bind(intents.open, LookaheadSheet())) if lookahead else None,
        tuple(bind(intents.open, RemarkSheet(one.remark)) for one in question.timely),
    )
    return Question(question, context.column_widths[0], question_taps)


def build_notice(
    context: TableContext, intents: TableIntents, feedback: Feedback | None, remote_undo: RemoteUndo | None
) -> ft.Control:
    """Build the notice of a refusal or an undo."""
    return Notice(notice_model(context, feedback, remote_undo), intents.redo)


def _answer_zone(context: TableContext, intents: TableIntents) -> ft.Control:
    if context.seat_prompt is None:
        return end_of_match_actions(intents)
    key = f"{context.table_state.prompt_id} {context.acting_as_host}"
    side_controls = build_side_controls(context, intents, scene_of(context.table_state.game.key).side_buttons(context))
    layout = without_row_responses(context.layout, context, scene_of(context.table_state.game.key).player_row)
    return keyed_component(AnswerZone, key, layout, context.seats, context.own_seat, intents, side_controls)
