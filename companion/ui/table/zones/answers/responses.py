"""Responses: chips on the players' rows, and a row of players who open all their choices."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import flet as ft

from companion.ui.design.boxes import column_of, row_of
from companion.ui.design.look import current_preferences, scaled_height, screen_width, translate
from companion.ui.design.sizes import MIN_TAP_SIZE, FontSize, Radius, Space
from companion.ui.design.text import MUTED, body_text, label_text
from companion.ui.design.text_fit import BROAD_LETTER_WIDTH, fit_lines, line_count, names_across
from companion.ui.design.theme import seat_color
from companion.ui.table.intents import TableIntents
from companion.ui.table.model.choice_layout import ChoiceLayout
from companion.ui.table.zones.answers.side import SideControls
from companion.ui.widgets.controls import Surface, bind, button_grid, named_badge, pressable
from rules.engine import Choice, Displayable, Text

MAX_VISIBLE_RESPONSES = 5
"""Maximum number of responses in sight; more of them scroll."""
MIN_LIST_HEIGHT = 90
"""Least height of a list of responses that scrolls, at text scale 1, in points."""
PLAYER_HEIGHT, RESPONSE_HEIGHT = 52, 48
"""Heights of a player's button and of a response in one line, at text scale 1, in points."""
LINE_HEIGHT = 1.43
"""Height of a line of text, as a share of its font size."""
BADGE_SIZE = 26
"""Size of the badge beside a name, in points."""
MAX_LINES_BESIDE = 2
"""Maximum number of lines of a consequence beside its response."""
MAX_CHIPS = 2
"""Maximum number of responses on a player's row; that player's sheet has the others."""
CHIP_ICON = ft.Icons.CROP_PORTRAIT
"""Sign of a card that lies upright."""
HAND_ICON = ft.Icons.STYLE_OUTLINED
"""Sign of the cards of a hand."""
AROUND_CHIP = 2 * Space.EDGE + FontSize.BODY + Space.TIGHT
"""Width of a chip without its label, in points."""


def response_rows(
    layout: ChoiceLayout,
    seats: tuple[str, ...],
    chosen: int,
    on_choose: Callable[[int], object],
    intents: TableIntents,
    side_controls: SideControls,
) -> list[ft.Control]:
    """Build the rows of players, deciding seat first, and the responses of the chosen one.

    Together they leave room for the question: responses that do not fit scroll.
    """
    width = side_controls.width
    player_buttons = [_player_button(seat, seats[seat], seat == chosen, on_choose) for seat in layout.responses_by_seat]
    around = BADGE_SIZE + Space.NEAR + 2 * Space.TIGHT
    across = names_across([seats[seat] for seat in layout.responses_by_seat], width, around, FontSize.BODY)
    row = [] if layout.has_single_responder else [button_grid(player_buttons, across)]
    responses = layout.responses_by_seat.get(chosen, ())
    if not responses:
        return [*row]
    lines = math.ceil(len(player_buttons) / across) if row else 0
    free = side_controls.max_responses_height - lines * (scaled_height(PLAYER_HEIGHT) + Space.GAP)
    height = _scrolling_height(responses, width, free)
    column = column_of(
        [_response_button(choice, seats[chosen], intents, width) for choice in responses],
        Space.NEAR,
        tight=height is None,
        scroll=None if height is None else ft.ScrollMode.AUTO,
        height=height,
    )
    return [column, *row]


def _scrolling_height(responses: Sequence[Choice], width: float, free: float) -> float | None:
    """Return the height in points of a list that scrolls; None where all of it is in sight.

    The last response in sight is cut off, to show that there are more. ``free`` is the room for the list in points.
    """
    whole = sum(_response_height(choice, width) + Space.NEAR for choice in responses) - Space.NEAR
    free = max(free, scaled_height(MIN_LIST_HEIGHT))
    if len(responses) > MAX_VISIBLE_RESPONSES:
        return min(free, scaled_height(MAX_VISIBLE_RESPONSES * 54 - 20))
    return free if whole > free else None


def _response_height(choice: Choice, width: float) -> float:
    """Estimate the height of a response in points."""
    if not _is_consequence_below(choice, width):
        return scaled_height(RESPONSE_HEIGHT)
    free = width - 2 * Space.ROOM
    below = translate(choice.consequence) if choice.consequence else ""
    lines = [(translate(choice.label), FontSize.BODY), *([(below, FontSize.SMALL)] if below else [])]
    text = sum(line_count(text, size, free) * size * LINE_HEIGHT for text, size in lines)
    return max(MIN_TAP_SIZE, 2 * Space.GAP + scaled_height(text))


def _player_button(seat: int, name: str, chosen: bool, on_choose: Callable[[int], object]) -> ft.Control:
    face = named_badge(seat, name, BADGE_SIZE, FontSize.BODY)
    edge = ft.BorderSide(2, seat_color(seat)) if chosen else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
    spoken = translate(Text("{who} responds", who=name))
    on_tap = bind(on_choose, seat)
    return pressable(
        face, spoken, on_tap, Surface(edge=edge, pad=Space.TIGHT), height=PLAYER_HEIGHT, is_chosen=chosen, expand=True
    )


def _response_button(choice: Choice, who: str, intents: TableIntents, width: float) -> ft.Control:
    """Build a response; its consequence stands beside it, or below where it would not fit."""
    name = translate(choice.label)
    label = body_text(name, 600)
    follows: list[Displayable] = [choice.consequence] if choice.consequence else []
    consequence_lines = [label_text(translate(text), color=MUTED, expand=True) for text in follows]
    is_below = _is_consequence_below(choice, width)
    label.expand = is_below  # a long one has two lines
    below = column_of([row_of([label]), *(row_of([one]) for one in consequence_lines)], 0)
    face = below if is_below else row_of([label, *consequence_lines], Space.EDGE)
    pad = ft.Padding.symmetric(horizontal=Space.ROOM, vertical=Space.GAP if is_below else 0)
    place: dict[str, Any] = {} if is_below else {"height": RESPONSE_HEIGHT}
    return pressable(
        face,
        f"{who}: {name}",
        bind(intents.choose, choice),
        Surface(fill=ft.Colors.SURFACE_CONTAINER_HIGH, pad=pad, align=ft.Alignment.CENTER_LEFT),
        **place,
    )


def _is_consequence_below(choice: Choice, width: float) -> bool:
    """Return whether the consequence stands below its response.

    That is so where it does not fit beside it, or letters are large.
    """
    label_width = len(translate(choice.label)) * BROAD_LETTER_WIDTH * FontSize.BODY
    free = width - 2 * Space.ROOM - Space.EDGE - label_width
    below = translate(choice.consequence) if choice.consequence else ""
    return current_preferences().scale > 1 or line_count(below, FontSize.SMALL, free) > MAX_LINES_BESIDE


# --- among the answers -------------------------------------------------------------------------------------------


def own_item_buttons(layout: ChoiceLayout, intents: TableIntents) -> list[ft.Control]:
    """Build a scrolling row of the deciding seat's items, one tap each."""
    if not layout.own_items:
        return []
    return [
        row_of([_item_button(choice, intents) for choice in layout.own_items], Space.NEAR, scroll=ft.ScrollMode.HIDDEN)
    ]


def _item_button(choice: Choice, intents: TableIntents) -> ft.Control:
    label = translate(choice.label)
    free = screen_width() - 2 * Space.EDGE - AROUND_CHIP - Space.NEAR
    is_long = line_count(label, FontSize.BODY, free) > 1
    text = ft.Text(
        label,
        size=fit_lines(label, FontSize.BODY, free, MAX_LINES_BESIDE),
        weight=ft.FontWeight.W_600,
        no_wrap=not is_long,
        width=free if is_long else None,
        style=ft.TextStyle(height=1.1),
    )
    face = row_of([ft.Icon(CHIP_ICON, size=FontSize.BODY, color=ft.Colors.PRIMARY), text], Space.NEAR, tight=True)
    edge = ft.BorderSide(1, seat_color(choice.seat))
    pad = ft.Padding.symmetric(horizontal=Space.EDGE)
    return pressable(
        face, label, bind(intents.choose, choice), Surface(edge=edge, radius=Radius.TILE, pad=pad), height=MIN_TAP_SIZE
    )
