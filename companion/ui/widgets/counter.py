"""Tracker counter with step buttons: a tap changes by 1, holding by 10 repeatedly."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import flet as ft

from companion.i18n import Translate
from companion.match.log import signed
from companion.match.table import Running
from companion.ui.design.preferences import tall
from companion.ui.design.text_fit import fitted, lines
from companion.ui.design.theme import Space, Type, icon_of
from rules.engine import Text, Tracker

from .controls import bound, press, sentence

KEY = 56
"""Size of a step button in points."""
SIGN = Type.HEAD
LEAST = 60
"""Minimum width of a label beside its buttons, in points; else it stands above them."""
HELD = 10
"""Change per repeat while a button is held."""
AGAIN = 0.7
"""Seconds between repeats while a button is held."""
LONG = 5
"""Number of characters from which a value is written smaller, so that it is not cut off."""
MOST = 30
"""Maximum number of repeats of one hold: a sleeping phone never reports the release."""
Step = Callable[[int], Any]
"""Changes a number by that amount; returns False if it would not change."""


@ft.component
def Key(icon: ft.IconData, name: str, sign: int, step: Step) -> ft.Control:  # noqa: N802 - named like a class
    """Build a step button that can be tapped or held: a button below a gesture detector.

    Neither suffices alone: a button does not report its release, and the keyboard does not reach a gesture detector.
    """
    held: Any = ft.use_ref(lambda: None)

    async def hold() -> None:
        mine = held.current = object()
        for _ in range(MOST):
            if step(sign * HELD) is False:
                return
            await asyncio.sleep(AGAIN)
            if held.current is not mine:
                return

    def let_go() -> None:
        held.current = None

    ft.use_effect(lambda: None, [], let_go)
    face = ft.Icon(icon, size=Type.BIG, color=ft.Colors.ON_SURFACE)
    look: dict[str, Any] = {"fill": ft.Colors.SURFACE_CONTAINER_HIGHEST, "radius": KEY / 2, "pad": 0, "grows": False}
    button = press(face, name, bound(step, sign), width=KEY, height=KEY, **look)
    finger = ft.GestureDetector(
        ft.Container(width=KEY, height=KEY, bgcolor=ft.Colors.TRANSPARENT),
        on_tap=bound(step, sign),
        on_long_press_start=hold,
        on_long_press_end=let_go,
        mouse_cursor=ft.MouseCursor.CLICK,
    )
    return ft.MergeSemantics(ft.Stack([button, finger], width=KEY, height=KEY))


def counter(words: Translate, t: Tracker, running: Running | None, step: Step | None, width: float) -> ft.Control:
    """Build a tracker's label, value, current adjustment and, with ``on_step``, its buttons.

    ``width`` is in points; if the label does not fit beside the buttons, it stands above them.
    """
    label = words(t.label)
    run = _run(words, running) if running is not None and running.key == t.key else None
    beside = width - 2 * KEY - tall(66) - SIGN - 4 * Space.NEAR
    above = lines(label, Type.BODY, beside) > 2 or beside < LEAST
    size = fitted(label, Type.BODY, width - 2 * SIGN if above else beside)
    name = ft.Text(sentence(label), size=size, max_lines=1 if run else 2, overflow=ft.TextOverflow.ELLIPSIS)
    sign = ft.Icon(icon_of(t.icon), size=SIGN, color=ft.Colors.ON_SURFACE_VARIANT)
    said = ft.Column([name, *([run] if run else [])], spacing=0, tight=True, expand=True)
    said_value = f"{t.value}" if t.full is None else f"{t.value}/{t.full}"
    value = ft.Text(
        said_value,
        size=Type.BIG if len(said_value) < LONG else Type.TITLE,
        weight=ft.FontWeight.W_700,
        no_wrap=True,
        text_align=ft.TextAlign.CENTER,
    )
    keys: list[ft.Control] = [
        *([Key(ft.Icons.REMOVE, words(Text("Less: {what}", what=t.label)), -1, step)] if step else []),
        ft.Container(value, width=tall(66), alignment=ft.Alignment.CENTER),
        *([Key(ft.Icons.ADD, words(Text("More: {what}", what=t.label)), 1, step)] if step else []),
    ]
    if above:
        row = ft.Row(keys, alignment=ft.MainAxisAlignment.SPACE_BETWEEN)
        head = ft.Row([sign, said], spacing=Space.NEAR)
        return ft.Column([head, row], spacing=Space.HAIR, tight=True, expand=True)
    return ft.Row([sign, said, *keys], spacing=Space.NEAR, height=tall(KEY), expand=True)


def _run(words: Translate, running: Running) -> ft.Control:
    """Build the row of the current adjustment: +13, and the resulting value."""
    by = signed(running.after - running.before)
    spoken = words(Text("{by}, makes {n}", by=by, n=running.after))
    ink = ft.Colors.PRIMARY
    parts: list[ft.Control] = [
        ft.Text(by, size=Type.BODY, weight=ft.FontWeight.W_700, color=ink, no_wrap=True),
        ft.Icon(ft.Icons.ARROW_RIGHT_ALT, size=Type.LEAD, color=ink),
        ft.Text(str(running.after), size=Type.BODY, weight=ft.FontWeight.W_700, color=ink, no_wrap=True),
    ]
    return ft.Semantics(content=ft.Row(parts, spacing=Space.TIGHT, tight=True), label=spoken, exclude_semantics=True)
