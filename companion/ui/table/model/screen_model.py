"""What a device shows of a table, from the bar to the answers, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.match.undo import next_undo, summarize_undo
from companion.ui.design.look import translate

from .answers import Answer, SideModel, all_answers, side_model
from .choice_layout import ChoiceLayout
from .context import TableContext
from .outcome import MAX_RECENT_LINES, RecentLine, recent_lines
from .question import QuestionModel, question_model
from .response_chips import ResponseChip, response_chips, without_row_responses
from .seats import SeatModel, seat_models

if TYPE_CHECKING:
    from companion.ui.table.scene import Scene

MAX_RECENT_LINES_WIDE = 10
"""Maximum number of recent entries where there are two columns."""


@dataclass(frozen=True)
class ScreenModel:
    """What a device shows of a table while the match goes on, or once it has ended.

    ``question`` is None once it has ended. ``undo`` is what a tap on the arrow takes back, None where nothing can be.
    ``chips`` are the responses by seat that stand on the players' rows or on the board; the ``layout`` of the answers
    leaves them out.
    """

    title: str
    undo: str | None
    seats: tuple[SeatModel, ...]
    chips: Mapping[int, tuple[ResponseChip, ...]]
    question: QuestionModel | None
    layout: ChoiceLayout
    side: SideModel
    recent: tuple[RecentLine, ...]

    @property
    def answers(self) -> tuple[Answer, ...]:
        """Every answer that needs no typing, with its place and its consequence."""
        return all_answers(self.layout)


def screen_model(context: TableContext, scene: Scene) -> ScreenModel:
    """Return what a device shows in that context of a game with that scene."""
    row_layout, is_wide = scene.player_row, context.has_two_columns and not context.is_landscape
    on_board = scene.build_board_with_chips is not None
    chips = response_chips(context, row_layout, () if on_board else scene.picture_questions)
    may_undo = context.table_state.undo_group is not None and not context.role.is_spectator
    prompt = context.seat_prompt
    return ScreenModel(
        context.title,
        translate(summarize_undo(next_undo(context.log))) if may_undo else None,
        seat_models(context, row_layout, {} if on_board else chips, is_wide=is_wide),
        chips,
        question_model(context, prompt, scene) if prompt is not None else None,
        without_row_responses(context.layout, context, row_layout),
        side_model(context),
        recent_lines(context.log, MAX_RECENT_LINES_WIDE if is_wide else MAX_RECENT_LINES),
    )
