"""Secondary answers above the primary button: quiet choices, triggers and leaving the phase."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

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
    quiet_count,
    shares_row,
    shown_response,
)
from companion.ui.table.zones.answers.side import SQUARE_WIDTH, SideControls, square_icon_button
from companion.ui.widgets.controls import Action, Surface, bind, label_with_consequence, pressable, secondary_button
from rules.engine import Cards, Choice, Text


def secondary_actions(
    layout: ChoiceLayout,
    own_seat: int,
    intents: TableIntents,
    side_controls: SideControls,
) -> list[ft.Control]:
    """Build the rows of secondary answers; the last one holds leaving the phase."""
    return _QuietKeys(layout, own_seat, intents, side_controls).rows()


@dataclass
class _QuietKeys:
    """The quiet keys of a question; their labels have one size, and icons stand beside them."""

    layout: ChoiceLayout
    own_seat: int
    intents: TableIntents
    sides: SideControls
    size: float = field(init=False)
    taken_width: float = field(init=False)

    def __post_init__(self) -> None:
        self.size = shared_label_size([*self._labels()])
        icons = len(self.sides.icon_buttons) + (self._shows_trigger_as_icon and bool(self.layout.triggers))
        taken = (icons + (self._is_full and self._has_more)) * (SQUARE_WIDTH + Space.GAP)
        wide = quiet_count(self.layout, self.own_seat) + len(self.sides.buttons)
        wide += self._has_more and not self._is_full
        wide += bool(self.layout.triggers) and not self._shows_trigger_as_icon
        is_alone = wide == 1 and not self.layout.leave_beside
        self.taken_width = taken - self.sides.page_width / 2 if is_alone else taken / 2

    def rows(self) -> list[ft.Control]:
        """Build the rows from top to bottom."""
        icons = [square_icon_button(one.name, one.icon, one.on_tap) for one in self.sides.icon_buttons]
        triggers, more, others = self._trigger(), self._more(), self._others()
        if self.layout.leave_beside:
            return self._rows_with_leave(triggers, more, others, icons)
        if self._is_full:
            return _lines(others, [*triggers, *more, *icons])
        if self.sides.is_compact:
            return _lines([*more, *others], [*triggers, *icons])
        return _lines([*more, *triggers, *others], icons)

    def _rows_with_leave(
        self,
        triggers: Sequence[ft.Control],
        more: Sequence[ft.Control],
        others: Sequence[ft.Control],
        icons: Sequence[ft.Control],
    ) -> list[ft.Control]:
        large_text = has_large_text() or self.sides.is_narrow  # large letters need the whole width
        fills = large_text or (self._is_tight and len(others) == 1)  # otherwise only where it shares its row with icons
        leave = [self._leave(choice, fills=fills) for choice in self.layout.leave_beside]
        if large_text:
            return [*_lines([*more, *triggers, *others], icons), row_of([*leave], Space.GAP)]
        if more:
            return [*_lines(others), row_of([*more, *triggers, *icons, *leave], Space.GAP)]
        last = others[-1:] or [ft.Container(expand=True)]
        return [*_lines(others[:-1]), row_of([*last, *icons, *leave], Space.GAP)]

    @property
    def _is_full(self) -> bool:
        """Whether all quiet keys share one row."""
        return self.sides.is_low and shares_row(self.layout, self.own_seat)

    @property
    def _is_tight(self) -> bool:
        """Whether the key of the dice sheet has room for its icon only."""
        return bool(self.layout.leave_beside and (self.sides.icon_buttons or self.layout.dice))

    @property
    def _shows_trigger_as_icon(self) -> bool:
        """Whether a trigger shares its row with leaving, or room is scarce."""
        return bool(self.layout.leave_beside) or self.sides.is_compact or self._is_full or has_large_text()

    @property
    def _has_more(self) -> bool:
        """Whether there are responses besides the one that is shown anyway."""
        layout, shown = self.layout, shown_response(self.layout, self.own_seat)
        only_shown = layout.has_single_responder and layout.responses_by_seat[self.own_seat] == (shown,)
        return bool(layout.responses_by_seat) and not only_shown

    @property
    def _more_label(self) -> Text:
        is_more = self.layout.leave or self.layout.has_single_responder
        return Text("More") if is_more else Text("Somebody responds")

    def _labels(self) -> Iterator[str]:
        if self._has_more:
            yield translate(self._more_label)
        layout = self.layout
        choices = [*layout.secondary, *layout.triggers[:1], *layout.responses_by_seat.get(self.own_seat, ())[:1]]
        for choice in choices:
            if choice.die is None:
                yield translate(choice.label)
        yield from (one.name for one in self.sides.buttons)

    def _others(self) -> list[ft.Control]:
        """Build the key of the dice sheet, the response that is shown, and the other choices."""
        keys: list[ft.Control] = []
        if self.layout.dice is not None and has_dice_key(self.layout):
            keys.append(self._dice_sheet(self.layout.dice))
        response = shown_response(self.layout, self.own_seat)
        if response is not None:
            keys.append(self._choice(response, ft.Icons.STYLE))
        keys += [self._choice(choice) for choice in self.layout.secondary if choice.die is None]
        return [*keys, *(self._key(one.name, one.on_tap, one.icon) for one in self.sides.buttons)]

    def _more(self) -> list[ft.Control]:
        """Build the key of the sheet of responses, if there are more than the one that is shown."""
        if not self._has_more:
            return []
        label, icon, on_open = translate(self._more_label), ft.Icons.EXPAND_LESS, self.intents.open_responses
        return [square_icon_button(label, icon, on_open) if self._is_full else self._key(label, on_open, icon)]

    def _trigger(self) -> list[ft.Control]:
        """Build the key of the own trigger, else of the first one."""
        triggers = self.layout.triggers
        trigger = next((one for one in triggers if one.seat == self.own_seat), next(iter(triggers), None))
        if trigger is None:
            return []
        if not self._shows_trigger_as_icon:
            return [self._choice(trigger, ft.Icons.BOLT)]
        return [square_icon_button(translate(trigger.label), ft.Icons.BOLT, bind(self.intents.choose, trigger))]

    def _choice(self, choice: Choice, icon: ft.IconData | None = None) -> ft.Control:
        on_tap = bind(self.intents.choose, choice)
        return self._key(translate(choice.label), on_tap, icon, consequence_text(choice))

    def _key(self, label: str, on_tap: Action, icon: ft.IconData | None = None, consequence: str = "") -> ft.Control:
        return secondary_button(
            label,
            on_tap,
            icon,
            consequence=consequence,
            size=self.size,
            expand=True,
            taken_width=self.taken_width,
            page_width=self.sides.page_width,
        )

    def _dice_sheet(self, choice: Choice) -> ft.Control:
        """Build the key of photo, file and virtual roll."""
        reads_cards = isinstance(roll_hole(choice), Cards)
        inline = Text("With the camera") if reads_cards else Text("Camera, or roll for me")
        is_inline = reads_cards or has_inline_dice(self.layout)
        label = translate(inline if is_inline else choice.label)
        icon = ft.Icons.PHOTO_CAMERA if is_inline else ft.Icons.CASINO
        on_tap = bind(self.intents.choose, choice)
        return square_icon_button(label, icon, on_tap) if self._is_tight else self._key(label, on_tap, icon)

    def _leave(self, choice: Choice, *, fills: bool) -> ft.Control:
        """Build the key that leaves the phase, with its consequence.

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
        free_width = self.sides.page_width / 2 - Space.PAGE - 2 * Space.EDGE - FontSize.SUBTITLE - Space.NEAR
        small = fit_lines(consequence, FontSize.FINE_PRINT, free_width, 1) if consequence else 0
        is_shown = consequence and line_count(consequence, small, free_width) == 1  # else it is only spoken
        face = row_of(
            [
                label_with_consequence(label, consequence if is_shown else "", ft.Colors.SECONDARY, small),
                ft.Icon(ft.Icons.LOGOUT, size=FontSize.SUBTITLE, color=ft.Colors.SECONDARY),
            ],
            Space.NEAR,
            tight=True,
        )
        spoken = f"{translate(choice.label)}, {consequence}" if consequence else translate(choice.label)
        edge, pad = ft.BorderSide(1.5, ft.Colors.SECONDARY), ft.Padding.symmetric(horizontal=Space.EDGE)
        on_tap = bind(self.intents.choose, choice)
        return pressable(face, spoken, on_tap, Surface(edge=edge, pad=pad), height=48, expand=fills)


def _lines(controls: Sequence[ft.Control], icon_buttons: Sequence[ft.Control] = ()) -> list[ft.Control]:
    """Arrange controls two in a row; ``icon_buttons`` are appended to the last row."""
    lines = [list(controls[k : k + 2]) for k in range(0, len(controls), 2)]
    if icon_buttons:
        lines = [*lines[:-1], [*(lines[-1] if lines else []), *icon_buttons]]
    return [row_of(line, Space.GAP) for line in lines]
