"""The settings of this phone alone: how large it reads, how it moves, what is felt and heard, what it asks twice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import flet as ft

from companion.words import Translate
from rules.engine import Text

from . import frame
from .habits import Habits
from .parts import press
from .phone import Phone
from .switches import on_off

SIZES = {"normal": Text("Normal"), "large": Text("Large"), "largest": Text("Largest")}
MOTIONS = {"system": Text("As the system"), "less": Text("Less"), "full": Text("Normal")}
YES_NO = {
    "awake": Text("The screen stays on at a table"),
    "touch": Text("It vibrates: a tap was taken, or your turn to look"),
    "sound": Text("It sounds: a tap was taken, or your turn to look"),
    "sure": Text("Confirm big jumps in the history"),
}


def own(phone: Phone) -> ft.Control:
    """Everything that is this phone's own choice."""
    words, habits = phone.words, phone.habits

    def change(key: str, value: Any) -> None:
        phone.settle(replace(habits, **{key: value}))

    return frame.panel(
        ft.Text(words(Text("This phone")), size=16, weight=ft.FontWeight.W_600),
        _one_of(words, Text("Text size"), SIZES, habits.text, lambda value: change("text", value)),
        _one_of(words, Text("Motion"), MOTIONS, habits.motion, lambda value: change("motion", value)),
        *(on_off(words(label), _is(habits, key), _puts(change, key)) for key, label in YES_NO.items()),
    )


def _is(habits: Habits, key: str) -> bool:
    return bool(getattr(habits, key))


def _puts(change: Callable[[str, Any], None], key: str) -> Callable[[bool], None]:
    return lambda on: change(key, on)


def _one_of(
    words: Translate, title: Text, choices: Mapping[str, Text], now: str, put: Callable[[str], None]
) -> ft.Control:
    row = ft.Row(
        [_option(words, title, label, key == now, _chosen(put, key)) for key, label in choices.items()], spacing=6
    )
    return ft.Column([ft.Text(words(title), size=16, weight=ft.FontWeight.W_500), row], spacing=6)


def _chosen(put: Callable[[str], None], key: str) -> Callable[[], None]:
    return lambda: put(key)


def _option(words: Translate, title: Text, label: Text, on: bool, do: Callable[[], None]) -> ft.Control:
    face = ft.Text(
        words(label),
        size=15,
        weight=ft.FontWeight.W_600 if on else ft.FontWeight.W_400,
        text_align=ft.TextAlign.CENTER,
        max_lines=2,
    )
    edge = ft.BorderSide(2, ft.Colors.PRIMARY) if on else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
    fill = ft.Colors.PRIMARY_CONTAINER if on else ft.Colors.TRANSPARENT
    spoken = words(Text("{title}: {choice}", title=title, choice=label))
    return press(face, spoken, do, fill=fill, edge=edge, pad=4, height=52, expand=True)
