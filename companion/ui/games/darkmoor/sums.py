"""Final scoring as a table with its arithmetic: locations, havens, tokens, totals."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.ui.design.boxes import CENTER, column_of, row_of
from companion.ui.design.look import screen_width, translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.text import MUTED, label_text
from companion.ui.design.text_fit import fit_font_size
from companion.ui.design.theme import INK, seat_color
from companion.ui.games.darkmoor.model import ScoreSheet
from companion.ui.redraw import memoized
from companion.ui.signs.legend import sign_icon
from companion.ui.table.model.context import TableContext
from companion.ui.table.scene import OnOpenSheet
from companion.ui.widgets.controls import Action, Surface, bind, pressable, seat_badge
from rules.darkmoor.phases.scoring import PlayerScore
from rules.darkmoor.view import DarkmoorView, PlaceLine
from rules.engine import Text

from .signs import SCORE_SIGN

LABEL_SHARE, CELL_SHARE = 3, 2
"""Shares of a row's width that its label and each player's number take."""
BADGE_SIZE = 22
"""Size of a player's badge beside a total, in points."""
CONTROL_BASIS_TEXTS = {"peril": Text("most peril"), "least": Text("least peril"), "count": Text("most minions")}
"""By what a location is controlled."""


def scoring_table(final: DarkmoorView) -> list[ft.Control]:
    """Build the scoring table: a column per player, a row per location, and the sums below."""
    players = final.players
    heads = [
        ft.Container(seat_badge(p.seat, p.name, 26), expand=CELL_SHARE, alignment=ft.Alignment.CENTER) for p in players
    ]
    scores = [player.score for player in players]
    rows: list[ft.Control] = [row_of([_label(""), *heads])]
    rows += [_location_row(place) for place in final.places]
    rows.append(ft.Divider(height=8, color=ft.Colors.OUTLINE_VARIANT))
    rows.append(_sum_row(translate(Text("Minions in havens")), [score.minions for score in scores]))
    rows.append(_sum_row(translate(Text("Locations controlled")), [score.locations for score in scores]))
    rows.append(_row(translate(Text("VP in tokens")), [_number(str(score.tokens)) for score in scores]))
    rows.append(ft.Divider(height=8, color=ft.Colors.OUTLINE_VARIANT))
    rows.append(_row(translate(Text("VP in all")), [_number(total_text(score), 24) for score in scores]))
    body = column_of(rows, Space.NEAR)
    return [ft.Container(body, bgcolor=ft.Colors.SURFACE_CONTAINER, border_radius=Radius.TILE, padding=Space.EDGE)]


def score_area(context: TableContext, seat: int, open_sheet: OnOpenSheet) -> list[ft.Control]:
    """Build the row of everybody's score if the game ended now; a tap opens the arithmetic."""
    totals = tuple((p.seat, p.name, total_text(p.score)) for p in context.view_as(DarkmoorView).players)
    return [ScoreRow(totals, bind(open_sheet, ScoreSheet()))]


def total_text(score: PlayerScore) -> str:
    """Return a player's VP, with "+?" where nobody has read those of a minion in a haven."""
    return f"{score.total}+?" if score.unread else str(score.total)


@memoized
def ScoreRow(  # noqa: N802 - named like a class
    totals: tuple[tuple[int, str, str], ...], on_tap: Action
) -> ft.Control:
    """Build the row of totals, given by seat and name."""
    title = translate(Text("If it ended now"))
    cells = [
        row_of([seat_badge(seat, name, BADGE_SIZE), _number(n)], Space.TIGHT, tight=True) for seat, name, n in totals
    ]
    head = row_of([sign_icon(SCORE_SIGN, FontSize.BODY), label_text(title, color=MUTED)], Space.TIGHT, tight=True)
    face = row_of([head, *cells], Space.ROOM, wrap=True, run_spacing=Space.TIGHT)
    label = ", ".join([title, *(translate(Text("{who}: {n} VP", who=name, n=n)) for _, name, n in totals)])
    pad = ft.Padding.symmetric(horizontal=Space.EDGE)
    return pressable(
        face, label, on_tap, Surface(fill=ft.Colors.SURFACE_CONTAINER, pad=pad, align=ft.Alignment.CENTER_LEFT)
    )


def _location_row(place: PlaceLine) -> ft.Control:
    """Build each player's strength at a location; who controls it gets its VP, in a tie nobody."""
    control_state = place.if_ended
    present = {minion.seat for minion in (*place.haven, *place.horde)}
    cells = [
        _strength_cell(n if seat in present else None, seat, seat == control_state.seat, control_state.vp)
        for seat, n in enumerate(control_state.strength)
    ]
    label = f"{translate(place.name)} · {control_state.vp}"
    return _row(label, cells, translate(CONTROL_BASIS_TEXTS[control_state.measure]))


def _strength_cell(n: int | None, seat: int, controls: bool, vp: int) -> ft.Control:
    if not controls:
        return _number("–" if n is None else str(n), ink=MUTED)
    text = f"{n or 0} › +{vp}"
    face = label_text(text, 700, INK, no_wrap=True)
    return ft.Container(
        face,
        bgcolor=seat_color(seat),
        border_radius=Radius.SOFT,
        padding=ft.Padding.symmetric(horizontal=Space.NEAR, vertical=Space.HAIR),
    )


def _sum_row(label: str, parts: Sequence[tuple[int, ...]]) -> ft.Control:
    return _row(label, [_sum(part) for part in parts])


def _sum(part: tuple[int, ...]) -> ft.Control:
    terms = "+".join(map(str, part)) if len(part) > 1 else ""
    small = [ft.Text(terms, size=FontSize.FINE_PRINT, color=MUTED, text_align=ft.TextAlign.CENTER)] if terms else []
    return column_of([_number(str(sum(part))), *small], 0, CENTER)


def _number(text: str, size: int = 17, ink: str = ft.Colors.ON_SURFACE) -> ft.Control:
    return ft.Text(text, size=size, weight=ft.FontWeight.W_700, color=ink)


def _row(label: str, cells: Sequence[ft.Control], note: str = "") -> ft.Control:
    placed = [ft.Container(cell, expand=CELL_SHARE, alignment=ft.Alignment.CENTER) for cell in cells]
    free_width = screen_width() - 2 * (Space.PAGE + Space.EDGE) - Space.TIGHT * len(cells)
    size = fit_font_size(label, FontSize.SMALL, free_width * LABEL_SHARE / (LABEL_SHARE + CELL_SHARE * len(cells)))
    return row_of([_label(label, note, size), *placed], Space.TIGHT, CENTER)


def _label(text: str, note: str = "", size: float = FontSize.SMALL) -> ft.Control:
    lines: list[ft.Control] = [ft.Text(text, size=size, weight=ft.FontWeight.W_600)]
    if note:
        lines.append(ft.Text(note, size=FontSize.FINE_PRINT, color=MUTED))
    return column_of(lines, 0, expand=LABEL_SHARE)
