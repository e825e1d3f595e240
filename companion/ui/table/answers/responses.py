"""Responses: a row of players, each of whom opens the choices of that player."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flet as ft

from companion.i18n import Translate
from companion.ui.design.preferences import here, tall
from companion.ui.design.theme import THUMB, Round, Space, Type, seat_colour
from companion.ui.table.context.choice_layout import Places
from companion.ui.table.context.choice_tap import Hand, act
from companion.ui.widgets.controls import badge, press
from rules.engine import Choice, Shown, Text

KINDS = 5
"""Maximum number of responses in sight; more of them scroll."""


def responses(
    words: Translate, found: Places, seats: tuple[str, ...], chosen: int, choose: Callable[[int], Any], hand: Hand
) -> list[ft.Control]:
    """Build the row of players, deciding seat first, and the responses of the chosen one."""
    people = [_person(words, seat, seats[seat], seat == chosen, choose) for seat in found.responds]
    row = [] if found.alone else [ft.Row(people, spacing=Space.GAP)]
    kinds = found.responds.get(chosen, ())
    if not kinds:
        return [*row]
    built = [_kind(words, choice, seats[chosen], hand) for choice in kinds]
    many = len(built) > KINDS
    height = tall(KINDS * 54 - 20) if many else None  # the last one is cut off, to show that there are more
    return [
        ft.Column(
            built, spacing=Space.NEAR, tight=not many, scroll=ft.ScrollMode.AUTO if many else None, height=height
        ),
        *row,
    ]


def _person(words: Translate, seat: int, name: str, chosen: bool, choose: Callable[[int], Any]) -> ft.Control:
    text = ft.Text(name, size=Type.BODY, weight=ft.FontWeight.W_600, no_wrap=True, overflow=ft.TextOverflow.ELLIPSIS)
    face = ft.Row([badge(seat, name, 26), text], tight=True, spacing=Space.NEAR)
    edge = ft.BorderSide(2, seat_colour(seat)) if chosen else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
    spoken = words(Text("{who} answers", who=name))
    return press(face, spoken, lambda: choose(seat), edge=edge, height=52, expand=True, pad=Space.TIGHT)


def _kind(words: Translate, choice: Choice, who: str, hand: Hand) -> ft.Control:
    label = ft.Text(words(choice.label), size=Type.BODY, weight=ft.FontWeight.W_600)
    follows: list[Shown] = [choice.follows] if choice.follows else []
    small = [ft.Text(words(text), size=Type.SMALL, color=ft.Colors.ON_SURFACE_VARIANT, expand=True) for text in follows]
    large = here().scale > 1  # the consequence stands below
    below = ft.Column([ft.Row([label]), *(ft.Row([one]) for one in small)], spacing=0, tight=True)
    face = below if large else ft.Row([label, *small], spacing=Space.EDGE)
    pad = ft.Padding.symmetric(horizontal=Space.ROOM, vertical=Space.GAP if large else 0)
    place: dict[str, Any] = {} if large else {"height": 48}
    return press(
        face,
        f"{who}: {words(choice.label)}",
        act(choice, hand),
        fill=ft.Colors.SURFACE_CONTAINER_HIGH,
        pad=pad,
        align=ft.Alignment.CENTER_LEFT,
        **place,
    )


def at_hand(words: Translate, found: Places, hand: Hand) -> list[ft.Control]:
    """Build a scrolling row of the deciding seat's items, one tap each."""
    if not found.at_hand:
        return []
    return [
        ft.Row(
            [_held(words, choice, hand) for choice in found.at_hand], spacing=Space.NEAR, scroll=ft.ScrollMode.HIDDEN
        )
    ]


def _held(words: Translate, choice: Choice, hand: Hand) -> ft.Control:
    label = words(choice.label)
    text = ft.Text(label, size=Type.BODY, weight=ft.FontWeight.W_600, no_wrap=True)
    face = ft.Row(
        [ft.Icon(ft.Icons.STAY_CURRENT_PORTRAIT, size=Type.BODY, color=ft.Colors.PRIMARY), text],
        spacing=Space.NEAR,
        tight=True,
    )
    edge = ft.BorderSide(1, seat_colour(choice.seat))
    pad = ft.Padding.symmetric(horizontal=Space.EDGE)
    return press(face, label, act(choice, hand), edge=edge, radius=Round.TILE, height=THUMB, pad=pad)
