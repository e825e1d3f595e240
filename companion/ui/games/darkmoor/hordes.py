"""Hordes board: locations in a row, their minions behind them, and the hero."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import flet as ft

from companion.i18n import Translate
from companion.ui.design.preferences import tall
from companion.ui.design.text_fit import enlarged
from companion.ui.design.theme import Round, Space, Type, icon_of, seat_colour
from companion.ui.table.context.context import Drawn
from companion.ui.table.context.open_sheet import Open, opening
from companion.ui.table.context.scene import OnOpen
from companion.ui.widgets.controls import bound, press
from rules.darkmoor.model.events import Played
from rules.engine import Choice, Text

CELL, HEAD, LINK, ROOMY = 50, 92, 8, 76
"""Points of a minion's height, of a location's height, of a link's length, and of an enlarged cell's width."""
MANY = 5
"""Number of locations side by side from which a phone is narrow."""
QUIET = ft.Colors.ON_SURFACE_VARIANT
KINDS = {
    "beast": ft.Icons.PETS,
    "humanoid": ft.Icons.PERSON,
    "undead": ft.Icons.SENTIMENT_VERY_DISSATISFIED,
}
"""Icon of each type of minion."""


def hordes(drawn: Drawn, open_: OnOpen) -> list[ft.Control]:
    """Build locations, hordes and hero.

    Where a minion may be played now, each horde has a free cell at its back.
    """
    places, plays = drawn.picture.places, _plays(drawn)
    lines: list[ft.Control] = [_row([_location(drawn.words, place, drawn, open_) for place in places])]
    rows = max((len(place.horde) for place in places), default=0) + bool(plays)
    for row in range(rows):
        lines += [_behind(places, row), _line(drawn, row, plays, open_)]
    return [_board(drawn, lines), *_hero(drawn, open_)]


def _board(drawn: Drawn, lines: list[ft.Control]) -> ft.Control:
    """Build the hordes side by side; with enlarged text that would be cut, the board scrolls."""
    board, count = ft.Column(lines, spacing=0, tight=True), len(drawn.picture.places)
    needs = count * tall(ROOMY) + (count - 1) * LINK
    if not enlarged() or needs <= drawn.column[drawn.wide and drawn.short]:
        return board
    return ft.Row([ft.Container(board, width=needs)], scroll=ft.ScrollMode.HIDDEN)


def _row(cells: Sequence[ft.Control]) -> ft.Control:
    """Build cells of equal width, one link's length apart."""
    return ft.Row(list(cells), spacing=LINK, vertical_alignment=ft.CrossAxisAlignment.START)


def _narrow(drawn: Drawn) -> bool:
    """Return whether the device has room only for names and numbers."""
    return len(drawn.picture.places) >= MANY and (drawn.short or not drawn.wide)


def _plays(drawn: Drawn) -> dict[int, Choice]:
    """Return the choice that plays a minion, by number of the location."""
    choices = drawn.asked.choices if drawn.asked else ()
    return {choice.event.place: choice for choice in choices if isinstance(choice.event, Played)}


# --- locations ---------------------------------------------------------------------------------------------------


def _location(words: Translate, place: Any, drawn: Drawn, open_: OnOpen) -> ft.Control:
    """Build a location: haven, name, VP, and the horde's peril against the hero's threshold."""
    hero = drawn.picture.hero
    name = ft.Text(
        words(place.name),
        size=Type.FINE,
        weight=ft.FontWeight.W_700,
        max_lines=2,
        text_align=ft.TextAlign.CENTER,
        overflow=ft.TextOverflow.ELLIPSIS,
        style=ft.TextStyle(height=1.05),
    )
    worth = _small(f"{place.vp}", "points", ft.Colors.ON_SURFACE)
    most = hero.threshold if hero else 0
    said = f"{place.peril}/{most}" if hero else f"{place.peril}"
    ink = ft.Colors.ERROR if place.reached else ft.Colors.ON_SURFACE
    bare = ft.Text(said, size=Type.SMALL, weight=ft.FontWeight.W_700, color=ink, no_wrap=True)
    peril = bare if _narrow(drawn) else _small(said, "peril", ink, size=Type.BODY)
    face = ft.Column(
        [
            _haven(place, drawn),
            ft.Container(name, height=tall(28), alignment=ft.Alignment.CENTER),
            ft.Row([worth, peril], alignment=ft.MainAxisAlignment.SPACE_BETWEEN, spacing=Space.HAIR),
            _bar(place.peril, most, place.reached),
        ],
        spacing=Space.HAIR,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
    edge = ft.BorderSide(2, ft.Colors.ERROR) if place.attacked else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
    spoken = Text("{place}: {vp} VP, peril {n} of {most}", place=place.name, vp=place.vp, n=place.peril, most=most)
    return press(
        face,
        words(spoken),
        bound(open_, Open("location", place.number)),
        fill=ft.Colors.PRIMARY_CONTAINER,
        edge=edge,
        radius=Round.SOFT,
        pad=ft.Padding.symmetric(horizontal=Space.TIGHT, vertical=Space.TIGHT),
        height=HEAD,
        expand=True,
    )


def _haven(place: Any, drawn: Drawn) -> ft.Control:
    """Build each player's strength in the haven; the leader has a filled cell."""
    present = {minion.seat for minion in place.haven}
    held = place.held
    signs = [_strength(held.strength[seat], seat, seat == held.seat) for seat in sorted(present)]
    return ft.Container(ft.Row(list(signs), spacing=Space.HAIR), height=tall(16))


def _strength(n: int, seat: int, leads: bool) -> ft.Control:
    ink = "#17110D" if leads else ft.Colors.ON_SURFACE
    edge = ft.BorderSide(1.5, seat_colour(seat))
    return ft.Container(
        ft.Text(str(n), size=Type.FINE, weight=ft.FontWeight.W_700, color=ink),
        bgcolor=seat_colour(seat) if leads else None,
        border=ft.Border(left=edge, top=edge, right=edge, bottom=edge),
        border_radius=Round.NIB,
        height=tall(16),
        expand=True,
        alignment=ft.Alignment.CENTER,
    )


def _bar(n: int, most: int, reached: bool) -> ft.Control:
    """Build a bar as full as the horde is perilous."""
    full = min(n, most) if most else 0
    ink = ft.Colors.ERROR if reached else ft.Colors.PRIMARY
    parts: list[ft.Control] = []
    if full:
        parts.append(ft.Container(bgcolor=ink, height=6, border_radius=Round.NIB, expand=full))
    if full < most or not most:
        parts.append(ft.Container(height=6, expand=max(1, most - full)))
    return ft.Container(ft.Row(parts, spacing=0), bgcolor=ft.Colors.SURFACE, border_radius=Round.NIB, height=6)


# --- minions -----------------------------------------------------------------------------------------------------


def _line(drawn: Drawn, row: int, plays: dict[int, Choice], open_: OnOpen) -> ft.Control:
    """Build one row of all hordes; adjacent minions are joined by a link."""
    cells: list[ft.Control] = []
    places = drawn.picture.places
    for k, place in enumerate(places):
        if k:
            cells.append(_link(row < len(places[k - 1].horde) and row < len(place.horde), across=True))
        cells.append(_cell(drawn, place, row, plays.get(place.number), open_))
    return ft.Row(cells, spacing=0, vertical_alignment=ft.CrossAxisAlignment.CENTER)


def _behind(places: Sequence[Any], row: int) -> ft.Control:
    """Build the links between two rows, where one minion lies behind another."""
    linked = [0 < row < len(place.horde) for place in places]
    return _row([ft.Container(_link(on, across=False), expand=True, alignment=ft.Alignment.CENTER) for on in linked])


def _link(on: bool, across: bool) -> ft.Control:
    ink = ft.Colors.OUTLINE if on else ft.Colors.TRANSPARENT
    return ft.Container(width=LINK if across else 3, height=3 if across else LINK, bgcolor=ink)


def _cell(drawn: Drawn, place: Any, row: int, play: Choice | None, open_: OnOpen) -> ft.Control:
    if row < len(place.horde):
        return _minion(drawn.words, place.horde[row], _narrow(drawn), open_)
    if row == len(place.horde) and play is not None:
        return _free(drawn.words, place, play, open_)
    return ft.Container(expand=True, height=CELL)


def _free(words: Translate, place: Any, play: Choice, open_: OnOpen) -> ft.Control:
    """Build the free cell for the next minion."""
    face = ft.Icon(ft.Icons.ADD, size=Type.TITLE, color=ft.Colors.PRIMARY)
    spoken = words(Text("Play at the back of {place}", place=place.name))
    edge = ft.BorderSide(1.5, ft.Colors.PRIMARY)
    return press(
        face, spoken, bound(open_, opening(play)), edge=edge, radius=Round.SOFT, pad=0, height=CELL, expand=True
    )


def _minion(words: Translate, m: Any, narrow: bool, open_: OnOpen) -> ft.Control:
    """Build a minion with its owner's colour at the edge; the first to fall is marked."""
    stripe = ft.Container(width=5, bgcolor=seat_colour(m.seat), left=0, top=0, bottom=0)
    pad = ft.Padding.only(left=Space.NEAR if narrow else Space.GAP, right=Space.HAIR)
    inner = ft.Container(_face(words, m, narrow), padding=pad, alignment=ft.Alignment.CENTER_LEFT)
    return press(
        ft.Container(
            ft.Stack([inner, stripe], fit=ft.StackFit.EXPAND),
            border_radius=Round.SOFT,
            clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
        ),
        words(spoken(m)),
        bound(open_, Open("minion", m.id)),
        fill=ft.Colors.SURFACE_CONTAINER_HIGH,
        edge=ft.BorderSide(2, ft.Colors.ERROR) if m.doomed else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT),
        radius=Round.SOFT,
        pad=0,
        height=CELL,
        expand=True,
    )


def _face(words: Translate, m: Any, narrow: bool) -> ft.Control:
    """Build a minion's name, peril, and VP with tokens."""
    name = ft.Text(
        words(m.short),
        size=Type.FINE,
        weight=ft.FontWeight.W_600,
        no_wrap=True,
        overflow=ft.TextOverflow.ELLIPSIS,
        expand=True,
    )
    kind = [ft.Icon(KINDS[m.kind], size=Type.FINE, color=QUIET)] if m.kind and not narrow else []
    mark = [ft.Icon(ft.Icons.GPS_FIXED, size=Type.SMALL, color=ft.Colors.ERROR)] if m.doomed else []
    worth = f"{m.vp}+{m.vp_tokens}" if m.vp_tokens else f"{m.vp}"
    ink = ft.Colors.PRIMARY if m.vp_tokens else QUIET
    size = Type.SMALL if narrow else Type.BODY
    numbers = [_small(f"{m.peril}", "peril", ft.Colors.ON_SURFACE, size), _small(worth, "points", ink, size - 2)]
    return ft.Column(
        [
            ft.Row([*kind, name, *mark], spacing=Space.HAIR),
            ft.Row(list(numbers), spacing=Space.HAIR if narrow else Space.TIGHT),
        ],
        spacing=0,
        tight=True,
        alignment=ft.MainAxisAlignment.CENTER,
    )


def spoken(m: Any) -> Text:
    """Return a minion's accessible text, and whether it would be the first to fall."""
    said = Text("{minion}: peril {peril}, {vp} VP", minion=m.name, peril=m.peril, vp=m.vp)
    return Text("{minion}, the first to fall", minion=said) if m.doomed else said


def _small(said: str, icon: str, ink: str, size: int = 13) -> ft.Control:
    """Build a number with its icon."""
    text = ft.Text(said, size=size, weight=ft.FontWeight.W_700, color=ink, no_wrap=True)
    return ft.Row([ft.Icon(icon_of(icon), size=size - 2, color=QUIET), text], spacing=Space.HAIR, tight=True)


# --- the hero ----------------------------------------------------------------------------------------------------


def _hero(drawn: Drawn, open_: OnOpen) -> list[ft.Control]:
    """Build the hero with his threshold, and the button to the custom cards."""
    words, view = drawn.words, drawn.picture
    hero, left = view.hero, words(Text("{n} hero left", "{n} heroes left", n=view.heroes))
    name = words(hero.name) if hero else words(Text("No hero yet"))
    title = ft.Text(name, size=Type.BODY, weight=ft.FontWeight.W_700, no_wrap=True, overflow=ft.TextOverflow.ELLIPSIS)
    small = ft.Text(left, size=Type.FINE, color=QUIET)
    threshold = [_small(f"{hero.threshold}", "peril", ft.Colors.ON_SURFACE, 19)] if hero else []
    who = ft.Column([title, small], spacing=0, tight=True, expand=True)
    face = ft.Row(
        [ft.Icon(ft.Icons.SHIELD, size=Type.TITLE, color=ft.Colors.PRIMARY), who, *threshold], spacing=Space.GAP
    )
    told = words(Text("{hero} attacks at peril {n} or more", hero=name, n=hero.threshold)) if hero else name
    tap = press(
        face,
        f"{told}, {left}",
        bound(open_, Open("hero")),
        fill=ft.Colors.SURFACE_CONTAINER,
        edge=ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT),
        radius=Round.TILE,
        pad=ft.Padding.symmetric(horizontal=Space.EDGE, vertical=Space.NEAR),
        expand=True,
    )
    cards = press(
        ft.Icon(ft.Icons.STYLE, size=Type.TITLE, color=QUIET),
        words(Text("The cards of this table")),
        bound(open_, Open("own_cards")),
        fill=ft.Colors.SURFACE_CONTAINER,
        radius=Round.TILE,
        width=52,
        height=52,
        pad=0,
    )
    return [ft.Container(height=LINK), ft.Row([tap, cards], spacing=LINK)]
