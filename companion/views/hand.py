"""What a thumb can do with an answer: give it at once, open a sheet that fills it, look at dice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rules.engine import Choice, Event

from .parts import Do, bound
from .places import sheet_of


@dataclass(frozen=True)
class Hand:
    """What a tap does, on whichever choice it falls."""

    answer: Callable[[Event], Any]
    open: Callable[[Choice], Any]
    dice_sheet: Callable[[Choice], Any]
    ready: Callable[[], bool] = lambda: True
    """Whether a tap is meant for what stands there now."""


def act(choice: Choice, hand: Hand) -> Do:
    """Answer at once, or fill its holes first."""
    return bound(hand.open, choice) if sheet_of(choice) else bound(hand.answer, choice.event)
