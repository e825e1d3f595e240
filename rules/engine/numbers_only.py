"""Numbers only (X-06): the app keeps the numbers and the turn, and asks nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from .event import TurnPassed
from .prompt import Choice, Prompt, Template
from .record import replace
from .state import State
from .step import Step, step_name, then
from .switch import Switch
from .text import Text

S = TypeVar("S", bound=State)


def depth_switch(*other_levels: tuple[str, Text]) -> Switch:
    """Return the switch ``depth``: guided play, a game's other levels, numbers only."""
    levels = (("guided", Text("Guided")), *other_levels, ("numbers", Text("Numbers only")))
    return Switch("depth", Text("Level of guidance"), levels, "depth")


def keep_question(state: S, question: Step, leave: Callable[[S], S] = lambda state: state) -> S:
    """Keep the question of numbers only on top of the agenda while that is played.

    The rest of the agenda waits beneath it. ``leave`` does what follows when the table plays more than numbers again.
    """
    is_asked = question.name in map(step_name, state.agenda)
    if state.depth == "numbers":
        return state if is_asked or state.outcome is not None else then(state, question)
    if not is_asked:
        return state
    return leave(replace(state, agenda=tuple(step for step in state.agenda if step.name != question.name)))


def numbers_prompt(seats: tuple[int, ...], title: Text, *choices: Choice, rule: str = "X-06") -> Prompt:
    """Return the question of numbers only; the numbers are changed by hand."""
    return Prompt(seats, title, rule, choices, phase=Text("Numbers only"))


def turn_prompt(state: State, next_seat: int, *others: Choice) -> Prompt:
    """Ask the active player only to pass the turn to that seat, beside those other choices."""
    passes = Choice(Text("{who}'s turn", who=state.seats[next_seat]), Template(TurnPassed()), role="default")
    title = Text("{who}'s turn", who=state.seats[state.active])
    return numbers_prompt((state.active,), title, *others, passes)
