"""Draws the board of King of Tokyo: Tokyo and who is outside, the dice, and the curse.

``shop.py`` draws the cards.
"""

from __future__ import annotations

import flet as ft

from companion.ui.design.boxes import CENTER, STRETCH, column_of, row_of
from companion.ui.design.look import animation_ms, current_preferences, scaled_height, translate
from companion.ui.design.sizes import MIN_TAP_SIZE, FontSize, Radius, Space
from companion.ui.design.text import MUTED, body_text, label_text, sized_text
from companion.ui.design.text_fit import BROAD_LETTER_WIDTH, fit_lines
from companion.ui.design.theme import INK, seat_color, seat_initial
from companion.ui.games.king_of_tokyo.model import CurseSheet, TokyoSheet
from companion.ui.redraw import memoized
from companion.ui.signs.dice_faces import die_face, face_name
from companion.ui.signs.legend import sign_icon
from companion.ui.table.scene import OnOpenSheet
from companion.ui.widgets.controls import Action, Surface, bind, pressable, seat_badge
from rules.engine import Text
from rules.king_of_tokyo.model.dice import TOKYO_DIE
from rules.king_of_tokyo.turn.view import CurseLine

from .board_model import DIE_GAP, HIGH_PLACE_HEIGHT, NO_SEAT, OUTSIDE_HEIGHT, City, MonsterBadge, ThrownDice, TokyoBoard
from .shop import price_row, shop_row
from .signs import BAY_SIGN, CITY_SIGN, CURSE_SIGN

AROUND_CIRCLE = 82
"""Height in points of a place at text scale 1 that its title, its monster's name and its edges take."""
LOW_CIRCLE_SIZE, MIN_CIRCLE_SIZE, MAX_CIRCLE_SIZE, MAX_WIDE_CIRCLE_SIZE = 36, 40, 76, 180
"""Points of a monster's circle in Tokyo: the least beside its name and below it, the most, and that on a tablet."""
HIGH_PLACE = 220
"""Height in points of a place from which circles grow as on a tablet."""
LINE_CIRCLE_SIZE, MIN_LINE_CIRCLE_SIZE = 36, 20
"""Points of a monster's circle in the line of Tokyo: usually, and of one outside where there is no room."""
OUTSIDE_CIRCLE_SIZE, RING_WIDTH, RING_GAP = 36, 3, 2
"""Points of a circle outside, of the ring round whoever decides, and of the gap between the two."""
RING_AROUND = 2 * (RING_WIDTH + RING_GAP)
"""Points of a circle's width that the ring and its gap take."""
CITY_SHARE, BAY_SHARE = 3, 2
"""Shares of the width that City and Bay have side by side."""
TOWER_WIDTHS = (18, 26, 34)
"""Widths in points of the tower's levels, the top first."""
TOWER_LEVEL_HEIGHT, LOW_TOWER_LEVEL_HEIGHT = 26, 15
"""Heights in points of a level of the tower, and of one in the line of Tokyo."""
ON_PLACE = ft.Colors.ON_PRIMARY_CONTAINER
FAINT_ON_PLACE = ft.Colors.with_opacity(0.45, ON_PLACE)
"""Colors of what stands on a place in Tokyo."""


def build_board(board: TokyoBoard, open_sheet: OnOpenSheet) -> list[ft.Control]:
    """Build the board for its room; a tap on Tokyo lists everybody's place and the tower."""
    city = CityPicture(board.city, board.width, bind(open_sheet, TokyoSheet()))
    curse = [CurseRow(board.curse, bind(open_sheet, CurseSheet()))] if board.curse else []
    shop = shop_row(board.shop, board.width, open_sheet) if board.shop else []
    prices = price_row(board.prices, board.width, open_sheet, has_caption=not board.shop_first)
    if board.shop_first:
        return [*curse, *shop, *prices, city]
    return [city, *([DiceRow(board.dice)] if board.dice else []), *curse, *prices, *shop]


# --- Tokyo -------------------------------------------------------------------------------------------------------


@memoized
def CityPicture(city: City, width: float, on_tap: Action) -> ft.Control:  # noqa: N802
    """Build Tokyo with its monsters and, below it or in the same line, those outside."""
    if not city.place_height:
        edge = ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
        pad = ft.Padding.symmetric(horizontal=Space.EDGE, vertical=Space.TIGHT)
        surface = Surface(fill=ft.Colors.PRIMARY_CONTAINER, edge=edge, radius=Radius.TILE, pad=pad)
        return pressable(_line(city, width), city.spoken, on_tap, surface, height=city.line_height, grows=False)
    places = [_place(city, *where, width) for where in _places(city)]
    tower = [_tower(city, TOWER_LEVEL_HEIGHT)] if city.tower else []
    row = row_of([*places, *tower], Space.GAP)
    outside = ft.Container(_outside(city), height=scaled_height(OUTSIDE_HEIGHT), alignment=ft.Alignment.CENTER)
    return pressable(column_of([row, outside], Space.GAP, STRETCH), city.spoken, on_tap, Surface(pad=0))


def _places(city: City) -> list[tuple[str, Text, int, int]]:
    """Return kind, title, seat and share of the width of each place in Tokyo."""
    if city.bay is None:
        return [("city", Text("Tokyo"), city.city, 1)]
    return [("city", Text("City"), city.city, CITY_SHARE), ("bay", Text("Bay"), city.bay, BAY_SHARE)]


def _place(city: City, kind: str, title: Text, seat: int, share: int, width: float) -> ft.Control:
    """Build a place: its title, and its monster's circle and name, or an empty ring."""
    height, is_low = scaled_height(city.place_height), city.place_height < HIGH_PLACE_HEIGHT
    circle = _circle_size(height, is_low=is_low)
    free = width * share / sum(one[-1] for one in _places(city)) - 2 * Space.EDGE
    free -= circle + RING_AROUND if is_low else 0
    if seat == NO_SEAT:
        name = sized_text(translate(Text("empty")), FontSize.BODY, 400, ON_PLACE)
        mark: ft.Control = _empty_ring(circle)
    else:
        monster = city.monster(seat)
        size = fit_lines(monster.name, FontSize.TITLE, free, 1)
        name = sized_text(monster.name, size, 700, ON_PLACE, no_wrap=True, overflow=ft.TextOverflow.ELLIPSIS)
        mark = _circle(monster, circle)
    moving = ft.AnimatedSwitcher(
        ft.Container(mark, key=f"{kind} {seat}"),
        duration=animation_ms(),
        reverse_duration=0,
        transition=ft.AnimatedSwitcherTransition.SCALE,
    )
    who = [row_of([moving, name], Space.TIGHT, tight=True)] if is_low else [moving, name]
    return ft.Container(
        column_of([_title(kind, title, ON_PLACE), *who], Space.HAIR, CENTER),
        bgcolor=ft.Colors.PRIMARY_CONTAINER,
        border=ft.Border.all(2, ft.Colors.OUTLINE_VARIANT),
        border_radius=Radius.TILE,
        alignment=ft.Alignment.CENTER,
        height=height,
        expand=share,
    )


def _circle_size(height: float, *, is_low: bool) -> int:
    """Return a circle's size in a place of that height; a low one has the name beside it."""
    if is_low:
        return LOW_CIRCLE_SIZE
    most = MAX_WIDE_CIRCLE_SIZE if height > HIGH_PLACE else MAX_CIRCLE_SIZE
    return round(max(MIN_CIRCLE_SIZE, min(most, height - scaled_height(AROUND_CIRCLE))))


def _title(kind: str, title: Text, color: str) -> ft.Control:
    sign = sign_icon(CITY_SIGN if kind == "city" else BAY_SIGN, FontSize.SUBTITLE, color)
    return row_of([sign, body_text(translate(title), 500, color)], Space.TIGHT, tight=True)


def _line(city: City, width: float) -> ft.Control:
    """Build Tokyo as one line: who is inside, the tower, and who is outside."""
    inside, most = list[ft.Control](), min(LINE_CIRCLE_SIZE, round(city.line_height) - RING_AROUND - 2 * Space.TIGHT)
    for kind, title, seat, _ in _places(city):
        mark = _empty_ring(most) if seat == NO_SEAT else _circle(city.monster(seat), most)
        inside += [_title(kind, title, ON_PLACE) if city.bay is None else _sign(kind), mark]
    tower = [_tower(city, LOW_TOWER_LEVEL_HEIGHT)] if city.tower else []
    size, has_words = _outside_fit(city, width)
    words = [label_text(_outside_text(), color=ON_PLACE)] if has_words else []
    outside = [_circle(monster, min(most, size)) for monster in city.outside]
    left, right = row_of(inside, Space.GAP, tight=True), row_of([*words, *outside], Space.TIGHT, tight=True)
    return row_of([left, *tower, right], Space.GAP, alignment=ft.MainAxisAlignment.SPACE_BETWEEN)


def _outside_fit(city: City, width: float) -> tuple[int, bool]:
    """Return the size of the circles outside in Tokyo's line, and whether the word fits too."""
    title = 0 if city.bay is not None else _text_width(translate(Text("Tokyo")), FontSize.BODY) + Space.TIGHT
    inside = len(_places(city)) * (FontSize.SUBTITLE + LINE_CIRCLE_SIZE + RING_AROUND + 2 * Space.GAP) + title
    free = width - 2 * Space.EDGE - inside - (TOWER_WIDTHS[-1] + Space.GAP if city.tower else 0)
    each = RING_AROUND + Space.TIGHT
    word = _text_width(_outside_text(), FontSize.SMALL) + Space.TIGHT
    count = max(1, len(city.outside))
    has_word = free - word >= count * (LINE_CIRCLE_SIZE + each)
    size = (free - (word if has_word else 0)) / count - each
    return round(max(MIN_LINE_CIRCLE_SIZE, min(LINE_CIRCLE_SIZE, size))), has_word


def _text_width(words: str, size: int) -> float:
    return len(words) * BROAD_LETTER_WIDTH * size * current_preferences().scale


def _sign(kind: str) -> ft.Control:
    return sign_icon(CITY_SIGN if kind == "city" else BAY_SIGN, FontSize.SUBTITLE, ON_PLACE)


def _outside(city: City) -> ft.Control:
    if not city.outside:
        return row_of([])
    words = label_text(_outside_text(), 500, MUTED)
    circles = [_circle(monster, OUTSIDE_CIRCLE_SIZE) for monster in city.outside]
    return row_of([words, *circles], Space.EDGE, alignment=ft.MainAxisAlignment.CENTER)


def _outside_text() -> str:
    return translate(Text("outside"))


def _circle(monster: MonsterBadge, size: int) -> ft.Control:
    """Build a monster's circle; a ring is round whoever decides."""
    badge = seat_badge(monster.seat, monster.name, size)
    ink = ft.Colors.ON_SURFACE if monster.decides else ft.Colors.TRANSPARENT
    around = RING_WIDTH + RING_GAP
    return ft.Container(badge, border=ft.Border.all(RING_WIDTH, ink), border_radius=size / 2 + around, padding=RING_GAP)


def _empty_ring(size: int) -> ft.Control:
    whole = size + RING_AROUND
    edge = ft.Border.all(2, FAINT_ON_PLACE)
    ring = ft.Container(width=size, height=size, border=edge, border_radius=size / 2)
    return ft.Container(ring, width=whole, height=whole, alignment=ft.Alignment.CENTER)


def _tower(city: City, level_height: float) -> ft.Control:
    levels = zip(reversed(city.tower), TOWER_WIDTHS, strict=True)
    column = [_level(city, owner, width, level_height) for owner, width in levels]
    return column_of(column, Space.HAIR, CENTER, width=TOWER_WIDTHS[-1])


def _level(city: City, owner: int, width: int, height: float) -> ft.Control:
    is_owned = owner != NO_SEAT
    letter = seat_initial(city.monster(owner).name, owner) if is_owned else ""
    size = min(FontSize.SMALL, height * 0.7) / current_preferences().scale
    return ft.Container(
        sized_text(letter, size, 800, INK, style=ft.TextStyle(height=1)),
        width=width,
        height=height,
        bgcolor=seat_color(owner) if is_owned else ft.Colors.SURFACE_CONTAINER_HIGHEST,
        border=ft.Border.all(1, ft.Colors.OUTLINE),
        border_radius=Radius.NIB,
        alignment=ft.Alignment.CENTER,
    )


# --- dice and curse ----------------------------------------------------------------------------------------------


@memoized
def DiceRow(dice: ThrownDice) -> ft.Control:  # noqa: N802
    """Build a row of dice, and the empty places of those that are still to come."""
    faces = [die_face(face, dice.size, TOKYO_DIE) for face in dice.faces]
    row = row_of(
        [*faces, *(_slot(dice.size) for _ in range(dice.empty))], DIE_GAP, alignment=ft.MainAxisAlignment.CENTER
    )
    label = ", ".join(translate(face_name(face, TOKYO_DIE)) for face in dice.faces)
    return ft.Semantics(content=row, label=label, exclude_semantics=True)


def _slot(size: float) -> ft.Control:
    edge = ft.Border.all(1.5, ft.Colors.OUTLINE_VARIANT)
    return ft.Container(width=size, height=size, border=edge, border_radius=size * 0.2)


@memoized
def CurseRow(current: CurseLine, on_open: Action) -> ft.Control:  # noqa: N802
    """Build a curse with its name and its permanent effect."""
    name = label_text(translate(current.name), 600, no_wrap=True)
    effect = label_text(
        translate(current.always), color=MUTED, no_wrap=True, overflow=ft.TextOverflow.ELLIPSIS, expand=True
    )
    row = row_of([sign_icon(CURSE_SIGN, FontSize.SUBTITLE), name, effect], Space.NEAR)
    label = translate(Text("Curse: {name}", name=current.name))
    pad = ft.Padding.symmetric(horizontal=Space.EDGE)
    return pressable(row, label, on_open, Surface(fill=ft.Colors.SURFACE_CONTAINER, pad=pad), height=MIN_TAP_SIZE)
