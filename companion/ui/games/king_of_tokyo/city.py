"""Board of Tokyo: monsters around it at their seats; a monster inside leaves an empty ring."""

from __future__ import annotations

from typing import Any

import flet as ft

from companion.ui.design.preferences import here, swift, tall
from companion.ui.design.text_fit import enlarged
from companion.ui.design.theme import INK, Round, Space, Type, initial, seat_colour
from companion.ui.table.context.context import Drawn
from companion.ui.table.context.open_sheet import Open
from companion.ui.table.context.scene import OnOpen
from companion.ui.widgets.controls import badge, bound, caption, press
from rules.engine import Text

NOBODY = -1
RING, GUEST, PLACE = 36, 46, 104
"""Points of a monster outside, of one in Tokyo, and of a place's height."""
ROOMY = 1.6
"""Scale factor on large screens."""
LEVELS = (18, 26, 34)
"""Widths in points of the tower's levels, the top first."""
PLACES = {"city": Text("Tokyo City"), "bay": Text("Tokyo Bay"), "outside": Text("outside Tokyo"), "out": Text("out")}
"""Names of the places where a monster can be."""


def city(drawn: Drawn, open_: OnOpen) -> ft.Control:
    """Build the board of Tokyo; a tap lists everybody's place and the tower."""
    view = drawn.picture
    size = ROOMY if drawn.wide and not drawn.short else 1
    right, left = _sides(view.players)
    inside = ft.Row(_places(drawn, size), spacing=Space.GAP, expand=True)
    tower = [_tower(view.tower, drawn.seats, size)] if view.tower else []
    row = ft.Row([_column(left, size), inside, *tower, _column(right, size)], spacing=Space.GAP)
    return press(
        row,
        spoken(drawn),
        bound(open_, Open("tokyo")),
        fill=ft.Colors.SURFACE_CONTAINER,
        radius=Round.TILE,
        pad=ft.Padding.symmetric(horizontal=Space.GAP, vertical=Space.GAP),
    )


def spoken(drawn: Drawn) -> str:
    """Return everybody's place as text."""
    return ". ".join(f"{line.name}: {drawn.words(PLACES[line.place])}" for line in drawn.picture.players)


def _sides(players: tuple[Any, ...]) -> tuple[list[Any], list[Any]]:
    """Split the players clockwise: down the right side, up the left."""
    half = (len(players) + 1) // 2
    return list(players[:half]), list(reversed(players[half:]))


def _column(players: list[Any], size: float) -> ft.Control:
    rings = [_ring(line, round(RING * size)) for line in players]
    return ft.Column(
        rings, spacing=Space.NEAR, alignment=ft.MainAxisAlignment.CENTER, tight=True, width=RING * size + 6
    )


def _ring(line: Any, across: int) -> ft.Control:
    """Build a monster at its seat, the ring it left for Tokyo, or a broken heart."""
    if line.place == "outside":
        mark: ft.Control = badge(line.seat, line.name, across)
    else:
        gone = ft.Icon(ft.Icons.HEART_BROKEN, size=Type.LEAD, color=ft.Colors.ERROR) if line.dead else None
        edge = ft.Border.all(2, ft.Colors.with_opacity(0.5, seat_colour(line.seat)))
        mark = ft.Container(
            gone, width=across, height=across, border=edge, border_radius=across / 2, alignment=ft.Alignment.CENTER
        )
    turn = ft.Border.all(2, ft.Colors.PRIMARY if line.active else ft.Colors.TRANSPARENT)
    return ft.Container(mark, border=turn, border_radius=(across + 6) / 2, padding=Space.HAIR)


def _places(drawn: Drawn, size: float) -> list[ft.Control]:
    """Build Tokyo City, and Tokyo Bay if it is in play."""
    view = drawn.picture
    if not view.bay_open and view.bay == NOBODY:
        return [_place(drawn, "city", PLACES["city"] if not enlarged() else Text("City"), view.city, size)]
    both = (("city", Text("City"), view.city), ("bay", Text("Bay"), view.bay))
    return [_place(drawn, place, title, seat, size) for place, title, seat in both]


def _place(drawn: Drawn, place: str, title: Text, seat: int, size: float) -> ft.Control:
    """Build a place in Tokyo, and who is in it."""
    words, across = drawn.words, round(GUEST * size)
    sign = ft.Icons.LOCATION_CITY if place == "city" else ft.Icons.SAILING
    there = seat != NOBODY
    guest = badge(seat, drawn.seats[seat], across) if there else ft.Icon(sign, size=across, color=FAINT)
    name = ft.Text(
        drawn.seats[seat] if there else words(Text("empty")),
        size=Type.BODY,
        weight=ft.FontWeight.W_700 if there else ft.FontWeight.W_400,
        color=ft.Colors.ON_PRIMARY_CONTAINER,
        no_wrap=True,
        overflow=ft.TextOverflow.ELLIPSIS,
    )
    moving = ft.AnimatedSwitcher(
        ft.Container(guest, key=f"{place} {seat}"),
        duration=swift(),
        reverse_duration=0,
        transition=ft.AnimatedSwitcherTransition.SCALE,
    )
    head = caption(words(title), size=Type.FINE, color=ft.Colors.ON_PRIMARY_CONTAINER, no_wrap=True)
    column = ft.Column(
        [head, moving, name], spacing=Space.HAIR, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER
    )
    edge = ft.Border.all(2, seat_colour(seat)) if there else ft.Border.all(2, ft.Colors.TRANSPARENT)
    return ft.Container(
        column,
        bgcolor=ft.Colors.PRIMARY_CONTAINER,
        border=edge,
        border_radius=Round.TILE,
        padding=ft.Padding.symmetric(horizontal=Space.TIGHT, vertical=Space.GAP),
        alignment=ft.Alignment.CENTER,
        height=tall(PLACE) * size,
        expand=True,
    )


FAINT = ft.Colors.with_opacity(0.45, ft.Colors.ON_PRIMARY_CONTAINER)


# --- the tower ---------------------------------------------------------------------------------------------------


def _tower(owners: tuple[int, ...], seats: tuple[str, ...], size: float) -> ft.Control:
    """Build the tower's levels, narrow at the top, in their owners' colours."""
    levels = [_level(owner, seats, width, 26 * size) for owner, width in zip(reversed(owners), LEVELS, strict=True)]
    return ft.Column(
        levels, spacing=Space.HAIR, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER, width=LEVELS[-1]
    )


def _level(owner: int, seats: tuple[str, ...], width: int, height: float) -> ft.Control:
    owned = owner != NOBODY
    letter = initial(seats[owner]) if owned else ""
    return ft.Container(
        ft.Text(letter, size=13 / here().scale, weight=ft.FontWeight.W_800, color=INK),
        width=width,
        height=height,
        bgcolor=seat_colour(owner) if owned else ft.Colors.SURFACE_CONTAINER_HIGHEST,
        border=ft.Border.all(1, ft.Colors.OUTLINE),
        border_radius=Round.NIB,
        alignment=ft.Alignment.CENTER,
    )
