"""Arrangement of the table screen: one column, or two on a wide page, and what scrolls."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import flet as ft

from companion.ui.design.boxes import START, column_of, row_of
from companion.ui.design.look import animation_ms
from companion.ui.design.sizes import Space
from companion.ui.state import use_latest, use_ref
from companion.ui.table.model.context import TableContext
from companion.ui.table.zones.moment import MomentLayers
from companion.ui.widgets.controls import semantic_group


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
    moment: MomentLayers


def arrange_parts(screen_parts: ScreenParts, context: TableContext) -> ft.Control:
    """Arrange the parts in one column or two."""
    body = (
        _two_columns(screen_parts, context)
        if context.has_two_columns
        else _one_column(screen_parts, context.is_crowded, context.table_state.prompt_id)
    )
    return ft.Container(body, bgcolor=ft.Colors.SURFACE, expand=True)


def _one_column(screen_parts: ScreenParts, crowded: bool, question_id: str) -> ft.Control:
    parts = _with_fixed_answers(
        screen_parts, [*screen_parts.board, *screen_parts.player_rows, screen_parts.recent], crowded, question_id
    )
    parts[0] = _under(parts[0], screen_parts.moment.over_board)
    return ft.SafeArea(column_of([_bar(screen_parts), *parts], 0, tight=False, expand=True), expand=True)


def _bar(screen_parts: ScreenParts) -> ft.Control:
    return ft.Stack([screen_parts.bar, screen_parts.moment.over_bar])


def _under(part: ft.Control, layer: ft.Control) -> ft.Control:
    """Lay a layer upon a part that takes all the height."""
    return ft.Stack([part, layer], expand=True, fit=ft.StackFit.EXPAND)


def _with_fixed_answers(
    screen_parts: ScreenParts, board: list[ft.Control], crowded: bool, question_id: str
) -> list[ft.Control]:
    """Let question and board scroll above fixed answers; if ``crowded``, everything scrolls."""
    if crowded:
        return [_padded(QuestionColumn([screen_parts.question, *_answers(screen_parts), *board], question_id))]
    return [_padded(QuestionColumn([screen_parts.question, *board], question_id)), _bottom(screen_parts)]


def _two_columns(screen_parts: ScreenParts, context: TableContext) -> ft.Control:
    """Put question and board at the left; in landscape and beside numbers, only the question."""
    is_left_short = context.is_landscape or context.keeps_numbers_only
    board, right_board = ([], screen_parts.board) if is_left_short else (screen_parts.board, [])
    left_share, right_share = context.column_shares
    fixed = _with_fixed_answers(screen_parts, board, context.is_crowded, context.table_state.prompt_id)
    left = semantic_group(column_of(fixed, 0, tight=False), expand=left_share)
    right_part = _scrolled([*right_board, *screen_parts.player_rows, screen_parts.recent])
    right = semantic_group(
        column_of([_under(right_part, screen_parts.moment.over_board)], 0, tight=False), expand=right_share
    )
    columns = row_of([left, right], Space.GAP, START, expand=True)
    return ft.SafeArea(column_of([_bar(screen_parts), columns], 0, tight=False, expand=True), expand=True)


def _scrolled(parts: list[ft.Control]) -> ft.Control:
    column = column_of(parts, Space.GAP, tight=False, scroll=ft.ScrollMode.HIDDEN, expand=True)
    return _padded(column)


def _padded(column: ft.Control) -> ft.Control:
    return ft.Container(column, padding=ft.Padding.symmetric(horizontal=Space.EDGE, vertical=Space.TIGHT), expand=True)


@ft.component
def QuestionColumn(parts: list[ft.Control], question_id: str) -> ft.Control:  # noqa: N802 - named like a class
    """Build the column that begins with the question; a new question scrolls it into sight."""
    column = use_latest(column_of(parts, Space.GAP, tight=False, scroll=ft.ScrollMode.HIDDEN, expand=True))
    shown = use_ref(question_id)

    async def show() -> None:
        if shown.current != question_id:
            shown.current = question_id
            await asyncio.sleep(0)
            await column.current.scroll_to(offset=0, duration=animation_ms())

    ft.use_effect(show, [question_id])
    return column.current


def _answers(screen_parts: ScreenParts) -> list[ft.Control]:
    return [*screen_parts.tray_status, screen_parts.notice, screen_parts.answer_zone]


def _bottom(screen_parts: ScreenParts) -> ft.Control:
    column = column_of(_answers(screen_parts), Space.GAP)
    return ft.Container(
        column, padding=ft.Padding.only(left=Space.EDGE, right=Space.EDGE, top=Space.NEAR, bottom=Space.EDGE)
    )


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
