"""Numbers of the game: icon, value, latest change; a value that changes moves in place."""

from __future__ import annotations

import asyncio

import flet as ft

from companion.match.log import format_signed
from companion.ui.design.look import animation_ms, current_preferences
from companion.ui.design.sizes import AnimationTime, FontSize, Radius
from companion.ui.design.text import MUTED
from companion.ui.design.text_fit import BROAD_LETTER_WIDTH
from companion.ui.design.theme import GAIN_COLOR, LOSS_COLOR
from companion.ui.state import Ref, use_ref

LOW_SHARES = {"life": 1.0, "heart": 0.35}
"""Share of the maximum below which a number is low, by icon kind."""
FULL_SHARE = 0.65
"""Size of the maximum, as a share of the number's size."""
MOVE_SHARE = 0.7
"""How far a number moves, as a share of its height."""


def number_ink(value: int, icon: str, full: int | None) -> str:
    """Return the color of a number: red if it is low."""
    is_low = full is not None and value < full * LOW_SHARES.get(icon, 0)
    return ft.Colors.ERROR if is_low else ft.Colors.ON_SURFACE


def change_color(worth: int) -> str:
    """Return the color of a change: green for what is good for its player, red for what is bad."""
    return GAIN_COLOR if worth > 0 else LOSS_COLOR if worth < 0 else MUTED


def change_pill(by: int, worth: int, width: float) -> ft.Control:
    """Build a number's latest change as a pill.

    In the place of its sign and as wide as that in points.
    """
    words, ground = format_signed(by), MUTED if not worth else GAIN_COLOR if by * worth > 0 else LOSS_COLOR
    size = min(FontSize.FINE_PRINT, width / (len(words) * BROAD_LETTER_WIDTH)) / current_preferences().scale
    text = ft.Text(words, size=size, weight=ft.FontWeight.W_800, color=ft.Colors.SURFACE, no_wrap=True)
    return ft.Container(
        text, width=width, height=width, bgcolor=ground, border_radius=Radius.NIB, alignment=ft.Alignment.CENTER
    )


def change_label(by: int, size: int = FontSize.FINE_PRINT, worth: int = 1) -> ft.Control:
    """Build the label of a number's latest change; ``worth`` is that of its tracker."""
    ink = change_color(by * worth)
    return ft.Text(format_signed(by), size=size, weight=ft.FontWeight.W_700, color=ink, no_wrap=True)


@ft.component
def ChangingNumber(value: int, suffix: str, rest: str, size: int, ink: str) -> ft.Control:  # noqa: N802
    """Build a number that moves to its new value, upwards to a larger one.

    The client is told twice, where the movement begins and where it ends, and a third time to drop the old number.
    """
    shown, moves = use_ref(value), use_ref(0)
    leaving: Ref[int | None] = use_ref(None)
    under_way, set_under_way = ft.use_state(0)
    if value != shown.current:
        leaving.current = shown.current if animation_ms() else None
        shown.current, moves.current = value, moves.current + 1
    move = moves.current

    async def go() -> None:
        if leaving.current is None:
            return
        await asyncio.sleep(AnimationTime.FIRST_FRAME_SECONDS)
        set_under_way(move)
        await asyncio.sleep(AnimationTime.STANDARD_MS / 1000)
        if moves.current == move:  # otherwise the next one has begun
            leaving.current = None
            set_under_way(0)

    ft.use_effect(go, [move])
    old, begins = leaving.current, under_way != move
    if old is None:
        return _text(f"{value}{suffix}", rest, size, ink)
    way = MOVE_SHARE if value > old else -MOVE_SHARE
    arriving = _layer(_text(f"{value}{suffix}", rest, size, ink), f"{move}", way, not begins)
    going = _layer(_text(f"{old}{suffix}", rest, size, ink), f"{move} old", -way, begins)
    return ft.Stack([going, arriving])


def _text(value: str, rest: str, size: int, ink: str) -> ft.Text:
    weight = ft.FontWeight.W_700
    if not rest:
        return ft.Text(value, size=size, weight=weight, color=ink, no_wrap=True)
    small = ft.TextStyle(size=size * FULL_SHARE, weight=ft.FontWeight.W_500, color=MUTED)
    return ft.Text(
        spans=[ft.TextSpan(value), ft.TextSpan(rest, style=small)],
        style=ft.TextStyle(size=size, weight=weight, color=ink),
        no_wrap=True,
    )


def _layer(text: ft.Text, key: str, way: float, is_seen: bool) -> ft.Control:
    """Build one of two numbers that lie upon each other: ``way`` heights below its place."""
    moves = ft.Animation(animation_ms(), ft.AnimationCurve.EASE_OUT)
    offset = ft.Offset(0, 0 if is_seen else way)
    return ft.Container(text, key=key, offset=offset, opacity=int(is_seen), animate_offset=moves, animate_opacity=moves)
