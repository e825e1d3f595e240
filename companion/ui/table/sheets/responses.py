"""Sheet of who may respond, and of the responses of one of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import flet as ft

from companion.ui.design.boxes import column_of, row_of
from companion.ui.design.look import current_preferences, screen_width, translate
from companion.ui.design.sizes import FontSize, Space
from companion.ui.design.text import MUTED, body_text, label_text
from companion.ui.design.text_fit import BROAD_LETTER_WIDTH, line_count, names_across
from companion.ui.design.theme import seat_color
from companion.ui.table.model.sheet import ResponsesSheet
from companion.ui.widgets.bottom_sheet import LEFT_EDGE, RIGHT_EDGE, SHEET_WIDTH, sheet_body
from companion.ui.widgets.controls import Action, Surface, bind, button_grid, named_badge, pressable
from rules.engine import Choice, Text

if TYPE_CHECKING:
    from companion.ui.table.sheets.host import SheetHost

PLAYER_HEIGHT, RESPONSE_HEIGHT = 52, 48
"""Heights of a player's button and of a response in one line, at text scale 1, in points."""
BADGE_SIZE = 26
"""Size of the badge beside a name, in points."""
MAX_LINES_BESIDE = 2
"""Maximum number of lines of a consequence beside its response."""


def responses_sheet(sheets: SheetHost, prompt_id: str, chosen: int | None) -> ft.Control:
    """Build the players who may respond, and the responses of the ``chosen`` one.

    The deciding seat comes first. Until somebody is chosen these are the first player's.
    """
    by_seat, seats = sheets.context.layout.responses_by_seat, sheets.context.seats
    seat = next(iter(by_seat)) if chosen not in by_seat or chosen is None else chosen
    width = min(screen_width(), SHEET_WIDTH) - LEFT_EDGE - RIGHT_EDGE
    opened = {one: bind(sheets.intents.open, ResponsesSheet(prompt_id, one)) for one in by_seat}
    players = [_player_button(one, seats[one], one == seat, on_tap) for one, on_tap in opened.items()]
    across = names_across(
        [seats[one] for one in by_seat], width, BADGE_SIZE + Space.NEAR + 2 * Space.TIGHT, FontSize.BODY
    )
    head = sheets.build_heading(None, translate(Text("Who responds?")))
    return sheets.build_sheet(
        head,
        sheet_body(
            [_response_button(choice, seats[seat], bind(sheets.choose, choice), width) for choice in by_seat[seat]],
            head=[button_grid(players, across)] if players[1:] else [],
            spacing=Space.NEAR,
            stretches=True,
        ),
    )


def _player_button(seat: int, name: str, chosen: bool, on_tap: Action) -> ft.Control:
    face = named_badge(seat, name, BADGE_SIZE, FontSize.BODY)
    edge = ft.BorderSide(2, seat_color(seat)) if chosen else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
    spoken = translate(Text("{who} responds", who=name))
    return pressable(
        face, spoken, on_tap, Surface(edge=edge, pad=Space.TIGHT), height=PLAYER_HEIGHT, is_chosen=chosen, expand=True
    )


def _response_button(choice: Choice, who: str, on_tap: Action, width: float) -> ft.Control:
    """Build a response; its consequence stands beside it, or below where it would not fit."""
    name, leads_to = translate(choice.label), translate(choice.consequence) if choice.consequence else ""
    label = body_text(name, 600)
    lines = [label_text(leads_to, color=MUTED, expand=True)] if leads_to else []
    is_below = _is_consequence_below(name, leads_to, width)
    label.expand = is_below  # a long one has two lines
    face = column_of(_rows([label, *lines]), 0) if is_below else row_of([label, *lines], Space.EDGE)
    pad = ft.Padding.symmetric(horizontal=Space.ROOM, vertical=Space.GAP if is_below else 0)
    place: dict[str, Any] = {} if is_below else {"height": RESPONSE_HEIGHT}
    surface = Surface(fill=ft.Colors.SURFACE_CONTAINER_HIGH, pad=pad, align=ft.Alignment.CENTER_LEFT)
    return pressable(face, f"{who}: {name}", on_tap, surface, **place)


def _rows(lines: Iterable[ft.Control]) -> list[ft.Control]:
    return [row_of([line]) for line in lines]


def _is_consequence_below(name: str, leads_to: str, width: float) -> bool:
    """Return whether the consequence stands below its response.

    That is so where it does not fit beside it, or letters are large.
    """
    free = width - 2 * Space.ROOM - Space.EDGE - len(name) * BROAD_LETTER_WIDTH * FontSize.BODY
    return current_preferences().scale > 1 or line_count(leads_to, FontSize.SMALL, free) > MAX_LINES_BESIDE
