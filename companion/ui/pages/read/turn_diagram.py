"""Diagram of a game's turn from its steps: phases, and the steps in each phase."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import flet as ft

from companion.i18n import Translate
from companion.ui.design.theme import Space, Type
from companion.ui.table.board.why import badge, explained
from companion.ui.widgets import page_frame
from companion.ui.widgets.controls import bound, press
from rules.engine import Game, Step, Text
from rules.turn_outline import Course, Part

DOT = 26
"""Diameter of a phase's circle in points; the line runs through its middle."""
LINE = 2
MIDDLE = (DOT - LINE) / 2
TALL = 44
"""Height of a row in points."""
HERE = Text("We are here")
ASKS = Text("Somebody is asked")
BY_ITSELF = Text("Happens by itself")
AROUND = Text("And so on, turn after turn")
REST: tuple[tuple[str, Text], ...] = (
    ("between", Text("At any point of the turn")),
    ("before", Text("Before the first turn")),
    ("by_hand", Text("Only when the table sets something by hand")),
)
"""Parts of the course outside of the turn, with their headings."""


@dataclass(frozen=True)
class Picture:
    """Diagram of a game's course, with the position of a table that has this ``agenda``.

    ``selected_step`` is the step whose explanation is shown.
    """

    words: Translate
    game: Game[Any]
    course: Course
    agenda: Sequence[Step] = ()
    told: str = ""
    tell: Callable[[str], Any] = lambda step: None

    def draw(self) -> list[ft.Control]:
        """Build the diagram, from the first phase to what happens outside of the turn."""
        phase = self.course.phase(self.agenda)
        phases = [self._phase(k, part, k == phase) for k, part in enumerate(self.course.phases)]
        around = ft.Row([_sign(ft.Icons.REPEAT, 20, DOT), page_frame.quiet(self.words(AROUND))], spacing=Space.GAP)
        return [*self._where(phase), self._legend(), ft.Column([*phases, around], spacing=0), *self._rest()]

    def _where(self, phase: int | None) -> list[ft.Control]:
        """Build the line of the current phase and step, which may be far down."""
        at = [] if phase is None else [self.course.phases[phase]]
        at += [part for part in self.course.walk() if self._here(part)]
        names = list(dict.fromkeys(self._name(part) for part in at))
        text = ft.Text(" · ".join(names), size=Type.LEAD, weight=ft.FontWeight.W_600, expand=True)
        place = ft.Icon(ft.Icons.PLACE, size=Type.HEAD, color=ft.Colors.PRIMARY, semantics_label=self.words(HERE))
        return [ft.Row([place, text], spacing=Space.GAP)] if names else []

    def _here(self, part: Part) -> bool:
        return any(step.name in part.steps for step in self.agenda[:1])

    def _name(self, part: Part) -> str:
        return self.words(part.place.label if part.place else explained(self.game, part.rule)[0])

    def _rest(self) -> list[ft.Control]:
        """Build what happens outside of the turn, each kind under its heading."""
        kinds = [(title, getattr(self.course, kind)) for kind, title in REST]
        return [
            control
            for title, parts in kinds
            if parts
            for control in (page_frame.heading(self.words(title)), self._column(parts))
        ]

    def _phase(self, k: int, part: Part, here: bool) -> ft.Control:
        number = ft.Text(str(k + 1), size=Type.SMALL, weight=ft.FontWeight.W_700, color=_ink(here))
        circle = ft.Container(
            number,
            width=DOT,
            height=DOT,
            border_radius=DOT / 2,
            alignment=ft.Alignment.CENTER,
            bgcolor=ft.Colors.PRIMARY if here else ft.Colors.SURFACE_CONTAINER_HIGHEST,
            top=(TALL - DOT) / 2,
        )
        line = ft.Container(
            bgcolor=ft.Colors.OUTLINE_VARIANT, width=LINE, left=MIDDLE, top=0 if k else TALL / 2, bottom=0
        )
        sign = ft.Stack([line, circle], width=DOT, height=TALL)
        under = ft.Column([self._part(below) for below in part.under], spacing=0)
        return ft.Column([self._row(part, sign, 18, here), _railed(under, 10)], spacing=0)

    def _column(self, parts: Sequence[Part]) -> ft.Control:
        return ft.Column([self._part(part) for part in parts], spacing=0)

    def _part(self, part: Part) -> ft.Control:
        asks = _sign(ft.Icons.PERSON, 18, DOT) if part.asks else _sign(ft.Icons.CIRCLE, 7, DOT)
        row = self._row(part, asks, 15, False)
        return ft.Column([row, _railed(self._column(part.under))], spacing=0) if part.under else row

    def _row(self, part: Part, sign: ft.Control, size: int, phase_here: bool) -> ft.Control:
        """Build a part's row: a tap shows its explanation, a mark shows the current position."""
        here, name = self._here(part), self._name(part)
        text = ft.Text(name, size=size, weight=ft.FontWeight.W_600 if size > 15 or here else None, expand=True)
        asks = [_sign(ft.Icons.PERSON, 18, 20)] if part.asks and size > 15 else []
        place = [_sign(ft.Icons.PLACE, 20, 20, ft.Colors.PRIMARY)] if here or phase_here else []
        line = ft.Row([sign, text, *asks, *place, badge(part.rule)], spacing=Space.GAP)
        said = [self.words(one) for one, true in ((HERE, here or phase_here), (ASKS, part.asks)) if true]
        told = part.steps[0] == self.told
        shown = [
            ft.Container(
                ft.Text(self.words(explained(self.game, part.rule)[1]), size=Type.BODY),
                padding=ft.Padding.only(left=DOT + Space.GAP, bottom=Space.GAP),
            )
        ]
        tap = press(
            line,
            ". ".join((name, *said)),
            bound(self.tell, "" if told else part.steps[0]),
            fill=ft.Colors.PRIMARY_CONTAINER if here else ft.Colors.TRANSPARENT,
            pad=ft.Padding.only(right=Space.NEAR),
            radius=DOT / 2,
            height=TALL,
        )
        return ft.Column([tap, *(shown if told else ())], spacing=0)

    def _legend(self) -> ft.Control:
        """Build the legend of the icons."""
        signs = ((ft.Icons.PERSON, 18, ASKS), (ft.Icons.CIRCLE, 7, BY_ITSELF))
        told: list[ft.Control] = [
            ft.Row([_sign(icon, size, 20), page_frame.quiet(self.words(says))], spacing=Space.TIGHT, tight=True)
            for icon, size, says in signs
        ]
        return ft.Row(told, spacing=Space.ROOM, run_spacing=Space.TIGHT, wrap=True)


def _railed(content: ft.Control, least: float = 0) -> ft.Control:
    """Indent the content along a line that runs down from the circle above."""
    return ft.Container(
        content,
        border=ft.Border(left=ft.BorderSide(LINE, ft.Colors.OUTLINE_VARIANT)),
        margin=ft.Margin.only(left=MIDDLE),
        padding=ft.Padding.only(left=Space.NEAR, bottom=least),
    )


def _sign(icon: ft.IconData, size: int, width: float, color: str = ft.Colors.ON_SURFACE_VARIANT) -> ft.Control:
    return ft.Container(ft.Icon(icon, size=size, color=color), width=width, alignment=ft.Alignment.CENTER)


def _ink(here: bool) -> str:
    return ft.Colors.ON_PRIMARY if here else ft.Colors.ON_SURFACE
