"""Switches for the rules on which tables differ, in foldable groups."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial

import flet as ft

from companion.ui.design.boxes import column_of, row_of
from companion.ui.design.look import screen_width, translate
from companion.ui.design.sizes import FontSize, Space
from companion.ui.design.text import MUTED, body_text, label_text
from companion.ui.design.text_fit import columns_at_scale, names_across
from rules.engine import Displayable, Switch, Text

from . import page_frame
from .controls import Surface, bind, button_grid, pressable

GROUP_TITLES: dict[str, tuple[Text, Text | None]] = {
    "mode": (Text("Modes and extras"), Text("What is played, and with what beside the base game.")),
    "depth": (Text("Level of guidance"), Text("Where the app asks and where it lets things flow.")),
    "follow": (Text("What the app tracks"), Text("What you switch off, you keep track of yourselves.")),
    "rules": (Text("House rules"), Text("As the rules say, unless you change it.")),
    "stops": (Text("Where the whole table stops"), None),
}
"""Title and description of the groups that games use."""
TAP_HEIGHT = 48
"""Height in points of what is tapped; a browser on a computer would draw a switch lower."""
HOUSE_RULES: tuple[Text, Text | None] = (Text("House rules"), None)
DEPTH_EXPLANATIONS = {
    "guided": Text("Stops where somebody usually answers; the rest flows by itself and can be reopened."),
    "every": Text("Stops at every point where somebody could answer."),
    "numbers": Text("Keeps the numbers and the turn, and asks nothing else."),
}
"""Explanation of each depth, for games that use these names."""


OnSettle = Callable[[str, str], None]


def switch_section(
    title: Text, subtitle: Text | None, switches: Sequence[Switch], rulings: Mapping[str, str], on_settle: OnSettle
) -> ft.Control:
    """Build a foldable group of switches; its subtitle is what the table changed."""
    rows = [switch_row(switch, rulings.get(switch.key), partial(on_settle, switch.key)) for switch in switches]
    shown_subtitle = changed_summary(switches, rulings) or subtitle
    return page_frame.expandable_section(translate(title), rows, translate(shown_subtitle) if shown_subtitle else "")


def changed_summary(switches: Sequence[Switch], rulings: Mapping[str, str]) -> Text | None:
    """Return the changed choices by name if they are few, else their number; None without any."""
    changed = [switch for switch in switches if rulings.get(switch.key, switch.choices[0][0]) != switch.choices[0][0]]
    if not changed:
        return None
    if len(changed) > 2:
        return Text("{n} setting changed", "{n} settings changed", n=len(changed))
    summary = Text("{what}", what=_choice_text(changed[0], rulings))
    for switch in changed[1:]:
        summary = Text("{first}, {then}", first=summary, then=_choice_text(switch, rulings))
    return summary


def _choice_text(switch: Switch, rulings: Mapping[str, str]) -> Text:
    if _needs_title(switch):
        return Text("{what}: {choice}", what=switch.title, choice=dict(switch.choices)[rulings[switch.key]])
    return Text("{what}", what=dict(switch.choices)[rulings[switch.key]])


def is_on_off(switch: Switch) -> bool:
    """Return whether the only choices of the switch are on and off."""
    return {key for key, _ in switch.choices} == {"on", "off"}


def _needs_title(switch: Switch) -> bool:
    return {"on", "off"} <= {key for key, _ in switch.choices}


def switch_row(switch: Switch, choice: str | None, on_choice: Callable[[str], None]) -> ft.Control:
    """Build the switch with its current choice; None means the default."""
    current = choice if choice in dict(switch.choices) else switch.choices[0][0]
    if is_on_off(switch):
        return on_off_switch(translate(switch.title), current == "on", lambda on: on_choice("on" if on else "off"))
    return choice_group(switch, current, on_choice)


def on_off_switch(title: str, is_on: bool, on_change: Callable[[bool], Awaitable[None] | None]) -> ft.Control:
    """Build an on/off switch; its handler may be asynchronous."""

    async def change(event: ft.Event[ft.Switch]) -> None:
        # the event's own value: a redraw since the tap may have put the control back
        result = on_change(event.data if isinstance(event.data, bool) else bool(event.control.value))
        if result is not None:
            await result

    toggle = ft.Switch(value=is_on, on_change=change, height=TAP_HEIGHT)
    return ft.MergeSemantics(row_of([body_text(title, expand=True), toggle], Space.EDGE))


def choice_group(switch: Switch, current: str, on_choice: Callable[[str], None]) -> ft.Control:
    """Build a group of choices: radio buttons, or segments if they are short."""
    if _needs_title(switch):
        return segmented_control(switch.title, dict(switch.choices), current, on_choice)
    radios = [_radio(switch, key, on_choice) for key, _ in switch.choices]
    group = ft.RadioGroup(
        content=column_of(radios, Space.GAP, tight=False),
        value=current,
        on_change=lambda event: on_choice(str(event.control.value)),
    )
    return column_of([body_text(translate(switch.title), 500), group], Space.TIGHT, tight=False)


def segmented_control(
    title: Displayable, choices: Mapping[str, Displayable], current: str, on_choice: Callable[[str], None]
) -> ft.Control:
    """Build a segmented control of a few short choices."""
    row = [_segment(title, label, key == current, bind(on_choice, key)) for key, label in choices.items()]
    longest_words = [max(translate(label).split(), key=len, default="") for label in choices.values()]
    width = screen_width() - 2 * (Space.PAGE + Space.ROOM)
    across = names_across(longest_words, width, 2 * Space.TIGHT, FontSize.BODY, Space.NEAR)
    return column_of(
        [body_text(translate(title), 500), button_grid(row, min(across, columns_at_scale(len(row))), Space.NEAR)],
        tight=False,
    )


def _segment(title: Displayable, label: Displayable, is_selected: bool, on_tap: Callable[[], None]) -> ft.Control:
    face = ft.Text(
        translate(label),
        size=FontSize.BODY,
        weight=ft.FontWeight.W_600 if is_selected else ft.FontWeight.W_400,
        text_align=ft.TextAlign.CENTER,
        max_lines=2,
    )
    edge = ft.BorderSide(2, ft.Colors.PRIMARY) if is_selected else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
    fill = ft.Colors.PRIMARY_CONTAINER if is_selected else ft.Colors.TRANSPARENT
    spoken = translate(Text("{title}: {choice}", title=title, choice=label))
    return pressable(
        face,
        spoken,
        on_tap,
        Surface(fill=fill, edge=edge, pad=Space.TIGHT),
        height=52,
        is_chosen=is_selected,
        expand=True,
    )


def _radio(switch: Switch, key: str, on_choice: Callable[[str], None]) -> ft.Control:
    """Build a radio button with its text beside it, as its own label has one line only."""
    text_lines: list[ft.Control] = [body_text(translate(dict(switch.choices)[key]))]
    if switch.group == "depth" and key in DEPTH_EXPLANATIONS:
        text_lines.append(label_text(translate(DEPTH_EXPLANATIONS[key]), color=MUTED))
    text = ft.Container(column_of(text_lines, Space.HAIR), on_click=lambda event: on_choice(key), expand=True)
    return ft.MergeSemantics(row_of([ft.Radio(value=key, height=TAP_HEIGHT), text], Space.TIGHT))
