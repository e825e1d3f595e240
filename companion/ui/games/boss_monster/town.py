"""Town table: waiting heroes, treasure per dungeon, and who would get them this turn."""

from __future__ import annotations

from typing import Any

import flet as ft

from companion.ui.design.preferences import tall
from companion.ui.design.theme import INK, Round, Space, Type, seat_colour
from companion.ui.table.context.context import Drawn
from companion.ui.table.context.scene import OnOpen
from companion.ui.widgets.controls import badge, caption
from rules.boss_monster.model.card_catalogue import CLASS_NAMES, FOOL
from rules.engine import Text

from .heroes import hero_chip

COUNT = 30
"""Points of a player's column."""
QUIET = ft.Colors.ON_SURFACE_VARIANT


def town(drawn: Drawn, open_: OnOpen) -> list[ft.Control]:
    """Build the town as a table: a row per class, a column per player.

    Empty while nobody is in town.
    """
    view = drawn.picture
    if not view.baits:
        return []
    heads = [badge(line.seat, line.name, 22) for line in view.players]
    names = [ft.Container(head, width=COUNT, alignment=ft.Alignment.CENTER) for head in heads]
    head = ft.Row([ft.Container(caption(drawn.words(Text("Town"))), expand=True), *names], spacing=Space.HAIR)
    rows = [_bait(drawn, line, open_) for line in view.baits]
    body = ft.Column([head, *rows], spacing=Space.NEAR, tight=True)
    pad = ft.Padding.symmetric(horizontal=Space.GAP, vertical=Space.GAP)
    return [ft.Container(body, bgcolor=ft.Colors.SURFACE_CONTAINER_LOW, border_radius=Round.TILE, padding=pad)]


def _bait(drawn: Drawn, line: Any, open_: OnOpen) -> ft.Control:
    """Build a class: its heroes, each dungeon's treasure, and the result."""
    chips = ft.Row(
        [hero_chip(drawn, hero, open_) for hero in line.heroes], spacing=Space.TIGHT, run_spacing=Space.TIGHT, wrap=True
    )
    counts = [_count(n, seat, line.best) for seat, n in enumerate(line.counts)]
    verdict = _verdict(drawn, line)
    told = ft.Semantics(
        content=ft.Column(
            [ft.Row(list(counts), spacing=Space.HAIR, tight=True), verdict],
            spacing=Space.HAIR,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.END,
        ),
        label=_spoken(drawn, line),
        exclude_semantics=True,
    )
    return ft.Row([ft.Container(chips, expand=True), told], spacing=Space.GAP)


def _count(n: int, seat: int, best: tuple[int, ...]) -> ft.Control:
    """Build a treasure count: in the player's colour if it wins, red and framed in a tie."""
    wins, ties = best == (seat,), len(best) > 1 and seat in best
    ink = INK if wins else ft.Colors.ERROR if ties else QUIET
    weight = ft.FontWeight.W_800 if wins or ties else ft.FontWeight.W_500
    text = ft.Text("–" if n < 0 else f"{n}", size=Type.LEAD, weight=weight, color=ink, no_wrap=True)
    edge = ft.Border.all(2, ft.Colors.ERROR) if ties else None
    fill = seat_colour(seat) if wins else ft.Colors.TRANSPARENT
    return ft.Container(
        text,
        width=COUNT,
        height=tall(28),
        bgcolor=fill,
        border=edge,
        border_radius=Round.SOFT,
        alignment=ft.Alignment.CENTER,
    )


def _verdict(drawn: Drawn, line: Any) -> ft.Control:
    """Build the result of a class as a word and an icon: a player, a tie, or nobody."""
    if len(line.best) == 1:
        [seat] = line.best
        return _word(drawn.seats[seat], ft.Icons.LOGIN, ft.Colors.ON_SURFACE)
    if line.klass == FOOL:
        return _word(drawn.words(Text("as his card says")), ft.Icons.STYLE, QUIET)
    said = Text("tie") if line.best else Text("nobody yet")
    sign = ft.Icons.DRAG_HANDLE if line.best else ft.Icons.HOURGLASS_EMPTY
    return _word(drawn.words(said), sign, ft.Colors.ERROR if line.best else QUIET)


def _word(said: str, sign: ft.IconData, ink: str) -> ft.Control:
    text = ft.Text(said, size=Type.SMALL, weight=ft.FontWeight.W_600, color=ink, no_wrap=True)
    return ft.Row([ft.Icon(sign, size=Type.SMALL, color=ink), text], spacing=Space.HAIR, tight=True)


def _spoken(drawn: Drawn, line: Any) -> str:
    """Return a row's accessible text: every count and the result."""
    words = drawn.words
    counts = ", ".join(f"{drawn.seats[seat]} {n}" for seat, n in enumerate(line.counts) if n >= 0)
    level = ", ".join(drawn.seats[seat] for seat in line.best)
    verdict = Text("a tie: {who}", who=level) if len(line.best) > 1 else Text("they go to {who}", who=level)
    said = verdict if line.best else Text("they stay in town")
    return ". ".join([words(CLASS_NAMES[line.klass]), *([counts] if counts else []), words(said)])
