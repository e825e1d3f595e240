"""Tracker counter with step buttons: a tap changes by 1, holding by 10 repeatedly."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import flet as ft

from companion.i18n import Translate
from companion.match.log import format_signed
from companion.match.table import OpenAdjustment
from companion.ui.design.preferences import scaled_height
from companion.ui.design.text_fit import fit_font_size, line_count
from companion.ui.design.theme import FontSize, Space, tracker_icon
from rules.engine import Text, Tracker

from .controls import bind, capitalize_first, pressable

BUTTON_SIZE = 56
"""Size of a step button in points."""
ICON_SIZE = FontSize.HEADING
MIN_LABEL_WIDTH = 60
"""Minimum width of a label beside its buttons, in points; else it stands above them."""
HOLD_STEP = 10
"""Change per repeat while a button is held."""
HOLD_REPEAT_SECONDS = 0.7
"""Seconds between repeats while a button is held."""
LONG_VALUE = 5
"""Number of characters from which a value is written smaller, so that it is not cut off."""
MAX_HOLD_REPEATS = 30
"""Maximum number of repeats of one hold: a sleeping phone never reports the release."""
OnStep = Callable[[int], Any]
"""Changes a number by that amount; returns False if it would not change."""


@ft.component
def StepButton(icon: ft.IconData, name: str, direction: int, on_step: OnStep) -> ft.Control:  # noqa: N802 - named like a class
    """Build a step button that can be tapped or held: a button below a gesture detector.

    Neither suffices alone: a button does not report its release, and the keyboard does not reach a gesture detector.
    """
    current_hold: Any = ft.use_ref(lambda: None)

    async def hold() -> None:
        mine = current_hold.current = object()
        for _ in range(MAX_HOLD_REPEATS):
            if on_step(direction * HOLD_STEP) is False:
                return
            await asyncio.sleep(HOLD_REPEAT_SECONDS)
            if current_hold.current is not mine:
                return

    def let_go() -> None:
        current_hold.current = None

    ft.use_effect(lambda: None, [], let_go)
    face = ft.Icon(icon, size=FontSize.NUMBER, color=ft.Colors.ON_SURFACE)
    style: dict[str, Any] = {
        "fill": ft.Colors.SURFACE_CONTAINER_HIGHEST,
        "radius": BUTTON_SIZE / 2,
        "pad": 0,
        "grows": False,
    }
    button = pressable(face, name, bind(on_step, direction), width=BUTTON_SIZE, height=BUTTON_SIZE, **style)
    finger = ft.GestureDetector(
        ft.Container(width=BUTTON_SIZE, height=BUTTON_SIZE, bgcolor=ft.Colors.TRANSPARENT),
        on_tap=bind(on_step, direction),
        on_long_press_start=hold,
        on_long_press_end=let_go,
        mouse_cursor=ft.MouseCursor.CLICK,
    )
    return ft.MergeSemantics(ft.Stack([button, finger], width=BUTTON_SIZE, height=BUTTON_SIZE))


def tracker_counter(
    translate: Translate, tracker: Tracker, adjustment: OpenAdjustment | None, on_step: OnStep | None, width: float
) -> ft.Control:
    """Build a tracker's label, value, current adjustment and, with ``on_step``, its buttons.

    ``width`` is in points; if the label does not fit beside the buttons, it stands above them.
    """
    label = translate(tracker.label)
    adjustment_row = (
        _adjustment_row(translate, adjustment) if adjustment is not None and adjustment.key == tracker.key else None
    )
    label_width = width - 2 * BUTTON_SIZE - scaled_height(66) - ICON_SIZE - 4 * Space.NEAR
    label_above = line_count(label, FontSize.BODY, label_width) > 2 or label_width < MIN_LABEL_WIDTH
    size = fit_font_size(label, FontSize.BODY, width - 2 * ICON_SIZE if label_above else label_width)
    name = ft.Text(
        capitalize_first(label), size=size, max_lines=1 if adjustment_row else 2, overflow=ft.TextOverflow.ELLIPSIS
    )
    sign = ft.Icon(tracker_icon(tracker.icon), size=ICON_SIZE, color=ft.Colors.ON_SURFACE_VARIANT)
    label_column = ft.Column([name, *([adjustment_row] if adjustment_row else [])], spacing=0, tight=True, expand=True)
    value_text = f"{tracker.value}" if tracker.maximum is None else f"{tracker.value}/{tracker.maximum}"
    value = ft.Text(
        value_text,
        size=FontSize.NUMBER if len(value_text) < LONG_VALUE else FontSize.TITLE,
        weight=ft.FontWeight.W_700,
        no_wrap=True,
        text_align=ft.TextAlign.CENTER,
    )
    keys: list[ft.Control] = [
        *(
            [StepButton(ft.Icons.REMOVE, translate(Text("Less: {what}", what=tracker.label)), -1, on_step)]
            if on_step
            else []
        ),
        ft.Container(value, width=scaled_height(66), alignment=ft.Alignment.CENTER),
        *(
            [StepButton(ft.Icons.ADD, translate(Text("More: {what}", what=tracker.label)), 1, on_step)]
            if on_step
            else []
        ),
    ]
    if label_above:
        row = ft.Row(keys, alignment=ft.MainAxisAlignment.SPACE_BETWEEN)
        head = ft.Row([sign, label_column], spacing=Space.NEAR)
        return ft.Column([head, row], spacing=Space.HAIR, tight=True, expand=True)
    return ft.Row([sign, label_column, *keys], spacing=Space.NEAR, height=scaled_height(BUTTON_SIZE), expand=True)


def _adjustment_row(translate: Translate, adjustment: OpenAdjustment) -> ft.Control:
    """Build the row of the current adjustment: +13, and the resulting value."""
    by = format_signed(adjustment.value_after - adjustment.value_before)
    spoken = translate(Text("{by}, makes {n}", by=by, n=adjustment.value_after))
    ink = ft.Colors.PRIMARY
    parts: list[ft.Control] = [
        ft.Text(by, size=FontSize.BODY, weight=ft.FontWeight.W_700, color=ink, no_wrap=True),
        ft.Icon(ft.Icons.ARROW_RIGHT_ALT, size=FontSize.SUBTITLE, color=ink),
        ft.Text(str(adjustment.value_after), size=FontSize.BODY, weight=ft.FontWeight.W_700, color=ink, no_wrap=True),
    ]
    return ft.Semantics(content=ft.Row(parts, spacing=Space.TIGHT, tight=True), label=spoken, exclude_semantics=True)
