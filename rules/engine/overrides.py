"""Manual adjustments and jumps to another step (X-06): what all games share.

A game declares its trackers and the positions of its turn; bounds, refusals and the notes in the log are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from .event import Confirmed, FactSet, Refused
from .prompt import Choice, Option, Pick, Prompt, Template
from .record import replace
from .state import Change, Fact, State, Tracker, note
from .step import Step, at
from .text import Displayable, Text, signed

S = TypeVar("S", bound=State)
R = TypeVar("R")
MAX_VALUE = 999
NO_VALUE = Text("none")
"""What stands for an empty value of a fact."""
OVERRIDE_PHASE = Text("By hand")
"""The phase of questions about a number that was adjusted by hand."""


@dataclass(frozen=True)
class TrackerKind(Generic[S, R]):
    """A number that every record of a kind has, such as a player's life.

    ``name`` is the last part of its key, and the field that holds it unless ``read`` and ``write`` say otherwise;
    ``write`` returns the fields to be changed. ``title`` is its label at the table where the log has a shorter one. A
    number that is not ``shown`` is no tracker at the moment; it can be set by hand all the same. ``worth`` and
    ``counted`` are those of its ``Tracker``.
    """

    name: str
    icon: str = "counter"
    maximum: Callable[[S, TrackerEntry[S, R]], int] | None = None
    read: Callable[[S, TrackerEntry[S, R]], int] | None = None
    write: Callable[[S, TrackerEntry[S, R], int], dict[str, Any]] | None = None
    shown: Callable[[S, TrackerEntry[S, R]], bool] | None = None
    title: Callable[[R], Displayable] | None = None
    worth: int = 1
    counted: Text | None = None


@dataclass(frozen=True)
class TrackerGroup(Generic[S, R]):
    """The trackers of one kind of record, with keys such as ``seat.2.life``.

    ``labels`` names the numbers in the log, by the name of their kind. ``records`` yields the present records, each
    with its seat (None: the table's) and its number; by default the state itself. ``update`` changes fields of the
    record of a number; without it the fields are the state's own, and the keys are without a number. ``owner`` says
    whose a record is, by default its seat's; ``log_owner`` stands for it in the log.
    """

    prefix: str
    labels: Mapping[str, Text]
    kinds: tuple[TrackerKind[S, R], ...]
    records: Callable[[S], Iterable[tuple[int | None, int, R]]] | None = None
    update: Callable[..., S] | None = None
    owner: Callable[[S, TrackerEntry[S, R]], Displayable] | None = None
    log_owner: Displayable = ""

    def entries(self, state: S) -> Iterator[TrackerEntry[S, Any]]:
        """Yield every number of the group."""
        prefix = self.prefix and f"{self.prefix}."
        for seat, number, record in self.records(state) if self.records else ((None, 0, state),):
            start = f"{prefix}{number}." if self.update else prefix
            for kind in self.kinds:
                yield TrackerEntry(self, kind, start + kind.name, seat, number, record)


class TrackerEntry(NamedTuple, Generic[S, R]):
    """One number on the table: its group and kind, its key, and the record that has it."""

    group: TrackerGroup[S, R]
    kind: TrackerKind[S, R]
    key: str
    seat: int | None
    number: int
    record: R

    @property
    def label(self) -> Text:
        """The label in the log."""
        return self.group.labels[self.kind.name]

    def owner(self, state: S) -> Displayable:
        """Return whose number it is."""
        if self.group.owner:
            return self.group.owner(state, self)
        return Text("the table") if self.seat is None else state.seats[self.seat]

    def value(self, state: S) -> int:
        """Return the number."""
        value: int = self.kind.read(state, self) if self.kind.read else getattr(self.record, self.kind.name)
        return value

    def set_value(self, state: S, value: int) -> S:
        """Return the state with another number."""
        changes: dict[str, Any] = self.kind.write(state, self, value) if self.kind.write else {self.kind.name: value}
        return self.group.update(state, self.number, **changes) if self.group.update else replace(state, **changes)

    def tracker(self, state: S) -> Tracker:
        """Return the tracker."""
        label = self.kind.title(self.record) if self.kind.title else self.label
        full = self.kind.maximum(state, self) if self.kind.maximum else None
        kind = self.kind
        return Tracker(self.key, label, self.value(state), self.seat, full, kind.icon, kind.worth, kind.counted)

    def adjust(self, state: S, by: int) -> tuple[S, Change]:
        """Change the number by hand, within 0 … 999; return also the change that it notes.

        Raises ``Refused`` beyond those bounds, which hold whatever the rules say.
        """
        before, who = self.value(state), self.owner(state)
        if type(by) is not int or not 0 <= before + by <= MAX_VALUE:
            raise Refused("X-06", Text("A number stays between 0 and 999."))
        change = Change(self.key, who, self.label, before, before + by)
        text = Text(
            "By hand: {who}, {what} {before} → {after}", who=who, what=self.label, before=before, after=change.after
        )
        return note(self.set_value(state, change.after), "X-06", text, change), change

    def describe(self, state: S, by: int) -> Text:
        """Describe an adjustment in one sentence, for the log."""
        who = self.group.log_owner or self.owner(state)
        return Text("By hand: {who}, {what} {by}", who=who, by=signed(by), what=self.label)


def find_tracker(groups: Iterable[TrackerGroup[S, Any]], state: S, key: str) -> TrackerEntry[S, Any]:
    """Return the number with that key. Raises ``Refused`` if there is none on the table."""
    for group in groups:
        for entry in group.entries(state) if key.startswith(group.prefix) else ():
            if entry.key == key:
                return entry
    raise Refused("X-06", Text("There is no such number on the table."))


@dataclass(frozen=True, slots=True)
class TurnPosition:
    """A position to which the table may jump (``WentTo``), by its rule.

    ``agenda`` are the steps from there on; without any, those to come stay.
    """

    rule: str
    label: Text
    agenda: tuple[Step, ...] = ()

    @property
    def step(self) -> str:
        """The name of the first step."""
        return self.agenda[0].name if self.agenda else ""


def steps_from(turn: tuple[Step, ...], step: Callable[..., Any]) -> tuple[Step, ...]:
    """Return the steps of a turn from that one on."""
    return turn[turn.index(at(step)) :]


def pick_fact(
    key: str,
    label: Displayable,
    now: str | int,
    options: Iterable[tuple[str | int, Displayable]],
    seat: int | None = None,
) -> Fact:
    """Return a fact that is one of several values; ``now`` is the present one."""
    choices = tuple(Option(value, name) for value, name in options)
    shown = next((option.label for option in choices if option.value == now), "")
    return Fact(label, shown, Template(FactSet(key, now), (Pick("value", choices),)), seat)


def describe_fact(owner: Displayable, fact: Fact, value: str | int) -> Text:
    """Describe the setting of a fact in one sentence, for the log."""
    if fact.is_secret:
        return Text("By hand: {who}, {what} changed", who=owner, what=fact.label)
    return Text("By hand: {who}, {what}: {value}", who=owner, what=fact.label, value=value_name(fact, value))


def note_fact(s: S, owner: Displayable, fact: Fact, value: str | int) -> S:
    """Add the note for a fact that was set by hand: which, whose, before and after."""
    if fact.is_secret:
        return note(s, "X-06", describe_fact(owner, fact, value))
    text = Text(
        "By hand: {who}, {what}: {before} → {after}",
        who=owner,
        what=fact.label,
        before=fact.value or NO_VALUE,
        after=value_name(fact, value),
    )
    return note(s, "X-06", text)


def value_name(fact: Fact, value: str | int) -> Displayable:
    """Return how a value of the fact is called."""
    options = fact.hole.options if isinstance(fact.hole, Pick) else ()
    return next((option.label for option in options if option.value == value), value if value != "" else NO_VALUE)


def confirmation_prompt(seats: tuple[int, ...], title: Text, rule: str) -> Prompt:
    """Ask whether a number set by hand changed in play; if so, its consequences follow."""
    yes = Choice(Text("Yes, really"), Template(Confirmed(True)), role="default")
    no = Choice(Text("No, only a correction"), Template(Confirmed(False)))
    return Prompt(seats, title, rule, (yes, no), phase=OVERRIDE_PHASE)


def describe_confirmation(event: Confirmed, what: Displayable) -> Text:
    """Describe the answer to that question, for the log.

    It says what happened, or that it was only a correction.
    """
    return Text("{what}", what=what) if event.played else Text("{what}: only a correction", what=what)
