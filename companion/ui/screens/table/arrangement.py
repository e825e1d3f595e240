"""Arrangement of the table screen.

Five zones in fixed places, of which only the board gives way.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import flet as ft

from companion.ui.design.boxes import STRETCH, column_of, row_of
from companion.ui.design.look import animation_ms
from companion.ui.design.sizes import (
    COLUMNS_GAP,
    LANDSCAPE_ANSWERS_WIDTH,
    LANDSCAPE_SEATS_WIDTH,
    Space,
)
from companion.ui.state import use_latest, use_ref
from companion.ui.table.model.board_room import BoardRoom
from companion.ui.table.model.context import TableContext
from companion.ui.table.zones.moment import MomentLayers
from companion.ui.widgets.controls import semantic_group

LEAST_BOARD_HEIGHT = 56
"""Height in points below which the question scrolls together with the board."""


@dataclass(frozen=True)
class ScreenParts:
    """Parts of the screen, independent of their arrangement.

    ``room`` is what the board was built for.
    """

    bar: ft.Control
    seats: list[ft.Control]
    question: ft.Control
    board: list[ft.Control]
    recent: list[ft.Control]
    tray_status: list[ft.Control]
    notice: ft.Control
    answer_zone: ft.Control
    moment: MomentLayers
    room: BoardRoom


def arrange_parts(parts: ScreenParts, context: TableContext) -> ft.Control:
    """Arrange the parts.

    In one column, in two below the seats, or in three on a phone that lies on its side.
    """
    if not context.has_two_columns:
        body = _one_column(parts, context)
    elif context.is_landscape and not context.keeps_numbers_only:
        body = _three_columns(parts, context)
    else:
        body = _two_columns(parts, context)
    below = column_of(body, Space.GAP, STRETCH, tight=False)
    padding = ft.Padding.only(left=Space.GAP, right=Space.GAP, bottom=Space.EDGE)
    whole = column_of([_bar(parts), ft.Container(below, padding=padding, expand=True)], 0, STRETCH, tight=False)
    return ft.Container(ft.SafeArea(whole, expand=True), bgcolor=ft.Colors.SURFACE, expand=True)


def _one_column(parts: ScreenParts, context: TableContext) -> list[ft.Control]:
    question_id, board = context.table_state.prompt_id, [*parts.board, *parts.recent]
    if context.is_crowded:
        every = [*parts.seats, parts.question, *_answers(parts), *board]
        return [_over(BoardColumn(every, question_id), parts.moment.over_board)]
    if parts.room.height < LEAST_BOARD_HEIGHT:
        zone: ft.Control = BoardColumn([parts.question, *board], question_id)
    else:
        zone = column_of([BoardColumn(board, question_id), parts.question], Space.GAP, STRETCH, tight=False)
    return [*parts.seats, _over(zone, parts.moment.over_board), _answer_column(parts)]


def _two_columns(parts: ScreenParts, context: TableContext) -> list[ft.Control]:
    """Put the board at the left; at the right what happened, the question and the answers."""
    question_id = context.table_state.prompt_id
    left = _over(BoardColumn(parts.board, question_id), parts.moment.over_board)
    right = _question_and_answers(parts, context, parts.recent)
    columns = [
        semantic_group(ft.Container(left), expand=round(context.board_width)),
        semantic_group(right, expand=round(context.answers_width)),
    ]
    return [*parts.seats, row_of(columns, COLUMNS_GAP, STRETCH, expand=True)]


def _three_columns(parts: ScreenParts, context: TableContext) -> list[ft.Control]:
    """Put the seats at the left, the board in the middle, question and answers at the right."""
    middle = _over(BoardColumn(parts.board, context.table_state.prompt_id), parts.moment.over_board)
    columns = [
        ft.Container(semantic_group(_scrolled(parts.seats)), width=LANDSCAPE_SEATS_WIDTH),
        semantic_group(ft.Container(middle), expand=1),
        ft.Container(_question_and_answers(parts, context, []), width=LANDSCAPE_ANSWERS_WIDTH),
    ]
    return [row_of(columns, Space.ROOM, STRETCH, expand=True)]


def _question_and_answers(parts: ScreenParts, context: TableContext, above: list[ft.Control]) -> ft.Control:
    if context.is_crowded:
        return _scrolled([parts.question, *_answers(parts), *above])
    if context.is_landscape or not above:
        upper: list[ft.Control] = [_scrolled([parts.question, *above])]
    else:
        upper = [_scrolled(above), parts.question]
    return column_of([*upper, _answer_column(parts)], Space.GAP, STRETCH, tight=False)


def _bar(parts: ScreenParts) -> ft.Control:
    return ft.Stack([parts.bar, parts.moment.over_bar])


def _over(part: ft.Control, layer: ft.Control) -> ft.Control:
    """Lay a layer upon a part that takes all the height."""
    return ft.Stack([part, layer], expand=True, fit=ft.StackFit.EXPAND)


def _scrolled(parts: list[ft.Control]) -> ft.Control:
    return column_of(parts, Space.GAP, STRETCH, tight=False, scroll=ft.ScrollMode.HIDDEN, expand=True)


@ft.component
def BoardColumn(parts: list[ft.Control], question_id: str) -> ft.Control:  # noqa: N802 - named like a class
    """Build the column of the board, which scrolls if it must.

    A new question shows its beginning.
    """
    column = use_latest(column_of(parts, Space.GAP, STRETCH, tight=False, scroll=ft.ScrollMode.HIDDEN, expand=True))
    shown = use_ref(question_id)

    async def show() -> None:
        if shown.current != question_id:
            shown.current = question_id
            await asyncio.sleep(0)
            await column.current.scroll_to(offset=0, duration=animation_ms())

    ft.use_effect(show, [question_id])
    return column.current


def _answers(parts: ScreenParts) -> list[ft.Control]:
    return [*parts.tray_status, column_of([parts.notice, parts.answer_zone], 0, STRETCH)]


def _answer_column(parts: ScreenParts) -> ft.Control:
    return column_of(_answers(parts), Space.GAP, STRETCH)


QUARTERS_PER_TURN = 4


def quarter_turns(seat: int, seats: int) -> int:
    """Return the clockwise quarter turns for a seat: the first sits below, the others go round."""
    return seat * QUARTERS_PER_TURN // max(seats, QUARTERS_PER_TURN) if seats != 2 else 2 * seat


def rotate_table(table: ft.Control, quarters: int) -> ft.Control:
    """Rotate the table; without rotation it is returned unchanged."""
    if not quarters:
        return table
    # the notch does not rotate with the content
    return ft.SafeArea(ft.RotatedBox(quarter_turns=quarters, content=table, expand=True), expand=True)
