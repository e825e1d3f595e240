"""The steps of the agenda: one sentence of the rulebook each, saved by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from .record import replace

if TYPE_CHECKING:
    from .event import Event
    from .prompt import Choice, Prompt
    from .state import State

S = TypeVar("S", bound="State")
T = TypeVar("T")
P = ParamSpec("P")
StepArgument = int | str


@dataclass(frozen=True)
class Step:
    """A step on the agenda.

    ``asked`` is the number of the question it has put, 0 before it puts one.
    """

    name: str
    args: tuple[StepArgument, ...] = ()
    asked: int = 0


step_name: Callable[[Step], str] = attrgetter("name")
"""The name of a step, for ``map`` over the agenda: state-based rules look there after every step."""


@dataclass(frozen=True, slots=True)
class StepDefinition:
    """The definition of a step: its rule ids, the main one first, and its functions.

    ``is_idle``: a step without a question changes nothing that a state-based rule reads, so that none is applied after
    it; ``idle_answers``: kinds of answers to a question that change no such thing.
    """

    name: str
    rule_ids: tuple[str, ...]
    run: Callable[..., Any]
    prompt: Callable[..., Prompt] | None = None
    is_simultaneous: bool = False
    choices: Callable[..., Iterable[Choice]] | None = None
    is_idle: bool = False
    idle_answers: tuple[type[Event], ...] = ()
    outline: Callable[..., Prompt] | None = None


steps: dict[str, StepDefinition] = {}
"""Every step of every game, by name (``four_souls.recharge``)."""

rule_functions: dict[str, StepDefinition] = {}
"""Every function that carries a rule without being a step: ``four_souls.resolve_attack``."""


def _register(definition: StepDefinition) -> None:
    if definition.name in steps:
        places = [
            f"{one.run.__module__}, line {one.run.__code__.co_firstlineno}"
            for one in (steps[definition.name], definition)
        ]
        raise ValueError(f"two steps are called {definition.name}: in {' and in '.join(places)}")
    steps[definition.name] = definition


@cache
def _name(function: Callable[..., Any]) -> str:
    """Return ``game.function``.

    The game is its package in ``rules``, or, outside it, its one module (``pig``).
    """
    root, *path = function.__module__.split(".")
    return f"{path[0] if root == 'rules' else path[-1]}.{function.__name__}"


def auto(*ids: str, idle: bool = False) -> Callable[[Callable[..., S]], Callable[..., S]]:
    """Mark a step that runs without a question: ``step(state, *args) -> state``.

    ``idle``: it changes nothing that a state-based rule reads, so that none is applied after it.
    """

    def mark(function: Callable[..., S]) -> Callable[..., S]:
        _register(StepDefinition(_name(function), ids, function, is_idle=idle))
        return function

    return mark


def asks(
    *ids: str,
    prompt: Callable[..., Prompt],
    simultaneous: bool = False,
    choices: Callable[..., Iterable[Choice]] | None = None,
    idle_answers: tuple[type[Event], ...] = (),
    outline: Callable[..., Prompt] | None = None,
) -> Callable[[Callable[..., S]], Callable[..., S]]:
    """Mark a step that asks a question.

    ``prompt(state, *args)`` puts the question, ``step(state, event, *args)`` takes the answer. ``simultaneous``:
    several seats answer the one question in any order; it keeps its number until the last has. ``choices(state, event,
    *args)`` returns those of the question's choices that such an event may be among, where that is much faster than to
    put the question. ``idle_answers``: see ``StepDefinition``. ``outline(state, *args)`` puts the question without the
    responses of a window, where that is much faster.
    """

    def mark(function: Callable[..., S]) -> Callable[..., S]:
        definition = StepDefinition(
            _name(function), ids, function, prompt, simultaneous, choices, idle_answers=idle_answers, outline=outline
        )
        _register(definition)
        return function

    return mark


@lru_cache(maxsize=4096, typed=True)
def at(function: Callable[..., Any], *args: StepArgument) -> Step:
    """Make the agenda entry of a step function, with its arguments."""
    return Step(_name(function), args)


def carries(*ids: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Mark a function that carries out rules inside another step."""

    def mark(function: Callable[P, T]) -> Callable[P, T]:
        name = _name(function)
        rule_functions[name] = StepDefinition(name, ids, function)
        return function

    return mark


def then(state: S, *todo: Step | Callable[..., Any]) -> S:
    """Put steps in front of the agenda, next first."""
    written = [step if isinstance(step, Step) else at(step) for step in todo]
    return replace(state, agenda=(*written, *state.agenda))


def apply_answer(settle: Callable[[S], S], state: S, event: Event) -> S:
    """Apply the answer to the question on top of the agenda, and the state-based rules after it.

    The notes are then those of the answer alone.
    """
    step = state.agenda[0]
    rule, cleared = steps[step.name], replace(state, agenda=state.agenda[1:], notes=())
    answered: S = rule.run(cleared, event, *step.args)
    if rule.is_simultaneous and answered.agenda and _is_same_question(answered.agenda[0], step):
        answered = replace(answered, agenda=(step, *answered.agenda[1:]))
    return answered if isinstance(event, rule.idle_answers) else settle(answered)


def _is_same_question(one: Step, other: Step) -> bool:
    return one.name == other.name and one.args == other.args
