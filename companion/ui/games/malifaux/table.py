"""Malifaux board: phases of the turn, every model with its wounds, the decks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import flet as ft

from companion.ui.design.boxes import column_of, row_of
from companion.ui.design.look import scaled_height, translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.text import MUTED, body_text, label_text, name_text, title_text
from companion.ui.design.text_fit import columns_at_scale, fit_font_size, fit_lines
from companion.ui.design.theme import seat_color
from companion.ui.games.malifaux.model import PICTURE_QUESTIONS, FateHandSheet, ModelSheet, model_label
from companion.ui.redraw import memoized
from companion.ui.signs.legend import Sign, sign_icon
from companion.ui.signs.playing_cards import card_face
from companion.ui.table.model.board_room import BoardRoom
from companion.ui.table.model.context import TableContext
from companion.ui.table.model.picture_answers import asked_items
from companion.ui.table.scene import OnOpenSheet
from companion.ui.widgets.controls import Surface, bind, pressable, seat_badge
from rules.engine import Text
from rules.malifaux.state_changes import ACTIVATION_PHASE, CLOSING_PHASE, DRAW_PHASE, INITIATIVE_PHASE
from rules.malifaux.view import ConditionLine, MalifauxPlayerLine, MalifauxView, ModelLine

from .signs import ACTING_SIGN, CONDITION_SIGN, DECK_SIGN, DISCARD_SIGN, DONE_SIGN, END_SIGN, HAND_SIGN, PHASE_SIGNS

MODELS_PER_ROW_NARROW, MODELS_PER_ROW, MODELS_PER_ROW_WIDE = 2, 3, 4
"""Models in a row of a crew, by screen width."""
PHASES = (
    ("draw", DRAW_PHASE),
    ("initiative", INITIATIVE_PHASE),
    ("activation", ACTIVATION_PHASE),
    ("closing", CLOSING_PHASE),
)
CARD_WIDTH = 30
"""Points of a card's width beside its deck."""
DECK_HEIGHT = 52
"""Points of a deck's height."""
TILE_HEIGHT, CHIP_HEIGHT = 52, 20
"""Points of a model's height, and of each condition below its name."""
MAX_CHIPS = 2
"""Lines of conditions on a model; the last line says how many more there are."""


def build_board(context: TableContext, room: BoardRoom, open_sheet: OnOpenSheet) -> list[ft.Control]:
    """Build the phases, then each player's crew and deck, always in the order of the seats."""
    view = context.view_as(MalifauxView)
    end_flip = view.end_flip_threshold, view.end_flip_percent
    head = [TurnPhases(view.phase, *end_flip)] if view.phase else []
    return [*head, *(part for line in view.players for part in _player_side(context, line, open_sheet))]


# --- phases of the turn ------------------------------------------------------------------------------------------


@memoized
def TurnPhases(phase: str, threshold: int, percent: int) -> ft.Control:  # noqa: N802
    """Build the four phases, the current one with its name, and what the end-of-game flip needs.

    ``threshold`` is the least value with which the game goes on, 0 for no flip; ``percent`` is its probability.
    """
    parts: list[ft.Control] = [_phase(name, PHASE_SIGNS[key], key == phase) for key, name in PHASES]
    needs = [_end_flip(threshold, percent)] if threshold else []
    apart = ft.MainAxisAlignment.SPACE_BETWEEN
    return row_of(
        [row_of(parts, Space.NEAR, wrap=True, run_spacing=Space.TIGHT, tight=True), *needs],
        alignment=apart,
        wrap=True,
        run_spacing=Space.TIGHT,
    )


def _phase(name: Text, phase_sign: Sign, is_current: bool) -> ft.Control:
    ink = ft.Colors.ON_PRIMARY_CONTAINER if is_current else MUTED
    sign = sign_icon(phase_sign, FontSize.SUBTITLE, ink)
    label = [label_text(translate(name), 600, ink)] if is_current else []
    row = row_of([sign, *label], Space.TIGHT, tight=True)
    ground = ft.Colors.PRIMARY_CONTAINER if is_current else ft.Colors.SURFACE_CONTAINER
    face = ft.Container(
        row,
        bgcolor=ground,
        border_radius=Radius.TILE,
        padding=ft.Padding.symmetric(horizontal=Space.GAP, vertical=Space.TIGHT),
    )
    return ft.Semantics(content=face, label=translate(name), exclude_semantics=True) if is_current else face


def _end_flip(threshold: int, percent: int) -> ft.Control:
    label = translate(Text("The game goes on with {n} or more: {p} %", n=threshold, p=percent))
    style = ft.TextStyle(size=FontSize.BODY, weight=ft.FontWeight.W_700)
    row = row_of(
        [
            sign_icon(END_SIGN, FontSize.BODY),
            ft.Text(f"{threshold}+", style=style),
            label_text(f"{percent} %", color=MUTED),
        ],
        Space.TIGHT,
        tight=True,
    )
    return ft.Semantics(content=row, label=label, exclude_semantics=True)


# --- crews -------------------------------------------------------------------------------------------------------


def _player_side(context: TableContext, line: MalifauxPlayerLine, open_sheet: OnOpenSheet) -> Iterator[ft.Control]:
    if line.crew:
        yield _crew_rows(context, line, open_sheet)
    if context.view_as(MalifauxView).has_virtual_decks and context.view_as(MalifauxView).turn:
        yield DeckRow(replace(line, crew=()), context.is_narrow, open_sheet)


def _crew_rows(context: TableContext, line: MalifauxPlayerLine, open_sheet: OnOpenSheet) -> ft.Control:
    models_per_row = columns_at_scale(
        MODELS_PER_ROW_NARROW
        if context.is_narrow
        else MODELS_PER_ROW_WIDE
        if context.has_two_columns and not context.is_landscape
        else MODELS_PER_ROW
    )
    asked = asked_items(context, PICTURE_QUESTIONS, ModelSheet)
    board_width = context.board_width
    width = (board_width - (models_per_row - 1) * Space.TIGHT) / models_per_row
    rows: list[ft.Control] = []
    for k in range(0, len(line.crew), models_per_row):
        models = line.crew[k : k + models_per_row]
        chips = max(min(len(shown_conditions(model)), MAX_CHIPS) for model in models)
        height = TILE_HEIGHT + CHIP_HEIGHT * chips
        tiles = [ModelTile(line.seat, one, open_sheet, ModelShape(width, height, one.id in asked)) for one in models]
        tiles += [ft.Container(expand=True) for _ in range(models_per_row - len(models))]
        rows.append(row_of(tiles, Space.TIGHT))
    return column_of(rows, Space.TIGHT)


@dataclass(frozen=True)
class ModelShape:
    """Width and height of a model's tile in points, and whether the question is about it."""

    width: float
    height: float
    is_asked: bool


def shown_conditions(model: ModelLine) -> tuple[ConditionLine, ...]:
    """Return the conditions that the board shows: none of a model that is out."""
    return () if model.is_out else model.conditions


@memoized
def ModelTile(  # noqa: N802
    seat: int, model: ModelLine, open_sheet: OnOpenSheet, shape: ModelShape
) -> ft.Control:
    """Build a model: name, wounds, activation, conditions; a tap opens its sheet or answers."""
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
    wounds = title_text(str(model.wounds), 800, ft.Colors.ERROR if low else ink, no_wrap=True)
    marks = [sign_icon(sign, FontSize.SMALL) for sign in _model_marks(model)]
    side = column_of([wounds, *([row_of(marks, Space.HAIR, tight=True)] if marks else [])], 0)
    is_marked = model.acting or shape.is_asked
    color = ft.Colors.OUTLINE_VARIANT if is_pale else ft.Colors.PRIMARY if is_marked else seat_color(seat)
    head: ft.Control = row_of([name, side], Space.HAIR)
    chips = _condition_chips(shown_conditions(model), shape.width - 2 * Space.NEAR)
    column = column_of([head, *chips], Space.HAIR, alignment=ft.MainAxisAlignment.CENTER)
    return pressable(
        column,
        model_label(model),
        bind(open_sheet, ModelSheet(model.id)),
        Surface(
            fill=ft.Colors.PRIMARY_CONTAINER if model.acting else ft.Colors.SURFACE_CONTAINER_LOW,
            edge=ft.BorderSide(3 if is_marked else 1, color),
            radius=Radius.SOFT,
            pad=ft.Padding.symmetric(horizontal=Space.NEAR, vertical=Space.HAIR),
        ),
        height=shape.height,
        expand=True,
    )


def _condition_chips(conditions: tuple[ConditionLine, ...], width: float) -> list[ft.Control]:
    """Build the chips of a model's conditions; the last tells the number of the others."""
    lines = conditions[:MAX_CHIPS]
    others = len(conditions) - len(lines)
    labels = [translate(condition.short_name) for condition in lines]
    if others:
        labels[-1] += f" +{others}"
    tooltip = ", ".join(translate(condition.name) for condition in conditions)
    return [_condition_chip(label, tooltip, width) for label in labels]


def _condition_chip(label: str, tooltip: str, width: float) -> ft.Control:
    free = width - FontSize.FINE_PRINT - Space.HAIR - 2 * Space.TIGHT
    text = ft.Text(
        label,
        size=min(fit_font_size(label, FontSize.FINE_PRINT, free), fit_lines(label, FontSize.FINE_PRINT, free, 1)),
        no_wrap=True,
        overflow=ft.TextOverflow.ELLIPSIS,
        style=ft.TextStyle(height=1.1),
        expand=True,
        expand_loose=True,
    )
    return ft.Container(
        row_of([sign_icon(CONDITION_SIGN, FontSize.FINE_PRINT), text], Space.HAIR, tight=True),
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST,
        border_radius=Radius.NIB,
        padding=ft.Padding.symmetric(horizontal=Space.TIGHT),
        tooltip=tooltip,
    )


def _model_marks(model: ModelLine) -> Iterator[Sign]:
    if model.acting:
        yield ACTING_SIGN
    elif model.done and not model.is_out:
        yield DONE_SIGN


# --- the deck ----------------------------------------------------------------------------------------------------


@memoized
def DeckRow(  # noqa: N802
    line: MalifauxPlayerLine, is_narrow: bool, open_sheet: OnOpenSheet
) -> ft.Control:
    """Build a deck: cards left, discards, cards in the hand, and the last flip.

    On a narrow screen the name stands above the numbers.
    """
    counts = (
        (DECK_SIGN, line.deck, Text("{n} card in the deck", "{n} cards in the deck", n=line.deck)),
        (DISCARD_SIGN, line.discard, Text("{n} discarded", "{n} discarded", n=line.discard)),
        (HAND_SIGN, len(line.hand), Text("{n} in the hand", "{n} in the hand", n=len(line.hand))),
    )
    cells: list[ft.Control] = [_count(sign, n) for sign, n, _ in counts]
    flip = [card_face(line.flip, CARD_WIDTH)] if line.flip else []
    name = body_text(line.name, 600, no_wrap=True)
    if is_narrow:
        counters = row_of(cells, Space.GAP)
        middle: list[ft.Control] = [column_of([name, counters], 0, expand=True)]
    else:
        middle = [ft.Container(name, expand=True), *cells]
    face = row_of([seat_badge(line.seat, line.name, 26), *middle, *flip], Space.GAP)
    last = [translate(Text("last flip: {card}", card=line.flip.name))] if line.flip else []
    label = ", ".join(
        [translate(Text("{who}'s fate deck", who=line.name)), *(translate(said) for _, _, said in counts), *last]
    )
    fill = ft.Colors.SURFACE_CONTAINER_LOW
    return pressable(
        face,
        label,
        bind(open_sheet, FateHandSheet(line.seat)),
        Surface(fill=fill, align=ft.Alignment.CENTER_LEFT),
        height=scaled_height(DECK_HEIGHT),
    )


def _count(sign: Sign, n: int) -> ft.Control:
    number = name_text(str(n), 700, no_wrap=True)
    return row_of([sign_icon(sign, FontSize.BODY), number], Space.HAIR, tight=True)
