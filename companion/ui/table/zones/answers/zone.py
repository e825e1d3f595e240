"""Answer zone: primary answers at the bottom, above them the quiet ones and leaving."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import flet as ft

from companion.ui.design.boxes import END, column_of, row_of, wrapped_row
from companion.ui.design.look import animation_ms, translate
from companion.ui.design.sizes import MIN_TAP_SIZE, Radius, Space
from companion.ui.redraw import memoized
from companion.ui.signs.dice_faces import KEPT_DIE, die_face
from companion.ui.table.intents import TAP_GUARD_SECONDS, TableIntents
from companion.ui.table.model.choice_layout import ChoiceLayout, has_inline_dice
from companion.ui.table.zones.answers.own_items import own_item_buttons
from companion.ui.table.zones.answers.primary import next_faces, usual_buttons
from companion.ui.table.zones.answers.secondary import secondary_actions
from companion.ui.table.zones.answers.side import SideControls
from companion.ui.widgets.controls import Surface, bind, pressable
from rules.engine import Choice, RolledDie

NEW_ANSWER_OPACITY = 0.4
"""Opacity of the answers of a new question."""
USUAL_SHARE, NEXT_SHARE = 1, 2
"""Shares of the width of the usual answer and the next faces beside it."""
MIN_NEXT_WIDTH = 6 * MIN_TAP_SIZE + 5 * Space.HAIR
"""Width that the six faces of a die need, in points."""


@memoized
def AnswerZone(  # noqa: N802
    layout: ChoiceLayout, own_seat: int, intents: TableIntents, side_controls: SideControls
) -> ft.Control:
    """Build everything that can be answered now.

    ``own_seat`` is the seat whose loot card needs no detour.
    """
    secondary = secondary_actions(layout, own_seat, intents, side_controls)
    kept, dice = kept_dice(layout, intents, side_controls.width), list[ft.Control]()
    if kept and not has_inline_dice(layout):
        dice = [wrapped_row(kept, Space.TIGHT, alignment=ft.MainAxisAlignment.CENTER)]
    usual = _usual_and_next(layout, intents, side_controls, kept)
    others = [*own_item_buttons(layout, intents, side_controls.page_width), *dice, *secondary]
    if side_controls.scroll_height is None:
        return FadingIn(column_of([*others, *usual], Space.GAP))
    parts, height = [*usual, *others], side_controls.scroll_height
    return FadingIn(column_of(parts, Space.GAP, tight=False, height=height, scroll=ft.ScrollMode.AUTO))


@ft.component
def FadingIn(answers: ft.Control) -> ft.Control:  # noqa: N802
    """Let new answers fade in, as taps on them are ignored meanwhile."""
    is_listening, set_is_listening = ft.use_state(False)

    async def wait() -> None:
        if not animation_ms():
            await asyncio.sleep(TAP_GUARD_SECONDS)
        set_is_listening(True)

    ft.use_effect(wait, [])
    fade_in = ft.Animation(round(1000 * TAP_GUARD_SECONDS), ft.AnimationCurve.EASE_IN) if animation_ms() else None
    # in a list: Flet loses the parent of a control that stays the only content of a new container
    column = column_of([answers], 0)
    column.opacity, column.animate_opacity = 1 if is_listening else NEW_ANSWER_OPACITY, fade_in
    return column


def _usual_and_next(
    layout: ChoiceLayout, intents: TableIntents, side_controls: SideControls, kept: Sequence[ft.Control]
) -> list[ft.Control]:
    """Build the usual answer, and the faces of the roll that it leads to below it.

    They stand beside it on a phone that lies on its side, where they fit.
    """
    following = layout.next_roll
    width = (side_controls.width - Space.GAP) * USUAL_SHARE / (USUAL_SHARE + NEXT_SHARE)
    has_room = side_controls.width - Space.GAP - width >= MIN_NEXT_WIDTH
    is_beside = following is not None and side_controls.is_landscape and has_room
    sides = replace(side_controls, width=width) if is_beside else side_controls
    usual = ft.Container(usual_buttons(layout, intents, sides, kept), key="usual")
    if following is None:
        return [usual]
    beside = side_controls.width - Space.GAP - width if is_beside else side_controls.width
    then = next_faces(following, intents, beside, is_compact=sides.is_compact)
    if not is_beside:
        return [usual, then]
    usual.expand, end = USUAL_SHARE, END
    return [row_of([usual, ft.Container(then, expand=NEXT_SHARE)], Space.GAP, end)]


DIE_SIZE = 56
"""Size in points of a die on the table, if there is room."""
REROLL_OPACITY = 0.75
"""Opacity of a die that is going to be rolled again."""


def kept_dice(layout: ChoiceLayout, intents: TableIntents, width: float) -> list[ft.Control]:
    """Build a button per die on the table; dice that were kept have a frame.

    Beside the dice that are typed they are small.
    """
    dice = [(choice, choice.die) for choice in layout.secondary if choice.die is not None]
    size = max(MIN_TAP_SIZE, min(DIE_SIZE, width / max(1, len(dice)) - 4))
    size = KEPT_DIE if has_inline_dice(layout) else size
    return [_tile(choice, lying, intents, size) for choice, lying in dice]


def _tile(choice: Choice, lying: RolledDie, intents: TableIntents, size: float) -> ft.Control:
    edge = ft.BorderSide(3, ft.Colors.PRIMARY) if lying.is_kept else ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)
    face = ft.Container(
        die_face(lying.face, size - 12, lying.kind), opacity=REROLL_OPACITY if lying.is_kept is False else 1
    )
    return pressable(
        face,
        translate(choice.label),
        bind(intents.choose, choice),
        Surface(edge=edge, radius=Radius.TILE, pad=Space.HAIR),
        width=size,
        height=size,
        grows=False,
        is_chosen=lying.is_kept,
    )
