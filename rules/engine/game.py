"""A game is a table of plain functions; prompt and apply are the same for all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from inspect import get_annotations
from itertools import pairwise
from typing import Any, Generic, Protocol, TypeVar

from .aliases import NO_ALIASES, Aliases
from .event import Adjusted, Event, Ruled, WentTo
from .odd import Odd
from .prompt import Choice, DieKind, Prompt, examples
from .protocols import GameView, check_game
from .record import replace
from .refusal import Refused
from .state import Death, State, Tracker, Veil, note
from .step import Step, answer, steps
from .text import Name, Text

S = TypeVar("S", bound=State)
S_contra = TypeVar("S_contra", bound=State, contravariant=True)
LOOP = 1000
"""Automatic steps after one event before we say that the rules run in a circle."""


class LoopError(RuntimeError):
    """The rules ran in a circle; the message names the steps it went through."""


@dataclass(frozen=True, slots=True)
class Switch:
    """A point on which tables differ: its id, what it is about, and the choices, the default first."""

    key: str
    title: Text | Name
    choices: tuple[tuple[str, Text | Name], ...]
    group: str = "rule"


ON_OFF = (("on", Text("on")), ("off", Text("off")))
"""The choices of a switch that is on unless the table settles it otherwise."""
OFF_ON = ON_OFF[::-1]


@dataclass(frozen=True, slots=True)
class Place:
    """A step that the table may say it is at (``WentTo``), by its rule; ``step`` is its name on the agenda."""

    rule: str
    label: Text
    step: str = ""


@dataclass(frozen=True)
class Tally(Generic[S_contra]):
    """What is counted towards winning: what it is called, and each seat's at a moment."""

    what: Text
    of: Callable[[S_contra], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Card:
    """A card of a catalogue: the record that a ``Many`` hole takes, and by what people find it.

    ``numbers`` are those printed on it, in the order in which they are looked up; ``icons`` are their kinds, by which a
    screen chooses its pictures (as ``Tracker.icon``).
    """

    record: Any
    name: Name
    numbers: tuple[tuple[Text, int], ...]
    effect: Name | None = None
    icons: tuple[str, ...] = ()


class Flow(Protocol[S_contra]):
    """What passes by itself, ``phones`` being the seats that have one of their own."""

    def __call__(self, state: S_contra, phones: frozenset[int] = ..., /) -> Event | None:
        """The answer that the stops give; None where somebody is to be asked."""


def no_view(state: State) -> None:
    """The view of a game that has none."""


@dataclass(frozen=True)
class Game(Generic[S]):
    """All that a screen, a save or a test needs to know of a game.

    ``settle`` runs after every event and automatic step; ``adjust`` takes ``Adjusted``, ``go`` takes ``WentTo``;
    ``flow`` is the answer that the stops give by themselves; ``remarks`` are what may be said at any moment
    without answering what is asked, ``said`` their events, and ``remark`` takes one; ``describe`` says what an event
    was; ``forbids`` finds the rule behind an answer that was not offered, or against a setting; ``stop`` is the key of
    the switch by which ``flow`` gave that answer.

    ``conceal`` is the state as it looks to those seats: the secrets of all others are blanked, and with them whatever
    follows from them. Prompt, trackers and view of that state are what a phone of theirs may show; no event of the log
    is ever applied to it, but what lies ahead (``rules.ahead``) is looked for from there. ``veil`` says whose secret an
    event is, if it is one. ``kinds`` are its dice, None for those with pips. ``turn`` is a whole turn, next step first,
    as it comes onto the agenda. ``odds`` are those that matter for what is asked now.

    For whoever looks back: ``tally`` is what is counted towards winning, if anything is; ``deaths`` finds, in a row of
    states, who died in coming to which of them, by its place; ``bgg`` is its number at BoardGameGeek, 0 if not known.
    ``aliases`` are the old names of what its saved games hold.

    Raises ``TypeError`` when it is made with a state or a view that lacks what is read of every game.
    """

    key: str
    title: Name
    version: int
    players: range
    state: type[S]
    events: tuple[type[Event], ...]
    new: Callable[..., S]
    adjust: Callable[[S, Adjusted], S]
    go: Callable[[S, WentTo], S]
    trackers: Callable[[S], tuple[Tracker, ...]]
    describe: Callable[[S, Event], Text]
    rulebook: Mapping[str, Any]
    settle: Callable[[S], S] = lambda state: state
    view: Callable[[S], GameView | None] = no_view
    forbids: Callable[[S, Event], Refused | None] = lambda state, event: None
    switches: tuple[Switch, ...] = ()
    places: tuple[Place, ...] = ()
    catalogues: Mapping[str, tuple[Card, ...]] = field(default_factory=dict)
    said: tuple[type[Event], ...] = ()
    remarks: Callable[[S], tuple[Choice, ...]] = lambda state: ()
    remark: Callable[[S, Event], S] = lambda state, event: state
    flow: Flow[S] = lambda state, phones=frozenset(): None
    stop: Callable[[S, Event], str] = lambda state, event: ""
    conceal: Callable[[S, frozenset[int]], S] = lambda state, seats: state
    veil: Callable[[S, Event], Veil | None] = lambda state, event: None
    kinds: tuple[DieKind | None, ...] = (None,)
    turn: tuple[Step, ...] = ()
    odds: Callable[[S], tuple[Odd, ...]] = lambda state: ()
    tally: Tally[S] | None = None
    deaths: Callable[[Sequence[S]], Iterator[tuple[int, Death]]] = lambda states: iter(())
    bgg: int = 0
    aliases: Aliases = NO_ALIASES

    def __post_init__(self) -> None:
        check_game(self.key, self.state, self.view)

    @property
    def counts_turns(self) -> bool:
        """Whether its state declares ``turn``; elsewhere it is always 0."""
        own = self.state.__mro__[: self.state.__mro__.index(State)]
        return any("turn" in get_annotations(base) for base in own)


def between(found: Callable[[S, S], Iterator[Death]]) -> Callable[[Sequence[S]], Iterator[tuple[int, Death]]]:
    """``deaths`` for a game in which a state and the next one say it all."""

    def deaths(states: Sequence[S]) -> Iterator[tuple[int, Death]]:
        for k, (before, after) in enumerate(pairwise(states), start=1):
            yield from ((k, death) for death in found(before, after))

    return deaths


def start(game: Game[S], seats: tuple[str, ...], rulings: tuple[tuple[str, str], ...] = ()) -> S:
    """Sit down: the state at the first question. Raises ``Refused`` for a wrong number of players.

    Settings may have the names that they had in older saves.
    """
    return advance(game.settle, game.new(seats, game.aliases.rulings(rulings)))


def prompt(state: State) -> Prompt | None:
    """What is asked now; None when the game has ended."""
    if state.outcome is not None:
        return None
    step = state.agenda[0]
    ask = steps[step.name].prompt
    return ask(state, *step.args) if ask else None


def prompt_id(state: State) -> int:
    """The number of the question now asked; it stays the same until that question is answered."""
    return state.agenda[0].asked if state.outcome is None else 0


def legal(state: State) -> tuple[Event, ...]:
    """Examples of every answer that is offered now."""
    asked = prompt(state)
    return tuple(event for choice in asked.choices for event in examples(choice.does)) if asked else ()


def remarks(game: Game[S], state: S) -> tuple[Choice, ...]:
    """What may be said now beside the question: a payment between players, a deck that ran out."""
    return game.remarks(state) if state.outcome is None else ()


def apply(game: Game[S], state: S, event: Event) -> S:
    """The state after the event. Raises ``Refused`` with the rule's id; the state given is never changed."""
    if not isinstance(event, Adjusted | WentTo | Ruled):
        _offered(game, state, event)
    return follow(game, state, event)


def follow(game: Game[S], state: S, event: Event) -> S:
    """The unchecked door: the state after an event that ``apply`` has taken before, as a log holds them."""
    fresh = replace(state, notes=())
    match event:
        case Adjusted():
            after = game.adjust(fresh, event)
        case WentTo():
            after = game.go(replace(fresh, outcome=None), event)
        case Ruled():
            after = _ruled(game, fresh, event)
        case _ if isinstance(event, game.said):
            after = game.remark(fresh, event)
        case _:
            after = answer(fresh, event, fresh.agenda[0])
    return advance(game.settle, game.settle(after))


def _offered(game: Game[S], state: S, event: Event) -> None:
    asked = prompt(state)
    if asked is None:
        raise Refused("X-01", Text("The game has ended."))
    choices = game.remarks(state) if isinstance(event, game.said) else asked.choices
    if not any(choice.admits(event) for choice in choices):
        raise game.forbids(state, event) or Refused(asked.rule, Text("That is not an answer to what is asked now."))


def _ruled(game: Game[S], state: S, event: Ruled) -> S:
    switch = next((switch for switch in game.switches if switch.key == event.switch), None)
    if switch is None or event.choice not in dict(switch.choices):
        raise Refused("X-09", Text("There is no such setting in this game."))
    refused = game.forbids(state, event)
    if refused is not None:
        raise refused
    kept = tuple(pair for pair in state.rulings if pair[0] != event.switch)
    settled = replace(state, rulings=(*kept, (event.switch, event.choice)))
    return note(settled, "X-09", _settled(switch, event.choice))


def describe(game: Game[S], state: S, event: Event) -> Text:
    """What an event was, in one sentence; ``state`` is the one before it."""
    match event:
        case WentTo(rule):
            labels = {place.rule: place.label for place in game.places}
            return Text("By hand: to {step}", step=labels.get(rule, rule))
        case Ruled(key, choice):
            switch = next((one for one in game.switches if one.key == key), None)
            return _settled(switch, choice) if switch else Text("A setting was changed")
    return game.describe(state, event)


def _settled(switch: Switch, choice: str) -> Text:
    return Text("{what}: {choice}", what=switch.title, choice=dict(switch.choices).get(choice, choice))


def advance(settle: Callable[[S], S], state: S) -> S:
    """Run the agenda until somebody is asked or the game has ended."""
    for _ in range(LOOP):
        if state.outcome is not None:
            return state
        step, *rest = state.agenda
        rule = steps[step.name]
        if rule.prompt is not None:
            return state if step.asked else _put(state)
        state = settle(rule.run(replace(state, agenda=tuple(rest)), *step.args))
    raise LoopError(" → ".join(step.name for step in state.agenda[:6]))


def _put(state: S) -> S:
    """Give the question on top its number."""
    number = state.asked + 1
    step = replace(state.agenda[0], asked=number)
    return replace(state, asked=number, agenda=(step, *state.agenda[1:]))
