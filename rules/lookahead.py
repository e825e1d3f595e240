"""Lookahead: what follows from each answer, computed by the rules themselves.

The answer is applied to a copy of the state, and play goes on until somebody could answer otherwise: through automatic
answers, through questions with one answer, and through those whose answers all lead to the same. Every possible result
of a throw is tried, with its exact probability. A choice that depends on a deck, a hand or typed words is left open.

The way from the answer to the decision is cut into stages: at each turn that begins, and where somebody is asked for a
response and only their silence leads on. What a later turn moves never hides what this one did. Who dies and who wins
whatever is then answered is the last stage.

A state that was concealed (``Game.conceal``) may be given: the forecast then uses only what those seats may see.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise
from math import factorial, prod
from typing import Any

from rules.automatic import automatic_answer, passing_choice, run_automatic_answers
from rules.engine import (
    Choice,
    Death,
    Dice,
    Displayable,
    Event,
    Game,
    Note,
    Outcome,
    Pick,
    Prompt,
    Refused,
    Seats,
    State,
    Text,
    Tracker,
    apply_unchecked,
    examples,
    no_deaths,
    outline,
    player_views,
    prompt,
)
from rules.engine.record import replace as replace_record

MAX_DICE_RESULTS = 1300
"""Largest number of ordered results of a throw that is enumerated: four dice of six sides."""
MAX_OPTIONS = 12
"""Longest list of options of which each is followed, unless it is asked for."""
CERTAIN = Fraction(1)
MAX_FOLLOWED_PASSES = 24
"""Limit of passes for which somebody would be asked that are followed after one choice."""
MAX_FOLLOWED_ANSWERS = 200
"""Limit of all answers that are followed after one choice."""
MAX_CONTINUATIONS = 6
"""Largest number of answers to the next question of which each is followed."""
MAX_QUESTIONS = 3
"""Questions, one behind the other, of which each answer is followed."""
MAX_TRIED_ANSWERS = 100
"""Limit of the answers that are tried behind the next question, all together."""


@dataclass(frozen=True, slots=True)
class TrackerChange:
    """A change of a tracker: key, owner (None: the table), label, difference, icon."""

    key: str
    owner: Displayable | None
    label: Displayable
    by: int
    icon: str = field(default="", compare=False)
    worth: int = field(default=1, compare=False)
    """As ``Tracker.worth``."""
    now: int = field(default=0, compare=False)
    """The value after the change."""
    counted: Text | None = field(default=None, compare=False)
    """As ``Tracker.counted``."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One stretch of what follows: changes of trackers and of places, deaths, the outcome.

    ``turn_seat`` is the seat whose turn began with it, None in the turn of the answer. ``is_certain``: no person is
    asked before; otherwise it comes only if nobody responds. ``out_seats`` are those that are out of the game by it.
    """

    changes: tuple[TrackerChange, ...] = ()
    deaths: tuple[Death, ...] = ()
    outcome: Outcome | None = None
    turn_seat: int | None = None
    is_certain: bool = True
    moves: tuple[Text, ...] = ()
    out_seats: tuple[int, ...] = ()
    turn: int = 0
    """Number of the turn in which it ends."""


@dataclass(frozen=True, slots=True)
class Consequence:
    """What follows from an answer, up to the next decision.

    The changes of trackers on the whole way, the seats that died or were eliminated on it, the outcome, the texts of
    other notes, the next question. ``has_passed_window``: somebody could have answered on the way, and the automatic
    answer was to pass. ``stages`` are the way in order.
    """

    changes: tuple[TrackerChange, ...] = ()
    eliminated_seats: tuple[int, ...] = ()
    outcome: Outcome | None = None
    note_texts: tuple[Text, ...] = ()
    next_question: Text | None = None
    has_passed_window: bool = False
    stages: tuple[Stage, ...] = ()

    @property
    def comparison_key(self) -> tuple[object, ...]:
        """The parts by which two consequences differ for whoever decides."""
        died = tuple(death.name for stage in self.stages for death in stage.deaths)
        moves = tuple(move for stage in self.stages for move in stage.moves)
        return self.changes, self.eliminated_seats, self.outcome, died, moves


@dataclass(frozen=True, slots=True)
class Branch:
    """One possible consequence and its probability."""

    chance: Fraction
    consequence: Consequence


@dataclass(frozen=True, slots=True)
class Forecast:
    """The consequences of one answer, the likeliest first; several only where dice are thrown.

    ``option`` is the value of the choice's ``Pick``, None where it has none.
    """

    branches: tuple[Branch, ...]
    option: Any = None

    @property
    def only_consequence(self) -> Consequence | None:
        """The only consequence, None where there are several."""
        return self.branches[0].consequence if self.branches[0].chance == CERTAIN else None


def forecasts(
    game: Game[State],
    state: State,
    choice: Choice,
    phones: frozenset[int] = frozenset(),
    max_options: int = MAX_OPTIONS,
    trackers: tuple[Tracker, ...] | None = None,
) -> tuple[Forecast, ...]:
    """Forecast each option of the choice; empty where a deck, a hand or typed words decide.

    ``phones`` are the seats that have a phone of their own, as for the automatic answers; ``trackers`` those of the
    state, where they are known.
    """
    if not is_predictable(choice, max_options):
        return ()
    before = _Baseline(game, state, phones, game.trackers(state) if trackers is None else trackers)
    found = (_forecast(before, choice, given) for given in _option_values(choice))
    return tuple(path for path in found if path is not None)


def is_predictable(choice: Choice, max_options: int = MAX_OPTIONS) -> bool:
    """Return whether the choice can be forecast.

    Its holes must be at most one short list, or one throw that is not rerolled; holes for seats do not count.
    """
    holes = [hole for hole in choice.template.holes if not isinstance(hole, Seats)]
    match holes:
        case []:
            return True
        case [Pick(options=options)]:
            return len(options) <= max_options
        case [Dice(count=count, sides=sides, may_reroll=again)]:
            return not again and sides**count <= MAX_DICE_RESULTS
    return False


def is_aside(choice: Choice) -> bool:
    """Return whether the answer is a response or a part of an answer; its preview is short."""
    return choice.kind == "pass" or choice.role in ("response", "unlikely")


def dice_results(dice: Dice) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Yield every unordered result of the dice with its probability; they add up to 1."""
    every = dice.sides**dice.count
    for faces in combinations_with_replacement(range(1, dice.sides + 1), dice.count):
        alike = prod(factorial(n) for n in Counter(faces).values())
        yield faces, Fraction(factorial(dice.count) // alike, every)


# --- one answer --------------------------------------------------------------------------------------------------


class _Baseline:
    """The state before the answer, from which every answer is followed."""

    def __init__(
        self, game: Game[State], state: State, phones: frozenset[int], trackers: tuple[Tracker, ...] = ()
    ) -> None:
        self.game, self.state, self.phones = game, state, phones
        self._trail: list[State] = []
        self._trackers = trackers
        self._traced = replace_record(game, settle=self._settle)
        self._tried = 0

    def _settle(self, state: State) -> State:
        """Settle as the game does, and keep every state on the way."""
        after: State = self.game.settle(state)
        self._trail.append(after)
        return after

    def consequence_of(self, event: Event, questions: int = MAX_QUESTIONS) -> Consequence:
        """Return what follows from the event. Raises ``Refused``.

        ``questions`` is how many questions with several answers are looked through.
        """
        self._tried = 0
        walk = self._play_on(self.state, event, questions)
        after, notes = walk.state, walk.notes
        trackers = self.game.trackers(after)
        stages = tuple(self._stages(walk, trackers))
        changes = tuple(_tracker_changes(self._trackers, trackers, after, notes))
        died = {death.seat: None for stage in stages for death in stage.deaths if death.is_player}
        note_texts = tuple(note.text for note in notes if note.change is None and not note.switch)
        question = walk.question or outline(after)
        return Consequence(
            changes,
            tuple(seat for seat in died if seat is not None),
            after.outcome,
            note_texts,
            question.title if question else None,
            walk.passed_at is not None,
            stages,
        )

    def fates(self) -> list[Stage]:
        """Return who dies and who wins by each answer to the question; nothing if that is open."""
        walks = self._tries(self.state, every_answer(prompt(self.state)), MAX_QUESTIONS - 1)
        return [_fate(walk.is_certain, self._ends(walk)) for walk in walks]

    # --- playing on ----------------------------------------------------------------------------------------------

    def _play_on(self, state: State, event: Event, questions: int = MAX_QUESTIONS) -> _Walk:
        """Apply the event and play on until somebody could answer otherwise. Raises ``Refused``.

        ``questions`` is how many questions behind each other are looked through.
        """
        walk = _Walk([state], questions=questions)
        self._take(walk, event)
        run_automatic_answers(
            lambda: self._next_answer(walk), lambda answer: self._go_on(walk, answer), MAX_FOLLOWED_ANSWERS
        )
        return walk

    def _next_answer(self, walk: _Walk) -> Event | None:
        """Return the automatic answer, else the pass by which nobody responds, else the only answer."""
        silent = automatic_answer(self.game, walk.state, self.phones)
        walk.question = outline(walk.state) if silent is None else None
        walk.passing = passing_event(walk.question)
        if silent is None and walk.passing is None:
            return self._only_answer(walk)
        return silent or (walk.passing if walk.passes < MAX_FOLLOWED_PASSES else None)

    def _only_answer(self, walk: _Walk) -> Event | None:
        """Return the answer to a question that nobody could answer otherwise; None to any other.

        It is the only one, or all of them lead to the same state. Another turn is looked at first.
        """
        start = walk.trail[0]
        answers = every_answer(walk.question)
        if (walk.state.turn, walk.state.active) != (start.turn, start.active) or not answers:
            return None
        if passing_choice(walk.question) is not None:  # somebody may do something instead
            return None
        if len(answers) == 1:
            return answers[0]
        found = walk.continuations = self._tries(walk.state, answers, walk.questions - 1)
        ends = [_compared(one.state) for one in found]
        is_idle = all(one.is_certain for one in found) and ends.count(ends[0]) == len(ends) if ends else False
        return answers[0] if is_idle else None

    def _tries(self, state: State, answers: tuple[Event, ...], questions: int) -> list[_Walk]:
        """Return where each of the answers leads; nothing if they are too many to be followed."""
        walks = list[_Walk]()
        for answer in answers:
            if questions < 0 or self._tried >= MAX_TRIED_ANSWERS:
                return []
            try:
                walks.append(self._play_on(state, answer, questions))
            except Refused:  # it only seems to be offered
                continue
        return walks

    def _go_on(self, walk: _Walk, answer: Event) -> None:
        """Take the answer; of the passes, the first one ends what is certain."""
        at, is_pass = len(walk.trail) - 1, walk.passing is not None
        self._take(walk, answer)
        if is_pass:
            walk.passes += 1
            walk.passed_at = at if walk.passed_at is None else walk.passed_at

    def _take(self, walk: _Walk, event: Event) -> None:
        self._trail.clear()
        self._tried += walk.questions < MAX_QUESTIONS
        walk.question, walk.continuations = None, []
        after = apply_unchecked(self._traced, walk.state, event)
        walk.notes += after.notes
        seen = 0
        for state in (*self._trail, after):
            walk.trail.append(replace_record(state, notes=state.notes[seen:]))
            seen = len(state.notes)
        walk.state = after

    # --- stage by stage ------------------------------------------------------------------------------------------

    def _stages(self, walk: _Walk, trackers: tuple[Tracker, ...]) -> Iterator[Stage]:
        """Cut the way at each turn that begins and at the first pass of somebody who would be asked."""
        trail, passed_at, turns, last = walk.trail, walk.passed_at, set(_turn_starts(walk.trail)), len(walk.trail) - 1
        ends = sorted({0, *turns, last} | ({passed_at} if passed_at is not None else set()))
        deaths = self._deaths(trail)
        numbers, turn_seat = self._trackers, None
        for start, end in pairwise(ends):
            turn_seat = trail[start + 1].active if start in turns else turn_seat
            notes = tuple(note for state in trail[start + 1 : end + 1] for note in state.notes)
            before, numbers = numbers, trackers if end == last else self.game.trackers(trail[end])
            yield Stage(
                tuple(_tracker_changes(before, numbers, trail[end], notes)),
                tuple(death for k, death in deaths if start < k <= end),
                trail[end].outcome,
                turn_seat,
                passed_at is None or end <= passed_at,
                tuple(self.game.moves(trail[start], trail[end])),
                _seats_put_out(notes),
                trail[end].turn,
            )
        fate = _shared_fate([_fate(one.is_certain, self._ends(one)) for one in walk.continuations])
        if fate.deaths or fate.outcome:
            yield replace(fate, turn_seat=turn_seat, is_certain=fate.is_certain and walk.is_certain)

    def _ends(self, walk: _Walk) -> Stage:
        deaths = tuple(death for _, death in self._deaths(walk.trail))
        then = _shared_fate([_fate(one.is_certain, self._ends(one)) for one in walk.continuations])
        outcome = walk.state.outcome or then.outcome
        return Stage((), (*deaths, *then.deaths), outcome, out_seats=(*_seats_put_out(walk.notes), *then.out_seats))

    def _deaths(self, trail: list[State]) -> list[tuple[int, Death]]:
        deaths = [*self.game.deaths(trail)]
        return deaths + [(len(trail) - 1, death) for death in self._other_deaths(trail, deaths)]

    def _other_deaths(self, trail: list[State], known: list[tuple[int, Death]]) -> Iterator[Death]:
        """Yield the players who are dead in the game's view, but not among its deaths."""
        told, after = {death.seat for _, death in known if death.is_player}, trail[-1]
        for seat in sorted(self._seats_dead_in_view(after) - self._seats_dead_in_view(trail[0]) - told):
            yield Death(after.seats[seat], "", seat, is_player=True)

    def _seats_dead_in_view(self, state: State) -> set[int]:
        """Return the seats that the view shows as dead, of a game that does not tell deaths itself."""
        if self.game.deaths is not no_deaths:
            return set()
        return {player.seat for player in player_views(self.game.view(state)) if player.dead}


def _fate(is_certain: bool, ends: Stage) -> Stage:
    return replace(ends, is_certain=is_certain)


def _shared_fate(fates: list[Stage]) -> Stage:
    """Return who dies and who wins in each of them; it is certain if it is in each."""
    if not fates:
        return Stage()
    first, *others = fates
    deaths = tuple(
        death for death in first.deaths if all(death.name in [one.name for one in fate.deaths] for fate in others)
    )
    outcome = first.outcome if all(fate.outcome == first.outcome for fate in others) else None
    out_seats = tuple(seat for seat in first.out_seats if all(seat in fate.out_seats for fate in others))
    return Stage((), deaths, outcome, None, all(fate.is_certain for fate in fates), (), out_seats)


def _seats_put_out(notes: Iterable[Note]) -> tuple[int, ...]:
    return tuple(note.seat for note in notes if note.kind == "elimination" and note.seat is not None)


def _compared(state: State) -> State:
    """Return the state without what tells on which way it was reached."""
    return replace_record(state, notes=(), asked=0)


@dataclass(slots=True)
class _Walk:
    """The way from an answer.

    Every state has its own notes only; ``passed_at`` is the index of the state at which a stop was passed;
    ``question`` is that of the last state, if it has been put, and ``passing`` the pass that it offers; ``passes`` are
    those made so far. ``continuations`` are where the answers to the last question lead, of which ``questions`` more
    may be looked through.
    """

    trail: list[State]
    notes: tuple[Note, ...] = ()
    passed_at: int | None = None
    passes: int = 0
    question: Prompt | None = None
    passing: Event | None = None
    continuations: list[_Walk] = field(default_factory=list)
    questions: int = 0
    state: State = field(init=False)

    def __post_init__(self) -> None:
        self.state = self.trail[0]

    @property
    def is_certain(self) -> bool:
        """Whether nobody could have responded on the way."""
        return self.passed_at is None


def _turn_starts(trail: list[State]) -> Iterator[int]:
    """Yield the index of the last state before each turn of somebody."""
    for k, (before, after) in enumerate(pairwise(trail)):
        if after.active != before.active and after.active >= 0:
            yield k


def _tracker_changes(
    before: tuple[Tracker, ...], now: tuple[Tracker, ...], after: State, notes: tuple[Note, ...]
) -> Iterator[TrackerChange]:
    values = {tracker.key: tracker.value for tracker in before}
    owners = {change.key: change.owner for note in notes for change in note.changes}
    for t in now:
        by = t.value - values.get(t.key, t.value)
        if by:
            owner = owners.get(t.key) if t.seat is None else after.seats[t.seat]
            yield TrackerChange(t.key, owner, t.label, by, t.icon, t.worth, t.value, t.counted)


def _forecast(before: _Baseline, choice: Choice, option_value: dict[str, Any]) -> Forecast | None:
    dice = choice.template.hole(Dice)
    event = replace(next(examples(choice.template)), **option_value)
    questions = 0 if is_aside(choice) else MAX_QUESTIONS
    results = [({dice.name: faces}, chance) for faces, chance in dice_results(dice)] if dice else [({}, CERTAIN)]
    try:
        ends = [(before.consequence_of(replace(event, **faces), questions), chance) for faces, chance in results]
    except Refused:  # an option of a longer list may be refused
        return None
    return Forecast(_merge_branches(ends), *option_value.values())


def _option_values(choice: Choice) -> Iterator[dict[str, Any]]:
    """Yield each option's value by its hole's name; one empty mapping where there is no list."""
    pick = choice.template.hole(Pick)
    if pick is None:
        yield {}
    else:
        yield from ({pick.name: option.value} for option in pick.options)


def _merge_branches(ends: Iterable[tuple[Consequence, Fraction]]) -> tuple[Branch, ...]:
    """Merge equal consequences, the likeliest first.

    Texts that only some of them have are left out.
    """
    found: dict[object, Branch] = {}
    for end, chance in ends:
        known = found.get(end.comparison_key)
        found[end.comparison_key] = (
            Branch(chance + known.chance, _merge_consequences(known.consequence, end)) if known else Branch(chance, end)
        )
    return tuple(sorted(found.values(), key=lambda fall: -fall.chance))


def _merge_consequences(one: Consequence, other: Consequence) -> Consequence:
    note_texts = tuple(text for text in one.note_texts if text in other.note_texts)
    next_question = one.next_question if one.next_question == other.next_question else None
    return replace(
        one,
        note_texts=note_texts,
        next_question=next_question,
        has_passed_window=one.has_passed_window or other.has_passed_window,
    )


# --- the next question -----------------------------------------------------------------------------------------


def fates(game: Game[State], state: State, phones: frozenset[int] = frozenset()) -> list[Stage]:
    """Return who dies and who wins by each answer to the question of the state.

    Nothing where the answers cannot all be followed.
    """
    return _Baseline(game, state, phones).fates()


def every_answer(question: Prompt | None) -> tuple[Event, ...]:
    """Return every answer to a question; nothing if they are many or cannot be listed."""
    found = list[Event]()
    for choice in question.choices if question is not None and not question.window else ():
        picks = [hole for hole in choice.template.holes if isinstance(hole, Pick)]
        others = [hole for hole in choice.template.holes if not isinstance(hole, Pick | Seats)]
        if others or len(picks) > 1:
            return ()
        found += examples(choice.template) if picks else [next(examples(choice.template))]
        if len(found) > MAX_CONTINUATIONS:
            return ()
    return tuple(found)


def passing_event(question: Prompt | None) -> Event | None:
    """Return the event for passing a response window; None where somebody has to decide."""
    choice = passing_choice(question) if question is not None and question.window else None
    return next(examples(choice.template)) if choice is not None else None


# --- tracker by tracker ------------------------------------------------------------------------------------------


def change_chances(branches: Iterable[Branch]) -> tuple[tuple[TrackerChange, Fraction], ...]:
    """Return the probability of each change of a tracker, whatever else changes with it."""
    found: dict[TrackerChange, Fraction] = {}
    for fall in branches:
        for moved in fall.consequence.changes:
            found[moved] = found.get(moved, Fraction()) + fall.chance
    return tuple(sorted(found.items(), key=lambda one: (one[0].key, one[0].by)))
