"""Town table: waiting heroes, treasure per dungeon, and who would get them this turn."""

from __future__ import annotations

import flet as ft

from companion.ui.design.boxes import END, column_of, row_of, wrapped_row
from companion.ui.design.look import scaled_height, translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.text import MUTED, label_text
from companion.ui.design.text_fit import has_large_text
from companion.ui.design.theme import INK, seat_color
from companion.ui.redraw import memoized
from companion.ui.signs.legend import Sign, sign_icon
from companion.ui.table.scene import OnOpenSheet
from companion.ui.widgets.controls import caption, seat_badge
from rules.boss_monster.model.card_catalogue import CLASS_NAMES, FOOL
from rules.boss_monster.view import BaitLine
from rules.engine import Text

from .board_model import COUNT_WIDTH, hero_model
from .heroes import HeroChip
from .signs import GOES_SIGN, HAND_SIGN, NOBODY_SIGN, TIE_SIGN


@memoized
def TownTable(  # noqa: N802
    baits: tuple[BaitLine, ...], seats: tuple[str, ...], open_sheet: OnOpenSheet, *, is_tight: bool
) -> ft.Control:
    """Build the town as a table: a row per class, a column per player."""
    heads = [seat_badge(seat, name, 22) for seat, name in enumerate(seats)]
    names = [ft.Container(head, width=COUNT_WIDTH, alignment=ft.Alignment.CENTER) for head in heads]
    head = row_of([ft.Container(caption(translate(Text("Town"))), expand=True), *names], Space.HAIR)
    rows = [BaitRow(line, seats, open_sheet) for line in baits]
    body = column_of([head, *rows], Space.HAIR if is_tight else Space.NEAR)
    pad = ft.Padding.symmetric(horizontal=Space.GAP, vertical=Space.TIGHT if is_tight else Space.GAP)
    return ft.Container(body, bgcolor=ft.Colors.SURFACE_CONTAINER_LOW, border_radius=Radius.TILE, padding=pad)


@memoized
def BaitRow(line: BaitLine, seats: tuple[str, ...], open_sheet: OnOpenSheet) -> ft.Control:  # noqa: N802
    """Build a class: its heroes, each dungeon's treasure, the result.

    With large letters the result stands below.
    """
    chips = wrapped_row([HeroChip(hero_model(hero, seats), open_sheet) for hero in line.heroes], Space.TIGHT)
    counts = [_count_cell(n, seat, line.best) for seat, n in enumerate(line.counts)]
    verdict, numbers = _result(line, seats), row_of(list(counts), Space.HAIR, tight=True)
    result = ft.Semantics(
        content=column_of([numbers, verdict], Space.HAIR, END)
        if has_large_text()
        else row_of([verdict, numbers], Space.GAP, tight=True),
        label=_row_label(line, seats),
        exclude_semantics=True,
    )
    return row_of([ft.Container(chips, expand=True), result], Space.GAP)


def _count_cell(n: int, seat: int, best: tuple[int, ...]) -> ft.Control:
    """Build a treasure count: in the player's color if it wins, red and framed in a tie."""
    wins, ties = best == (seat,), len(best) > 1 and seat in best
    ink = INK if wins else ft.Colors.ERROR if ties else MUTED
    weight = ft.FontWeight.W_800 if wins or ties else ft.FontWeight.W_500
    text = ft.Text("–" if n < 0 else f"{n}", size=FontSize.SUBTITLE, weight=weight, color=ink, no_wrap=True)
    edge = ft.Border.all(2, ft.Colors.ERROR) if ties else None
    fill = seat_color(seat) if wins else ft.Colors.TRANSPARENT
    return ft.Container(
        text,
        width=COUNT_WIDTH,
        height=scaled_height(28),
        bgcolor=fill,
        border=edge,
        border_radius=Radius.SOFT,
        alignment=ft.Alignment.CENTER,
    )


def _result(line: BaitLine, seats: tuple[str, ...]) -> ft.Control:
    if len(line.best) == 1:
        [seat] = line.best
        return _result_label(seats[seat], GOES_SIGN, ft.Colors.ON_SURFACE)
    if line.klass == FOOL:
        return _result_label(translate(Text("as his card says")), HAND_SIGN, MUTED)
    text = Text("tie") if line.best else Text("nobody yet")
    sign = TIE_SIGN if line.best else NOBODY_SIGN
    return _result_label(translate(text), sign, ft.Colors.ERROR if line.best else MUTED)


def _result_label(text: str, sign: Sign, ink: str) -> ft.Control:
    label = label_text(text, 600, ink, no_wrap=True)
    return row_of([sign_icon(sign, FontSize.SMALL, ink), label], Space.HAIR, tight=True)


def _row_label(line: BaitLine, seats: tuple[str, ...]) -> str:
    counts = ", ".join(f"{seats[seat]} {n}" for seat, n in enumerate(line.counts) if n >= 0)
    level = ", ".join(seats[seat] for seat in line.best)
    verdict = Text("a tie: {who}", who=level) if len(line.best) > 1 else Text("they go to {who}", who=level)
    verdict_text = verdict if line.best else Text("they stay in town")
    return ". ".join([translate(CLASS_NAMES[line.klass]), *([counts] if counts else []), translate(verdict_text)])
