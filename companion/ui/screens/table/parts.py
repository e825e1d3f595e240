"""Parts of the table screen, each built from the context, and what taps on them do."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.match.moments import Moment
from companion.ui.design.boxes import STRETCH, column_of
from companion.ui.design.sizes import Space
from companion.ui.games.scenes import scene_of
from companion.ui.screens.table.arrangement import ScreenParts
from companion.ui.screens.table.winner import end_of_match_actions, winner_view
from companion.ui.table.intents import Feedback, Page, TableIntents
from companion.ui.table.model.context import TableContext
from companion.ui.table.model.game_model import Hint
from companion.ui.table.model.outcome import RemoteUndo, notice_model
from companion.ui.table.model.screen_model import ScreenModel, screen_model
from companion.ui.table.model.sheet import ChoiceSheet, HandsSheet, LookaheadSheet, RemarkSheet, TableSheet
from companion.ui.table.scene import Scene
from companion.ui.table.zones.answers.side import build_side_controls
from companion.ui.table.zones.answers.zone import AnswerZone
from companion.ui.table.zones.bar import BarTaps, top_bar
from companion.ui.table.zones.clock import ClockModel
from companion.ui.table.zones.hint import HintStrip
from companion.ui.table.zones.middle import TableItems, pile_contents
from companion.ui.table.zones.moment import moment_layers
from companion.ui.table.zones.notice import Notice
from companion.ui.table.zones.number_tiles import number_tiles
from companion.ui.table.zones.question import Question, QuestionTaps
from companion.ui.table.zones.recent import RecentEntries
from companion.ui.table.zones.seats import chip_columns, seat_tiles
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
    model = screen_model(context, scene.model)
    piles = tuple(pile_contents(context.game_view, scene.model.piles))
    # on a low page they are a tap away
    table_items = [TableItems(piles, bind(intents.open, TableSheet()))] if piles and not context.is_low else []
    seats = [] if context.keeps_numbers_only else [_seats(scene, intents, model)]
    return ScreenParts(
        _bar(context, model, intents),
        seats,
        _question(context, model, intents, facts),
        [
            *([HintStrip(hint.text, intents.skip_hints)] if hint else []),
            *_board(context, scene, intents, model),
            *table_items,
        ],
        _recent(context, model, intents),
        tray_status(
            context,
            intents.undo,
            lambda: intents.open(ChoiceSheet(context.roll_choice)) if context.roll_choice else None,
        ),
        notice,
        _answer_zone(context, model, intents),
        moment_layers(context, moment, model.zone_height, intents.end_moment),
        model.room,
    )


def _recent(context: TableContext, model: ScreenModel, intents: TableIntents) -> list[ft.Control]:
    is_shown = context.winners is not None or (context.has_two_columns and not context.is_landscape)
    return [RecentEntries(model.recent, intents.open, bind(intents.go, Page.HISTORY))] if is_shown else []


def _board(context: TableContext, scene: Scene, intents: TableIntents, model: ScreenModel) -> list[ft.Control]:
    """Build the game's board, below the numbers where only they are kept."""
    numbers = (
        [number_tiles(context, scene.model, model.room, intents.open, intents.adjust)]
        if context.keeps_numbers_only
        else []
    )
    return [*numbers, scene.board(context, model.room, intents.touch)]


def _seats(scene: Scene, intents: TableIntents, model: ScreenModel) -> ft.Control:
    """Build the tiles of the players, and below each what its player can respond with."""
    tiles = seat_tiles(model.seats, model.grid, intents.open)
    columns = chip_columns(model.seats, model.grid, model.chips, scene.model.player_row, intents)
    return column_of([tiles, *columns], Space.TIGHT, STRETCH)


def _bar(context: TableContext, model: ScreenModel, intents: TableIntents) -> ft.Control:
    seats, turns = len(context.seats), context.table_state.game.counts_turns
    has_table = bool(context.table_state.remarks) or any(fact.seat is None for fact in context.table_state.facts)
    clock = ClockModel(context.log, seats, turns) if context.shows_clock and context.seat_prompt else None
    taps = BarTaps(
        bind(intents.go, Page.HOME),
        None if model.undo is None else intents.undo,
        bind(intents.go, Page.HISTORY),
        bind(intents.go, Page.SETTINGS),
        bind(intents.open, TableSheet()) if has_table else None,
        bind(intents.go, Page.POSITION),
    )
    phase = "" if model.question is None else model.question.phase
    return top_bar(model.title, phase, model.undo, clock, taps, is_narrow=context.is_narrow)


def _question(
    context: TableContext, model: ScreenModel, intents: TableIntents, facts: Callable[[], ft.Control]
) -> ft.Control:
    question = model.question
    if question is None:
        return winner_view(context, context.log, facts())
    question_taps = QuestionTaps(
        bind(intents.open, LookaheadSheet()),
        bind(intents.open, HandsSheet()),
        tuple(bind(intents.open, RemarkSheet(one.remark)) for one in question.timely),
    )
    return Question(question, context.answers_width, question_taps)


def build_notice(
    context: TableContext, intents: TableIntents, feedback: Feedback | None, remote_undo: RemoteUndo | None
) -> ft.Control:
    """Build the notice of a refusal or an undo."""
    return Notice(notice_model(context, feedback, remote_undo), intents.redo)


def _answer_zone(context: TableContext, model: ScreenModel, intents: TableIntents) -> ft.Control:
    if model.question is None:
        return end_of_match_actions(intents)
    key = f"{context.table_state.prompt_id} {context.acting_as_host}"
    side_buttons = scene_of(context.table_state.game.key).model.side_buttons(context)
    side_controls = build_side_controls(context, model.side, intents, side_buttons, model.answers_height)
    return keyed_component(AnswerZone, key, model.layout, context.own_seat, intents, side_controls)
