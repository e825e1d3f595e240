"""Switches for the rules on which tables differ, in foldable groups."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import flet as ft

from companion.i18n import Translate
from companion.ui.design.text_fit import abreast
from companion.ui.design.theme import Space, Type
from rules.engine import Shown, Switch, Text

from . import page_frame
from .controls import bound, press, rows

TITLES: dict[str, tuple[Text, Text | None]] = {
    "mode": (Text("Modes and extras"), Text("What is played, and with what beside the base game.")),
    "depth": (Text("How closely we follow"), Text("Where the app asks and where it lets things flow.")),
    "follow": (Text("What we follow"), Text("What is not followed is never asked about.")),
    "rules": (
        Text("Points on which tables differ"),
        Text("As the rules say, unless you change it."),
    ),
    "stops": (Text("Where the whole table stops"), None),
}
"""Title and description of the groups that games use."""
HOUSE: tuple[Text, Text | None] = (Text("House rules"), None)
EXPLAINED = {
    "guided": Text("Stops where somebody usually answers; the rest flows by itself and can be reopened."),
    "every": Text("Stops at every point where somebody could answer."),
    "numbers": Text("Keeps the numbers and the turn, and asks nothing else."),
}
"""Explanation of each depth, for games that use these names."""


Settle = Callable[[str, str], None]


def switches_of(
    words: Translate,
    title: Text,
    says: Text | None,
    switches: Sequence[Switch],
    ruled: Mapping[str, str],
    settle: Settle,
) -> ft.Control:
    """Build a foldable group of switches; its subtitle is what the table changed."""
    changed = [switch for switch in switches if ruled.get(switch.key, switch.choices[0][0]) != switch.choices[0][0]]
    rows = [switch_row(words, switch, ruled.get(switch.key), _settles(settle, switch)) for switch in switches]
    under = _changed(changed, ruled) if changed else says
    return page_frame.folded(words(title), rows, words(under) if under else "")


def _changed(switches: Sequence[Switch], ruled: Mapping[str, str]) -> Text:
    """Return the changed choices by name if they are few, else their number."""
    if len(switches) > 2:
        return Text("{n} changed", "{n} changed", n=len(switches))
    said = Text("{what}", what=_choice(switches[0], ruled))
    for switch in switches[1:]:
        said = Text("{first}, {then}", first=said, then=_choice(switch, ruled))
    return said


def _choice(switch: Switch, ruled: Mapping[str, str]) -> Text:
    if _bare(switch):
        return Text("{what}: {choice}", what=switch.title, choice=dict(switch.choices)[ruled[switch.key]])
    return Text("{what}", what=dict(switch.choices)[ruled[switch.key]])


def _settles(settle: Settle, switch: Switch) -> Callable[[str], None]:
    return lambda choice: settle(switch.key, choice)


def is_on_off(switch: Switch) -> bool:
    """Return whether the only choices of the switch are on and off."""
    return {key for key, _ in switch.choices} == {"on", "off"}


def _bare(switch: Switch) -> bool:
    """Return whether the choices of the switch are unclear without its title."""
    return {"on", "off"} <= {key for key, _ in switch.choices}


def switch_row(words: Translate, switch: Switch, choice: str | None, on_choice: Callable[[str], None]) -> ft.Control:
    """Build the switch with its current choice; None means the default."""
    now = choice if choice in dict(switch.choices) else switch.choices[0][0]
    if is_on_off(switch):
        return on_off(words(switch.title), now == "on", lambda on: on_choice("on" if on else "off"))
    return one_of(words, switch, now, on_choice)


def on_off(title: str, on: bool, on_change: Callable[[bool], None]) -> ft.Control:
    """Build an on/off switch."""
    toggle = ft.Switch(value=on, on_change=lambda event: on_change(bool(event.control.value)))
    return ft.MergeSemantics(ft.Row([ft.Text(title, size=Type.BODY, expand=True), toggle], spacing=Space.EDGE))


def one_of(words: Translate, switch: Switch, now: str, on_choice: Callable[[str], None]) -> ft.Control:
    """Build a group of choices: radio buttons, or segments if they are short."""
    if _bare(switch):
        return segments(words, switch.title, dict(switch.choices), now, on_choice)
    radios = [_radio(words, switch, key, on_choice) for key, _ in switch.choices]
    group = ft.RadioGroup(
        content=ft.Column(radios, spacing=Space.GAP),
        value=now,
        on_change=lambda event: on_choice(str(event.control.value)),
    )
    return ft.Column(
        [ft.Text(words(switch.title), size=Type.BODY, weight=ft.FontWeight.W_500), group], spacing=Space.TIGHT
    )


def segments(
    words: Translate, title: Shown, choices: Mapping[str, Shown], now: str, put: Callable[[str], None]
) -> ft.Control:
    """Build a segmented control of a few short choices."""
    row = [_segment(words, title, label, key == now, bound(put, key)) for key, label in choices.items()]
    return ft.Column(
        [ft.Text(words(title), size=Type.BODY, weight=ft.FontWeight.W_500), rows(row, abreast(len(row)), 6)]
    )


def _segment(words: Translate, title: Shown, label: Shown, on: bool, do: Callable[[], None]) -> ft.Control:
    face = ft.Text(
        words(label),
        size=Type.BODY,
        weight=ft.FontWeight.W_600 if on else ft.FontWeight.W_400,
        text_align=ft.TextAlign.CENTER,
        max_lines=2,
    )
    edge = ft.BorderSide(2, ft.Colors.PRIMARY) if on else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
    fill = ft.Colors.PRIMARY_CONTAINER if on else ft.Colors.TRANSPARENT
    spoken = words(Text("{title}: {choice}", title=title, choice=label))
    return press(face, spoken, do, fill=fill, edge=edge, pad=Space.TIGHT, height=52, expand=True)


def _radio(words: Translate, switch: Switch, key: str, on_choice: Callable[[str], None]) -> ft.Control:
    """Build a radio button with its text beside it, as its own label has one line only."""
    said: list[ft.Control] = [ft.Text(words(dict(switch.choices)[key]), size=Type.BODY)]
    if switch.group == "depth" and key in EXPLAINED:
        said.append(ft.Text(words(EXPLAINED[key]), size=Type.SMALL, color=ft.Colors.ON_SURFACE_VARIANT))
    text = ft.Container(
        ft.Column(said, spacing=Space.HAIR, tight=True), on_click=lambda event: on_choice(key), expand=True
    )
    return ft.MergeSemantics(ft.Row([ft.Radio(value=key), text], spacing=Space.TIGHT))
