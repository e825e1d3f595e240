"""What a device shows of a table, from the bar to the answers, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion.match.undo import next_undo, summarize_undo
from companion.ui.design.look import translate
from companion.ui.design.sizes import Space
from companion.ui.design.text_fit import has_large_text
from rules.engine import Choice

from .answers import Answer, SideModel, all_answers, side_model
from .board_room import (
    ANSWERS_MARGIN,
    BAR_HEIGHT,
    FLAT_MARGIN,
    LEAST_BOARD,
    BoardRoom,
    answers_height,
    board_height,
    fit_answers,
    fit_question,
    question_height,
)
from .choice_layout import ChoiceLayout
from .context import TableContext
from .outcome import MAX_RECENT_LINES, RecentLine, recent_lines
from .picture_answers import is_pictured
from .question import QuestionModel, question_model
from .response_chips import ResponseChip, response_chips, without_row_responses
from .seats import SeatGrid, SeatModel, seat_grid, seat_models

if TYPE_CHECKING:
    from companion.ui.table.model.game_model import GameModel

MAX_RECENT_LINES_WIDE = 10
"""Maximum number of recent entries where there are two columns."""


@dataclass(frozen=True)
class ScreenModel:
    """What a device shows of a table while the match goes on, or once it has ended.

    ``question`` is None once it has ended. ``undo`` is what a tap on the arrow takes back, None where nothing can be.
    ``chips`` are the responses by seat that stand below the seats; the ``layout`` of the answers leaves them out.
    ``room`` is what is left for the board, ``answers_height`` that in which the answers scroll, in points; None where
    they need not.
    """

    title: str
    undo: str | None
    seats: tuple[SeatModel, ...]
    grid: SeatGrid
    chips: Mapping[int, tuple[ResponseChip, ...]]
    question: QuestionModel | None
    layout: ChoiceLayout
    side: SideModel
    recent: tuple[RecentLine, ...]
    room: BoardRoom
    zone_height: float
    """Height of board and question, or of the board alone where they stand side by side, in points."""
    answers_height: float | None

    @property
    def answers(self) -> tuple[Answer, ...]:
        """Every answer that needs no typing, with its place and its consequence."""
        return all_answers(self.layout)


def screen_model(context: TableContext, game_model: GameModel) -> ScreenModel:
    """Return what a device shows in that context of a game with that model."""
    is_wide = context.has_two_columns and not context.is_landscape
    chips = response_chips(context, game_model.player_row, game_model.picture_questions)
    may_undo = context.table_state.undo_group is not None and not context.role.is_spectator
    prompt = context.seat_prompt
    seats = seat_models(context, game_model, is_wide=is_wide)
    grid = seat_grid(seats, context.seats_width)
    grid = replace(grid, most_chip_lines=1) if context.is_low or context.is_landscape else grid
    question = question_model(context, prompt, game_model) if prompt is not None else None
    layout = _without_pictured(
        without_row_responses(context.layout, context, game_model.player_row), context, game_model
    )
    width = context.answers_width
    answers = answers_height(
        layout,
        width,
        context.own_seat,
        is_low=context.is_low,
        is_landscape=context.is_landscape,
        is_compact=context.has_compact_answers,
    )
    above = 0 if context.keeps_numbers_only else grid.height + grid.chips_height(chips)
    if question is not None:
        is_tight = context.is_landscape or has_large_text()
        beside = -FLAT_MARGIN if context.has_side_columns else -above
        spare = 0 if is_tight or context.has_side_columns else LEAST_BOARD + 3 * Space.GAP + ANSWERS_MARGIN
        free = context.height - BAR_HEIGHT - answers + beside - spare
        question = fit_question(question, width, free, keeps_outcome=not is_tight)
    asked = question_height(question, width) if question is not None else 0
    height = board_height(context, above, asked, answers)
    return ScreenModel(
        context.title,
        translate(summarize_undo(next_undo(context.log))) if may_undo else None,
        seats,
        grid,
        chips,
        question,
        layout,
        side_model(context),
        recent_lines(context.log, MAX_RECENT_LINES_WIDE if is_wide else MAX_RECENT_LINES),
        BoardRoom(context.board_width, height),
        height + (0 if context.has_side_columns else asked + Space.GAP),
        fit_answers(answers, answers + min(0, height)) if has_large_text() else None,
    )


def _without_pictured(layout: ChoiceLayout, context: TableContext, game_model: GameModel) -> ChoiceLayout:
    """Return the layout without the answers that are given on the board.

    Where enlarged text or a low page makes the board scroll, the usual ones keep their keys.
    """

    def has_key(choice: Choice) -> bool:
        on_board = game_model.is_on_board(context, choice)
        return not (on_board or is_pictured(context, game_model.picture_questions, choice))

    has_room = not (context.is_crowded or has_large_text())
    primary = tuple(filter(has_key, layout.primary)) if has_room else layout.primary
    secondary = tuple(filter(has_key, layout.secondary))
    pictured = tuple(one for one in (*layout.primary, *layout.secondary) if one not in (*primary, *secondary))
    return replace(layout, primary=primary, secondary=secondary, pictured=pictured)
