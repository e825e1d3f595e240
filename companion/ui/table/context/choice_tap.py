"""Handlers of taps on choices: answer at once, open a sheet, open the dice sheet."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.ui.widgets.controls import Do, bound
from rules.engine import Choice, Event

from .choice_layout import sheet_of


@dataclass(frozen=True)
class Hand:
    """Handlers of a tap on any choice."""

    answer: Callable[[Event], Any]
    open: Callable[[Choice], Any]
    dice_sheet: Callable[[Choice], Any]
    ready: Callable[[], bool] = lambda: True
    """Whether a tap is meant for the question shown now."""


def act(choice: Choice, hand: Hand) -> Do:
    """Return the tap handler of a choice: answer at once, or open a sheet to fill its holes."""
    return bound(hand.open, choice) if sheet_of(choice) else bound(hand.answer, choice.event)
