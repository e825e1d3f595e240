"""The stack of Four Souls: top card in full, the next ones below it, all of them in a sheet."""

from __future__ import annotations

import flet as ft

from companion.ui.design.boxes import CENTER, STRETCH, column_of, row_of
from companion.ui.design.look import animation_ms, current_preferences, translate
from companion.ui.design.sizes import FontSize, Radius, Space
from companion.ui.design.text import MUTED, body_text, heading_text, name_text
from companion.ui.design.text_fit import BROAD_LETTER_WIDTH, fit_font_size
from companion.ui.redraw import memoized
from companion.ui.signs.dice_faces import PIPS, die_face
from companion.ui.widgets.bottom_sheet import sheet_body
from companion.ui.widgets.controls import Action, Surface, capitalize_first, caption, pressable, seat_badge, tile
from rules.engine import Text
from rules.four_souls.turn.view import StackItemCard

MAX_PEEKING = 3
"""Number of cards visible under the top one."""
DIE_SIZE = 48
"""Size in points of the die of a roll on the stack."""
BADGE_SIZE = 30
"""Size in points of the badge of a card's owner."""
CARD_MARGINS = 2 * Space.EDGE + Space.NEAR + 2 * Space.GAP
"""What lies between the edges of the top card and between its parts, in points."""


@memoized
def StackView(  # noqa: N802
    cards: tuple[StackItemCard, ...], seats: tuple[str, ...], on_open: Action, width: float
) -> ft.Control:
    """Build the stack in that width in points, last card in first.

    A tap on the cards below the top one opens the whole stack. While the stack is empty nothing
    is shown.
    """
    if not cards:
        return ft.Container(height=0)
    top, *under = cards
    count = caption(translate(Text("Stack · {n}", n=len(cards))))
    moving = ft.AnimatedSwitcher(
        ft.Container(_top(top, seats, width), key=f"{top.id}.{top.title}.{top.does}"),
        duration=animation_ms(),
        reverse_duration=animation_ms(),
    )
    # a card that fades out may stay readable for screen readers: the label is always that of the top card
    landing = ft.Semantics(content=moving, label=_aloud(top, seats), exclude_semantics=True)
    pile = [landing, *([_cards_under_top(under, seats, on_open)] if under else [])]
    return column_of([count, column_of(pile, 0)], Space.NEAR, tight=False)


def _aloud(card: StackItemCard, seats: tuple[str, ...]) -> str:
    does = [capitalize_first(translate(card.does))] if card.does else []
    return "\n".join([capitalize_first(translate(card.title)), *does, translate(Text("{who}'s", who=seats[card.seat]))])


def _top(top: StackItemCard, seats: tuple[str, ...], width: float) -> ft.Control:
    """Build the top card.

    Its owner's name stands beside the text, or under it where a word would break.
    """
    title = heading_text(capitalize_first(translate(top.title)), 700)
    does = [name_text(capitalize_first(translate(top.does)), color=MUTED)] if top.does else []
    whose = translate(Text("{who}'s", who=seats[top.seat]))
    name = ft.Text(whose, size=FontSize.FINE_PRINT, color=MUTED)
    room = width - CARD_MARGINS - (DIE_SIZE if top.face in PIPS else 0)
    room -= max(BADGE_SIZE, len(whose) * BROAD_LETTER_WIDTH * FontSize.FINE_PRINT * current_preferences().scale)
    is_beside = all(fit_font_size(str(one.value), FontSize.HEADING, room) >= FontSize.HEADING for one in (title, *does))
    owner = column_of(
        [seat_badge(top.seat, seats[top.seat], BADGE_SIZE), *([name] if is_beside else [])], Space.HAIR, CENTER
    )
    below = [] if is_beside else [name]
    text_column = column_of([title, *does, *below], Space.HAIR, expand=True)
    die = [die_face(top.face, DIE_SIZE)] if top.face in PIPS else []
    return tile(row_of([*die, text_column, owner]), seat=top.seat, bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST)


# --- what lies under it ------------------------------------------------------------------------------------------


def _cards_under_top(under: list[StackItemCard], seats: tuple[str, ...], on_open: Action) -> ft.Control:
    peeks = [_peek(one, seats, depth) for depth, one in enumerate(under[:MAX_PEEKING], start=1)]
    hidden = len(under) - MAX_PEEKING
    if hidden > 0:
        peeks.append(_more(translate(Text("and {n} more", n=hidden))))
    names = ", ".join(translate(one.title) for one in under)
    spoken = translate(Text("The whole stack. Under it: {names}", names=names))
    return pressable(column_of(peeks, 0, STRETCH), spoken, on_open, Surface(pad=0))


def _more(label: str) -> ft.Control:
    row = row_of(
        [caption(label), ft.Icon(ft.Icons.EXPAND_MORE, size=FontSize.BODY, color=MUTED)],
        Space.HAIR,
        alignment=ft.MainAxisAlignment.CENTER,
    )
    return ft.Container(row, padding=ft.Padding.symmetric(vertical=Space.HAIR))


def _peek(under: StackItemCard, seats: tuple[str, ...], depth: int) -> ft.Control:
    spans = [ft.TextSpan(capitalize_first(translate(under.title)), style=ft.TextStyle(weight=ft.FontWeight.W_600))]
    if under.does:
        spans.append(ft.TextSpan(f" · {capitalize_first(translate(under.does))}"))
    text_line = ft.Text(spans=spans, size=FontSize.SMALL, color=MUTED, expand=True)
    line = ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
    return ft.Container(
        row_of([seat_badge(under.seat, seats[under.seat], 18), text_line], Space.GAP),
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH if depth == 1 else ft.Colors.SURFACE_CONTAINER,
        border=ft.Border(left=line, right=line, bottom=line),
        border_radius=ft.BorderRadius.only(bottom_left=Radius.TILE, bottom_right=Radius.TILE),
        margin=ft.Margin.symmetric(horizontal=7 * depth),
        padding=ft.Padding.symmetric(horizontal=Space.GAP, vertical=Space.TIGHT),
    )


# --- all of it ---------------------------------------------------------------------------------------------------


def full_stack(cards: tuple[StackItemCard, ...], seats: tuple[str, ...]) -> ft.Control:
    """Build every card of the stack with its effect, in order of resolution."""
    rows = [_row(one, seats, place) for place, one in enumerate(cards, start=1)]
    return sheet_body(rows, spacing=Space.NEAR)


def _row(one: StackItemCard, seats: tuple[str, ...], place: int) -> ft.Control:
    ink = ft.Colors.PRIMARY if place == 1 else MUTED
    number = heading_text(str(place), 700, ink, width=28)
    title = name_text(capitalize_first(translate(one.title)), 600)
    does = [body_text(capitalize_first(translate(one.does)), color=MUTED)] if one.does else []
    text_column = column_of([title, *does], 0, expand=True)
    face = tile(
        row_of([number, text_column, seat_badge(one.seat, seats[one.seat], 26)]),
        seat=one.seat,
        is_highlighted=place == 1,
    )
    return ft.Semantics(content=face, label=f"{place}\n{_aloud(one, seats)}", exclude_semantics=True)
