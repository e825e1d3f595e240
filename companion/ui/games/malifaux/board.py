"""Board of Malifaux.

Each crew as a column of rows below its player's seat, and the fate decks.
"""

from __future__ import annotations

import flet as ft

from companion.ui.design.boxes import START, column_of, row_of
from companion.ui.design.look import scaled_height
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.text import MUTED, label_text, sized_text
from companion.ui.design.text_fit import fit_font_size, fit_lines
from companion.ui.design.theme import seat_color
from companion.ui.games.malifaux.model import (
    DECK_HEIGHT,
    PHASE_LINE_HEIGHT,
    ROW_HEIGHT,
    CrewColumn,
    DeckModel,
    FateHandSheet,
    MalifauxBoard,
    ModelRow,
    ModelSheet,
)
from companion.ui.redraw import memoized
from companion.ui.signs.legend import Sign, sign_icon
from companion.ui.signs.playing_cards import card_face
from companion.ui.table.scene import OnOpenSheet
from companion.ui.widgets.controls import Action, Surface, bind, pressable

from .signs import ACTING_SIGN, DECK_SIGN, DISCARD_SIGN, DONE_SIGN, END_SIGN, HAND_SIGN, OUT_SIGN

CARD_WIDTH = 26
"""Points of a card's width beside its deck."""
MARK_WIDTH, WOUNDS_WIDTH = 18, 32
"""Widths in points of a model's mark and of its wounds."""
FRAME_WIDTH = 3
"""Width in points of the frame of the model that acts, and of those that the question is about."""


def build_board(board: MalifauxBoard, open_sheet: OnOpenSheet) -> list[ft.Control]:
    """Build the line of the phase, then the crews side by side.

    Always in the order of the seats.
    """
    head = [PhaseLine(board.phase, board.end_flip, board.end_flip_shown)] if board.phase or board.end_flip else []
    crews = [Crew(crew, board.width, board.row_height, open_sheet) for crew in board.crews]
    return [*head, row_of(crews, Space.GAP, START)] if any(crew.rows or crew.deck for crew in board.crews) else head


@memoized
def PhaseLine(phase: str, end_flip: str, shown: str) -> ft.Control:  # noqa: N802
    """Build the name of the phase, and what is ``shown`` of what the flip for the end needs."""
    parts: list[ft.Control] = [label_text(phase, 600, MUTED, no_wrap=True)]
    if end_flip:
        parts.append(ft.Container(expand=True))
        text = ft.Semantics(content=label_text(shown, color=MUTED), label=end_flip, exclude_semantics=True)
        parts.append(row_of([sign_icon(END_SIGN, FontSize.BODY), text], Space.TIGHT, tight=True))
    return row_of(parts, Space.GAP, height=scaled_height(PHASE_LINE_HEIGHT - Space.GAP))


@memoized
def Crew(crew: CrewColumn, width: float, row_height: float, open_sheet: OnOpenSheet) -> ft.Control:  # noqa: N802
    """Build the models of a crew and its deck, in ``width`` points."""
    each = (width - (crew.across - 1) * Space.TIGHT) / crew.across
    tiles: list[ft.Control] = [
        ModelTile(crew.seat, model, each, row_height, bind(open_sheet, ModelSheet(model.id))) for model in crew.rows
    ]
    tiles += [ft.Container(expand=True) for _ in range(-len(tiles) % crew.across)]
    rows: list[ft.Control] = [
        row_of(tiles[k : k + crew.across], Space.TIGHT) for k in range(0, len(tiles), crew.across)
    ]
    deck = [DeckTile(crew.deck, width, bind(open_sheet, FateHandSheet(crew.seat)))] if crew.deck else []
    return ft.Container(column_of([*rows, *deck], Space.TIGHT), expand=True)


@memoized
def ModelTile(  # noqa: N802
    seat: int, model: ModelRow, width: float, height: float, on_tap: Action
) -> ft.Control:
    """Build a model: name, conditions in words, mark and wounds.

    A tap opens its sheet or answers.

    Mark and wounds stand below a name that has no room beside them.
    """
    is_pale = model.is_out or model.is_done
    ink = MUTED if is_pale else ft.Colors.ON_SURFACE
    marks = [sign_icon(sign, FontSize.BODY) for sign in _marks(model)]
    free = width - 2 * Space.GAP - WOUNDS_WIDTH - MARK_WIDTH * len(marks)
    is_narrow = fit_font_size(model.name, FontSize.FINE_PRINT, free) < FontSize.FINE_PRINT
    is_high = height > scaled_height(ROW_HEIGHT)
    size = FontSize.BODY if is_narrow else FontSize.NUMBER if is_high else FontSize.TITLE
    wounds = sized_text(f"{model.wounds}", size, 700, ft.Colors.ERROR if model.is_low else ink, no_wrap=True)
    numbers = [*marks, *([] if model.is_out else [wounds])]
    if is_narrow:
        name, free = _low_name(model, ink, width - 2 * Space.TIGHT), free + Space.GAP
        words = [ft.Container(_conditions(model.conditions, free), expand=True)] if model.conditions else []
        row: ft.Control = column_of([name, row_of([*words, *numbers], Space.HAIR)], 0)
    else:
        lines: list[ft.Control] = [_name(model, ink, free, FontSize.HEADING if is_high else FontSize.BODY)]
        if model.conditions:
            lines.append(_conditions(model.conditions, free))
        row = row_of([column_of(lines, 0, expand=True), *numbers], Space.HAIR)
    color = seat_color(seat) if model.is_acting else ft.Colors.PRIMARY
    return pressable(
        row,
        model.spoken,
        on_tap,
        Surface(
            fill=ft.Colors.TRANSPARENT if is_pale else ft.Colors.SURFACE_CONTAINER,
            edge=ft.BorderSide(FRAME_WIDTH, color) if model.is_acting or model.is_asked else None,
            radius=Radius.TILE,
            pad=ft.Padding.symmetric(horizontal=Space.TIGHT if is_narrow else Space.GAP),
        ),
        height=height,
        grows=False,
        expand=True,
    )


def _name(model: ModelRow, ink: str, width: float, size: float) -> ft.Control:
    lines = 1 if model.conditions else 2
    return _name_text(model, ink, max(FontSize.FINE_PRINT, fit_lines(model.name, size, width, lines)), lines)


def _low_name(model: ModelRow, ink: str, width: float) -> ft.Control:
    """Build a name above mark and wounds: one line, or two low ones."""
    size = fit_lines(model.name, FontSize.BODY, width, 1)
    if size >= FontSize.FINE_PRINT:
        return _name_text(model, ink, size, 1)
    return _name_text(model, ink, fit_lines(model.name, FontSize.FINE_PRINT, width, 2), 2)


def _name_text(model: ModelRow, ink: str, size: float, lines: int) -> ft.Control:
    decoration = ft.TextDecoration.LINE_THROUGH if model.is_out else ft.TextDecoration.NONE
    style = ft.TextStyle(size=size, weight=ft.FontWeight.W_600, color=ink, height=1.05, decoration=decoration)
    return ft.Text(model.name, style=style, max_lines=lines, overflow=ft.TextOverflow.ELLIPSIS)


def _conditions(words: str, width: float) -> ft.Control:
    size = max(FontSize.FINE_PRINT, fit_lines(words, FontSize.SMALL, width, 1))
    return ft.Text(
        words, size=size, color=ft.Colors.ERROR, max_lines=1, overflow=ft.TextOverflow.ELLIPSIS, tooltip=words
    )


def _marks(model: ModelRow) -> list[Sign]:
    if model.is_out:
        return [OUT_SIGN]
    return [ACTING_SIGN] if model.is_acting else [DONE_SIGN] if model.is_done else []


@memoized
def DeckTile(deck: DeckModel, width: float, on_open: Action) -> ft.Control:  # noqa: N802
    """Build a deck: cards left, discards, cards in the hand.

    The last flip where there is room for it.
    """
    counts = ((DECK_SIGN, deck.cards), (DISCARD_SIGN, deck.discarded), (HAND_SIGN, deck.hand))
    cells: list[ft.Control] = [_count(sign, n) for sign, n in counts]
    has_room = width >= len(counts) * 2 * CARD_WIDTH
    flip = [card_face(deck.flip, CARD_WIDTH)] if deck.flip and has_room else []
    face = row_of([*cells, *flip], Space.TIGHT, alignment=ft.MainAxisAlignment.SPACE_BETWEEN)
    surface = Surface(fill=ft.Colors.SURFACE_CONTAINER_LOW, pad=Space.TIGHT)
    return row_of([pressable(face, deck.spoken, on_open, surface, height=DECK_HEIGHT, expand=True)])


def _count(sign: Sign, n: int) -> ft.Control:
    return row_of([sign_icon(sign, FontSize.SMALL), label_text(f"{n}", 700, no_wrap=True)], 0, tight=True)
