"""Controls beside the answers: hints, the dice reader, and answering for others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import flet as ft

from companion.ui.design.look import translate
from companion.ui.design.sizes import FontSize, Space
from companion.ui.design.text import MUTED
from companion.ui.table.intents import Page, TableIntents
from companion.ui.table.model.answers import SideAction, SideKind, SideModel
from companion.ui.table.model.context import TableContext
from companion.ui.table.model.game_model import SideButton
from companion.ui.table.model.sheet import SilenceSheet
from companion.ui.widgets.controls import Action, Surface, bind, pressable

MAX_BUTTONS_SHARE, MAX_BUTTONS_SHARE_LANDSCAPE = 0.45, 0.36
"""Maximum share of the screen's height for large buttons: in portrait, in landscape."""
SQUARE_WIDTH = 56
"""Width of a button that is only a sign, in points."""
UNLIMITED_HEIGHT = 10_000.0
"""Height in points that is never reached: all large buttons scroll with the question."""


@dataclass(frozen=True)
class LabeledAction:
    """What a button beside the answers shows, and its handler."""

    name: str
    icon: ft.IconData
    on_tap: Action


@dataclass(frozen=True)
class SideControls:
    """Buttons beside the answers, and the room for them.

    ``hint`` is shown if there is no primary answer. ``width`` is the width of the answer zone in points,
    ``max_buttons_height`` the height that large buttons may take; ``is_landscape`` means a phone lying on its side,
    ``is_compact`` that answers of the next question stand there with little room for them, ``is_narrow`` that only two
    things fit side by side, ``is_low`` that the quiet answers share one row. All answers scroll in ``scroll_height``
    points if there is one, the usual one first.
    """

    hint: str = ""
    buttons: tuple[LabeledAction, ...] = ()
    icon_buttons: tuple[LabeledAction, ...] = ()
    width: float = 366
    max_buttons_height: float = 380
    is_landscape: bool = False
    is_compact: bool = False
    is_narrow: bool = False
    is_low: bool = False
    scroll_height: float | None = None

    @property
    def page_width(self) -> float:
        """Width of a page whose answers are as wide, in points."""
        return self.width + 2 * Space.GAP


ICONS: dict[SideKind, ft.IconData] = {
    "read_dice": ft.Icons.PHOTO_CAMERA,
    "answer_for_others": ft.Icons.BACK_HAND,
    "stops": ft.Icons.TUNE,
    "silence": ft.Icons.NOTIFICATIONS_OFF_OUTLINED,
}


def build_side_controls(
    context: TableContext,
    side: SideModel,
    intents: TableIntents,
    side_buttons: Sequence[SideButton],
    height: float | None,
) -> SideControls:
    """Build the buttons beside the answers, the game's own last; all scroll in a given height."""
    if context.seat_prompt is None:
        return SideControls()
    wide, icons = (
        [_labeled(one, context, intents) for one in side.actions if one.is_wide == is_wide] for is_wide in (True, False)
    )
    icons += [LabeledAction(translate(name), icon, bind(intents.open, sheet)) for icon, name, sheet in side_buttons]
    max_buttons_height = (
        UNLIMITED_HEIGHT
        if context.is_crowded or height is not None
        else context.height * (MAX_BUTTONS_SHARE_LANDSCAPE if context.is_landscape else MAX_BUTTONS_SHARE)
    )
    return SideControls(
        side.hint,
        tuple(wide),
        tuple(icons),
        context.answers_width,
        max_buttons_height,
        context.is_landscape,
        context.has_compact_answers,
        context.is_narrow,
        context.is_low,
        None if context.is_crowded else height,
    )


def _labeled(action: SideAction, context: TableContext, intents: TableIntents) -> LabeledAction:
    taps: dict[SideKind, Action] = {
        "answer_for_others": intents.answer_for_others,
        "stops": bind(intents.go, Page.SETTINGS),
        "silence": bind(intents.open, SilenceSheet(context.table_state.prompt_id)),
    }
    if context.roll_choice is not None:
        taps["read_dice"] = bind(intents.choose, context.roll_choice)
    return LabeledAction(action.label, ICONS[action.kind], taps[action.kind])


def square_icon_button(name: str, icon: ft.IconData, on_tap: Action) -> ft.Control:
    """Build a square icon button, as high as the buttons beside it; a long press names it."""
    face = ft.Icon(icon, size=FontSize.TITLE, color=MUTED, tooltip=name)
    return pressable(
        face, name, on_tap, Surface(fill=ft.Colors.SURFACE_CONTAINER_HIGH, pad=0), width=SQUARE_WIDTH, height=48
    )
