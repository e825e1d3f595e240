"""Malifaux board: phases of the turn, every model with its wounds, the decks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import flet as ft

from companion.i18n import Translate
from companion.ui.design.text_fit import columns_at_scale
from companion.ui.design.theme import FontSize, Radius, Space, seat_colour
from companion.ui.redraw import memoized
from companion.ui.signs.playing_cards import card_face
from companion.ui.table.context.context import TableContext
from companion.ui.table.context.open_sheet import OpenSheet
from companion.ui.table.context.scene import OnOpenSheet
from companion.ui.widgets.controls import bind, pressable, seat_badge
from rules.engine import Text
from rules.malifaux.state_changes import ACTIVATION_PHASE, CLOSING_PHASE, DRAW_PHASE, INITIATIVE_PHASE
from rules.malifaux.view import MalifauxPlayerLine, MalifauxView, ModelLine

MUTED = ft.Colors.ON_SURFACE_VARIANT
MODELS_PER_ROW_NARROW, MODELS_PER_ROW, MODELS_PER_ROW_WIDE = 2, 3, 4
"""Models in a row of a crew, by screen width."""
PHASES = (
    ("draw", DRAW_PHASE, ft.Icons.STYLE),
    ("initiative", INITIATIVE_PHASE, ft.Icons.BOLT),
    ("activation", ACTIVATION_PHASE, ft.Icons.DIRECTIONS_RUN),
    ("closing", CLOSING_PHASE, ft.Icons.FLAG),
)
CARD_WIDTH = 30
"""Points of a card's width beside its deck."""


def build_board(context: TableContext, open_sheet: OnOpenSheet) -> list[ft.Control]:
    """Build the phases, then each player's crew and deck."""
    view = context.view_as(MalifauxView)
    end_flip = view.end_flip_threshold, view.end_flip_percent
    head = [TurnPhases(context.translate, view.phase, *end_flip)] if view.phase else []
    lines = (view.players[seat] for seat in _turn_order(view))
    return [*head, *(part for line in lines for part in _player_side(context, line, open_sheet))]


def _turn_order(view: MalifauxView) -> list[int]:
    """Return the seats in turn order, the First Player first."""
    seats = [line.seat for line in view.players]
    first = next((line.seat for line in view.players if line.first), 0)
    return seats[first:] + seats[:first]


# --- phases of the turn ------------------------------------------------------------------------------------------


@memoized
def TurnPhases(translate: Translate, phase: str, threshold: int, percent: int) -> ft.Control:  # noqa: N802
    """Build the four phases, the current one with its name, and what the end-of-game flip needs.

    ``threshold`` is the least value with which the game goes on, 0 for no flip; ``percent`` is its probability.
    """
    parts: list[ft.Control] = [_phase(translate, name, icon, key == phase) for key, name, icon in PHASES]
    needs = [_end_flip(translate, threshold, percent)] if threshold else []
    apart = ft.MainAxisAlignment.SPACE_BETWEEN
    return ft.Row(
        [ft.Row(parts, spacing=Space.NEAR, tight=True), *needs], alignment=apart, wrap=True, run_spacing=Space.TIGHT
    )


def _phase(translate: Translate, name: Text, icon: ft.IconData, is_current: bool) -> ft.Control:
    ink = ft.Colors.ON_PRIMARY_CONTAINER if is_current else MUTED
    sign = ft.Icon(icon, size=FontSize.SUBTITLE, color=ink)
    label = [ft.Text(translate(name), size=FontSize.SMALL, weight=ft.FontWeight.W_600, color=ink)] if is_current else []
    row = ft.Row([sign, *label], spacing=Space.TIGHT, tight=True)
    ground = ft.Colors.PRIMARY_CONTAINER if is_current else ft.Colors.SURFACE_CONTAINER
    face = ft.Container(
        row,
        bgcolor=ground,
        border_radius=Radius.TILE,
        padding=ft.Padding.symmetric(horizontal=Space.GAP, vertical=Space.TIGHT),
    )
    return ft.Semantics(content=face, label=translate(name), exclude_semantics=True) if is_current else face


def _end_flip(translate: Translate, threshold: int, percent: int) -> ft.Control:
    label = translate(Text("The game goes on with {n} or more: {p} %", n=threshold, p=percent))
    style = ft.TextStyle(size=FontSize.BODY, weight=ft.FontWeight.W_700)
    row = ft.Row(
        [
            ft.Icon(ft.Icons.HOURGLASS_BOTTOM, size=FontSize.BODY, color=MUTED),
            ft.Text(f"{threshold}+", style=style),
            ft.Text(f"{percent} %", size=FontSize.SMALL, color=MUTED),
        ],
        spacing=Space.TIGHT,
        tight=True,
    )
    return ft.Semantics(content=row, label=label, exclude_semantics=True)


# --- crews -------------------------------------------------------------------------------------------------------


def _player_side(context: TableContext, line: MalifauxPlayerLine, open_sheet: OnOpenSheet) -> Iterator[ft.Control]:
    """Yield the crew in rows, and the deck if it is virtual."""
    if line.crew:
        yield _crew_rows(context, line, open_sheet)
    if context.view_as(MalifauxView).has_virtual_decks and context.view_as(MalifauxView).turn:
        yield DeckRow(context.translate, replace(line, crew=()), open_sheet)


def _crew_rows(context: TableContext, line: MalifauxPlayerLine, open_sheet: OnOpenSheet) -> ft.Control:
    models_per_row = columns_at_scale(
        MODELS_PER_ROW_NARROW
        if context.is_narrow
        else MODELS_PER_ROW_WIDE
        if context.has_two_columns and not context.is_landscape
        else MODELS_PER_ROW
    )
    tiles = [ModelTile(context.translate, line.seat, model, open_sheet) for model in line.crew]
    tiles += [ft.Container(expand=True) for _ in range(-len(tiles) % models_per_row)]
    rows = [ft.Row(tiles[k : k + models_per_row], spacing=Space.TIGHT) for k in range(0, len(tiles), models_per_row)]
    return ft.Column(list(rows), spacing=Space.TIGHT, tight=True)


@memoized
def ModelTile(translate: Translate, seat: int, model: ModelLine, open_sheet: OnOpenSheet) -> ft.Control:  # noqa: N802
    """Build a model: name, wounds, and activation; a tap opens its sheet."""
    is_pale = model.is_out or (model.done and not model.acting)
    ink = MUTED if is_pale else ft.Colors.ON_SURFACE
    struck = ft.TextDecoration.LINE_THROUGH if model.is_out else ft.TextDecoration.NONE
    name = ft.Text(
        translate(model.name),
        style=ft.TextStyle(size=FontSize.SMALL, weight=ft.FontWeight.W_600, color=ink, height=1.05, decoration=struck),
        max_lines=2,
        overflow=ft.TextOverflow.ELLIPSIS,
        expand=True,
    )
    low = 0 < model.wounds < model.full
    wounds = ft.Text(
        str(model.wounds),
        size=FontSize.TITLE,
        weight=ft.FontWeight.W_800,
        color=ft.Colors.ERROR if low else ink,
        no_wrap=True,
    )
    marks: list[ft.Control] = [ft.Icon(icon, size=FontSize.SMALL, color=colour) for icon, colour in _model_marks(model)]
    side = ft.Column(
        [wounds, *([ft.Row(marks, spacing=Space.HAIR, tight=True)] if marks else [])], spacing=0, tight=True
    )
    colour = ft.Colors.PRIMARY if model.acting else seat_colour(seat)
    return pressable(
        ft.Row([name, side], spacing=Space.HAIR),
        model_label(translate, model),
        bind(open_sheet, OpenSheet("model", number=model.id)),
        fill=ft.Colors.PRIMARY_CONTAINER if model.acting else ft.Colors.SURFACE_CONTAINER_LOW,
        edge=ft.BorderSide(3 if model.acting else 1, ft.Colors.OUTLINE_VARIANT if is_pale else colour),
        radius=Radius.SOFT,
        pad=ft.Padding.symmetric(horizontal=Space.NEAR, vertical=Space.HAIR),
        height=52,
        expand=True,
    )


def _model_marks(model: ModelLine) -> Iterator[tuple[ft.IconData, str]]:
    if model.acting:
        yield ft.Icons.PLAY_ARROW, ft.Colors.PRIMARY
    elif model.done:
        yield ft.Icons.CHECK, ft.Colors.SECONDARY
    if model.conditions and not model.is_out:
        yield ft.Icons.FLARE, ft.Colors.ERROR


def model_label(translate: Translate, model: ModelLine) -> str:
    """Return a model's accessible text."""
    return f"{translate(model.name)}, {model_status(translate, model)}"


def model_status(translate: Translate, model: ModelLine) -> str:
    """Return a model's wounds, activation and conditions as text."""
    phrases = [translate(Text("{n} of {full} wounds", n=model.wounds, full=model.full))]
    if model.is_out:
        phrases.append(translate(Text("out")))
    elif model.acting:
        phrases.append(translate(Text("acting")))
    elif model.done:
        phrases.append(translate(Text("has acted")))
    return ", ".join([*phrases, *(translate(condition.name) for condition in model.conditions)])


# --- the deck ----------------------------------------------------------------------------------------------------


@memoized
def DeckRow(translate: Translate, line: MalifauxPlayerLine, open_sheet: OnOpenSheet) -> ft.Control:  # noqa: N802
    """Build a deck: cards left, discards, cards in the hand, and the last flip."""
    counts = (
        (ft.Icons.LAYERS, line.deck, Text("{n} card in the deck", "{n} cards in the deck", n=line.deck)),
        (ft.Icons.DELETE_OUTLINE, line.discard, Text("{n} discarded", "{n} discarded", n=line.discard)),
        (ft.Icons.STYLE, len(line.hand), Text("{n} in the hand", "{n} in the hand", n=len(line.hand))),
    )
    cells: list[ft.Control] = [_count(icon, n) for icon, n, _ in counts]
    flip = [card_face(line.flip, CARD_WIDTH)] if line.flip else []
    name = ft.Text(line.name, size=FontSize.BODY, weight=ft.FontWeight.W_600, expand=True, no_wrap=True)
    face = ft.Row([seat_badge(line.seat, line.name, 26), name, *cells, *flip], spacing=Space.GAP)
    last = [translate(Text("last flip: {card}", card=line.flip.name))] if line.flip else []
    label = ", ".join(
        [translate(Text("{who}'s fate deck", who=line.name)), *(translate(said) for _, _, said in counts), *last]
    )
    fill = ft.Colors.SURFACE_CONTAINER_LOW
    return pressable(
        face,
        label,
        bind(open_sheet, OpenSheet("hand", number=line.seat)),
        fill=fill,
        height=52,
        align=ft.Alignment.CENTER_LEFT,
    )


def _count(icon: ft.IconData, n: int) -> ft.Control:
    number = ft.Text(str(n), size=FontSize.SUBTITLE, weight=ft.FontWeight.W_700, no_wrap=True)
    return ft.Row([ft.Icon(icon, size=FontSize.BODY, color=MUTED), number], spacing=Space.HAIR, tight=True)
