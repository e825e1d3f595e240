"""What happens after an answer, up to the next stop and, if nobody responds, behind it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any

from companion.i18n import translator
from companion.match.preview_text import TABLE_KEYS
from companion.ui.widgets.controls import capitalize_first
from rules.boss_monster.model.state import hero_name
from rules.engine import (
    Event,
    Game,
    Note,
    Outcome,
    Pick,
    Prompt,
    Refused,
    Seats,
    State,
    apply,
    examples,
    player_views,
    prompt,
)
from rules.engine.record import replace
from rules.four_souls.vocabulary.card_names import card_name

SPANISH = translator("es")
NOBODY: frozenset[int] = frozenset()
MAX_SILENCES = 24
"""Questions for responses at which everybody keeps silent, at most."""
LATER = 6
"""Usual answers within which a promise must come true that waits for another question."""
MAX_ANSWERS = 6
"""Answers to a question of which each is tried, at most."""
MAX_STOPS = 200
"""Automatic answers of the stops, at most."""
Numbers = Counter[tuple[str, str]]
"""How much each number moves, by its owner and its label as they are shown."""


@dataclass(frozen=True)
class Stretch:
    """What happened on a stretch: numbers turn by turn, deaths, the outcome, whose turn it became.

    A turn is that of a seat, or None: that in which the answer was given. ``places`` are the sentences of who went
    where, of all turns that ``numbers`` has.
    """

    numbers: tuple[tuple[int | None, Numbers], ...]
    places: tuple[Counter[str], ...]
    dead_players: frozenset[str]
    dead_pieces: Counter[str]
    outcome: Outcome | None

    @property
    def next_seat(self) -> int | None:
        return self.numbers[-1][0]

    @property
    def total(self) -> Numbers:
        return total_of(numbers for _, numbers in self.numbers)


def total_of(numbers: Iterable[Numbers]) -> Numbers:
    total: Numbers = Counter()
    for one in numbers:
        total.update(one)
    return Counter({key: by for key, by in total.items() if by})


@dataclass(frozen=True)
class Fate:
    """Who dies and who wins, and whether nobody can respond before."""

    players: frozenset[str] = frozenset()
    pieces: Counter[str] = field(default_factory=Counter)
    outcome: Outcome | None = None
    is_certain: bool = True

    def and_also(self, other: Fate) -> Fate:
        """What is in both."""
        outcome = self.outcome if self.outcome == other.outcome else None
        is_certain = self.is_certain and other.is_certain
        return Fate(self.players & other.players, self.pieces & other.pieces, outcome, is_certain)


def places_between(before: Any, after: Any) -> Counter[str]:
    """The sentences of who entered or left Tokyo, and of the heroes that went elsewhere."""
    told = Counter[str]()
    if hasattr(before, "seats_in_tokyo"):
        told.update(_tokyo_places(before, after))
    if hasattr(before, "town"):
        stood = {hero.id: (where, SPANISH(hero_name(hero))) for where, hero in before.heroes()}
        now = {hero.id: where for where, hero in after.heroes()}
        for id, (where, name) in stood.items():
            if now.get(id, where) != where:
                place = "vuelve a la ciudad" if now[id] < 0 else f"va a la mazmorra de {after.seats[now[id]]}"
                told[f"{capitalize_first(name)} {place}"] += 1
    return told


def _tokyo_places(before: Any, after: Any) -> Iterable[str]:
    """A place that somebody else takes is not left by whoever stood there; nor is it by who is out."""
    for place in ("city", "bay"):
        was, now = getattr(before, place), getattr(after, place)
        if was == now:
            continue
        if now >= 0:
            yield f"{after.seats[now]} {'pasa a la Ciudad' if now == before.bay else 'entra'}"
        elif was not in (after.city, after.bay) and not after.monsters[was].out:
            yield f"{after.seats[was]} sale de Tokio"


@dataclass
class Happening:
    """What happened after an answer, up to the next stop and, if nobody responds, behind it."""

    game: Game[Any]
    phones: frozenset[int]
    trail: list[Any]
    """Every state on the way, also within an event, each with the notes that led to it only."""
    events: list[tuple[int, Any]] = field(default_factory=list)
    """After each event its place in the trail, and the state with all the event's notes."""
    stop: int = 0
    """Place in the trail of the next stop."""
    questions: int = 3
    """Questions, one behind the other, of which every answer is given."""
    latest: tuple[Any, list[Event], list[Happening]] | None = None
    """The latest state whose question was looked through, the answers that are not given yet, and where others lead."""

    @property
    def before(self) -> Any:
        return self.trail[0]

    @property
    def at_stop(self) -> Any:
        return self.trail[self.stop]

    @property
    def question(self) -> Prompt | None:
        """The question at the next stop."""
        return prompt(self.at_stop)

    @property
    def notes(self) -> list[Note]:
        """What the log notes up to the next stop."""
        return [note for state in self.trail[1 : self.stop + 1] for note in state.notes]

    @property
    def names(self) -> frozenset[str]:
        """The names of the players and pieces of which the log tells."""
        owners = (SPANISH(change.owner) for state in self.trail for note in state.notes for change in note.changes)
        fate = self.whole_fate
        return frozenset(map(capitalize_first, (*self.before.seats, *owners, *fate.pieces)))

    @property
    def asked(self) -> set[str]:
        """The players whom the question was for."""
        question = prompt(self.before)
        return {self.before.seats[seat] for seat in question.seats} if question else set()

    @property
    def at_first(self) -> Any:
        """The state straight after the answer."""
        return self.events[0][1]

    @staticmethod
    def shown(text: Any) -> str:
        return SPANISH(text)

    def first_with_item(self, known: set[int]) -> Any:
        """The first state on the way with a question and a new item on the stack; None without one."""
        new = (state for _, state in self.events if {item.id for item in state.stack.items} - known)
        return next(new, None)

    def noted(self, owner: str, what: str) -> list[int]:
        """By how much the log says that a number moved, note by note, as far as anything is known."""
        changes = (change for state in self.trail[1:] for note in state.notes for change in note.changes)
        return [c.after - c.before for c in changes if (SPANISH(c.owner), SPANISH(c.label)) == (owner, what)]

    def counts(self, what: str) -> bool:
        """Whether the table counts such a number at all."""
        return any(SPANISH(tracker.label) == what for tracker in self.game.trackers(self.before))

    def is_empty(self, owner: str, what: str) -> bool:
        """Whether that number of that player is 0 from the first: there is nothing to lose."""
        seats = self.before.seats
        own = (t for t in self.game.trackers(self.before) if t.seat is not None and seats[t.seat] == owner)
        values = (t.value for t in own if SPANISH(t.label) == what)
        return not any(values)

    def is_full(self, owner: str, what: str) -> bool:
        """Whether that number of that player is at its maximum when the answer is given."""
        seats = self.before.seats
        own = (t for t in self.game.trackers(self.before) if t.seat is not None and seats[t.seat] == owner)
        return any(t.maximum is not None and t.value >= t.maximum for t in own if SPANISH(t.label) == what)

    @property
    def still_waits(self) -> bool:
        """Whether the top of the stack, which was asked about, still waits in the end."""
        top = self.before.stack.top
        return top is not None and any(item.id == top.id for item in self.trail[-1].stack.items)

    def values(self, owner: str, what: str) -> list[int]:
        """The values of that number that the log tells before a change."""
        changes = (change for state in self.trail[1:] for note in state.notes for change in note.changes)
        return [c.before for c in changes if (SPANISH(c.owner), SPANISH(c.label)) == (owner, what)]

    def values_after(self, owner: str, what: str) -> list[int]:
        """The values of that number that the log tells after a change."""
        changes = (change for state in self.trail[1:] for note in state.notes for change in note.changes)
        return [c.after for c in changes if (SPANISH(c.owner), SPANISH(c.label)) == (owner, what)]

    def is_alive(self, name: str) -> bool:
        """Whether a player or a monster of that name has any life when the answer is given."""
        players, monsters = zip(self.before.seats, self.before.players, strict=True), self.before.monsters
        lives = [player.life for seat, player in players if seat == name]
        return any([*lives, *(m.life for m in monsters if capitalize_first(SPANISH(card_name(m.card))) == name)])

    @property
    def first_texts(self) -> list[str]:
        """What the log says of the answer itself."""
        return [SPANISH(note.text) for note in self.at_first.notes]

    def first_moves(self, owner: str, what: str) -> list[int]:
        """By how much the answer itself moves that number, note by note."""
        changes = (change for note in self.at_first.notes for change in note.changes)
        return [c.after - c.before for c in changes if (SPANISH(c.owner), SPANISH(c.label)) == (owner, what)]

    @property
    def ends_fight(self) -> bool:
        """Whether the fight ends on the way, or the blow still waits at its end."""
        texts = (SPANISH(note.text) for state in self.trail[1:] for note in state.notes)
        waits = any(item.kind in ("damage", "held", "roll") for item in self.trail[-1].stack.items)
        return waits or "El combate ha terminado" in texts

    @property
    def log_texts(self) -> list[str]:
        """What the log notes up to the next stop, as it is shown."""
        return [SPANISH(note.text) for note in self.notes]

    @property
    def later_texts(self) -> list[str]:
        """What it notes after a few more usual answers, where a question comes between."""
        state, found = self.at_stop, list[str]()
        for _ in range(LATER):
            asked = prompt(state)
            if asked is None:
                break
            usual = next((choice for choice in asked.choices if choice.role == "default"), asked.choices[0])
            state = apply(self.game, state, next(examples(usual.template)))
            found += [SPANISH(note.text) for note in state.notes]
        return found

    @cached_property
    def certain(self) -> Stretch:
        """What happens up to the next stop."""
        return self._stretch(0, self.stop)

    @cached_property
    def silent(self) -> Stretch:
        """What happens behind it if nobody responds."""
        return self._stretch(self.stop, len(self.trail) - 1)

    def _stretch(self, start: int, end: int) -> Stretch:
        trail = self.trail[start : end + 1]
        turns = [k for k, (one, other) in enumerate(pairwise(trail)) if one.active != other.active >= 0]
        cuts, seats = [0, *turns, len(trail) - 1], [None, *(trail[k + 1].active for k in turns)]
        spans = zip(seats, pairwise(cuts), strict=True)
        numbers = tuple((seat, self._moved(trail[a : b + 1])) for seat, (a, b) in spans)
        places = tuple(places_between(trail[a], trail[b]) for a, b in pairwise(cuts))
        outcome = trail[-1].outcome if trail[0].outcome is None else None
        return Stretch(numbers, places, *self._deaths(start, end), outcome)

    @cached_property
    def fate(self) -> Fate:
        """Who dies and who wins behind the last question whatever is answered there."""
        shared: Fate | None = None
        for one in self._continuations():
            shared = one.whole_fate if shared is None else shared.and_also(one.whole_fate)
            if not (shared.players or shared.pieces or shared.outcome):
                return Fate()
        return shared or Fate()

    @property
    def whole_fate(self) -> Fate:
        """Who dies and who wins on the way, and behind it whatever is answered."""
        stretches, then = (self.certain, self.silent), self.fate
        players = frozenset[str]().union(then.players, *(stretch.dead_players for stretch in stretches))
        pieces = self.certain.dead_pieces + self.silent.dead_pieces + then.pieces
        is_certain = self.stop == len(self.trail) - 1 and then.is_certain
        return Fate(players, pieces, self.trail[-1].outcome or then.outcome, is_certain)

    def _continuations(self) -> Iterable[Happening]:
        state = self.trail[-1]
        is_same_turn = (state.turn, state.active) == (self.before.turn, self.before.active)
        return self.followed(state) if is_same_turn else ()

    def followed(self, state: Any) -> Iterator[Happening]:
        """Where each answer to the question of a state on the way leads; kept for the latest one."""
        if self.latest is None or self.latest[0] is not state:
            answers = list(answers_to(prompt(state))) if self.questions else []
            self.latest = state, answers, []
        _, left, found = self.latest
        yield from found
        while left:
            try:
                found.append(give(self.game, state, left.pop(0), self.phones, self.questions - 1))
            except Refused:
                continue
            yield found[-1]

    def _deaths(self, start: int, end: int) -> tuple[frozenset[str], Counter[str]]:
        """The players who died by log, history or view; the pieces that died by the history."""
        states = [self.trail[start], *(state for at, state in self.events if start < at <= end)]
        deaths = [death for _, death in self.game.deaths(states)]
        players = {SPANISH(death.name) for death in deaths if death.is_player}
        players |= {states[0].seats[seat] for pair in pairwise(states) for seat in _fallen(self.game, *pair)}
        said = [SPANISH(note.text) for state in self.trail[start + 1 : end + 1] for note in state.notes]
        players |= {name for name in states[0].seats if f"{name} muere" in said}
        return frozenset(players), Counter(
            capitalize_first(SPANISH(death.name)) for death in deaths if not death.is_player
        )

    def _moved(self, trail: list[Any]) -> Numbers:
        """By how much the numbers moved that are somebody's; the board shows those of the table."""
        owners = {c.key: SPANISH(c.owner) for state in trail[1:] for note in state.notes for c in note.changes}
        before = {tracker.key: tracker.value for tracker in self.game.trackers(trail[0])}
        moved: Numbers = Counter()
        for tracker in self.game.trackers(trail[-1]):
            owner = owners.get(tracker.key) if tracker.seat is None else trail[0].seats[tracker.seat]
            if owner is not None and not tracker.key.startswith(TABLE_KEYS) and tracker.key in before:
                moved[capitalize_first(owner), SPANISH(tracker.label)] += tracker.value - before[tracker.key]
        return Counter({key: by for key, by in moved.items() if by})


def _fallen(game: Game[Any], before: State, after: State) -> set[int]:
    was, now = ({line.seat for line in player_views(game.view(state)) if line.dead} for state in (before, after))
    return now - was


def give(game: Game[Any], state: State, event: Event, phones: frozenset[int] = NOBODY, questions: int = 3) -> Happening:
    """Give the answer, let the stops answer, then let everybody keep silent, up to a question that somebody decides.

    A question with one answer, or all of whose answers lead to the same, is none. Raises ``Refused``.
    """
    happening = Happening(game, phones, [replace(state, notes=())], questions=questions)
    current = _run_stops(happening, _take(happening, state, event))
    stop, silences = None, 0
    for _ in range(MAX_STOPS):
        answer, silence = only_answer(happening, current), everybodys_pass(current)
        if answer is None and (silence is None or silences == MAX_SILENCES):
            break
        stop = len(happening.trail) - 1 if silence is not None and stop is None else stop
        silences += silence is not None
        try:
            current = _run_stops(happening, _take(happening, current, silence or answer))
        except Refused:
            break
    happening.stop = len(happening.trail) - 1 if stop is None else stop
    return happening


def only_answer(happening: Happening, state: State) -> Event | None:
    """The answer to a question of the same turn that nobody could answer otherwise; None to any other."""
    start = happening.before
    if state.outcome is not None or (state.turn, state.active) != (start.turn, start.active):
        return None
    answers = answers_to(prompt(state))
    if len(answers) == 1:
        return answers[0]
    first: Any = None
    for one in happening.followed(state):
        end = replace(one.trail[-1], notes=(), asked=0)
        first = end if first is None else first
        if end != first or one.stop != len(one.trail) - 1:
            return None
    return answers[0] if first is not None else None


def answers_to(question: Prompt | None) -> tuple[Event, ...]:
    """Every answer to a question to which nobody may respond; nothing where they are many or not all known."""
    if question is None or question.window or any(choice.kind == "decline" for choice in question.choices):
        return ()
    answers = list[Event]()
    for choice in question.choices:
        picks = [hole for hole in choice.template.holes if isinstance(hole, Pick)]
        if len(picks) > 1 or any(not isinstance(hole, Pick | Seats) for hole in choice.template.holes):
            return ()
        first = next(examples(choice.template))
        answers += [replace(first, **{pick.name: option.value}) for pick in picks for option in pick.options] or [first]
    return tuple(answers) if len(answers) <= MAX_ANSWERS else ()


def _take(happening: Happening, state: State, event: Event) -> State:
    seen: list[State] = []

    def settle(now: State) -> State:
        after: State = happening.game.settle(now)
        seen.append(after)
        return after

    after: State = apply(replace(happening.game, settle=settle), state, event)
    known = 0
    for one in (*seen, after):
        happening.trail.append(replace(one, notes=one.notes[known:]))
        known = len(one.notes)
    happening.events.append((len(happening.trail) - 1, after))
    return after


def _run_stops(happening: Happening, state: State) -> State:
    for _ in range(MAX_STOPS):
        event = happening.game.auto_answer(state, happening.phones)
        if event is None:
            break
        try:
            state = _take(happening, state, event)
        except Refused:
            break
    return state


def everybodys_pass(state: State) -> Event | None:
    """Everybody's pass, where anybody may respond and nobody has to decide."""
    asked = prompt(state)
    usual = [choice for choice in asked.choices if choice.role == "default"] if asked and asked.window else []
    if len(usual) != 1 or any(not isinstance(hole, Seats) for hole in usual[0].template.holes):
        return None
    event: Event = next(examples(usual[0].template))
    return event
