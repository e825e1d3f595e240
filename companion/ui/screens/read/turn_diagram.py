"""Diagram of a game's turn from its steps: phases, and the steps in each phase."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import flet as ft

from companion.ui.design.boxes import column_of, row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import FontSize, Space
from companion.ui.design.text import MUTED, body_text, label_text, name_text
from companion.ui.table.sheets.why import rule_badge, rule_text
from companion.ui.widgets import page_frame
from companion.ui.widgets.controls import Surface, bind, pressable
from rules.engine import Game, State, Step, Text
from rules.turn_outline import OutlineNode, TurnOutline

CIRCLE_SIZE = 26
"""Diameter of a phase's circle in points; the line runs through its middle."""
LINE_WIDTH = 2
LINE_OFFSET = (CIRCLE_SIZE - LINE_WIDTH) / 2
ROW_HEIGHT = 44
"""Height of a row in points."""
HERE_LABEL = Text("We are here")
ASKS_LABEL = Text("Somebody is asked")
AUTOMATIC_LABEL = Text("Happens by itself")
REPEATS_LABEL = Text("And so on, turn after turn")
OTHER_SECTIONS: tuple[tuple[str, Text], ...] = (
    ("shared_nodes", Text("At any point of the turn")),
    ("setup_nodes", Text("Before the first turn")),
    ("override_nodes", Text("Only when the table sets something by hand")),
)
"""Parts of the course outside of the turn, with their headings."""


@dataclass(frozen=True)
class TurnDiagram:
    """Diagram of a game's course, with the position of a table that has this ``agenda``.

    ``selected_step`` is the step whose explanation is shown.
    """

    game: Game[State]
    course: TurnOutline
    agenda: Sequence[Step] = ()
    selected_step: str = ""
    select_step: Callable[[str], None] = lambda step: None

    def build(self) -> list[ft.Control]:
        """Build the diagram, from the first phase to what happens outside of the turn."""
        phase = self.course.current_phase(self.agenda)
        phases = [self._phase(k, part, k == phase) for k, part in enumerate(self.course.phases)]
        around = row_of(
            [_sign(ft.Icons.REPEAT, 20, CIRCLE_SIZE), page_frame.hint_text(translate(REPEATS_LABEL))], Space.GAP
        )
        return [
            *self._position(phase),
            self._legend(),
            column_of([*phases, around], 0, tight=False),
            *self._other_sections(),
        ]

    def _position(self, phase: int | None) -> list[ft.Control]:
        at = [] if phase is None else [self.course.phases[phase]]
        at += [part for part in self.course.walk() if self._is_current(part)]
        names = list(dict.fromkeys(self._name(part) for part in at))
        text = name_text(" · ".join(names), 600, expand=True)
        place = ft.Icon(
            ft.Icons.PLACE, size=FontSize.HEADING, color=ft.Colors.PRIMARY, semantics_label=translate(HERE_LABEL)
        )
        return [row_of([place, text], Space.GAP)] if names else []

    def _is_current(self, part: OutlineNode) -> bool:
        return any(step.name in part.steps for step in self.agenda[:1])

    def _name(self, part: OutlineNode) -> str:
        return translate(part.position.label if part.position else rule_text(self.game, part.rule)[0])

    def _other_sections(self) -> list[ft.Control]:
        kinds = [(title, getattr(self.course, kind)) for kind, title in OTHER_SECTIONS]
        return [
            control
            for title, parts in kinds
            if parts
            for control in (page_frame.section_heading(translate(title)), self._column(parts))
        ]

    def _phase(self, k: int, part: OutlineNode, is_current: bool) -> ft.Control:
        number = label_text(str(k + 1), 700, _ink(is_current))
        circle = ft.Container(
            number,
            width=CIRCLE_SIZE,
            height=CIRCLE_SIZE,
            border_radius=CIRCLE_SIZE / 2,
            alignment=ft.Alignment.CENTER,
            bgcolor=ft.Colors.PRIMARY if is_current else ft.Colors.SURFACE_CONTAINER_HIGHEST,
            top=(ROW_HEIGHT - CIRCLE_SIZE) / 2,
        )
        line = ft.Container(
            bgcolor=ft.Colors.OUTLINE_VARIANT,
            width=LINE_WIDTH,
            left=LINE_OFFSET,
            top=0 if k else ROW_HEIGHT / 2,
            bottom=0,
        )
        sign = ft.Stack([line, circle], width=CIRCLE_SIZE, height=ROW_HEIGHT)
        under = column_of([self._part(below) for below in part.children], 0, tight=False)
        return column_of([self._row(part, sign, 18, is_current), _indented(under, 10)], 0, tight=False)

    def _column(self, parts: Sequence[OutlineNode]) -> ft.Control:
        return column_of([self._part(part) for part in parts], 0, tight=False)

    def _part(self, part: OutlineNode) -> ft.Control:
        asks = _sign(ft.Icons.PERSON, 18, CIRCLE_SIZE) if part.is_question else _sign(ft.Icons.CIRCLE, 7, CIRCLE_SIZE)
        row = self._row(part, asks, 15, False)
        return column_of([row, _indented(self._column(part.children))], 0, tight=False) if part.children else row

    def _row(self, part: OutlineNode, sign: ft.Control, size: int, is_current_phase: bool) -> ft.Control:
        is_current, name = self._is_current(part), self._name(part)
        text = ft.Text(name, size=size, weight=ft.FontWeight.W_600 if size > 15 or is_current else None, expand=True)
        asks = [_sign(ft.Icons.PERSON, 18, 20)] if part.is_question and size > 15 else []
        place = [_sign(ft.Icons.PLACE, 20, 20, ft.Colors.PRIMARY)] if is_current or is_current_phase else []
        line = row_of([sign, text, *asks, *place, rule_badge(part.rule)], Space.GAP)
        spoken = [
            translate(one)
            for one, true in ((HERE_LABEL, is_current or is_current_phase), (ASKS_LABEL, part.is_question))
            if true
        ]
        is_selected = part.steps[0] == self.selected_step
        explanation = [
            ft.Container(
                body_text(translate(rule_text(self.game, part.rule)[1])),
                padding=ft.Padding.only(left=CIRCLE_SIZE + Space.GAP, bottom=Space.GAP),
            )
        ]
        tap = pressable(
            line,
            ". ".join((name, *spoken)),
            bind(self.select_step, "" if is_selected else part.steps[0]),
            Surface(
                fill=ft.Colors.PRIMARY_CONTAINER if is_current else ft.Colors.TRANSPARENT,
                pad=ft.Padding.only(right=Space.NEAR),
                radius=CIRCLE_SIZE / 2,
            ),
            height=ROW_HEIGHT,
        )
        return column_of([tap, *(explanation if is_selected else ())], 0, tight=False)

    def _legend(self) -> ft.Control:
        signs = ((ft.Icons.PERSON, 18, ASKS_LABEL), (ft.Icons.CIRCLE, 7, AUTOMATIC_LABEL))
        entries: list[ft.Control] = [
            row_of([_sign(icon, size, 20), page_frame.hint_text(translate(says))], Space.TIGHT, tight=True)
            for icon, size, says in signs
        ]
        return row_of(entries, Space.ROOM, run_spacing=Space.TIGHT, wrap=True)


def _indented(content: ft.Control, bottom_padding: float = 0) -> ft.Control:
    return ft.Container(
        content,
        border=ft.Border(left=ft.BorderSide(LINE_WIDTH, ft.Colors.OUTLINE_VARIANT)),
        margin=ft.Margin.only(left=LINE_OFFSET),
        padding=ft.Padding.only(left=Space.NEAR, bottom=bottom_padding),
    )


def _sign(icon: ft.IconData, size: int, width: float, color: str = MUTED) -> ft.Control:
    return ft.Container(ft.Icon(icon, size=size, color=color), width=width, alignment=ft.Alignment.CENTER)


def _ink(is_current: bool) -> str:
    return ft.Colors.ON_PRIMARY if is_current else ft.Colors.ON_SURFACE
