"""Parts of the table screen, each built from the context, and what taps on them do."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.match.moments import Moment
from companion.ui.design.sizes import Space
from companion.ui.games.scenes import scene_of
from companion.ui.screens.table.arrangement import ScreenParts
from companion.ui.screens.table.winner import end_of_match_actions, winner_view
from companion.ui.table.intents import Feedback, Page, TableIntents
from companion.ui.table.model.context import TableContext
from companion.ui.table.model.hints import Hint
from companion.ui.table.model.outcome import RemoteUndo, notice_model
from companion.ui.table.model.screen_model import ScreenModel, screen_model
from companion.ui.table.model.sheet import ChoiceSheet, HandsSheet, LookaheadSheet, RemarkSheet, TableSheet
from companion.ui.table.scene import ChipLines, Scene, no_chips
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
    model = screen_model(context, scene)
    piles, open_table = pile_contents(context.game_view, scene.piles), bind(intents.open, TableSheet())
    table_items = (
        [TableItems(tuple(piles), open_table)]
        if context.table_state.remarks or any(fact.seat is None for fact in context.table_state.facts)
        else []
    )
    return ScreenParts(
        _bar(context, model, intents),
        _question(context, model, intents, facts),
        [*([HintStrip(hint.text, intents.skip_hints)] if hint else []), *_board(context, scene, intents, model)],
        [*_rows(context, scene, intents, model), *table_items],
        RecentEntries(model.recent, intents.open, bind(intents.go, Page.HISTORY)),
        tray_status(
            context,
            intents.undo,
            lambda: intents.open(ChoiceSheet(context.roll_choice)) if context.roll_choice else None,
        ),
        notice,
        _answer_zone(context, model, intents),
        moment_layers(context, moment, intents.end_moment, lambda: _question(context, model, intents, facts)),
    )


def _board(context: TableContext, scene: Scene, intents: TableIntents, model: ScreenModel) -> list[ft.Control]:
    """Build the game's board, with the responses where they stand there."""
    board = (
        scene.build_board_with_chips(context, intents.touch, _chip_lines(scene, intents, model))
        if scene.build_board_with_chips
        else scene.build_board(context, intents.touch)
    )
    numbers = [number_tiles(context, scene, intents.open, intents.adjust)] if context.keeps_numbers_only else []
    return [*numbers, *board]


def _rows(context: TableContext, scene: Scene, intents: TableIntents, model: ScreenModel) -> list[ft.Control]:
    """Build the players' rows, with the responses unless these stand on the board."""
    if context.keeps_numbers_only:
        return []
    build_chips = no_chips if scene.build_board_with_chips else _chip_lines(scene, intents, model)
    width, is_wide = context.column_widths[1], context.has_two_columns and not context.is_landscape
    row_layout = scene.player_row
    return [player_rows(model.seats, row_layout, intents.open, width, is_wide=is_wide, build_chips=build_chips)]


def _chip_lines(scene: Scene, intents: TableIntents, model: ScreenModel) -> ChipLines:
    names = {player.seat: player.name for player in model.seats}

    def build(seat: int, width: float) -> list[ft.Control]:
        chips = model.chips.get(seat, ())
        free = width - 2 * Space.GAP
        return [chip_line(seat, names[seat], chips, free, scene.player_row, intents)] if chips else []

    return build


def _bar(context: TableContext, model: ScreenModel, intents: TableIntents) -> ft.Control:
    seats, turns = len(context.seats), context.table_state.game.counts_turns
    clock = Clock(context.log, seats, turns) if context.shows_clock and context.seat_prompt else None
    return TopBar(
        model.title,
        None if model.undo is None else intents.undo,
        bind(intents.go, Page.HISTORY),
        bind(intents.go, Page.HOME),
        bind(intents.go, Page.SETTINGS),
        model.undo,
        clock=clock,
        on_say=bind(intents.go, Page.POSITION),
        is_narrow=context.is_narrow,
    )


def _question(
    context: TableContext, model: ScreenModel, intents: TableIntents, facts: Callable[[], ft.Control]
) -> ft.Control:
    question, lookahead = model.question, lookahead_button(context)
    if question is None:
        return winner_view(context, context.log, facts())
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


def _answer_zone(context: TableContext, model: ScreenModel, intents: TableIntents) -> ft.Control:
    if model.question is None:
        return end_of_match_actions(intents)
    key = f"{context.table_state.prompt_id} {context.acting_as_host}"
    side_buttons = scene_of(context.table_state.game.key).side_buttons(context)
    side_controls = build_side_controls(context, model.side, intents, side_buttons)
    return keyed_component(AnswerZone, key, model.layout, context.seats, context.own_seat, intents, side_controls)
