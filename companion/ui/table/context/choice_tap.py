"""Handlers of taps on choices: answer at once, open a sheet, open the dice sheet."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.ui.widgets.controls import Action, bind
from rules.engine import Choice, Event

from .choice_layout import sheet_kind


@dataclass(frozen=True)
class ChoiceHandlers:
    """Handlers of a tap on any choice."""

    answer: Callable[[Event], object]
    open_sheet: Callable[[Choice], object]
    open_dice_sheet: Callable[[Choice], object]
    answer_both: Callable[[Event, Event], object] = lambda first, then: None
    """Gives two answers in one: the usual one, and the roll that follows it."""
    is_ready: Callable[[], bool] = lambda: True
    """Whether a tap is meant for the question shown now."""


def tap_action(choice: Choice, handlers: ChoiceHandlers) -> Action:
    """Return the tap handler of a choice: answer at once, or open a sheet to fill its holes."""
    return bind(handlers.open_sheet, choice) if sheet_kind(choice) else bind(handlers.answer, choice.event)
