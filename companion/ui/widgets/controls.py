"""Common controls; every control that can be tapped has a label."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, ParamSpec, TypeVar

import flet as ft

from companion.ui.design.boxes import CENTER, column_of, row_of
from companion.ui.design.look import animation_ms, current_preferences, scaled_height, screen_width
from companion.ui.design.page_look import seat_sign
from companion.ui.design.sizes import MIN_TAP_SIZE, FontSize, Radius, Space
from companion.ui.design.text import MUTED
from companion.ui.design.text_fit import (
    BROAD_LETTER_WIDTH,
    ICON_SIZE,
    SPARE_SHARE,
    _fits_two_lines,
    columns_at_scale,
    fit_count,
    fit_font_size,
    fit_lines,
    fitting_consequence,
    has_large_text,
    line_count,
    shared_label_size,
    without_orphan,
)
from companion.ui.design.theme import INK, focus_ring, no_edge, seat_color, seat_initial

P = ParamSpec("P")
R = TypeVar("R")
Action = Callable[[], object]
"""Handler of a tap, also an asynchronous one."""
SIGN_SHARE = 0.6
"""Size of the sign of a seat, as a share of its badge."""
SIGN_BUTTON_WIDTH, SIGN_BUTTON_HEIGHT = 54, 60
"""Least width and height in points, at text scale 1, of a sign with a word under it."""
LETTER_SPACING = 0.5
"""Spacing between the letters of a caption, in points."""
LEAST_CONSEQUENCE = 10
"""Smallest font size of a consequence under a label; one that does not fit is only spoken."""


@dataclass(frozen=True)
class Surface:
    """How a button looks; ``radius`` and ``pad`` are points, ``align`` is the middle by default."""

    fill: str = ft.Colors.TRANSPARENT
    edge: ft.BorderSide | None = None
    radius: float = Radius.TILE
    pad: ft.PaddingValue = Space.GAP
    align: ft.Alignment | None = None


PLAIN_SURFACE = Surface()


def pressable(
    content: ft.Control,
    name: str,
    on_click: Action | None,
    surface: Surface = PLAIN_SURFACE,
    *,
    on_long_press: Action | None = None,
    grows: bool = True,
    action: ft.PickFiles | None = None,
    is_chosen: bool | None = None,
    width: float | None = None,
    height: float | None = None,
    expand: bool | int | None = None,
) -> ft.Control:
    """Build a button around any content, with an accessible name.

    Without ``on_click`` and ``action``, which the browser itself does at a tap, it is disabled. Its height ``grows``
    with the text size. ``is_chosen`` says of one of several choices whether it is the chosen one.
    """
    style = ft.ButtonStyle(
        bgcolor=surface.fill,
        color=ft.Colors.ON_SURFACE,
        padding=surface.pad,
        shape=ft.RoundedRectangleBorder(radius=surface.radius),
        side=focus_ring(surface.edge or no_edge()),
        alignment=surface.align or ft.Alignment.CENTER,
        animation_duration=animation_ms(),
    )
    spoken = ft.Semantics(content=content, label=name, selected=is_chosen, exclude_semantics=True)
    button = ft.TextButton(
        content=spoken,
        style=style,
        on_click=on_click,
        on_long_press=on_long_press,
        action=action,
        disabled=on_click is None and action is None,
        width=width,
        height=scaled_height(height) if grows and height is not None else height,
    )
    return ft.MergeSemantics(button, expand=expand)  # otherwise screen readers find a button in a button


def input_border() -> ft.OutlineInputBorder:
    """Return the border of a text field."""
    return ft.OutlineInputBorder(border_radius=Radius.TILE, side=ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT))


class Bound(Generic[P, R]):
    """Handler with its arguments, equal to another with equal ones.

    So a part that is given an equal one need not be redrawn. It is no dataclass, as Flet would take that for a value of
    the control.
    """

    def __init__(self, do: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> None:
        self._do, self._args, self._kwargs = do, args, kwargs

    def __call__(self) -> R:
        """Call the handler."""
        return self._do(*self._args, **self._kwargs)

    def __eq__(self, other: object) -> bool:
        """Return whether it is the same handler with equal arguments."""
        return isinstance(other, Bound) and vars(self) == vars(other)

    def __hash__(self) -> int:
        """Return the hash of the handler alone, as not every argument has one."""
        return hash(self._do)


def bind(do: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> Callable[[], R]:
    """Bind arguments to a handler; Flet passes its event to handlers that take an argument."""
    return Bound(do, *args, **kwargs)


def semantic_group(content: ft.Control, expand: bool | int | None = None) -> ft.Control:
    """Group what a screen reader reads as one piece, before its neighbors."""
    return ft.Semantics(content=content, container=True, expand=expand)


def keyed_component(component: Callable[P, R], key: str, *args: P.args, **kwargs: P.kwargs) -> R:
    """Build a component whose state is reset when its key changes."""
    with_key: Callable[..., R] = component
    return with_key(*args, key=key, **kwargs)


def icon_button(icon: ft.IconData, name: str, on_click: Action | None, size: int = FontSize.ICON) -> ft.Control:
    """Build an icon button with an accessible name."""
    return ft.IconButton(ft.Icon(icon, semantics_label=name), icon_size=size, on_click=on_click)


def sign_button(
    icon: ft.IconData,
    word: str,
    name: str,
    on_click: Action | None = None,
    *,
    action: ft.PickFiles | None = None,
    is_chosen: bool | None = None,
) -> ft.Control:
    """Build a sign with its word under it; the word is the short form of the accessible name."""
    color = ft.Colors.PRIMARY if is_chosen else ft.Colors.ON_SURFACE
    words = ft.Text(
        word,
        size=FontSize.FINE_PRINT,
        color=color,
        text_align=ft.TextAlign.CENTER,
        max_lines=2,
        style=ft.TextStyle(height=1.1),
    )
    column = column_of([ft.Icon(icon, size=FontSize.ICON, color=color), words], Space.HAIR, CENTER)
    face = ft.Container(column, alignment=ft.Alignment.TOP_CENTER)
    surface = Surface(pad=ft.Padding.symmetric(vertical=Space.TIGHT), radius=Radius.SOFT)
    height = SIGN_BUTTON_HEIGHT
    return pressable(face, name, on_click, surface, action=action, is_chosen=is_chosen, height=height, expand=True)


def secondary_button(
    label: str,
    on_click: Action,
    icon: ft.IconData | None = None,
    name: str | None = None,
    *,
    consequence: str = "",
    size: float | None = None,
    fill: str = ft.Colors.SURFACE_CONTAINER_HIGH,
    height: float = 48,
    expand: bool | int | None = None,
    taken_width: float = 0,
    page_width: float | None = None,
    is_chosen: bool | None = None,
) -> ft.Control:
    """Build a secondary button, with a small line for its ``consequence`` if that fits.

    The consequence is spoken in any case. ``size`` is the font size of the buttons beside it, ``taken_width`` what
    other controls take of its half of the row, ``page_width`` that of a page with its row, by default of the screen.
    ``is_chosen``: as of ``pressable``.
    """
    consequence, free_width = (
        fitting_consequence(label, consequence),
        (page_width or screen_width()) / columns_at_scale(2) - Space.PAGE - 2 * Space.EDGE - taken_width,
    )
    icon_width = Space.NEAR + scaled_height(ICON_SIZE)
    has_icon = icon is not None and _fits_two_lines(label, free_width - icon_width)
    label_width = free_width - icon_width if has_icon else free_width
    words = _button_label(label, size or shared_label_size([label]), label_width, icon, bool(expand))
    small = fit_lines(consequence, FontSize.FINE_PRINT, label_width, 1) if consequence else 0
    is_one_line = line_count(label, words.size or FontSize.BODY, label_width * SPARE_SHARE) == 1
    shown = consequence if is_one_line and small >= LEAST_CONSEQUENCE else ""
    parts: list[ft.Control] = [label_with_consequence(words, shown, size=small)]
    if has_icon and icon is not None:
        parts.insert(0, ft.Icon(icon, size=scaled_height(ICON_SIZE), color=MUTED))
    row = row_of(parts, Space.NEAR, tight=not expand, alignment=ft.MainAxisAlignment.CENTER)
    pad = ft.Padding.symmetric(
        horizontal=Space.EDGE if current_preferences().scale == 1 else Space.TIGHT,
        vertical=Space.TIGHT if not has_large_text() else Space.HAIR,
    )
    spoken = name or (f"{label}, {consequence}" if consequence else label)
    return pressable(
        row, spoken, on_click, Surface(fill=fill, pad=pad), height=height, is_chosen=is_chosen, expand=expand
    )


def _button_label(label: str, size: float, free_width: float, icon: ft.IconData | None, is_expanded: bool) -> ft.Text:
    """Build the label of a secondary button.

    Its font is smaller than ``size`` if it would take too many lines. A button that is not expanded is as wide as its
    text, which must be told where to break.
    """
    fitting = fit_font_size(label, size, free_width)
    most = 3 if has_large_text() or fit_lines(label, fitting, free_width, 2) < FontSize.FINE_PRINT else 2
    if line_count(label, fitting, free_width) > most:
        fitting = fit_lines(label, fitting, free_width, most)
    width = None if is_expanded else _wrap_width(label, fitting, icon)
    if width is not None:
        fitting = fit_lines(label, fitting, width, 2)
    return ft.Text(
        without_orphan(label),
        size=fitting,
        weight=ft.FontWeight.W_500,
        color=ft.Colors.ON_SURFACE,
        max_lines=most,
        text_align=ft.TextAlign.CENTER,
        style=ft.TextStyle(height=1.1),
        overflow=ft.TextOverflow.ELLIPSIS,
        width=width,
        expand=is_expanded,
        expand_loose=True,
    )


def _wrap_width(label: str, size: float, icon: ft.IconData | None) -> float | None:
    """Return the width at which the label of a button as wide as its text must break.

    None if the label fits into a line of a panel.
    """
    taken = scaled_height(ICON_SIZE) + Space.NEAR if icon is not None else 0
    width = screen_width() - 2 * (Space.PAGE + Space.ROOM + Space.EDGE) - taken
    return width if line_count(label, size, width) > 1 else None


def label_with_consequence(
    label: ft.Text, consequence: str, ink: str = MUTED, size: float = FontSize.FINE_PRINT
) -> ft.Control:
    """Build a label with its ``consequence`` in a small line of that font ``size`` under it."""
    if not consequence:
        return label
    label.max_lines = 1
    small = ft.Text(consequence, size=size, color=ink, no_wrap=True, overflow=ft.TextOverflow.ELLIPSIS)
    lines: list[ft.Control] = [label, small]
    column = column_of(lines, 0, CENTER)
    column.expand, column.expand_loose, label.expand = label.expand, label.expand_loose, None
    return column


def caption(
    label: str,
    size: float = FontSize.FINE_PRINT,
    color: str = MUTED,
    no_wrap: bool = False,
    width: float | None = None,
) -> ft.Text:
    """Build a small heading, smaller where it would not fit into one line of a ``width``."""
    if width is not None:
        size = min(
            size, (width / max(1, len(label)) - LETTER_SPACING) / BROAD_LETTER_WIDTH / current_preferences().scale
        )
    style = ft.TextStyle(letter_spacing=LETTER_SPACING)
    return ft.Text(label.upper(), style=style, size=size, weight=ft.FontWeight.W_600, color=color, no_wrap=no_wrap)


def seat_badge(seat: int | None, name: str, size: int = 32) -> ft.Container:
    """Build a badge in the seat's color with its sign, or with the initial of the name."""
    sign, share = seat_sign(seat), size * 0.5 / current_preferences().scale
    face: ft.Control = ft.Text(seat_initial(name, seat), size=share, weight=ft.FontWeight.W_800, color=INK)
    if sign is not None:
        face = ft.Icon(sign, size=size * SIGN_SHARE, color=INK)
    return ft.Container(
        content=face,
        width=size,
        height=size,
        bgcolor=seat_color(seat),
        border_radius=size / 2,
        alignment=ft.Alignment.CENTER,
    )


def named_badge(seat: int | None, name: str, badge_size: int, size: float) -> ft.Control:
    """Build a seat's badge and its name, cut off only where it does not fit at all."""
    text = ft.Text(
        name,
        size=size,
        weight=ft.FontWeight.W_600,
        no_wrap=True,
        overflow=ft.TextOverflow.ELLIPSIS,
        expand=True,
        expand_loose=True,
    )
    row: list[ft.Control] = [seat_badge(seat, name, badge_size), text]
    return row_of(row, Space.NEAR, tight=True)


def capitalize_first(text: str) -> str:
    """Return the text with a capital first letter."""
    return text[:1].upper() + text[1:]


def tile(
    content: ft.Control,
    *,
    seat: int | None = None,
    is_highlighted: bool = False,
    bgcolor: str = ft.Colors.SURFACE_CONTAINER,
) -> ft.Control:
    """Build a tile, with a stripe in the seat's color if it has one."""
    edge = ft.BorderSide(2, ft.Colors.PRIMARY) if is_highlighted else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
    face = ft.Container(
        content,
        bgcolor=bgcolor,
        padding=ft.Padding.symmetric(horizontal=Space.EDGE, vertical=Space.GAP),
        border_radius=Radius.TILE,
        border=ft.Border(left=edge, top=edge, right=edge, bottom=edge),
    )
    if seat is not None:
        stripe = ft.Container(width=6, bgcolor=seat_color(seat), left=0, top=0, bottom=0)
        inner = ft.Container(content=content, padding=face.padding, margin=ft.Margin.only(left=Space.NEAR))
        face.content, face.padding, face.clip_behavior = (ft.Stack([inner, stripe]), None, ft.ClipBehavior.ANTI_ALIAS)
    return face


def even_rows(keys: Sequence[ft.Control], width: float, gap: int = 4, least: float = MIN_TAP_SIZE) -> ft.Control:
    """Arrange buttons in as few rows as their ``least`` width allows, evenly filled."""
    across = math.ceil(len(keys) / even_lines(len(keys), width, gap, least))
    free = [ft.Container(expand=True) for _ in range(-len(keys) % across)]
    return button_grid([*keys, *free], across, gap)


def even_lines(count: int, width: float, gap: int = 4, least: float = MIN_TAP_SIZE) -> int:
    """Return in how many rows ``even_rows`` arranges so many buttons."""
    return math.ceil(count / fit_count(width, least, gap))


def button_grid(controls: Sequence[ft.Control], each: int, spacing: int = Space.GAP) -> ft.Control:
    """Arrange controls of equal size in rows of ``each``."""
    lines = [controls[k : k + each] for k in range(0, len(controls), each)]
    return column_of([row_of(list(line), spacing) for line in lines], spacing)
