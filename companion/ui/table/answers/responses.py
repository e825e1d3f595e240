"""Responses: a row of players, each of whom opens the choices of that player."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flet as ft

from companion.i18n import Translate
from companion.ui.design.preferences import current_preferences, scaled_height
from companion.ui.design.theme import MIN_TAP_SIZE, FontSize, Radius, Space, seat_colour
from companion.ui.table.context.choice_layout import ChoiceLayout
from companion.ui.table.context.choice_tap import ChoiceHandlers, tap_action
from companion.ui.widgets.controls import pressable, seat_badge
from rules.engine import Choice, Displayable, Text

MAX_VISIBLE_RESPONSES = 5
"""Maximum number of responses in sight; more of them scroll."""


def response_rows(
    translate: Translate,
    layout: ChoiceLayout,
    seats: tuple[str, ...],
    chosen: int,
    on_choose: Callable[[int], Any],
    handlers: ChoiceHandlers,
) -> list[ft.Control]:
    """Build the row of players, deciding seat first, and the responses of the chosen one."""
    player_buttons = [
        _player_button(translate, seat, seats[seat], seat == chosen, on_choose) for seat in layout.responses_by_seat
    ]
    row = [] if layout.has_single_responder else [ft.Row(player_buttons, spacing=Space.GAP)]
    responses = layout.responses_by_seat.get(chosen, ())
    if not responses:
        return [*row]
    built = [_response_button(translate, choice, seats[chosen], handlers) for choice in responses]
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
    translate: Translate, seat: int, name: str, chosen: bool, on_choose: Callable[[int], Any]
) -> ft.Control:
    text = ft.Text(
        name, size=FontSize.BODY, weight=ft.FontWeight.W_600, no_wrap=True, overflow=ft.TextOverflow.ELLIPSIS
    )
    face = ft.Row([seat_badge(seat, name, 26), text], tight=True, spacing=Space.NEAR)
    edge = ft.BorderSide(2, seat_colour(seat)) if chosen else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
    spoken = translate(Text("{who} answers", who=name))
    return pressable(face, spoken, lambda: on_choose(seat), edge=edge, height=52, expand=True, pad=Space.TIGHT)


def _response_button(translate: Translate, choice: Choice, who: str, handlers: ChoiceHandlers) -> ft.Control:
    label = ft.Text(translate(choice.label), size=FontSize.BODY, weight=ft.FontWeight.W_600)
    follows: list[Displayable] = [choice.consequence] if choice.consequence else []
    consequence_lines = [
        ft.Text(translate(text), size=FontSize.SMALL, color=ft.Colors.ON_SURFACE_VARIANT, expand=True)
        for text in follows
    ]
    large_text = current_preferences().scale > 1  # the consequence stands below
    below = ft.Column([ft.Row([label]), *(ft.Row([one]) for one in consequence_lines)], spacing=0, tight=True)
    face = below if large_text else ft.Row([label, *consequence_lines], spacing=Space.EDGE)
    pad = ft.Padding.symmetric(horizontal=Space.ROOM, vertical=Space.GAP if large_text else 0)
    place: dict[str, Any] = {} if large_text else {"height": 48}
    return pressable(
        face,
        f"{who}: {translate(choice.label)}",
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
