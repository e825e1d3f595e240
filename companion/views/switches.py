"""A point on which tables differ, to be settled with a tap."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.words import Translate
from rules.engine import Switch, Text

EXPLAINED = {
    "guided": Text("Stops where somebody usually answers; the rest flows by itself and can be reopened."),
    "every": Text("Stops at every point where somebody could answer."),
    "numbers": Text("Keeps the numbers and the turn, and asks nothing else."),
}
"""What a depth of following means, for the games that use these names."""


def switch_row(words: Translate, switch: Switch, choice: str | None, on_choice: Callable[[str], None]) -> ft.Control:
    """The switch and its present choice; none given is the default."""
    now = choice if choice in dict(switch.choices) else switch.choices[0][0]
    if {key for key, _ in switch.choices} == {"on", "off"}:
        return on_off(words(switch.title), now == "on", lambda on: on_choice("on" if on else "off"))
    return one_of(words, switch, now, on_choice)


def on_off(title: str, on: bool, on_change: Callable[[bool], None]) -> ft.Control:
    """A yes or no."""
    toggle = ft.Switch(value=on, on_change=lambda event: on_change(bool(event.control.value)))
    return ft.MergeSemantics(ft.Row([ft.Text(title, size=16, expand=True), toggle], spacing=12))


def one_of(words: Translate, switch: Switch, now: str, on_choice: Callable[[str], None]) -> ft.Control:
    """One of several, each in its own words."""
    radios = [_radio(words, switch, key) for key, _ in switch.choices]
    group = ft.RadioGroup(
        content=ft.Column(radios, spacing=2), value=now, on_change=lambda event: on_choice(str(event.control.value))
    )
    return ft.Column([ft.Text(words(switch.title), size=16, weight=ft.FontWeight.W_500), group], spacing=4)


def _radio(words: Translate, switch: Switch, key: str) -> ft.Control:
    radio = ft.Radio(label=words(dict(switch.choices)[key]), value=key, label_style=ft.TextStyle(size=16))
    if switch.group != "depth" or key not in EXPLAINED:
        return radio
    why = ft.Text(words(EXPLAINED[key]), size=13, color=ft.Colors.ON_SURFACE_VARIANT)
    return ft.Column([radio, ft.Container(why, padding=ft.Padding.only(left=40, bottom=6))], spacing=0)
