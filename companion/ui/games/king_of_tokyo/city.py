"""Board of Tokyo: monsters around it at their seats; a monster inside leaves an empty ring."""

from __future__ import annotations

from dataclasses import dataclass

import flet as ft

from companion.ui.design.boxes import CENTER, column_of, row_of
from companion.ui.design.look import animation_ms, current_preferences, scaled_height, translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.text_fit import has_large_text
from companion.ui.design.theme import INK, seat_color, seat_initial
from companion.ui.games.king_of_tokyo.model import NO_SEAT, PLACE_NAMES, TokyoSheet
from companion.ui.redraw import memoized
from companion.ui.signs.legend import sign_icon
from companion.ui.table.model.context import TableContext
from companion.ui.table.scene import OnOpenSheet
from companion.ui.widgets.controls import Action, Surface, bind, caption, pressable, seat_badge
from rules.engine import Displayable, Text
from rules.king_of_tokyo.turn.view import TokyoView

from .signs import BAY_SIGN, CITY_SIGN, DEAD_SIGN

OUTSIDE_BADGE_SIZE, INSIDE_BADGE_SIZE, PLACE_HEIGHT = 36, 46, 104
"""Points of a monster outside, of one in Tokyo, and of a place's height."""
WIDE_SCALE = 1.6
"""Scale factor on large screens."""
TOWER_LEVEL_WIDTHS = (18, 26, 34)
"""Widths in points of the tower's levels, the top first."""


def city_board(context: TableContext, open_sheet: OnOpenSheet) -> ft.Control:
    """Build the board of Tokyo; a tap lists everybody's place and the tower."""
    view, scale = context.view_as(TokyoView), WIDE_SCALE if context.has_two_columns and not context.is_landscape else 1
    badges = tuple(MonsterBadge(line.seat, line.name, line.place, line.active) for line in view.players)
    bay = view.bay if view.bay_open or view.bay != NO_SEAT else None
    is_tight = has_large_text() or bool(view.tower)
    city = City(badges, view.city, bay, view.tower, is_tight)
    return CityBoard(city, scale, bind(open_sheet, TokyoSheet()))


@dataclass(frozen=True)
class MonsterBadge:
    """A monster as the board shows it; ``place`` is city, bay, outside or out."""

    seat: int
    name: str
    place: str
    active: bool


@dataclass(frozen=True)
class City:
    """What the board shows: monsters, seats in City and Bay, and the tower's owners.

    ``bay`` is None where it is not in play.
    """

    monsters: tuple[MonsterBadge, ...]
    city: int
    bay: int | None
    tower: tuple[int, ...]
    is_tight: bool = False
    """Whether there is no room for a place's whole name."""

    def name(self, seat: int) -> str:
        """Return the name of the monster of that seat."""
        return next(monster.name for monster in self.monsters if monster.seat == seat)


@memoized
def CityBoard(city: City, scale: float, on_tap: Action) -> ft.Control:  # noqa: N802
    """Build the board of Tokyo, with the monsters outside at their seats."""
    right, left = _split_sides(city.monsters)
    inside = row_of(_places(city, scale), Space.GAP, expand=True)
    tower = [_tower(city, scale)] if city.tower else []
    row = row_of([_column(left, scale), inside, *tower, _column(right, scale)], Space.GAP)
    return pressable(
        row,
        _places_text(city),
        on_tap,
        Surface(
            fill=ft.Colors.SURFACE_CONTAINER,
            radius=Radius.TILE,
            pad=ft.Padding.symmetric(horizontal=Space.GAP, vertical=Space.GAP),
        ),
    )


def _places_text(city: City) -> str:
    places: list[tuple[Displayable, Displayable]] = [(one.name, PLACE_NAMES[one.place]) for one in city.monsters]
    owned = [(Text("Tower, level {n}", n=k), city.name(seat)) for k, seat in enumerate(city.tower, 1) if seat >= 0]
    return ". ".join(f"{translate(who)}: {translate(what)}" for who, what in (*places, *owned))


def _split_sides(players: tuple[MonsterBadge, ...]) -> tuple[list[MonsterBadge], list[MonsterBadge]]:
    """Split the players clockwise: down the right side, up the left."""
    half = (len(players) + 1) // 2
    return list(players[:half]), list(reversed(players[half:]))


def _column(players: list[MonsterBadge], scale: float) -> ft.Control:
    rings = [_ring(line, round(OUTSIDE_BADGE_SIZE * scale)) for line in players]
    return column_of(rings, Space.NEAR, alignment=ft.MainAxisAlignment.CENTER, width=OUTSIDE_BADGE_SIZE * scale + 6)


def _ring(line: MonsterBadge, size: int) -> ft.Control:
    if line.place == "outside":
        mark: ft.Control = seat_badge(line.seat, line.name, size)
    else:
        dead_icon = sign_icon(DEAD_SIGN, FontSize.SUBTITLE) if line.place == "out" else None
        edge = ft.Border.all(2, ft.Colors.with_opacity(0.5, seat_color(line.seat)))
        mark = ft.Container(
            dead_icon, width=size, height=size, border=edge, border_radius=size / 2, alignment=ft.Alignment.CENTER
        )
    turn = ft.Border.all(2, ft.Colors.PRIMARY if line.active else ft.Colors.TRANSPARENT)
    return ft.Container(mark, border=turn, border_radius=(size + 6) / 2, padding=Space.HAIR)


def _places(city: City, scale: float) -> list[ft.Control]:
    if city.bay is None:
        title = Text("City") if city.is_tight else PLACE_NAMES["city"]
        return [_place(city, "city", title, city.city, scale)]
    both = (("city", Text("City"), city.city), ("bay", Text("Bay"), city.bay))
    return [_place(city, place, title, seat, scale) for place, title, seat in both]


def _place(city: City, place: str, title: Text, seat: int, scale: float) -> ft.Control:
    badge_size = round(INSIDE_BADGE_SIZE * scale)
    sign = CITY_SIGN if place == "city" else BAY_SIGN
    is_taken = seat != NO_SEAT
    occupant = seat_badge(seat, city.name(seat), badge_size) if is_taken else sign_icon(sign, badge_size, FAINT_COLOR)
    name = ft.Text(
        city.name(seat) if is_taken else translate(Text("empty")),
        size=FontSize.BODY,
        weight=ft.FontWeight.W_700 if is_taken else ft.FontWeight.W_400,
        color=ft.Colors.ON_PRIMARY_CONTAINER,
        no_wrap=True,
        overflow=ft.TextOverflow.ELLIPSIS,
    )
    moving = ft.AnimatedSwitcher(
        ft.Container(occupant, key=f"{place} {seat}"),
        duration=animation_ms(),
        reverse_duration=0,
        transition=ft.AnimatedSwitcherTransition.SCALE,
    )
    head = caption(translate(title), size=FontSize.FINE_PRINT, color=ft.Colors.ON_PRIMARY_CONTAINER, no_wrap=True)
    column = column_of([head, moving, name], Space.HAIR, CENTER)
    edge = ft.Border.all(2, seat_color(seat)) if is_taken else ft.Border.all(2, ft.Colors.TRANSPARENT)
    return ft.Container(
        column,
        bgcolor=ft.Colors.PRIMARY_CONTAINER,
        border=edge,
        border_radius=Radius.TILE,
        padding=ft.Padding.symmetric(horizontal=Space.TIGHT, vertical=Space.GAP),
        alignment=ft.Alignment.CENTER,
        height=scaled_height(PLACE_HEIGHT) * scale,
        expand=True,
    )


FAINT_COLOR = ft.Colors.with_opacity(0.45, ft.Colors.ON_PRIMARY_CONTAINER)


# --- the tower ---------------------------------------------------------------------------------------------------


def _tower(city: City, scale: float) -> ft.Control:
    levels = [
        _level(city, owner, width, 26 * scale)
        for owner, width in zip(reversed(city.tower), TOWER_LEVEL_WIDTHS, strict=True)
    ]
    return column_of(levels, Space.HAIR, CENTER, width=TOWER_LEVEL_WIDTHS[-1])


def _level(city: City, owner: int, width: int, height: float) -> ft.Control:
    is_owned = owner != NO_SEAT
    letter = seat_initial(city.name(owner), owner) if is_owned else ""
    return ft.Container(
        ft.Text(letter, size=13 / current_preferences().scale, weight=ft.FontWeight.W_800, color=INK),
        width=width,
        height=height,
        bgcolor=seat_color(owner) if is_owned else ft.Colors.SURFACE_CONTAINER_HIGHEST,
        border=ft.Border.all(1, ft.Colors.OUTLINE),
        border_radius=Radius.NIB,
        alignment=ft.Alignment.CENTER,
    )
