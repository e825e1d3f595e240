"""The definition of a game as plain functions, and the rules loop that all games share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from inspect import get_annotations
from itertools import pairwise
from typing import Any, Generic, Protocol, TypeVar

from .event import Adjusted, Event, FactSet, Refused, Ruled, WentTo
from .overrides import TrackerEntry, TrackerGroup, TurnPosition, describe_fact, find_tracker, note_fact
from .prompt import Choice, DieKind, Prompt, examples
from .protocols import GameView, check_game, check_question
from .record import replace
from .state import NO_WEIGHTS, Change, Death, Fact, HandMove, Probability, Redaction, State, Tracker, Weights, note
from .step import Step, apply_answer, steps
from .switch import Switch, find_silence, is_of_match, keep_silences, silence_text
from .text import Displayable, Name, Text

S = TypeVar("S", bound=State)
S_contra = TypeVar("S_contra", bound=State, contravariant=True)
BY_HAND = (Adjusted, FactSet, WentTo, Ruled)
"""Events that no question or remark offers: the table is right."""
MAX_AUTOMATIC_STEPS = 1000
"""Limit of automatic steps after one event; beyond it the rules are taken to be in a cycle."""


class LoopError(RuntimeError):
    """The rules ran in a cycle; the message names the steps."""


@dataclass(frozen=True)
class Tally(Generic[S_contra]):
    """What is counted towards winning: its label, and the count of each seat in a state."""

    label: Text
    count: Callable[[S_contra], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class CatalogueCard:
    """A card of a catalogue: the record that a ``Records`` hole takes, and how people find it.

    ``numbers`` are those printed on it, in the order in which they are looked up; ``icons`` are their kinds, by which a
    screen chooses its pictures (as ``Tracker.icon``); ``unknown`` are fields of the record that no source states, so
    that the table reads them once from the card.
    """

    record: Any
    name: Name
    numbers: tuple[tuple[Text, int], ...]
    effect: Name | None = None
    icons: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CardQuestion:
    """A question that people ask about a card, its answer, and a moment at which it comes up.

    ``cards``: ids of the cards that it is about, with their ``names``; ``rules``: ids of the rules that answer it;
    ``switch``: key of the setting that decides, where tables differ on it. ``situation`` is the text of the moment
    (``companion.situation``); it also has the plays that follow and what is true after them, for the tests.
    """

    id: str
    cards: tuple[str, ...]
    names: tuple[Name, ...]
    rules: tuple[str, ...]
    switch: str
    question: Name
    answer: Name
    situation: str


class AutoAnswer(Protocol[S_contra]):
    """A function that gives automatic answers.

    ``phones`` are the seats that have a phone of their own.
    """

    def __call__(self, state: S_contra, phones: frozenset[int] = ..., /) -> Event | None:
        """Return the automatic answer; None where somebody is to be asked."""


def no_view(state: State) -> None:
    """Return None, as the view of a game that has none."""


def no_deaths(states: Sequence[State]) -> Iterator[tuple[int, Death]]:
    """Yield nothing, as the deaths of a game that does not say who died: its view does."""
    yield from ()


def no_moves(before: State, after: State) -> Iterator[Text]:
    """Yield nothing, as the moves of a game without places."""
    yield from ()


@dataclass(frozen=True, repr=False)
class Game(Generic[S]):
    """All that a screen, a save or a test needs to know of a game.

    Raises ``TypeError`` with a sentence when it is made with something that lacks what is read of every game.
    """

    key: str
    title: Name
    version: int
    player_counts: range
    state_type: type[S]
    event_types: tuple[type[Event], ...]
    new: Callable[..., S]
    """The state at the start, of the seats' names and the settings."""
    describe: Callable[[S, Event], Text]
    """An event in words; the state is the one before it."""
    rulebook: Mapping[str, Any]
    card_questions: Callable[[str], tuple[CardQuestion, ...]] = lambda card: ()
    """The known questions about the card of that id, the most asked first."""

    # --- the rules -----------------------------------------------------------------------------------------------

    settle: Callable[[S], S] = lambda state: state
    """What follows by itself after every event and automatic step."""
    refusal_for: Callable[[S, Event], Refused | None] = lambda state, event: None
    """The rule behind an answer that was not offered, or against a setting."""
    switches: tuple[Switch, ...] = ()
    catalogues: Mapping[str, tuple[CatalogueCard, ...]] = field(default_factory=dict)
    turn_steps: tuple[Step, ...] = ()
    """A whole turn, next step first, as it comes onto the agenda."""
    outline: Mapping[str, str] = field(default_factory=dict)
    """The place of every step in the turn (``rules.turn_outline``)."""
    dice_kinds: tuple[DieKind | None, ...] = (None,)
    """Its dice, None for those with pips."""

    # --- by hand -------------------------------------------------------------------------------------------------

    tracker_groups: tuple[TrackerGroup[S, Any], ...] = ()
    """The numbers that may be set by hand."""
    after_adjustment: Callable[[S, Change], S] = lambda state, change: state
    """What follows when a number was set by hand."""
    positions: tuple[TurnPosition, ...] = ()
    """Where the table may jump to."""
    after_jump: Callable[[S, TurnPosition], S] = lambda state, position: state
    """What follows from a jump."""
    facts: Callable[[S], tuple[Fact, ...]] = lambda state: ()
    """What else may be set by hand."""
    set_fact: Callable[[S, FactSet], S] = lambda state, event: state
    remarks: Callable[[S], tuple[Choice, ...]] = lambda state: ()
    """The choices that are available at any moment without answering the prompt."""
    remark_events: tuple[type[Event], ...] = ()
    announcing_events: tuple[type[Event], ...] = ()
    """The remarks that say what somebody does, so that hands carry out what follows."""
    remark: Callable[[S, Event], S] = lambda state, event: state

    # --- automatic answers and silences --------------------------------------------------------------------------

    auto_answer: AutoAnswer[S] = lambda state, phones=frozenset(): None
    """The answer that the automatic stops give."""
    auto_answer_switch: Callable[[S, Event], str] = lambda state, event: ""
    """The key of the switch by which they gave it."""
    endangered: Callable[[S], frozenset[int]] = lambda state: frozenset()
    """The seats that lose if nobody responds, where that takes more than one answer to see."""
    stopping_seats: Callable[[S], frozenset[int]] = lambda state: frozenset()
    """The seats that have asked to be stopped at the present question."""
    subject_name: Callable[[str], Displayable | None] = lambda key: None
    """The name of what somebody may be silent about (``Prompt.about``); None for an unknown key."""

    # --- secrets -------------------------------------------------------------------------------------------------

    conceal: Callable[[S, frozenset[int]], S] = lambda state, seats: state
    """The state as those seats may see it: the secrets of all others are blanked, and whatever follows from them.

    Prompt, trackers and view of that state are what a phone of theirs may show; no event of the log is ever applied to
    it, but forecasts (``rules.lookahead``) start from it.
    """
    redact: Callable[[S, Event], Redaction | None] = lambda state, event: None
    """Whose secret an event is, if it is one."""

    # --- what is shown and told ----------------------------------------------------------------------------------

    view: Callable[[S], GameView | None] = no_view
    odds: Callable[[S], tuple[Probability, ...]] = lambda state: ()
    """The probabilities that matter for the present question."""
    hand_moves: Mapping[str, HandMove] = field(default_factory=dict)
    """The numbers that stand for things on the table that people move when the number changes.

    By the key of the tracker without the number of its record (``seat.cents``).
    """
    self_done_rules: frozenset[str] = frozenset()
    """The rules by which a number changes that the hands of whoever reported it have changed already."""
    weights: Weights = NO_WEIGHTS
    """How much each kind of note and each changed number weighs in what is told after an answer."""
    moves: Callable[[S, S], Iterator[Text]] = no_moves
    """Who has entered and where a piece has gone between two states, in sentences."""
    death_texts: tuple[Text, Text] = (Text("{who} dies", who=""), Text("{who} die", who=""))
    """What previews say when somebody or something dies, and when several do."""

    # --- statistics ----------------------------------------------------------------------------------------------

    tally: Tally[S] | None = None
    """What is counted towards winning, if anything is."""
    deaths: Callable[[Sequence[S]], Iterator[tuple[int, Death]]] = no_deaths
    """Who died in a sequence of states, each on the way to the state of that index."""
    bgg_id: int = 0
    """The game's number at BoardGameGeek, 0 if not known."""

    def __post_init__(self) -> None:
        check_game(self)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.key!r})"

    @property
    def counts_turns(self) -> bool:
        """Whether the game's state declares ``turn``; in other games it is always 0."""
        own_bases = self.state_type.__mro__[: self.state_type.__mro__.index(State)]
        return any("turn" in get_annotations(base) for base in own_bases)

    def find_switch(self, key: str) -> Switch | None:
        """Return the setting with that key: one of the game's, or a silence; None if there is none."""
        found = next((switch for switch in self.switches if switch.key == key), None)
        return found or find_silence(self.subject_name, key)

    def find_tracker(self, state: S, key: str) -> TrackerEntry[S, Any]:
        """Return the number with that key, shown or not. Raises ``Refused`` if there is none."""
        return find_tracker(self.tracker_groups, state, key)

    def trackers(self, state: S) -> tuple[Tracker, ...]:
        """Return every tracker: each seat's, then the table's."""
        entries = (entry for group in self.tracker_groups for entry in group.entries(state))
        shown = (one.tracker(state) for one in entries if one.kind.shown is None or one.kind.shown(state, one))
        return tuple(sorted(shown, key=lambda tracker: len(state.seats) if tracker.seat is None else tracker.seat))

    def adjust(self, state: S, event: Adjusted) -> S:
        """Change a number by hand (X-06). Raises ``Refused`` if it is unknown or out of bounds."""
        return self.after_adjustment(*self.find_tracker(state, event.key).adjust(state, event.by))

    def describe_adjustment(self, state: S, event: Adjusted) -> Text:
        """Describe the change of a number by hand, for the log."""
        return self.find_tracker(state, event.key).describe(state, event.by)

    def go_to_step(self, state: S, event: WentTo) -> S:
        """Jump to a position of the turn (X-06). Raises ``Refused`` for a rule that is none."""
        position = next((place for place in self.positions if place.rule == event.rule), None)
        if position is None:
            raise Refused("X-06", Text("The table cannot be at that rule."))
        state = note(state, "X-06", Text("By hand: the table is at {step}", step=position.label))
        return self.after_jump(replace(state, agenda=position.agenda or state.agenda), position)


def compare_consecutive(
    deaths_between: Callable[[S, S], Iterator[Death]],
) -> Callable[[Sequence[S]], Iterator[tuple[int, Death]]]:
    """Make a ``Game.deaths`` function from one that compares two consecutive states."""

    def deaths(states: Sequence[S]) -> Iterator[tuple[int, Death]]:
        for k, (before, after) in enumerate(pairwise(states), start=1):
            yield from ((k, death) for death in deaths_between(before, after))

    return deaths


def start(game: Game[S], seats: tuple[str, ...], rulings: tuple[tuple[str, str], ...] = ()) -> S:
    """Return the state at the first question.

    Raises ``Refused`` for a wrong number of players, ``TypeError`` for a question that no screen could show.
    """
    state = advance(game.settle, game.new(seats, rulings))
    check_question(game, state.agenda[0].name if state.agenda else "", prompt(state))
    return state


def prompt(state: State) -> Prompt | None:
    """Return the present question; None when the game has ended."""
    if state.outcome is not None:
        return None
    step = state.agenda[0]
    ask = steps[step.name].prompt
    return ask(state, *step.args) if ask else None


def outline(state: State) -> Prompt | None:
    """Return the present question, perhaps without the responses of a window.

    Its pass is among its choices, so it tells who is asked and what happens if nobody responds.
    """
    if state.outcome is not None:
        return None
    step = state.agenda[0]
    ask = steps[step.name].outline or steps[step.name].prompt
    return ask(state, *step.args) if ask else None


def prompt_id(state: State) -> int:
    """Return the number of the present question; it stays the same until that is answered."""
    return state.agenda[0].asked if state.outcome is None else 0


def legal_events(state: State) -> tuple[Event, ...]:
    """Return examples of every answer that is offered now."""
    question = prompt(state)
    return tuple(event for choice in question.choices for event in examples(choice.template)) if question else ()


def remarks(game: Game[S], state: S) -> tuple[Choice, ...]:
    """Return the choices that are available beside the question.

    Such as a payment between players, or a deck that ran out.
    """
    return game.remarks(state) if state.outcome is None else ()


def apply(game: Game[S], state: S, event: Event) -> S:
    """Return the state after the event; the given state is not changed.

    Raises ``Refused`` with the rule's id.
    """
    if not isinstance(event, BY_HAND):
        _check_offered(game, state, event)
    return apply_unchecked(game, state, event)


def apply_unchecked(game: Game[S], state: S, event: Event, on_step: Callable[[S], object] = lambda state: None) -> S:
    """Apply an event without checking that it is offered, such as one of a log.

    ``on_step`` is called with every state on the way, also the last one.
    """
    is_beside = isinstance(event, (*BY_HAND, *game.remark_events))
    if is_beside:
        after = game.settle(_apply_beside(game, replace(state, notes=()), event))
    else:
        after = apply_answer(game.settle, state, event)
    return advance(game.settle, after, on_step)


def _apply_beside(game: Game[S], state: S, event: Event) -> S:
    """Apply what answers no question: something set by hand, a setting, a remark."""
    match event:
        case Adjusted():
            return game.adjust(state, event)
        case FactSet():
            return _set_fact(game, state, event)
        case WentTo():
            return game.go_to_step(replace(state, outcome=None), event)
        case Ruled():
            return _apply_ruling(game, state, event)
    return game.remark(state, event)


def turn_ends(game: Game[S], state: S, event: Event) -> tuple[S, ...]:
    """Return the last state of each turn that an event of the log ends, the earliest first."""
    passed = [replace(state, notes=())]
    apply_unchecked(game, state, event, passed.append)
    return tuple(before for before, after in pairwise(passed) if after.turn > before.turn)


def choices_for(state: State, event: Event) -> Iterable[Choice]:
    """Return the choices of the question that such an event may be among.

    Empty when the game has ended.
    """
    if state.outcome is None and (find := steps[state.agenda[0].name].choices):
        return find(state, event, *state.agenda[0].args)
    question = prompt(state)
    return question.choices if question else ()


def _check_offered(game: Game[S], state: S, event: Event) -> None:
    if state.outcome is not None:
        raise Refused(state.outcome.rule, Text("The game has ended."))
    choices = game.remarks(state) if isinstance(event, game.remark_events) else choices_for(state, event)
    if any(choice.admits(event) for choice in choices):
        return
    question = prompt(state)
    if question is None:
        raise Refused("X-01", Text("The game has ended."))
    raise game.refusal_for(state, event) or _plain_refusal(state, question, event)


def _plain_refusal(state: State, question: Prompt, event: Event) -> Refused:
    seat = getattr(event, "seat", None)
    if seat in range(len(state.seats)) and seat not in question.seats:
        who = ", ".join(state.seats[one] for one in question.seats)
        return Refused(
            question.rule, Text("It is for {who} to decide now: {question}", who=who, question=question.title)
        )
    return Refused(question.rule, Text("First this: {question}", question=question.title))


def _set_fact(game: Game[S], state: S, event: FactSet) -> S:
    """Set a fact by hand, with its note. Raises ``Refused`` for a value that it cannot have."""
    fact = find_fact(game, state, event)
    if fact is None or not fact.template.admits(event):
        raise Refused("X-06", Text("There is no such fact on the table."))
    return game.set_fact(note_fact(state, _owner(state, fact), fact, event.value), event)


def find_fact(game: Game[S], state: S, event: FactSet) -> Fact | None:
    """Return the fact that the event sets; None if it is not on the table."""
    facts = (fact for fact in game.facts(state) if fact.key == event.key)
    return next((fact for fact in facts if isinstance(fact.template.value, FactSet)), None)


def _owner(state: State, fact: Fact) -> Displayable:
    return Text("the table") if fact.seat is None else state.seats[fact.seat]


def _apply_ruling(game: Game[S], state: S, event: Ruled) -> S:
    switch = game.find_switch(event.switch)
    if switch is None or event.choice not in dict(switch.choices) or not is_of_match(state, switch):
        raise Refused("X-09", Text("There is no such setting in this game."))
    refused = game.refusal_for(state, event)
    if refused is not None:
        raise refused
    kept = tuple(pair for pair in state.rulings if pair[0] != event.switch)
    settled = replace(state, rulings=keep_silences((*kept, (event.switch, event.choice))))
    return note(settled, "X-09", _describe_ruling(state, switch, event.choice), kind="ruling")


def describe(game: Game[S], state: S, event: Event) -> Text:
    """Describe an event in one sentence; ``state`` is the one before it."""
    match event:
        case Adjusted():
            return game.describe_adjustment(state, event)
        case FactSet(key, value):
            fact = find_fact(game, state, event)
            return describe_fact(_owner(state, fact), fact, value) if fact else Text("By hand: {what}", what=key)
        case WentTo(rule):
            labels = {place.rule: place.label for place in game.positions}
            return Text("By hand: to {step}", step=labels.get(rule, rule))
        case Ruled(key, choice):
            switch = game.find_switch(key)
            return _describe_ruling(state, switch, choice) if switch else Text("A setting was changed")
    return game.describe(state, event)


def _describe_ruling(state: State, switch: Switch, choice: str) -> Text:
    plain = Text("{what}: {choice}", what=switch.title, choice=dict(switch.choices).get(choice, choice))
    return silence_text(state, switch, choice) or plain


def advance(settle: Callable[[S], S], state: S, on_step: Callable[[S], object] = lambda state: None) -> S:
    """Run the agenda until a question is put, it is empty, or the game has ended.

    ``on_step`` is called with every state on the way. Raises ``LoopError`` if the rules run in a cycle.
    """
    for _ in range(MAX_AUTOMATIC_STEPS):
        on_step(state)
        if state.outcome is not None or not state.agenda:
            return state
        step = state.agenda[0]
        rule = steps[step.name]
        if rule.prompt is not None:
            return state if step.asked else _number_question(state)
        state = rule.run(replace(state, agenda=state.agenda[1:]), *step.args)
        state = state if rule.is_idle else settle(state)
    raise LoopError(" → ".join(step.name for step in state.agenda[:6]))


def _number_question(state: S) -> S:
    number = state.asked + 1
    step = replace(state.agenda[0], asked=number)
    return replace(state, asked=number, agenda=(step, *state.agenda[1:]))
