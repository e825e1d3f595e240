"""Tracker counter: a tap changes the number by 1, holding by 10; it can also be typed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import flet as ft

from companion.match.log import format_signed
from companion.match.table import OpenAdjustment
from companion.ui.design.boxes import STRETCH, column_of, row_of
from companion.ui.design.drawn_signs import icon_of
from companion.ui.design.look import scaled_height, translate
from companion.ui.design.sizes import AnimationTime, FontSize, Radius, Space
from companion.ui.design.text import MUTED
from companion.ui.design.text_fit import SPARE_SHARE, fit_font_size, fit_lines, line_count
from companion.ui.design.theme import tracker_icon
from companion.ui.hooks import use_escape
from companion.ui.state import Ref, use_latest, use_ref
from rules.engine import Text, Tracker

from .controls import Action, Surface, bind, button_grid, capitalize_first, keyed_component, pressable
from .numbers import change_color
from .text_field import give_focus

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
MAX_DIGITS = 3
"""Maximum length of a typed number: by hand it may be 0 … 999."""
OnStep = Callable[[int], bool]
"""Changes a number by that amount; returns False if it would not change."""
OnAdjust = Callable[[int], int | None]
"""Changes a number by that amount and returns it; None if that was refused."""


@ft.component
def StepButton(  # noqa: N802 - named like a class
    icon: ft.IconData,
    name: str,
    direction: int,
    on_step: OnStep,
    width: float = BUTTON_SIZE,
    height: float = BUTTON_SIZE,
) -> ft.Control:
    """Build a step button that can be tapped or held: a button below a gesture detector.

    Neither suffices alone: a button does not report its release, and the keyboard does not reach a gesture detector.
    ``width`` and ``height`` are in points.
    """
    current_hold: Ref[object] = use_ref(None)

    async def hold() -> None:
        mine = current_hold.current = object()
        for _ in range(MAX_HOLD_REPEATS):
            if not on_step(direction * HOLD_STEP):
                return
            await asyncio.sleep(HOLD_REPEAT_SECONDS)
            if current_hold.current is not mine:
                return

    def let_go() -> None:
        current_hold.current = None

    ft.use_effect(lambda: None, [], let_go)
    face = ft.Icon(icon, size=FontSize.NUMBER, color=ft.Colors.ON_SURFACE)
    button = pressable(
        face,
        name,
        bind(on_step, direction),
        Surface(fill=ft.Colors.SURFACE_CONTAINER_HIGHEST, radius=min(width, height, BUTTON_SIZE) / 2, pad=0),
        grows=False,
        width=width,
        height=height,
    )
    finger = ft.GestureDetector(
        ft.Container(width=width, height=height, bgcolor=ft.Colors.TRANSPARENT),
        on_tap=bind(on_step, direction),
        on_long_press_start=hold,
        on_long_press_end=let_go,
        mouse_cursor=ft.MouseCursor.CLICK,
    )
    return ft.MergeSemantics(ft.Stack([button, finger], width=width, height=height))


@dataclass(frozen=True)
class Counter:
    """State of a number that taps change: its value at once, and the one before."""

    value: int
    before: int | None
    is_typing: bool
    step: OnStep
    start_typing: Action
    type_number: Callable[[int | None], None]
    """Sets the number that was typed; None if nothing was."""

    @property
    def change(self) -> int:
        """The change by this adjustment."""
        return 0 if self.before is None else self.value - self.before


def use_counter(tracker: Tracker, value_before: int | None, on_adjust: OnAdjust | None) -> Counter:
    """Return the state of a tracker's counter, which knows a tap before the table is redrawn.

    ``value_before`` is the tracker's value before the adjustment that is open, None without one.
    """
    given, shown = use_ref(tracker), use_ref(tracker.value)
    before: Ref[int | None] = use_ref(None)
    is_typing, set_typing = ft.use_state(False)
    _, redraw = ft.use_state(0)
    if tracker is not given.current:  # the table was redrawn
        given.current, shown.current, before.current = tracker, tracker.value, None
    if value_before is not None:
        before.current = value_before

    def step(by: int) -> bool:
        after, was = on_adjust(by) if on_adjust else None, shown.current
        if after is None:
            return False
        before.current = was if before.current is None else before.current
        shown.current = after
        redraw(lambda times: times + 1)
        return after != was

    def put(number: int | None) -> None:
        set_typing(False)
        if number is not None and number != shown.current:
            step(number - shown.current)

    return Counter(shown.current, before.current, is_typing, step, bind(set_typing, True), put)


@ft.component
def TrackerCounter(  # noqa: N802
    tracker: Tracker, adjustment: OpenAdjustment | None, on_adjust: OnAdjust | None, width: float
) -> ft.Control:
    """Build a tracker's label, value, current adjustment and, with ``on_adjust``, its buttons.

    A tap shows its value at once, before the table is redrawn; a tap on the value opens a field to type it. ``width``
    is in points; if the label does not fit beside the buttons, it stands above them.
    """
    is_adjusted = adjustment is not None and adjustment.key == tracker.key
    counter = use_counter(tracker, adjustment.value_before if adjustment and is_adjusted else None, on_adjust)
    layout = _CounterLayout(replace(tracker, value=counter.value), counter.before, width)
    if on_adjust is None:
        return layout.build(layout.value(), None)
    value = (
        keyed_component(NumberField, tracker.key, counter.value, layout.type_label, counter.type_number)
        if counter.is_typing
        else pressable(
            layout.value(),
            layout.type_label,
            counter.start_typing,
            Surface(pad=0, radius=Radius.SOFT),
            width=layout.value_width,
            height=BUTTON_SIZE,
            grows=False,
        )
    )
    return layout.build(value, counter.step)


@ft.component
def NumberField(value: int, label: str, on_number: Callable[[int | None], None]) -> ft.Control:  # noqa: N802
    """Build a field to type a number.

    It gives the number at Enter or when the focus leaves; None if nothing was typed.
    """
    typed, is_done, current = use_ref(""), use_ref(False), use_latest(on_number)

    def finish(text: str) -> None:
        if not is_done.current:
            is_done.current = True
            current.current(int(text) if text else None)

    use_escape(lambda: finish(""))

    def made() -> ft.TextField:
        return ft.TextField(
            value="",
            hint_text=str(value),
            max_length=MAX_DIGITS,
            counter=ft.Container(width=0, height=0),
            input_filter=ft.InputFilter(r"^[0-9]*$"),
            keyboard_type=ft.KeyboardType.NUMBER,
            text_align=ft.TextAlign.CENTER,
            text_size=FontSize.TITLE,
            content_padding=Space.TIGHT,
            on_change=lambda event: setattr(typed, "current", event.control.value),
            on_submit=lambda event: finish(typed.current),
            on_blur=lambda event: finish(typed.current),
        )

    field = ft.use_memo(made, [])

    async def take_focus() -> None:
        await asyncio.sleep(AnimationTime.FIRST_FRAME_SECONDS)  # the client must have built it
        await give_focus(field)

    ft.use_effect(take_focus, [])
    # in a list: Flet loses the parent of a control that stays the only content of a new container
    column = column_of([field], align=STRETCH)
    return ft.Semantics(content=column, label=label)


@dataclass(frozen=True)
class _CounterLayout:
    """Layout of a tracker's counter.

    ``before`` is its value before the current adjustment, None without one.
    """

    tracker: Tracker
    before: int | None
    width: float

    @property
    def value_width(self) -> float:
        """Width of the value, in points."""
        return scaled_height(66)

    @property
    def type_label(self) -> str:
        return translate(Text("Type it: {what}, {n}", what=self.tracker.label, n=self.tracker.value))

    def value(self) -> ft.Control:
        tracker = self.tracker
        text = f"{tracker.value}" if tracker.maximum is None else f"{tracker.value}/{tracker.maximum}"
        size = FontSize.NUMBER if len(text) < LONG_VALUE else FontSize.TITLE
        return ft.Text(text, size=size, weight=ft.FontWeight.W_700, no_wrap=True, text_align=ft.TextAlign.CENTER)

    def build(self, value: ft.Control, on_step: OnStep | None) -> ft.Control:
        free = self.width - 2 * BUTTON_SIZE - self.value_width - ICON_SIZE - 4 * Space.NEAR
        label = translate(self.tracker.label)
        is_long = (
            line_count(label, FontSize.BODY, free) > 2 or line_count(label, FontSize.FINE_PRINT, free * SPARE_SHARE) > 1
        )
        label_above = is_long or free < MIN_LABEL_WIDTH
        sign = icon_of(tracker_icon(self.tracker.icon), ICON_SIZE, MUTED)
        head = [sign, self._label(label, self.width - 2 * ICON_SIZE if label_above else free)]
        keys: list[ft.Control] = [ft.Container(value, width=self.value_width, alignment=ft.Alignment.CENTER)]
        if on_step is not None:
            less, more = (Text("Less: {what}", what=self.tracker.label), Text("More: {what}", what=self.tracker.label))
            keys.insert(0, StepButton(ft.Icons.REMOVE, translate(less), -1, on_step))
            keys.append(StepButton(ft.Icons.ADD, translate(more), 1, on_step))
        if label_above:
            row = row_of(keys, alignment=ft.MainAxisAlignment.SPACE_BETWEEN)
            return column_of([row_of(head, Space.NEAR), row], Space.HAIR, expand=True)
        return row_of([*head, *keys], Space.NEAR, height=scaled_height(BUTTON_SIZE), expand=True)

    def _label(self, label: str, width: float) -> ft.Control:
        is_open = self.before is not None and self.before != self.tracker.value
        size = fit_font_size(label, FontSize.BODY, width)
        name = ft.Text(
            capitalize_first(label),
            size=fit_lines(label, size, width, 1) if is_open else size,
            max_lines=1 if is_open else 2,
            overflow=ft.TextOverflow.ELLIPSIS,
        )
        row = [] if self.before is None or not is_open else [self._adjustment_row(self.before)]
        return column_of([name, *row], 0, expand=True)

    def _adjustment_row(self, before: int) -> ft.Control:
        after = self.tracker.value
        by = format_signed(after - before)
        spoken = translate(Text("{by}, now {n}", by=by, n=after))
        ink, bold = change_color((after - before) * self.tracker.worth), ft.FontWeight.W_700
        parts: list[ft.Control] = [
            ft.Text(by, size=FontSize.BODY, weight=bold, color=ink, no_wrap=True),
            ft.Icon(ft.Icons.ARROW_RIGHT_ALT, size=FontSize.SUBTITLE, color=ink),
            ft.Text(str(after), size=FontSize.BODY, weight=bold, color=ink, no_wrap=True),
        ]
        row = row_of(parts, Space.TIGHT, tight=True)
        return ft.Semantics(content=row, label=spoken, exclude_semantics=True)


@ft.component
def TrackerPanel(  # noqa: N802 - Flet's components are named like classes
    trackers: Sequence[Tracker],
    adjustment: OpenAdjustment | None,
    on_adjust: Callable[[str, int], int | None] | None,
    across: int,
    width: float,
) -> ft.Control:
    """Build a counter per tracker, with − and + if there is ``on_adjust``."""
    return button_grid(
        [
            keyed_component(
                TrackerCounter,
                t.key,
                t,
                adjustment,
                partial(on_adjust, t.key) if on_adjust else None,
                width - 2 * Space.EDGE,
            )
            for t in trackers
        ],
        across,
    )
