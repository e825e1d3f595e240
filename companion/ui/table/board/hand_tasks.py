"""What hands must do, as lines to tick: a few in the question's card, all in a sheet."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.match.latest import HandLine, HandMark
from companion.ui.design.look import translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.text_fit import has_large_text
from companion.ui.design.theme import focus_ring, no_edge
from companion.ui.redraw import memoized
from companion.ui.widgets.controls import Action, bind, capitalize_first, keyed_component
from rules.engine import Text

MAX_LINES = 3
"""Maximum number of rows in the question's card where there is room; the sheet has all lines."""
OnTick = Callable[[frozenset[HandMark]], object]
"""Marks a line as done."""


def hand_line_rows(
    lines: tuple[HandLine, ...],
    seats: tuple[str, ...],
    on_tick: OnTick | None,
    on_more: Action,
    *,
    is_roomy: bool,
) -> list[ft.Control]:
    """Build the lines of the question's card: everybody's, then each player's.

    Where there is no room that is one row which opens all. Without ``on_tick`` nothing can be ticked, as on a device
    that only watches.
    """
    if len(lines) > 1 and (not is_roomy or has_large_text()):
        return [_button(ft.Icons.BACK_HAND_OUTLINED, translate(_count_text(len(lines))), on_more)]
    shown = MAX_LINES if len(lines) <= MAX_LINES else MAX_LINES - 1  # the last row opens the rest
    rest = len(lines) - shown
    more = [_button(ft.Icons.BACK_HAND_OUTLINED, translate(Text("{n} more", n=rest)), on_more)] if rest > 0 else []
    return [*hand_task_rows(lines[:shown], seats, on_tick), *more]


def _count_text(n: int) -> Text:
    return Text("{n} things to do at the table", n=n)


def hand_task_rows(lines: tuple[HandLine, ...], seats: tuple[str, ...], on_tick: OnTick | None) -> list[ft.Control]:
    """Build a row for each of those lines; one that stays is not built again."""
    return [keyed_component(HandTaskRow, f"{line.seat}", line, seats, on_tick) for line in lines]


@memoized
def HandTaskRow(  # noqa: N802 - Flet's components are named like classes
    line: HandLine, seats: tuple[str, ...], on_tick: OnTick | None
) -> ft.Control:
    """Build one line with its box; a tap ticks it, and it is gone."""
    words = capitalize_first(translate(line.text(seats)))
    if on_tick is None:
        return ft.Text(words, size=FontSize.SMALL, weight=ft.FontWeight.W_500)
    name = translate(Text("Done: {what}", what=words))
    return _button(ft.Icons.CHECK_BOX_OUTLINE_BLANK, words, bind(on_tick, line.marks), name)


def timely_button(question: Text, on_open: Action) -> ft.Control:
    """Build the button of a question that may be answered now, beside the one that is asked."""
    return _button(ft.Icons.SEARCH, translate(question), on_open)


def _button(icon: ft.IconData, words: str, on_tap: Action, name: str | None = None) -> ft.Control:
    """Build a button of few controls, as the lines are drawn with every answer."""
    style = ft.ButtonStyle(
        color=ft.Colors.ON_SURFACE,
        icon_color=ft.Colors.ON_SURFACE_VARIANT,
        icon_size=FontSize.HEADING,
        padding=ft.Padding.symmetric(vertical=Space.EDGE, horizontal=Space.TIGHT),
        shape=ft.RoundedRectangleBorder(radius=Radius.SOFT),
        side=focus_ring(no_edge()),
        alignment=ft.Alignment.CENTER_LEFT,
    )
    text = ft.Text(words, size=FontSize.SMALL, weight=ft.FontWeight.W_500, semantics_label=name)
    return ft.TextButton(content=text, icon=icon, style=style, on_click=on_tap)
