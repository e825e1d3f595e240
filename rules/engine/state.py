"""What every game's state has, and the small records that explain a change of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeVar

from .kinds import NoteKind
from .prompt import Hole, Template
from .record import fills_at_once, replace
from .step import Step
from .text import Displayable, Name, Text


def without_numbers(key: str) -> str:
    """Return a tracker's key without the number of its record.

    That is ``seat.cents`` of ``seat.2.cents``.
    """
    return ".".join(part for part in key.split(".") if not part.lstrip("-").isdigit())


@fills_at_once
@dataclass(frozen=True)
class Change:
    """A number that changed: its tracker, its owner, its label, before and after.

    ``is_derived``: it is computed from other things on the table, so nobody adjusts it or undoes its change by itself.
    """

    key: str
    owner: Displayable
    label: Text | Name
    before: int
    after: int
    is_derived: bool = False

    @property
    def kind_key(self) -> str:
        """The key without the number of its record."""
        return without_numbers(self.key)


@fills_at_once
@dataclass(frozen=True)
class Note:
    """One line of the recent list: something that the rules did by themselves, and why.

    ``switch`` is the key of the setting that decided it, where tables differ on it. ``change`` is the number that it is
    about, ``other_changes`` are the others that changed with it. ``kind`` identifies what happened to code,
    independently of the text (see ``kinds``); ``subject`` is whom or what it happened to, ``seat`` whose it is or who
    did it, and ``killer`` the seat that killed it, where that is known. ``task`` is what people then do with the things
    on the table, where no number says it (see ``HandMove``): what the player of ``seat`` does, as an order, or a whole
    sentence for everybody; where ``subject`` is a thing, a later task for it takes the place of this one. ``face`` is
    the die that decided it, if one did, and ``brief`` what the text says besides the die, the kind and the subject.
    ``turn`` is the number of the turn in which it happened: one event may end a turn and begin the next.
    """

    rule: str
    text: Text
    change: Change | None = None
    switch: str = ""
    other_changes: tuple[Change, ...] = ()
    kind: NoteKind = ""
    subject: Displayable = ""
    seat: int | None = None
    task: Text | None = None
    killer: int | None = None
    face: int | None = None
    brief: Text | None = None
    turn: int = field(default=0, compare=False)

    @property
    def changes(self) -> tuple[Change, ...]:
        """Every number that changed."""
        return (*((self.change,) if self.change else ()), *self.other_changes)


MIN_WEIGHT = 5
"""Weight of what is no outcome and is told only in its turn."""


@dataclass(frozen=True, slots=True)
class Weights:
    """How much weighs what happened, from 1, the most, to 5: what is told first after an answer.

    By the ``kinds`` of notes, and by the key of a tracker without the number of its record: of its ``falls``, else of
    any of its ``changes``. A difference of ``large`` (how much, weight) or more weighs that.
    """

    kinds: Mapping[str, int] = field(default_factory=dict)
    changes: Mapping[str, int] = field(default_factory=dict)
    falls: Mapping[str, int] = field(default_factory=dict)
    large: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    def of_note(self, note: Note) -> int:
        """Return the weight of a note: that of the heaviest thing that it states."""
        own = self.kinds.get(note.kind, MIN_WEIGHT)
        return min((own, *(self.of_change(change) for change in note.changes)))

    def of_change(self, change: Change) -> int:
        """Return the weight of a changed number."""
        key, by = change.kind_key, change.after - change.before
        if not by:
            return MIN_WEIGHT
        least, weight = self.large.get(key, (0, MIN_WEIGHT))
        usual = self.changes.get(key, MIN_WEIGHT)
        return min(self.falls.get(key, usual) if by < 0 else usual, weight if abs(by) >= least else MIN_WEIGHT)


NO_WEIGHTS = Weights()
"""Weights of a game that declares none: everything is told in its order."""


@dataclass(frozen=True, slots=True)
class HandMove:
    """What a player does with things on the table when a number of one kind changes, as orders.

    Such as coins to take for a ``gain`` and to pay for a ``loss`` (None: nothing is moved). The texts have the hole
    ``n``, how many, and may have ``owner``, whose number it is. ``given`` stands for a loss that another player gains
    at the same time; it also has the hole ``who``, who gets them. ``is_alike``: the things are all alike, such as
    coins, so that what is taken and what is paid add up to one move; cards are not.
    """

    gain: Text | None = None
    loss: Text | None = None
    given: Text | None = None
    is_alike: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the game ended: the winners' seats and the rule.

    Several winners: all of them won; none: everybody lost. In a ``draw`` those seats were level, and nobody has won.
    """

    winners: tuple[int, ...]
    rule: str
    draw: bool = False


@dataclass(frozen=True, slots=True)
class Redaction:
    """The redaction of an event: the seat whose secret it is, and the text that all others read."""

    seat: int
    text: Text


@dataclass(frozen=True, slots=True)
class Tracker:
    """A number on the table that anybody may adjust.

    ``icon`` is its kind, by which a screen chooses its picture. ``maximum`` is the full value, such as all wounds, None
    without one. By hand it may be 0 … 999. ``worth`` is 1 where more is better for its player, −1 where less is, as
    with wounds, and 0 where neither is. ``counted`` says so many of it in words, with the hole ``n``.
    """

    key: str
    label: Displayable
    value: int
    seat: int | None = None
    maximum: int | None = None
    icon: str = "counter"
    worth: int = 1
    counted: Text | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    """Something on the table that is no number and that anybody may set by hand, as a place.

    ``value`` is what it is now. ``template`` is the event that changes it, with a hole for the new value: ``FactSet``,
    or ``Adjusted`` for a number that is no tracker while it is 0. ``is_secret``: neither value is told to anybody.
    """

    label: Displayable
    value: Displayable
    template: Template
    seat: int | None = None
    is_secret: bool = False

    @property
    def key(self) -> str:
        """The key of the fact, by which events name it."""
        key: str = self.template.value.key
        return key

    @property
    def hole(self) -> Hole:
        """The hole for the new value."""
        return self.template.holes[0]


@dataclass(frozen=True, slots=True)
class Death:
    """The death of a player or of a piece.

    Its name, its owner, its cause, its killer, the rule, its place.

    ``is_player``: the seat itself died, not a piece of it. What the rules cannot know is None.
    """

    name: Displayable
    rule: str
    seat: int | None = None
    cause: Displayable | None = None
    killer_seat: int | None = None
    is_player: bool = False
    place: Displayable | None = None


@dataclass(frozen=True, slots=True)
class Probability:
    """What may happen, its exact probability, its rule, and its seat (None: the table).

    A chance of 1: it will happen unless somebody acts. ``ignores_cards``: cards that affect it are not taken into
    account.
    """

    label: Text
    chance: Fraction
    rule: str
    seat: int | None = None
    ignores_cards: bool = False


@dataclass(frozen=True, kw_only=True)
class State:
    """The common part of a state: seats, agenda, latest notes, outcome, settings, turn.

    ``asked`` counts the questions put so far; ``notes`` are those of the latest event only. ``turn`` is the number of
    the turn, 0 before the first and in a game that counts none; ``active`` the seat whose turn it is, −1 if nobody's.
    """

    seats: tuple[str, ...]
    agenda: tuple[Step, ...] = ()
    asked: int = 0
    notes: tuple[Note, ...] = ()
    outcome: Outcome | None = None
    rulings: tuple[tuple[str, str], ...] = ()
    turn: int = 0
    active: int = -1

    @staticmethod
    def default_choice(id: str) -> str:
        """Return the usual choice of an open point of the rules; a game's rulebook knows it."""
        raise KeyError(f"{id!r} has no usual choice: give ruling one, or let default_choice of the state know it")

    def ruling(self, id: str, usual: str = "") -> str:
        """Return how the table plays a switch.

        Without a choice of the table it is ``usual``, or that of the rulebook for an open point.
        """
        for key, choice in self.rulings:
            if key == id:
                return choice
        return usual or self.default_choice(id)

    @property
    def depth(self) -> str:
        """The choice of the switch ``depth``: how closely the table is followed; empty without it."""
        for key, choice in self.rulings:  # asked after every step: a generator takes twice as long
            if key == "depth":
                return choice
        return ""

    @property
    def every_seat(self) -> tuple[int, ...]:
        """All seats, asked together where the whole table decides."""
        return tuple(range(len(self.seats)))

    def seats_from(self, first: int) -> tuple[int, ...]:
        """Return all seats in turn order, beginning with that one."""
        n = len(self.seats)
        return tuple([(first + k) % n for k in range(n)])


S = TypeVar("S", bound=State)


def note(
    state: S,
    rule: str,
    text: Text,
    change: Change | None = None,
    *,
    switch: str = "",
    other_changes: tuple[Change, ...] = (),
    kind: NoteKind = "",
    subject: Displayable = "",
    seat: int | None = None,
    task: Text | None = None,
    killer: int | None = None,
    face: int | None = None,
    brief: Text | None = None,
) -> S:
    """Append a note to the state; the parameters are the fields of ``Note``."""
    written = Note(
        rule=rule,
        text=text,
        change=change,
        switch=switch,
        other_changes=other_changes,
        kind=kind,
        subject=subject,
        seat=seat,
        task=task,
        killer=killer,
        face=face,
        brief=brief,
        turn=state.turn,
    )
    return replace(state, notes=(*state.notes, written))


def mark_latest_note(state: S, kind: NoteKind, subject: Displayable, seat: int | None, brief: Text | None = None) -> S:
    """Give the latest note a kind, whom it happened to, whose it is, and its brief words."""
    *earlier, latest = state.notes
    return replace(state, notes=(*earlier, replace(latest, kind=kind, subject=subject, seat=seat, brief=brief)))
