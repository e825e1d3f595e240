"""Sheets of Darkmoor: a minion, a location, the hero."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import flet as ft

from companion.ui.design.theme import Round, Space, Type, seat_colour
from companion.ui.table.board.table_items import sayings
from companion.ui.table.context.choice_layout import item_of
from companion.ui.table.context.open_sheet import Open
from companion.ui.table.sheets.host import Paper
from companion.ui.widgets.controls import bound, caption, press
from rules.engine import Shown, Text

from .hordes import spoken
from .sums import BY

QUIET = ft.Colors.ON_SURFACE_VARIANT


def minion(paper: Paper, id: int) -> ft.Control | None:
    """Build a minion's sheet: text, adjacent minions, numbers, tokens and manual actions."""
    words, lines = paper.words, _minions(paper)
    found = lines.get(id)
    if found is None:
        return None
    beside = [words(lines[other].name) for other in found.beside if other in lines]
    touches = [_said(words(Text("Beside it: {minions}", minions=", ".join(beside))))] if beside else []
    safe = [_said(words(Text("It is safe in the haven.")))] if found.haven else []
    numbers = paper.numbers([t for t in paper.drawn.now.trackers if t.key.startswith(f"minion.{id}.")])
    own = [remark for remark in paper.drawn.remarks if item_of(remark) == id]
    hand = [*paper.by_hand(), *sayings(words, own, paper.remark)] if paper.adjust else []
    parts = [*_text(paper, found.text), *touches, *safe, *numbers, *hand]
    return paper.framed(paper.head(found.seat, words(found.name)), _scrolled(parts), full=True)


def location(paper: Paper, number: int) -> ft.Control | None:
    """Build a location's sheet: text, VP, the horde's peril, and the minions safe in its haven."""
    words, places = paper.words, paper.drawn.picture.places
    if number >= len(places):
        return None
    place = places[number]
    hero = paper.drawn.picture.hero
    peril = (
        Text("Peril {n} of {most}", n=place.peril, most=hero.threshold) if hero else Text("peril {n}", n=place.peril)
    )
    numbers = paper.numbers([t for t in paper.drawn.now.trackers if t.key == f"place.{number}.vp"])
    safe = [_line(paper, m) for m in place.haven] or [_said(words(Text("Nobody yet")))]
    held = place.held
    who = paper.drawn.seats[held.seat] if held.seat >= 0 else words(Text("nobody"))
    control = _said(words(Text("As it stands, {who} controls it ({by})", who=who, by=BY[held.by])))
    haven = [caption(words(Text("In the haven"))), *safe, control]
    parts = [*_text(paper, place.text), _said(words(peril)), *numbers, *haven]
    return paper.framed(paper.head(None, words(place.name)), _scrolled(parts), full=True)


def hero(paper: Paper, _: Any) -> ft.Control:
    """Build the hero's sheet: text, threshold, and how many heroes are left."""
    words, view = paper.words, paper.drawn.picture
    found = view.hero
    numbers = paper.numbers([t for t in paper.drawn.now.trackers if t.key in ("hero.threshold", "heroes.left")])
    title = words(found.name) if found else words(Text("No hero yet"))
    text = _text(paper, found.text) if found else []
    body = ft.Column([*text, *numbers, *paper.by_hand()], spacing=Space.EDGE, tight=True)
    return paper.framed(paper.head(None, title, found.kind if found else ""), body, full=False)


def _minions(paper: Paper) -> dict[int, Any]:
    places = paper.drawn.picture.places
    return {m.id: m for place in places for m in (*place.horde, *place.haven)}


def _line(paper: Paper, m: Any) -> ft.Control:
    """Build a minion in a haven; a tap opens its sheet."""
    text = ft.Text(paper.words(m.short), size=Type.BODY, weight=ft.FontWeight.W_600, expand=True)
    numbers = ft.Text(
        paper.words(Text("peril {peril} · {vp} VP", peril=m.peril, vp=m.vp)), size=Type.SMALL, color=QUIET
    )
    stripe = ft.Container(width=6, height=28, bgcolor=seat_colour(m.seat), border_radius=Round.NIB)
    return ft.Row(
        [
            press(
                ft.Row([stripe, text, numbers], spacing=Space.GAP),
                paper.words(spoken(m)),
                bound(paper.open, Open("minion", m.id)),
                fill=ft.Colors.SURFACE_CONTAINER_HIGH,
                height=48,
                expand=True,
            )
        ]
    )


def _text(paper: Paper, text: Shown | None) -> list[ft.Control]:
    return [ft.Text(paper.words(text), size=Type.BODY)] if text else []


def _said(text: str) -> ft.Control:
    return ft.Text(text, size=Type.BODY, color=QUIET)


def _scrolled(parts: Sequence[ft.Control]) -> ft.Control:
    return ft.Column(list(parts), spacing=Space.EDGE, scroll=ft.ScrollMode.AUTO, expand=True)
