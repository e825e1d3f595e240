"""Chips of the effect builder: targets and effects; a tap adds, a long press subtracts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import flet as ft

from companion.i18n import Translate
from companion.match.log import signed
from companion.ui.design import preferences
from companion.ui.design.preferences import tall
from companion.ui.design.theme import THUMB, Round, Space, Type
from companion.ui.widgets.controls import badge, press
from rules.engine import Option, Template, Text

from .recall import number_of
from .said import Said, aim, amount

PICTURES = {
    "monster": ft.Icons.PETS,
    "item": ft.Icons.LAYERS,
    "owned": ft.Icons.INVENTORY_2,
    "everyone": ft.Icons.GROUPS,
}
THINGS = ("item", "owned")
"""Kinds of targets that may be numerous."""
CLOSE: dict[str, Any] = {"spacing": 5, "run_spacing": 5}
Tap = Callable[[Template, Any, int], None]


def whom(words: Translate, options: Sequence[Option], chosen: Any, choose: Callable[[Any], Any]) -> ft.Control:
    """Build the target chips.

    Seats and monsters wrap; stack items and items in play stand in a scrolling row.
    """
    bodies = [option for option in options if _kind(option) not in THINGS]
    things = [option for kind in THINGS for option in options if _kind(option) == kind]
    things.sort(key=lambda option: -option.value.id if _kind(option) == "item" else 0)  # top of the stack first
    rows: list[ft.Control] = []
    if bodies:
        rows.append(ft.Row([_target(words, o, o.value == chosen, choose) for o in bodies], wrap=True, **CLOSE))
    if things:
        pushed = [_target(words, o, o.value == chosen, choose) for o in things]
        rows.append(ft.Row(pushed, scroll=ft.ScrollMode.HIDDEN, spacing=Space.TIGHT))
    return ft.Column(rows, spacing=Space.TIGHT, tight=True)


def _kind(option: Option) -> str:
    return str(getattr(option.value, "kind", ""))


def _target(words: Translate, option: Option, chosen: bool, choose: Callable[[Any], Any]) -> ft.Control:
    name = words(option.label)
    seat = option.value.id if _kind(option) == "seat" else None
    icon = PICTURES.get(_kind(option), ft.Icons.STYLE)
    mark = (
        badge(seat, name, 22) if seat is not None else ft.Icon(icon, size=Type.LEAD, color=ft.Colors.ON_SURFACE_VARIANT)
    )
    text = ft.Text(name, size=Type.SMALL, weight=ft.FontWeight.W_600, max_lines=1)
    edge = ft.BorderSide(2, ft.Colors.PRIMARY) if chosen else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
    fill = ft.Colors.PRIMARY_CONTAINER if chosen else ft.Colors.TRANSPARENT
    return press(
        ft.Row([mark, text], tight=True, spacing=Space.NEAR),
        words(Text("On {target}", target=option.label)),
        lambda: choose(option.value),
        edge=edge,
        fill=fill,
        radius=Round.PILL,
        height=THUMB,
        grows=False,
        pad=ft.Padding.only(left=Space.GAP, right=Space.EDGE),
    )


def chip(words: Translate, template: Template, chosen: Any, said: Said, tap: Tap) -> ft.Control:
    """Build an effect chip: a tap adds, a long press subtracts.

    It has a − button where the amount may be negative.
    """
    option = aim(template, chosen)
    target = option.value if option else None
    number, label = number_of(template), words(template.label or Text("what"))
    so_far = amount(said, template, target)
    shown = _amount(number.low < 0, so_far) if number else ""
    elsewhere = words(option.label) if option and option.value != chosen else ""
    parts: list[ft.Control] = []
    if number is not None and number.low < 0:
        less = words(Text("Less: {what}", what=label))
        parts.append(
            _half(ft.Icon(ft.Icons.REMOVE, size=Type.HEAD), less, lambda: tap(template, target, -1), None, THUMB)
        )
    face = _chip_face(label, shown, elsewhere, bool(so_far), number is not None)
    more = words(Text("More: {what}", what=label)) if number is not None else label
    back = (lambda: tap(template, target, -1)) if number else None
    parts.append(_half(face, more, lambda: tap(template, target, 1), back, None))
    edge = ft.BorderSide(2, ft.Colors.PRIMARY) if so_far else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
    return ft.Container(
        ft.Row(parts, spacing=0),
        expand=True,
        height=tall(50),
        border_radius=Round.TILE,
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH,
        border=ft.Border(left=edge, top=edge, right=edge, bottom=edge),
    )


def _amount(both_ways: bool, so_far: int) -> str:
    if not so_far:
        return "+" if both_ways else ""
    return signed(so_far) if both_ways else str(so_far)


def _chip_face(label: str, shown: str, elsewhere: str, on: bool, counts: bool) -> ft.Control:
    ink = ft.Colors.PRIMARY if on else ft.Colors.ON_SURFACE
    text = ft.Text(
        f"{shown} {label}".strip() if shown else label,
        size=Type.BODY if len(label) < 9 else Type.SMALL,
        weight=ft.FontWeight.W_700 if on else ft.FontWeight.W_500,
        color=ink,
        text_align=ft.TextAlign.CENTER,
        max_lines=2,
        style=ft.TextStyle(height=1.05),
        overflow=ft.TextOverflow.ELLIPSIS,
    )
    lines: list[ft.Control] = [text]
    if elsewhere and counts | on and (preferences.here().scale == 1 or len(label) < 9):
        small = ft.Text(elsewhere, size=Type.FINE, color=ft.Colors.ON_SURFACE_VARIANT, no_wrap=True)
        lines.append(small)
    return ft.Column(lines, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER)


def _half(
    face: ft.Control, name: str, do: Callable[[], None], back: Callable[[], None] | None, width: int | None
) -> ft.Control:
    place: dict[str, Any] = {"expand": True} if width is None else {"width": width}
    return press(face, name, do, on_long_press=back, pad=Space.HAIR, radius=Round.TILE, height=48, **place)
