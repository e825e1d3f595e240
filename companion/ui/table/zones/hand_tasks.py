"""What hands must do, as lines to tick.

The questions that may be answered beside the one that is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import flet as ft

from companion.match.latest import HandMark
from companion.ui.design.look import translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.text import MUTED, label_text
from companion.ui.design.theme import focus_ring, no_edge
from companion.ui.redraw import memoized
from companion.ui.table.model.outcome import HandTask
from companion.ui.widgets.controls import Action, bind, keyed_component
from rules.engine import Text

OnTick = Callable[[frozenset[HandMark]], object]
"""Marks a line as done."""


def hand_task_rows(tasks: Iterable[HandTask], on_tick: OnTick | None) -> list[ft.Control]:
    """Build a row for each of those lines; one that stays is not built again."""
    return [keyed_component(HandTaskRow, task.key, task, on_tick) for task in tasks]


@memoized
def HandTaskRow(task: HandTask, on_tick: OnTick | None) -> ft.Control:  # noqa: N802
    """Build one line with its box; a tap ticks it, and it is gone."""
    if on_tick is None:
        return label_text(task.words, 500)
    name = translate(Text("Done: {what}", what=task.words))
    return _button(ft.Icons.CHECK_BOX_OUTLINE_BLANK, task.words, bind(on_tick, task.marks), name)


def timely_button(question: str, on_open: Action) -> ft.Control:
    """Build the button of a question that may be answered now, beside the one that is asked."""
    return _button(ft.Icons.SEARCH, question, on_open)


def _button(icon: ft.IconData, words: str, on_tap: Action, name: str | None = None) -> ft.Control:
    """Build a button of few controls, as the lines are drawn with every answer."""
    style = ft.ButtonStyle(
        color=ft.Colors.ON_SURFACE,
        icon_color=MUTED,
        icon_size=FontSize.HEADING,
        padding=ft.Padding.symmetric(vertical=Space.EDGE, horizontal=Space.TIGHT),
        shape=ft.RoundedRectangleBorder(radius=Radius.SOFT),
        side=focus_ring(no_edge()),
        alignment=ft.Alignment.CENTER_LEFT,
    )
    text = label_text(words, 500, semantics_label=name)
    return ft.TextButton(content=text, icon=icon, style=style, on_click=on_tap)
