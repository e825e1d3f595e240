"""Chips of the effect builder: targets and effects; a tap adds, a long press subtracts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import flet as ft

from companion.match.log import format_signed
from companion.ui.design.boxes import CENTER, column_of, row_of
from companion.ui.design.look import current_preferences, scaled_height, screen_width, translate
from companion.ui.design.sizes import MIN_TAP_SIZE, FontSize, Radius, Space
from companion.ui.design.text import MUTED, label_text
from companion.ui.design.text_fit import columns_at_scale, fit_lines
from companion.ui.widgets.bottom_sheet import SHEET_WIDTH
from companion.ui.widgets.controls import Surface, bind, button_grid, capitalize_first, pressable, seat_badge
from companion.ui.widgets.hole_controls import choice_chip
from rules.engine import Number, Option, Template, Text
from rules.four_souls.model.effect import Target

from .selection import Effects, amount_of, lacks_target, tap_target

TARGET_ICONS = {
    "monster": ft.Icons.PETS,
    "item": ft.Icons.LAYERS,
    "owned": ft.Icons.INVENTORY_2,
    "everyone": ft.Icons.GROUPS,
}
ITEM_KINDS = ("item", "owned")
"""Kinds of targets that may be numerous."""
CHIPS_ACROSS = 3
"""Effects side by side on a phone."""
NO_TARGET_KIND = "table"
"""Kind that stands for no target at all, and is nothing to choose."""
DISABLED_OPACITY = 0.38
OnEffectTap = Callable[[Template, Target | None, int], None]
COINS = (1, 2, 3, 4, 5, 10)
"""Amounts of the coins among the loot cards, in ¢."""
ROLL_KEYS = (
    ("modify", 1, Text("{by} to the roll", by="+1")),
    ("modify", -1, Text("{by} to the roll", by="−1")),
    ("reroll", 1, Text("reroll")),
)
"""Usual changes of a roll: kind of effect, amount, text."""
KEY_HEIGHT = 60
"""Height of a key in points."""
CHIP_EDGES = 2 * Space.TIGHT
"""What the frame of a chip takes of its width, in points."""


def target_chips(
    options: Sequence[Option], chosen: Target | None, on_choose: Callable[[Target], object], *, in_one_row: bool
) -> ft.Control:
    """Build the target chips in rows that scroll.

    Stack items and items in play have a row of their own, or all stand ``in_one_row``.
    """
    bodies = [option for option in options if _kind(option) not in (*ITEM_KINDS, NO_TARGET_KIND)]
    things = [option for kind in ITEM_KINDS for option in options if _kind(option) == kind]
    things.sort(key=lambda option: -option.value.id if _kind(option) == "item" else 0)  # top of the stack first
    groups = [[*bodies, *things]] if in_one_row else [group for group in (bodies, things) if group]
    rows = [[_target(option, option.value == chosen, on_choose) for option in group] for group in groups]
    return column_of([row_of(row, Space.TIGHT, scroll=ft.ScrollMode.HIDDEN) for row in rows], Space.TIGHT)


def _kind(option: Option) -> str:
    return str(getattr(option.value, "kind", ""))


def _target(option: Option, chosen: bool, on_choose: Callable[[Target], object]) -> ft.Control:
    name = translate(option.label)
    seat = option.value.id if _kind(option) == "seat" else None
    icon = TARGET_ICONS.get(_kind(option), ft.Icons.STYLE)
    mark = seat_badge(seat, name, 22) if seat is not None else ft.Icon(icon, size=FontSize.SUBTITLE, color=MUTED)
    text = label_text(name, 600, max_lines=1)
    return choice_chip(
        name,
        lambda: on_choose(option.value),
        chosen,
        row_of([mark, text], Space.NEAR, tight=True),
        spoken=translate(Text("On {target}", target=option.label)),
        radius=Radius.PILL,
        height=MIN_TAP_SIZE,
        grows=False,
        pad=ft.Padding.only(left=Space.GAP, right=Space.EDGE),
    )


def coin_keys(
    templates: Sequence[Template], chosen: Target | None, has_effects: bool, on_coin: OnEffectTap
) -> list[ft.Control]:
    """Build a key for each coin, for the chosen target.

    None where ¢ are not counted or it cannot have them.

    Its name says that it goes onto the stack at once, unless the card ``has_effects`` already.
    """
    cents = next((template for template in templates if getattr(template.value, "kind", "") == "cents"), None)
    if cents is None or lacks_target(cents, chosen):
        return []
    option = tap_target(cents, chosen)
    amounts = [translate(Text("+{n} ¢", n=n)) for n in COINS]
    taps = [bind(on_coin, cents, option.value if option else None, n) for n in COINS]
    return [_keys(tuple(zip(amounts, taps, strict=True)), len(COINS), has_effects)]


def roll_keys(templates: Sequence[Template], has_effects: bool, on_key: OnEffectTap) -> list[ft.Control]:
    """Build a key for each usual change of the roll nearest the top of the stack.

    None without a roll.

    Like a coin's it puts the card onto the stack at once, unless the card ``has_effects`` already.
    """
    by_kind = {getattr(template.value, "kind", ""): template for template in templates}
    keys = []
    for kind, by, text in ROLL_KEYS:
        template = by_kind.get(kind)
        option = tap_target(template, None) if template else None
        if template and option:
            keys.append((capitalize_first(translate(text)), bind(on_key, template, option.value, by)))
    return [_keys(tuple(keys), len(ROLL_KEYS), has_effects)] if keys else []


def _keys(keys: Sequence[tuple[str, Callable[[], object]]], most: int, has_effects: bool) -> ft.Control:
    across = columns_at_scale(most)
    width = (min(screen_width(), SHEET_WIDTH) - Space.ROOM - Space.EDGE + Space.TIGHT) / across - Space.TIGHT
    longest = max((label for label, _ in keys), key=len)
    lines = 1 if fit_lines(longest, FontSize.SUBTITLE, width, 1) >= FontSize.FINE_PRINT else 2
    size = fit_lines(longest, FontSize.SUBTITLE, width, lines)
    return button_grid([_key(label, size, has_effects, tap) for label, tap in keys], across, Space.TIGHT)


def _key(text: str, size: float, has_effects: bool, on_tap: Callable[[], object]) -> ft.Control:
    label = text if has_effects else translate(Text("{what}, onto the stack", what=text))
    face = ft.Text(
        text,
        size=size,
        weight=ft.FontWeight.W_700,
        text_align=ft.TextAlign.CENTER,
        style=ft.TextStyle(height=1.05),
    )
    fill = ft.Colors.PRIMARY_CONTAINER
    return pressable(face, label, on_tap, Surface(fill=fill, pad=0, radius=Radius.TILE), height=KEY_HEIGHT, expand=True)


def chip_width(across: int) -> float:
    """Return the width of each of so many chips side by side on a sheet, in points."""
    return (min(screen_width(), SHEET_WIDTH) - Space.ROOM - Space.EDGE + Space.NEAR) / across - Space.NEAR


def effect_chip(
    template: Template, chosen: Target | None, effects: Effects, on_tap: OnEffectTap, width: float
) -> ft.Control:
    """Build an effect chip: a tap adds, a long press subtracts; disabled without its target.

    It has a − button where the amount may be negative.
    """
    if lacks_target(template, chosen):
        return _disabled_chip(template, width)
    option = tap_target(template, chosen)
    target = option.value if option else None
    number, label = template.hole(Number), translate(template.label or Text("what"))
    so_far = amount_of(effects, template, target)
    amount_text = _amount(number.low < 0, so_far) if number else ""
    elsewhere = translate(option.label) if option and option.value != chosen else ""
    spoken = f"{label}: {elsewhere}" if elsewhere else label
    parts: list[ft.Control] = []
    if number is not None and number.low < 0:
        less = translate(Text("Less: {what}", what=spoken))
        parts.append(
            _half(
                ft.Icon(ft.Icons.REMOVE, size=FontSize.HEADING),
                less,
                lambda: on_tap(template, target, -1),
                None,
                MIN_TAP_SIZE,
            )
        )
    free = width - (MIN_TAP_SIZE if parts else 0) - CHIP_EDGES
    face = _chip_face(f"{amount_text} {label}".strip(), elsewhere, bool(so_far), free)
    more = translate(Text("More: {what}", what=spoken)) if number is not None else spoken
    on_long_press = (lambda: on_tap(template, target, -1)) if number else None
    parts.append(_half(face, more, lambda: on_tap(template, target, 1), on_long_press, None, bool(so_far)))
    edge = ft.BorderSide(2, ft.Colors.PRIMARY) if so_far else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
    return _chip_frame(row_of(parts, 0), edge)


def _disabled_chip(template: Template, width: float) -> ft.Control:
    label = translate(template.label or Text("what"))
    spoken = translate(Text("{what}: choose another target", what=label))
    face = ft.Container(_chip_face(label, "", False, width - CHIP_EDGES), opacity=DISABLED_OPACITY)
    edge = ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
    return _chip_frame(row_of([_half(face, spoken, None, None, None)], 0), edge)


def _chip_frame(content: ft.Control, edge: ft.BorderSide) -> ft.Control:
    return ft.Container(
        content,
        expand=True,
        height=scaled_height(50),
        border_radius=Radius.TILE,
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH,
        border=ft.Border(left=edge, top=edge, right=edge, bottom=edge),
    )


def _amount(both_ways: bool, so_far: int) -> str:
    if not so_far:
        return "+" if both_ways else ""
    return format_signed(so_far) if both_ways else str(so_far)


def _chip_face(label: str, elsewhere: str, on: bool, width: float) -> ft.Control:
    ink = ft.Colors.PRIMARY if on else ft.Colors.ON_SURFACE
    has_target = bool(elsewhere) and (current_preferences().scale == 1 or len(label) < 9)
    text = ft.Text(
        label,
        size=fit_lines(label, FontSize.SMALL if has_target else FontSize.BODY, width, 2),
        weight=ft.FontWeight.W_700 if on else ft.FontWeight.W_500,
        color=ink,
        text_align=ft.TextAlign.CENTER,
        max_lines=2,
        style=ft.TextStyle(height=1.05),
        overflow=ft.TextOverflow.ELLIPSIS,
    )
    lines: list[ft.Control] = [text]
    if has_target:
        small = ft.Text(
            elsewhere,
            size=FontSize.FINE_PRINT,
            color=MUTED,
            style=ft.TextStyle(height=1.05),
            no_wrap=True,
            overflow=ft.TextOverflow.ELLIPSIS,
        )
        lines.append(small)
    return column_of(lines, 0, CENTER)


def _half(
    face: ft.Control,
    name: str,
    on_tap: Callable[[], None] | None,
    on_long_press: Callable[[], None] | None,
    width: int | None,
    is_chosen: bool | None = None,
) -> ft.Control:
    place: dict[str, Any] = {"expand": True} if width is None else {"width": width}
    surface = Surface(pad=Space.HAIR)
    return pressable(face, name, on_tap, surface, on_long_press=on_long_press, is_chosen=is_chosen, height=48, **place)
