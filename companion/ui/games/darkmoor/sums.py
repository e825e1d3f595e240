"""Final scoring as a table with its arithmetic: locations, havens, tokens, totals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import flet as ft

from companion.ui.design.theme import INK, Round, Space, Type, seat_colour
from companion.ui.table.context.context import Drawn
from companion.ui.widgets.controls import badge
from rules.engine import Text

QUIET = ft.Colors.ON_SURFACE_VARIANT
BY = {"peril": Text("most peril"), "least": Text("least peril"), "count": Text("most minions")}
"""By what a location is controlled."""


def sums(drawn: Drawn) -> list[ft.Control]:
    """Build the scoring table: a column per player, a row per location, and the sums below."""
    words, players = drawn.words, drawn.picture.players
    heads = [ft.Container(badge(p.seat, p.name, 26), expand=2, alignment=ft.Alignment.CENTER) for p in players]
    scores = [player.score for player in players]
    rows: list[ft.Control] = [ft.Row([_label(""), *heads])]
    rows += [_location(drawn, place) for place in drawn.picture.places]
    rows.append(ft.Divider(height=8, color=ft.Colors.OUTLINE_VARIANT))
    rows.append(_added(words(Text("Minions in havens")), [score.minions for score in scores]))
    rows.append(_added(words(Text("Locations controlled")), [score.locations for score in scores]))
    rows.append(_row(words(Text("VP in tokens")), [_number(str(score.tokens)) for score in scores]))
    rows.append(ft.Divider(height=8, color=ft.Colors.OUTLINE_VARIANT))
    rows.append(_row(words(Text("VP in all")), [_number(str(score.total), 24) for score in scores]))
    body = ft.Column(rows, spacing=Space.NEAR, tight=True)
    return [ft.Container(body, bgcolor=ft.Colors.SURFACE_CONTAINER, border_radius=Round.TILE, padding=Space.EDGE)]


def _location(drawn: Drawn, place: Any) -> ft.Control:
    """Build each player's strength at a location; who controls it gets its VP, in a tie nobody."""
    words, held = drawn.words, place.held
    present = {minion.seat for minion in place.haven}
    cells = [
        _strength(n if seat in present else None, seat, seat == held.seat, held.vp)
        for seat, n in enumerate(held.strength)
    ]
    label = f"{words(place.name)} · {held.vp}"
    return _row(label, cells, words(BY[held.by]))


def _strength(n: int | None, seat: int, controls: bool, vp: int) -> ft.Control:
    if not controls:
        return _number("–" if n is None else str(n), ink=QUIET)
    said = f"{n or 0} › +{vp}"
    face = ft.Text(said, size=Type.SMALL, weight=ft.FontWeight.W_700, color=INK, no_wrap=True)
    return ft.Container(
        face,
        bgcolor=seat_colour(seat),
        border_radius=Round.SOFT,
        padding=ft.Padding.symmetric(horizontal=Space.NEAR, vertical=Space.HAIR),
    )


def _added(label: str, parts: Sequence[tuple[int, ...]]) -> ft.Control:
    """Build each sum, with its terms below it."""
    return _row(label, [_sum(part) for part in parts])


def _sum(part: tuple[int, ...]) -> ft.Control:
    terms = "+".join(map(str, part)) if len(part) > 1 else ""
    small = [ft.Text(terms, size=Type.FINE, color=QUIET, text_align=ft.TextAlign.CENTER)] if terms else []
    return ft.Column(
        [_number(str(sum(part))), *small],
        spacing=0,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _number(said: str, size: int = 17, ink: str = ft.Colors.ON_SURFACE) -> ft.Control:
    return ft.Text(said, size=size, weight=ft.FontWeight.W_700, color=ink)


def _row(label: str, cells: Sequence[ft.Control], small: str = "") -> ft.Control:
    placed = [ft.Container(cell, expand=2, alignment=ft.Alignment.CENTER) for cell in cells]
    return ft.Row([_label(label, small), *placed], vertical_alignment=ft.CrossAxisAlignment.CENTER, spacing=Space.TIGHT)


def _label(said: str, small: str = "") -> ft.Control:
    lines: list[ft.Control] = [ft.Text(said, size=Type.SMALL, weight=ft.FontWeight.W_600)]
    if small:
        lines.append(ft.Text(small, size=Type.FINE, color=QUIET))
    return ft.Column(lines, spacing=0, tight=True, expand=3)
