"""Responses: a row of players, each of whom opens the choices of that player."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flet as ft

from companion.i18n import Translate
from companion.ui.design.preferences import current_preferences, scaled_height
from companion.ui.design.text_fit import BROAD_LETTER_WIDTH, line_count, names_across
from companion.ui.design.theme import MIN_TAP_SIZE, FontSize, Radius, Space, seat_colour
from companion.ui.table.context.choice_layout import ChoiceLayout
from companion.ui.table.context.choice_tap import ChoiceHandlers, tap_action
from companion.ui.widgets.controls import bind, button_grid, named_badge, pressable
from rules.engine import Choice, Displayable, Text

MAX_VISIBLE_RESPONSES = 5
"""Maximum number of responses in sight; more of them scroll."""
BADGE_SIZE = 26
"""Size of the badge beside a name, in points."""
MAX_LINES_BESIDE = 2
"""Maximum number of lines of a consequence beside its response."""


def response_rows(
    translate: Translate,
    layout: ChoiceLayout,
    seats: tuple[str, ...],
    chosen: int,
    on_choose: Callable[[int], object],
    handlers: ChoiceHandlers,
    width: float,
) -> list[ft.Control]:
    """Build the rows of players, deciding seat first, and the responses of the chosen one."""
    player_buttons = [
        _player_button(translate, seat, seats[seat], seat == chosen, on_choose) for seat in layout.responses_by_seat
    ]
    around = BADGE_SIZE + Space.NEAR + 2 * Space.TIGHT
    across = names_across([seats[seat] for seat in layout.responses_by_seat], width, around, FontSize.BODY)
    row = [] if layout.has_single_responder else [button_grid(player_buttons, across)]
    responses = layout.responses_by_seat.get(chosen, ())
    if not responses:
        return [*row]
    built = [_response_button(translate, choice, seats[chosen], handlers, width) for choice in responses]
    is_scrolling = len(built) > MAX_VISIBLE_RESPONSES
    height = (
        scaled_height(MAX_VISIBLE_RESPONSES * 54 - 20) if is_scrolling else None
    )  # the last one is cut off, to show that there are more
    return [
        ft.Column(
            built,
            spacing=Space.NEAR,
            tight=not is_scrolling,
            scroll=ft.ScrollMode.AUTO if is_scrolling else None,
            height=height,
        ),
        *row,
    ]


def _player_button(
    translate: Translate, seat: int, name: str, chosen: bool, on_choose: Callable[[int], object]
) -> ft.Control:
    face = named_badge(seat, name, BADGE_SIZE, FontSize.BODY)
    edge = ft.BorderSide(2, seat_colour(seat)) if chosen else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
    spoken = translate(Text("{who} responds", who=name))
    on_tap = bind(on_choose, seat)
    return pressable(face, spoken, on_tap, edge=edge, height=52, pad=Space.TIGHT, is_chosen=chosen, expand=True)


def _response_button(
    translate: Translate, choice: Choice, who: str, handlers: ChoiceHandlers, width: float
) -> ft.Control:
    """Build a response; its consequence stands beside it, or below where it would not fit."""
    name = translate(choice.label)
    label = ft.Text(name, size=FontSize.BODY, weight=ft.FontWeight.W_600)
    follows: list[Displayable] = [choice.consequence] if choice.consequence else []
    consequence_lines = [
        ft.Text(translate(text), size=FontSize.SMALL, color=ft.Colors.ON_SURFACE_VARIANT, expand=True)
        for text in follows
    ]
    free = width - 2 * Space.ROOM - Space.EDGE - len(name) * BROAD_LETTER_WIDTH * FontSize.BODY
    fits = all(line_count(translate(text), FontSize.SMALL, free) <= MAX_LINES_BESIDE for text in follows)
    is_below = current_preferences().scale > 1 or not fits
    below = ft.Column([ft.Row([label]), *(ft.Row([one]) for one in consequence_lines)], spacing=0, tight=True)
    face = below if is_below else ft.Row([label, *consequence_lines], spacing=Space.EDGE)
    pad = ft.Padding.symmetric(horizontal=Space.ROOM, vertical=Space.GAP if is_below else 0)
    place: dict[str, Any] = {} if is_below else {"height": 48}
    return pressable(
        face,
        f"{who}: {name}",
        tap_action(choice, handlers),
        fill=ft.Colors.SURFACE_CONTAINER_HIGH,
        pad=pad,
        align=ft.Alignment.CENTER_LEFT,
        **place,
    )


def own_item_buttons(translate: Translate, layout: ChoiceLayout, handlers: ChoiceHandlers) -> list[ft.Control]:
    """Build a scrolling row of the deciding seat's items, one tap each."""
    if not layout.own_items:
        return []
    return [
        ft.Row(
            [_item_button(translate, choice, handlers) for choice in layout.own_items],
            spacing=Space.NEAR,
            scroll=ft.ScrollMode.HIDDEN,
        )
    ]


def _item_button(translate: Translate, choice: Choice, handlers: ChoiceHandlers) -> ft.Control:
    label = translate(choice.label)
    text = ft.Text(label, size=FontSize.BODY, weight=ft.FontWeight.W_600, no_wrap=True)
    face = ft.Row(
        [ft.Icon(ft.Icons.STAY_CURRENT_PORTRAIT, size=FontSize.BODY, color=ft.Colors.PRIMARY), text],
        spacing=Space.NEAR,
        tight=True,
    )
    edge = ft.BorderSide(1, seat_colour(choice.seat))
    pad = ft.Padding.symmetric(horizontal=Space.EDGE)
    return pressable(
        face, label, tap_action(choice, handlers), edge=edge, radius=Radius.TILE, height=MIN_TAP_SIZE, pad=pad
    )
