"""Settings of this phone alone: text size, motion, vibration, sound and confirmations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import flet as ft

from companion.ui.design.preferences import Habits
from companion.ui.design.theme import Type
from companion.ui.session.phone import Phone
from companion.ui.widgets import page_frame
from companion.ui.widgets.switches import on_off, segments
from rules.engine import Text

SIZES = {"normal": Text("Normal"), "large": Text("Large"), "largest": Text("Largest"), "double": Text("Double")}
MOTIONS = {"system": Text("As the system"), "less": Text("Less"), "full": Text("Normal")}
YES_NO = {
    "awake": Text("The screen stays on at a table"),
    "touch": Text("It vibrates: a tap was taken, or your turn to look"),
    "sound": Text("It sounds: a tap was taken, or your turn to look"),
    "spoken": Text("It says aloud what the host's camera has read"),
    "sure": Text("Confirm big jumps in the history"),
    "turn": Text("In the middle of the table it turns towards whoever decides"),
}


def own(phone: Phone) -> ft.Control:
    """Build the panel of this phone's own settings."""
    words, habits = phone.words, phone.habits

    def change(key: str, value: Any) -> None:
        phone.settle(replace(habits, **{key: value}))

    return page_frame.panel(
        ft.Text(words(Text("This phone")), size=Type.BODY, weight=ft.FontWeight.W_600),
        segments(words, Text("Text size"), SIZES, habits.text, lambda value: change("text", value)),
        segments(words, Text("Motion"), MOTIONS, habits.motion, lambda value: change("motion", value)),
        *(on_off(words(label), _is(habits, key), _puts(change, key)) for key, label in YES_NO.items()),
    )


def _is(habits: Habits, key: str) -> bool:
    return bool(getattr(habits, key))


def _puts(change: Callable[[str, Any], None], key: str) -> Callable[[bool], None]:
    return lambda on: change(key, on)
