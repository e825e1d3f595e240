"""Answer zone: primary answers at the bottom, leaving above at the right, the rest folded."""

from __future__ import annotations

import asyncio

import flet as ft

from companion.i18n import Translate
from companion.ui.design.preferences import swift
from companion.ui.design.theme import Space
from companion.ui.table.context.actions import GUARD
from companion.ui.table.context.choice_layout import Places
from companion.ui.table.context.choice_tap import Hand

from .dice_choices import lying
from .primary import usual
from .responses import at_hand, responses
from .secondary import second
from .side import Beside

PALE = 0.4
"""Opacity of the answers of a new question."""


@ft.component
def Thumb(  # noqa: N802
    words: Translate, found: Places, seats: tuple[str, ...], own: int, hand: Hand, beside: Beside
) -> ft.Control:
    """Build everything that can be answered now.

    ``own_seat`` is the seat whose loot card needs no detour.
    """
    folded, set_folded = ft.use_state(True)
    chosen, set_chosen = ft.use_state(-1)
    if found.alone:  # there is only one responder
        chosen = next(iter(found.responds))

    listens, listen = ft.use_state(False)

    def fold() -> None:
        if hand.ready():
            set_folded(not folded)
            set_chosen(-1)

    async def wait() -> None:
        if not swift():
            await asyncio.sleep(GUARD)
        listen(True)

    ft.use_effect(wait, [])
    opened = at_hand(words, found, hand) if folded else responses(words, found, seats, chosen, set_chosen, hand)
    above = second(words, found, own, folded, fold, hand, beside)
    bottom = ft.Container(usual(words, found, hand, beside), key="usual")
    dice = lying(words, found, hand, beside.width)
    zone = ft.Column([*opened, *dice, *above, bottom], spacing=Space.GAP, tight=True)
    # new answers fade in, and ignore taps meanwhile
    shows = ft.Animation(round(1000 * GUARD), ft.AnimationCurve.EASE_IN) if swift() else None
    return ft.Container(zone, opacity=1 if listens else PALE, animate_opacity=shows)
