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
    """Gives two answers in one: the usual one, and that of the question which follows it."""
    open_next_sheet: Callable[[Event, Choice], object] = lambda first, choice: None
    """Opens the sheet of a choice of the following question, which is answered together with the usual one."""
    make_remark: Callable[[Choice], object] = lambda remark: None
    """Makes a remark, or opens the sheet that fills its holes."""
    is_ready: Callable[[], bool] = lambda: True
    """Whether a tap is meant for the question shown now."""


def next_tap_action(choice: Choice, first: Event, handlers: ChoiceHandlers) -> Action:
    """Return the tap handler of a choice of the next question.

    It gives the answer ``first`` before it.
    """
    if sheet_kind(choice):
        return bind(handlers.open_next_sheet, first, choice)
    return bind(handlers.answer_both, first, choice.event)


def tap_action(choice: Choice, handlers: ChoiceHandlers) -> Action:
    """Return the tap handler of a choice: answer at once, or open a sheet to fill its holes."""
    return bind(handlers.open_sheet, choice) if sheet_kind(choice) else bind(handlers.answer, choice.event)
