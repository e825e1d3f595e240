"""Malifaux board: phases of the turn, every model with its wounds, the decks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import flet as ft

from companion.i18n import Translate
from companion.ui.design.text_fit import abreast
from companion.ui.design.theme import Round, Space, Type, seat_colour
from companion.ui.signs.playing_cards import card
from companion.ui.table.context.context import Drawn
from companion.ui.table.context.open_sheet import Open
from companion.ui.table.context.scene import OnOpen
from companion.ui.widgets.controls import badge, bound, press
from rules.engine import Text
from rules.malifaux.state_changes import ACTIVATION, CLOSING, DRAW, INITIATIVE

QUIET = ft.Colors.ON_SURFACE_VARIANT
NARROW_ACROSS, ACROSS, WIDE_ACROSS = 2, 3, 4
"""Models in a row of a crew, by screen width."""
PHASES = (
    ("draw", DRAW, ft.Icons.STYLE),
    ("initiative", INITIATIVE, ft.Icons.BOLT),
    ("activation", ACTIVATION, ft.Icons.DIRECTIONS_RUN),
    ("closing", CLOSING, ft.Icons.FLAG),
)
CARD = 30
"""Points of a card's width beside its deck."""


def picture(drawn: Drawn, open_: OnOpen) -> list[ft.Control]:
    """Build the phases, then each player's crew and deck."""
    view = drawn.picture
    head = [_phases(drawn.words, view)] if view.phase else []
    lines = (view.players[seat] for seat in _order(view))
    return [*head, *(part for line in lines for part in _side(drawn, line, open_))]


def _order(view: Any) -> list[int]:
    """Return the seats in turn order, the First Player first."""
    seats = [line.seat for line in view.players]
    first = next((line.seat for line in view.players if line.first), 0)
    return seats[first:] + seats[:first]


# --- phases of the turn ------------------------------------------------------------------------------------------


def _phases(words: Translate, view: Any) -> ft.Control:
    """Build the four phases, the current one with its name, and what the end-of-game flip needs."""
    parts: list[ft.Control] = [_phase(words, name, icon, key == view.phase) for key, name, icon in PHASES]
    needs = [_needs(words, view)] if view.needs else []
    apart = ft.MainAxisAlignment.SPACE_BETWEEN
    return ft.Row(
        [ft.Row(parts, spacing=Space.NEAR, tight=True), *needs], alignment=apart, wrap=True, run_spacing=Space.TIGHT
    )


def _phase(words: Translate, name: Text, icon: ft.IconData, now: bool) -> ft.Control:
    ink = ft.Colors.ON_PRIMARY_CONTAINER if now else QUIET
    sign = ft.Icon(icon, size=Type.LEAD, color=ink)
    label = [ft.Text(words(name), size=Type.SMALL, weight=ft.FontWeight.W_600, color=ink)] if now else []
    row = ft.Row([sign, *label], spacing=Space.TIGHT, tight=True)
    ground = ft.Colors.PRIMARY_CONTAINER if now else ft.Colors.SURFACE_CONTAINER
    face = ft.Container(
        row,
        bgcolor=ground,
        border_radius=Round.TILE,
        padding=ft.Padding.symmetric(horizontal=Space.GAP, vertical=Space.TIGHT),
    )
    return ft.Semantics(content=face, label=words(name), exclude_semantics=True) if now else face


def _needs(words: Translate, view: Any) -> ft.Control:
    said = words(Text("The game goes on with {n} or more: {p} %", n=view.needs, p=view.percent))
    style = ft.TextStyle(size=Type.BODY, weight=ft.FontWeight.W_700)
    row = ft.Row(
        [
            ft.Icon(ft.Icons.HOURGLASS_BOTTOM, size=Type.BODY, color=QUIET),
            ft.Text(f"{view.needs}+", style=style),
            ft.Text(f"{view.percent} %", size=Type.SMALL, color=QUIET),
        ],
        spacing=Space.TIGHT,
        tight=True,
    )
    return ft.Semantics(content=row, label=said, exclude_semantics=True)


# --- crews -------------------------------------------------------------------------------------------------------


def _side(drawn: Drawn, line: Any, open_: OnOpen) -> Iterator[ft.Control]:
    """Yield the crew in rows, and the deck if it is virtual."""
    if line.crew:
        yield _crew(drawn, line, open_)
    if drawn.picture.virtual and drawn.picture.turn:
        yield _deck(drawn, line, open_)


def _crew(drawn: Drawn, line: Any, open_: OnOpen) -> ft.Control:
    across = abreast(NARROW_ACROSS if drawn.narrow else WIDE_ACROSS if drawn.wide and not drawn.short else ACROSS)
    tiles = [model_tile(drawn.words, line.seat, model, open_) for model in line.crew]
    tiles += [ft.Container(expand=True) for _ in range(-len(tiles) % across)]
    rows = [ft.Row(tiles[k : k + across], spacing=Space.TIGHT) for k in range(0, len(tiles), across)]
    return ft.Column(list(rows), spacing=Space.TIGHT, tight=True)


def model_tile(words: Translate, seat: int, model: Any, open_: OnOpen) -> ft.Control:
    """Build a model: name, wounds, and activation; a tap opens its sheet."""
    pale = model.out or (model.done and not model.acting)
    ink = QUIET if pale else ft.Colors.ON_SURFACE
    struck = ft.TextDecoration.LINE_THROUGH if model.out else ft.TextDecoration.NONE
    name = ft.Text(
        words(model.name),
        style=ft.TextStyle(size=Type.SMALL, weight=ft.FontWeight.W_600, color=ink, height=1.05, decoration=struck),
        max_lines=2,
        overflow=ft.TextOverflow.ELLIPSIS,
        expand=True,
    )
    low = 0 < model.wounds < model.full
    wounds = ft.Text(
        str(model.wounds),
        size=Type.TITLE,
        weight=ft.FontWeight.W_800,
        color=ft.Colors.ERROR if low else ink,
        no_wrap=True,
    )
    marks: list[ft.Control] = [ft.Icon(icon, size=Type.SMALL, color=colour) for icon, colour in _marks(model)]
    side = ft.Column(
        [wounds, *([ft.Row(marks, spacing=Space.HAIR, tight=True)] if marks else [])], spacing=0, tight=True
    )
    colour = ft.Colors.PRIMARY if model.acting else seat_colour(seat)
    return press(
        ft.Row([name, side], spacing=Space.HAIR),
        spoken(words, model),
        bound(open_, Open("model", model.id)),
        fill=ft.Colors.PRIMARY_CONTAINER if model.acting else ft.Colors.SURFACE_CONTAINER_LOW,
        edge=ft.BorderSide(3 if model.acting else 1, ft.Colors.OUTLINE_VARIANT if pale else colour),
        radius=Round.SOFT,
        pad=ft.Padding.symmetric(horizontal=Space.NEAR, vertical=Space.HAIR),
        height=52,
        expand=True,
    )


def _marks(model: Any) -> Iterator[tuple[ft.IconData, str]]:
    if model.acting:
        yield ft.Icons.PLAY_ARROW, ft.Colors.PRIMARY
    elif model.done:
        yield ft.Icons.CHECK, ft.Colors.SECONDARY
    if model.conditions and not model.out:
        yield ft.Icons.FLARE, ft.Colors.ERROR


def spoken(words: Translate, model: Any) -> str:
    """Return a model's accessible text."""
    return f"{words(model.name)}, {stands(words, model)}"


def stands(words: Translate, model: Any) -> str:
    """Return a model's wounds, activation and conditions as text."""
    said = [words(Text("{n} of {full} wounds", n=model.wounds, full=model.full))]
    if model.out:
        said.append(words(Text("out")))
    elif model.acting:
        said.append(words(Text("acting")))
    elif model.done:
        said.append(words(Text("has acted")))
    return ", ".join([*said, *(words(name) for name, _ in model.conditions)])


# --- the deck ----------------------------------------------------------------------------------------------------


def _deck(drawn: Drawn, line: Any, open_: OnOpen) -> ft.Control:
    """Build a deck: cards left, discards, cards in the hand, and the last flip."""
    words = drawn.words
    counts = (
        (ft.Icons.LAYERS, line.deck, Text("{n} card in the deck", "{n} cards in the deck", n=line.deck)),
        (ft.Icons.DELETE_OUTLINE, line.discard, Text("{n} discarded", "{n} discarded", n=line.discard)),
        (ft.Icons.STYLE, len(line.hand), Text("{n} in the hand", "{n} in the hand", n=len(line.hand))),
    )
    cells: list[ft.Control] = [_count(icon, n) for icon, n, _ in counts]
    flip = [card(line.flip, CARD)] if line.flip else []
    name = ft.Text(line.name, size=Type.BODY, weight=ft.FontWeight.W_600, expand=True, no_wrap=True)
    face = ft.Row([badge(line.seat, line.name, 26), name, *cells, *flip], spacing=Space.GAP)
    last = [words(Text("last flip: {card}", card=line.flip.name))] if line.flip else []
    label = ", ".join([words(Text("{who}'s fate deck", who=line.name)), *(words(said) for _, _, said in counts), *last])
    fill = ft.Colors.SURFACE_CONTAINER_LOW
    return press(
        face, label, bound(open_, Open("hand", line.seat)), fill=fill, height=52, align=ft.Alignment.CENTER_LEFT
    )


def _count(icon: ft.IconData, n: int) -> ft.Control:
    number = ft.Text(str(n), size=Type.LEAD, weight=ft.FontWeight.W_700, no_wrap=True)
    return ft.Row([ft.Icon(icon, size=Type.BODY, color=QUIET), number], spacing=Space.HAIR, tight=True)
