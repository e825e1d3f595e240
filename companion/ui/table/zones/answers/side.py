"""Controls beside the answers: hints, the dice reader, and answering for others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import flet as ft

from companion.ui.design.look import scaled_height, translate
from companion.ui.design.sizes import FontSize
from companion.ui.design.text import MUTED
from companion.ui.table.intents import Page, TableIntents
from companion.ui.table.model.context import TableContext
from companion.ui.table.model.game_model import SideButton
from companion.ui.table.model.question import join_names, pending_text
from companion.ui.table.model.sheet import SilenceSheet
from companion.ui.widgets.controls import Action, Surface, bind, pressable
from rules.engine import Text

MAX_BUTTONS_SHARE, MAX_BUTTONS_SHARE_LANDSCAPE = 0.45, 0.36
"""Maximum share of the screen's height for large buttons: in portrait, in landscape."""
BESIDE_RESPONSES, BAR_AND_GAPS = 284, 96
"""Height in points of what stays in sight beside responses: the question's beginning and the other answers at text
scale 1, the bar and the gaps at any.
"""
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
    ``max_buttons_height`` the height that large buttons may take, ``max_responses_height`` that of the players and the
    responses of one of them; ``is_landscape`` means a phone lying on its side, ``is_compact`` that answers of the next
    question stand there with little room for them, ``is_narrow`` that only two things fit side by side.
    """

    hint: str = ""
    buttons: tuple[LabeledAction, ...] = ()
    icon_buttons: tuple[LabeledAction, ...] = ()
    width: float = 366
    max_buttons_height: float = 380
    max_responses_height: float = 464
    is_landscape: bool = False
    is_compact: bool = False
    is_narrow: bool = False


def build_side_controls(
    context: TableContext, intents: TableIntents, side_buttons: Sequence[SideButton]
) -> SideControls:
    """Build the hint and the buttons beside the answers.

    The buttons are wide only if this phone may answer nothing.
    """
    seat_prompt = context.seat_prompt
    if seat_prompt is None:
        return SideControls()
    is_compact = context.layout.next_answers is not None and not context.is_roomy
    wide_buttons: list[LabeledAction] = []
    icon_buttons: list[LabeledAction] = []
    if context.roll_choice is not None and context.roll_choice not in seat_prompt.prompt.choices:
        on_read = bind(intents.choose, context.roll_choice)
        wide_buttons.append(LabeledAction(translate(Text("This phone reads the dice")), ft.Icons.PHOTO_CAMERA, on_read))
    if seat_prompt.can_answer_for_others and not context.acting_as_host:
        label = translate(Text("Answer for {who}", who=join_names(seat_prompt.other_seats, context.seats)))
        answer_for_others = LabeledAction(label, ft.Icons.BACK_HAND, intents.answer_for_others)
        (icon_buttons if seat_prompt.speaking_seats else wide_buttons).append(answer_for_others)
    if seat_prompt.speaking_seats and context.role.seat in seat_prompt.pending_seats:
        icon_buttons.append(LabeledAction(translate(Text("My stops")), ft.Icons.TUNE, bind(intents.go, Page.SETTINGS)))
    if context.silenceable:
        silence = SilenceSheet(context.table_state.prompt_id)
        label = translate(Text("Do not ask about this again"))
        bell = LabeledAction(label, ft.Icons.NOTIFICATIONS_OFF_OUTLINED, bind(intents.open, silence))
        (wide_buttons if context.is_narrow and not is_compact else icon_buttons).append(bell)
    icon_buttons += [
        LabeledAction(translate(name), icon, bind(intents.open, sheet)) for icon, name, sheet in side_buttons
    ]
    max_buttons_height = (
        UNLIMITED_HEIGHT
        if context.is_crowded
        else context.height * (MAX_BUTTONS_SHARE_LANDSCAPE if context.is_landscape else MAX_BUTTONS_SHARE)
    )
    room = UNLIMITED_HEIGHT if context.is_crowded else context.height - scaled_height(BESIDE_RESPONSES) - BAR_AND_GAPS
    return SideControls(
        _hint(context),
        tuple(wide_buttons),
        tuple(icon_buttons),
        context.answers_width,
        max_buttons_height,
        room,
        context.is_landscape,
        is_compact,
        context.is_narrow,
    )


def _hint(context: TableContext) -> str:
    """Return who has to answer; empty if this phone has something to answer."""
    seat_prompt = context.seat_prompt
    if seat_prompt is None or seat_prompt.speaking_seats:
        return ""
    if context.role.seat in seat_prompt.passed_seats:
        who, count = join_names(seat_prompt.pending_seats, context.seats), len(seat_prompt.pending_seats)
        return translate(
            Text(
                "You have passed. {who} is still thinking",
                "You have passed. {who} are still thinking",
                who=who,
                n=count,
            )
        )
    if seat_prompt.pending_seats:
        return translate(pending_text(seat_prompt.pending_seats, context.seats))
    return translate(_decides(seat_prompt.other_seats, context))


def _decides(others: tuple[int, ...], context: TableContext) -> Text:
    who, count = join_names(others, context.seats), len(others)
    if set(others) <= context.claimed_seats:
        return Text("{who} decides, on their phone", "{who} decide, on their phones", who=who, n=count)
    return Text("{who} decides", who=who) if count == 1 else Text("{who} decide", who=who)


def square_icon_button(name: str, icon: ft.IconData, on_tap: Action) -> ft.Control:
    """Build a square icon button, as high as the buttons beside it; a long press names it."""
    face = ft.Icon(icon, size=FontSize.TITLE, color=MUTED, tooltip=name)
    return pressable(face, name, on_tap, Surface(fill=ft.Colors.SURFACE_CONTAINER_HIGH, pad=0), width=56, height=48)
