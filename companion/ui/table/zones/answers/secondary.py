"""Secondary answers above the primary button: quiet choices, triggers and leaving the phase."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import flet as ft

from companion.dice.roll import roll_hole
from companion.ui.design.boxes import row_of
from companion.ui.design.look import translate
from companion.ui.design.sizes import FontSize, Space
from companion.ui.design.text import body_text
from companion.ui.design.text_fit import fit_lines, fitting_consequence, has_large_text, line_count, shared_label_size
from companion.ui.table.intents import TableIntents
from companion.ui.table.model.answers import consequence_text
from companion.ui.table.model.choice_layout import (
    ChoiceLayout,
    has_dice_key,
    has_inline_dice,
    shares_row,
    shown_response,
)
from companion.ui.table.zones.answers.side import SQUARE_WIDTH, SideControls, square_icon_button
from companion.ui.widgets.controls import Surface, bind, label_with_consequence, pressable, secondary_button
from rules.engine import Cards, Choice, Text


def secondary_actions(
    layout: ChoiceLayout,
    own_seat: int,
    intents: TableIntents,
    side_controls: SideControls,
) -> list[ft.Control]:
    """Build the rows of secondary answers; the last one holds leaving the phase."""
    size = shared_label_size([*_labels(layout, own_seat)])
    tight = bool(layout.leave_beside and (side_controls.icon_buttons or layout.dice))
    page_width = side_controls.page_width
    wide = [
        secondary_button(button.name, button.on_tap, button.icon, page_width=page_width, expand=True)
        for button in side_controls.buttons
    ]
    icons = [square_icon_button(button.name, button.icon, button.on_tap) for button in side_controls.icon_buttons]
    is_full = side_controls.is_low and shares_row(layout, own_seat)
    as_icon = bool(layout.leave_beside) or side_controls.is_compact or is_full or has_large_text()
    triggers = _triggers(layout, own_seat, intents, size, page_width, as_icon=as_icon)
    beside = len(icons) + (len(triggers) if as_icon else 0) + (is_full and _has_more(layout, own_seat))
    taken_width = beside * (SQUARE_WIDTH + Space.GAP) / 2
    more = (
        [_more(layout, intents, size, taken_width, page_width, as_icon=is_full)] if _has_more(layout, own_seat) else []
    )
    others = [*_secondary(layout, own_seat, intents, side_controls, tight, size, taken_width), *wide]
    if not layout.leave_beside:
        if is_full:
            return _lines(others, [*triggers, *more, *icons])
        if side_controls.is_compact:
            return _lines([*more, *others], [*triggers, *icons])
        return _lines([*more, *triggers, *others], icons)
    large_text = has_large_text() or side_controls.is_narrow  # large letters need the whole width
    fills = large_text or (tight and len(others) == 1)  # otherwise only where it shares its row with icons
    leave = [_leave(choice, intents, page_width, fills) for choice in layout.leave_beside]
    if large_text:
        return [*_lines([*more, *triggers, *others], icons), row_of([*leave], Space.GAP)]
    if more:
        return [*_lines(others), row_of([*more, *triggers, *icons, *leave], Space.GAP)]
    last = others[-1:] or [ft.Container(expand=True)]
    return [*_lines(others[:-1]), row_of([*last, *icons, *leave], Space.GAP)]


def _labels(layout: ChoiceLayout, own_seat: int) -> Iterator[str]:
    if _has_more(layout, own_seat):
        yield translate(_more_label(layout))
    choices = [*layout.secondary, *layout.triggers[:1], *layout.responses_by_seat.get(own_seat, ())[:1]]
    for choice in choices:
        if choice.die is None:
            yield translate(choice.label)


def _has_more(layout: ChoiceLayout, own_seat: int) -> bool:
    """Return whether there are responses besides the one that is shown anyway."""
    shown = shown_response(layout, own_seat)
    only_shown = layout.has_single_responder and layout.responses_by_seat[own_seat] == (shown,)
    return bool(layout.responses_by_seat) and not only_shown


def _lines(controls: Sequence[ft.Control], icon_buttons: Sequence[ft.Control] = ()) -> list[ft.Control]:
    """Arrange controls two in a row; ``icon_buttons`` are appended to the last row."""
    lines = [list(controls[k : k + 2]) for k in range(0, len(controls), 2)]
    if icon_buttons:
        lines = [*lines[:-1], [*(lines[-1] if lines else []), *icon_buttons]]
    return [row_of(line, Space.GAP) for line in lines]


def _more_label(layout: ChoiceLayout) -> Text:
    return Text("More") if layout.leave or layout.has_single_responder else Text("Somebody responds")


def _more(
    layout: ChoiceLayout, intents: TableIntents, size: float, taken_width: float, page_width: float, *, as_icon: bool
) -> ft.Control:
    """Build the button of the sheet of responses."""
    label, icon, on_open = translate(_more_label(layout)), ft.Icons.EXPAND_LESS, intents.open_responses
    if as_icon:
        return square_icon_button(label, icon, on_open)
    return secondary_button(
        label, on_open, icon, size=size, expand=True, taken_width=taken_width, page_width=page_width
    )


def _triggers(
    layout: ChoiceLayout, own_seat: int, intents: TableIntents, size: float, page_width: float, *, as_icon: bool
) -> list[ft.Control]:
    """Build a trigger's button.

    ``as_icon`` where it shares its row with leaving, or room is scarce.
    """
    trigger = next((choice for choice in layout.triggers if choice.seat == own_seat), next(iter(layout.triggers), None))
    if trigger is None:
        return []
    if not as_icon:
        return [_choice(trigger, intents, size, page_width, ft.Icons.BOLT)]
    return [square_icon_button(translate(trigger.label), ft.Icons.BOLT, bind(intents.choose, trigger))]


def _secondary(
    layout: ChoiceLayout,
    own_seat: int,
    intents: TableIntents,
    side_controls: SideControls,
    tight: bool,
    size: float,
    taken_width: float,
) -> list[ft.Control]:
    buttons: list[ft.Control] = []
    page_width = side_controls.page_width
    if layout.dice is not None and has_dice_key(layout):
        buttons.append(_dice_sheet_button(layout, layout.dice, intents, tight, size, page_width))
    response = shown_response(layout, own_seat)
    if response is not None:
        buttons.append(_choice(response, intents, size, page_width, ft.Icons.STYLE, taken_width))
    others = [choice for choice in layout.secondary if choice.die is None]
    return [*buttons, *(_choice(choice, intents, size, page_width, taken_width=taken_width) for choice in others)]


def _choice(
    choice: Choice,
    intents: TableIntents,
    size: float,
    page_width: float,
    icon: ft.IconData | None = None,
    taken_width: float = 0,
) -> ft.Control:
    return secondary_button(
        translate(choice.label),
        bind(intents.choose, choice),
        icon,
        consequence=consequence_text(choice),
        size=size,
        expand=True,
        taken_width=taken_width,
        page_width=page_width,
    )


def _dice_sheet_button(
    layout: ChoiceLayout, choice: Choice, intents: TableIntents, tight: bool, size: float, page_width: float
) -> ft.Control:
    """Build the button for photo, file and virtual roll; an icon only if ``tight``."""
    reads_cards = isinstance(roll_hole(choice), Cards)
    inline = Text("With the camera") if reads_cards else Text("Camera, or roll for me")
    is_inline = reads_cards or has_inline_dice(layout)
    label = translate(inline if is_inline else choice.label)
    icon = ft.Icons.PHOTO_CAMERA if is_inline else ft.Icons.CASINO
    on_tap = bind(intents.choose, choice)
    if tight:
        return square_icon_button(label, icon, on_tap)
    return secondary_button(label, on_tap, icon, size=size, page_width=page_width, expand=True)


def _leave(choice: Choice, intents: TableIntents, page_width: float, fills: bool) -> ft.Control:
    """Build the button that leaves the phase, with its consequence.

    Its label has two lines where it ``fills`` its row.
    """
    label = body_text(
        translate(choice.label),
        600,
        ft.Colors.SECONDARY,
        style=ft.TextStyle(height=1.1),
        expand=fills,
        expand_loose=True,
    )
    consequence = fitting_consequence(translate(choice.label), consequence_text(choice))
    free_width = page_width / 2 - Space.PAGE - 2 * Space.EDGE - FontSize.SUBTITLE - Space.NEAR
    small = fit_lines(consequence, FontSize.FINE_PRINT, free_width, 1) if consequence else 0
    shown = consequence if consequence and line_count(consequence, small, free_width) == 1 else ""  # else only spoken
    face = row_of(
        [
            label_with_consequence(label, shown, ft.Colors.SECONDARY, small),
            ft.Icon(ft.Icons.LOGOUT, size=FontSize.SUBTITLE, color=ft.Colors.SECONDARY),
        ],
        Space.NEAR,
        tight=True,
    )
    edge = ft.BorderSide(1.5, ft.Colors.SECONDARY)
    spoken = f"{translate(choice.label)}, {consequence}" if consequence else translate(choice.label)
    pad, on_tap = ft.Padding.symmetric(horizontal=Space.EDGE), bind(intents.choose, choice)
    return pressable(face, spoken, on_tap, Surface(edge=edge, pad=pad), height=48, expand=fills)
