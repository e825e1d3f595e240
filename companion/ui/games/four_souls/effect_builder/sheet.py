"""Sheet of the effect builder: the player who uses the card, and what the card does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import flet as ft

from companion.ui.design.preferences import tall
from companion.ui.design.text_fit import fitting, screen
from companion.ui.design.theme import THUMB, Space, Type, seat_colour
from companion.ui.table.context.open_sheet import opening
from companion.ui.widgets.bottom_sheet import WIDE
from companion.ui.widgets.controls import badge, bound, keyed, press, rows
from rules.engine import Choice, Text

from .pad import Pad
from .recall import Here

if TYPE_CHECKING:
    from companion.ui.table.sheets.host import Paper

SEAT = 72
"""Width of a seat's name with its badge, in points."""


def fought(view: Any) -> int:
    """Return the id of the monster under attack; 0 for none."""
    return next((m.id for m in view.monsters if m.fighting), 0)


def effects_sheet(paper: Paper, choice: Choice) -> ft.Control:
    """Build the sheet of a card's effects."""
    active = paper.drawn.active
    here = Here(active if choice.seat is None else choice.seat, active, fought(paper.drawn.picture))
    pad = keyed(
        Pad,
        repr((choice.event, choice.label)),
        paper.words,
        paper.drawn.now.game.key,
        choice,
        here,
        paper.access,
        paper.answer,
        6 if paper.drawn.short else 3,
    )
    follows = paper.words(choice.follows) if choice.follows else ""
    head = paper.head(choice.seat, paper.words(choice.label), follows)
    return paper.framed(ft.Column([head, *_whose(paper, choice)], spacing=Space.GAP, tight=True), pad)


def _whose(paper: Paper, choice: Choice) -> list[ft.Control]:
    """Build a button per seat that has the same kind of choice."""
    asked = paper.drawn.asked
    if asked is None or not choice.kind:
        return []
    same = [c for c in asked.choices if c.kind == choice.kind and c.seat is not None]
    if len(same) < 2:
        return []
    across = fitting(min(screen(), WIDE) - 2 * Space.EDGE, tall(SEAT), Space.NEAR)
    return [rows([_seat(paper, c, c.seat == choice.seat) for c in same], across, Space.NEAR)]


def _seat(paper: Paper, choice: Choice, chosen: bool) -> ft.Control:
    name = paper.drawn.seats[choice.seat or 0]
    text = ft.Text(name, size=Type.SMALL, weight=ft.FontWeight.W_600, no_wrap=True, overflow=ft.TextOverflow.ELLIPSIS)
    edge = ft.BorderSide(2, seat_colour(choice.seat)) if chosen else None
    face = ft.Row([badge(choice.seat, name, 22), text], tight=True, spacing=Space.NEAR)
    spoken = paper.words(Text("It is {who}'s", who=name))
    return press(
        face, spoken, bound(paper.open, opening(choice)), edge=edge, pad=Space.TIGHT, height=THUMB, expand=True
    )
