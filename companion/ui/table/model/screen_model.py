"""What a device shows of a table, from the bar to the answers, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion.match.undo import next_undo, summarize_undo
from companion.ui.design.look import translate

from .answers import Answer, SideModel, all_answers, side_model
from .board_room import BoardRoom, answers_height, board_height, question_height
from .choice_layout import ChoiceLayout
from .context import TableContext
from .outcome import MAX_RECENT_LINES, RecentLine, recent_lines
from .question import QuestionModel, question_model
from .response_chips import ResponseChip, response_chips, without_row_responses
from .seat_grid import SeatGrid, seat_grid
from .seats import SeatModel, seat_models

if TYPE_CHECKING:
    from companion.ui.table.model.game_model import GameModel

MAX_RECENT_LINES_WIDE = 10
"""Maximum number of recent entries where there are two columns."""


@dataclass(frozen=True)
class ScreenModel:
    """What a device shows of a table while the match goes on, or once it has ended.

    ``question`` is None once it has ended. ``undo`` is what a tap on the arrow takes back, None where nothing can be.
    ``chips`` are the responses by seat that stand below the seats; the ``layout`` of the answers leaves them out.
    ``room`` is what is left for the board.
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
    question = question_model(context, prompt, game_model) if prompt is not None else None
    layout = without_row_responses(context.layout, context, game_model.player_row)
    keys = tuple(choice for choice in layout.secondary if not game_model.is_on_board(context, choice))
    layout = replace(layout, secondary=keys)
    width = context.answers_width
    asked = question_height(question, width) if question is not None else 0
    above = 0 if context.keeps_numbers_only else grid.height + grid.chips_height(chips)
    height = board_height(context, above, asked, answers_height(layout, width))
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
    )
