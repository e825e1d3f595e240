"""Questions to the table: choices, some with holes that a thumb, a camera or a catalogue fills."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any, Literal

from .cards import Cards
from .event import Event
from .kinds import ChoiceKind
from .text import Shown, Text


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number, ``low`` … ``high``; ``usual`` is what most tables answer; ``label`` is how it is asked for."""

    name: str
    low: int
    high: int
    usual: int
    label: Text | None = None

    def admits(self, value: object) -> bool:
        """Whether the value fits."""
        return isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high

    def examples(self) -> Iterator[int]:
        """The usual number and the bounds."""
        yield from dict.fromkeys((self.usual, self.low, self.high))


@dataclass(frozen=True, slots=True)
class Side:
    """One face of a kind of dice: what it is called, and by which sign it is shown ("1", "heart", "energy")."""

    name: Text
    sign: str


@dataclass(frozen=True, slots=True)
class DieKind:
    """Dice with faces of their own: face ``k`` of a throw is ``faces[k - 1]``. Without a kind a face is its pips."""

    key: str
    name: Text
    faces: tuple[Side, ...]


@dataclass(frozen=True, slots=True)
class Lying:
    """A die as it lies there, showing that face (1 … sides) of its kind.

    ``kept``: whether it was put aside or is thrown again; None where that is not the question.
    """

    face: int
    kind: DieKind | None = None
    kept: bool | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """One of the values of a ``Pick`` and how it is shown; ``stake`` says what counts for it ("2 or more, 83 %").

    One that is a ``die`` is drawn as it.
    """

    value: Any
    label: Shown
    stake: Text | None = None
    die: Lying | None = None


@dataclass(frozen=True, slots=True)
class Pick:
    """One of several: a seat, a monster, an item on the stack; ``label`` is how it is asked for."""

    name: str
    options: tuple[Option, ...]
    label: Text | None = None

    def admits(self, value: object) -> bool:
        """Whether the value is one of them."""
        return any(type(value) is type(option.value) and value == option.value for option in self.options)

    def examples(self) -> Iterator[Any]:
        """All of them."""
        yield from (option.value for option in self.options)


@dataclass(frozen=True, slots=True)
class Dice:
    """Faces of ``count`` dice with ``sides`` sides, of that kind: what a camera may answer.

    ``again``: some may be thrown again before they count, so a camera that watches shows them and a person says when.
    """

    name: str
    count: int = 1
    sides: int = 6
    kind: DieKind | None = None
    again: bool = False

    def admits(self, value: object) -> bool:
        """Whether there are as many faces as asked for, each of them on such a die."""
        return (
            isinstance(value, tuple)
            and len(value) == self.count
            and all(type(face) is int and 1 <= face <= self.sides for face in value)
        )

    def examples(self) -> Iterator[tuple[int, ...]]:
        """Every face on all dice, and all faces in a row."""
        yield from ((face,) * self.count for face in range(1, self.sides + 1))
        if self.count > 1:
            yield tuple(1 + k % self.sides for k in range(self.count))


@dataclass(frozen=True, slots=True)
class Line:
    """A few typed words, at most ``longest`` characters, none of them a control character."""

    name: str
    longest: int = 40
    suggestions: tuple[str, ...] = ()
    label: Text | None = None

    def admits(self, value: object) -> bool:
        """Whether it is a printable line that is short enough (an empty one is)."""
        return isinstance(value, str) and len(value) <= self.longest and (not value or value.isprintable())

    def examples(self) -> Iterator[str]:
        """Nothing, the suggestions, and the longest line."""
        yield from dict.fromkeys(("", *self.suggestions, "ñ" * self.longest))


@dataclass(frozen=True, slots=True)
class Many:
    """From ``least`` to ``most`` records, each made from one of the templates: what a card does, a card's numbers.

    ``catalogue`` names the cards in which the records can be looked up instead of typed.
    """

    name: str
    of: tuple[Template, ...]
    most: int = 20
    least: int = 0
    catalogue: str = ""

    def admits(self, value: object) -> bool:
        """Whether each of them fits a template."""
        return (
            isinstance(value, tuple)
            and self.least <= len(value) <= self.most
            and all(any(template.admits(item) for template in self.of) for item in value)
        )

    def examples(self) -> Iterator[tuple[Any, ...]]:
        """The fewest, one of each kind, and a pair."""
        singles = [next(examples(template)) for template in self.of]
        if self.least == 0:
            yield ()
        yield from ((single,) for single in singles)
        if self.most > 1 and len(singles) > 1:
            yield tuple(singles[:2])


@dataclass(frozen=True, slots=True)
class Seats:
    """For whom it is said: some of ``seats`` in their order, those whom it ``needs`` among them. The phone knows.

    ``one`` is what it is called when a single seat says it, ``some`` when several do but not all.
    """

    name: str
    seats: tuple[int, ...]
    one: Text
    some: Text
    needs: tuple[int, ...] = ()

    def admits(self, value: object) -> bool:
        """Whether it is one of those subsets, in order and not empty."""
        if not isinstance(value, tuple) or any(type(seat) is not int for seat in value):
            return False
        return value != () and value == self.said_by(value)

    def said_by(self, seats: Collection[int]) -> tuple[int, ...]:
        """Those of the seats for whom it may be said, in order; nobody if it needs somebody else."""
        mine = tuple(seat for seat in self.seats if seat in seats)
        return mine if set(self.needs) <= set(mine) else ()

    def examples(self) -> Iterator[tuple[int, ...]]:
        """All of them, and each alone who may be."""
        yield from dict.fromkeys((self.seats, *((seat,) for seat in self.seats if self.admits((seat,)))))


Hole = Number | Pick | Dice | Cards | Line | Many | Seats


@dataclass(frozen=True, slots=True)
class Template:
    """A record with holes: ``value`` says what is fixed, each hole names a field that it fills.

    Among many, those of a ``group`` are needed less often and stand together under its name.
    """

    value: Any
    holes: tuple[Hole, ...] = ()
    label: Text | None = None
    group: Text | None = None

    def admits(self, other: Any) -> bool:
        """Whether ``other`` is this record with its holes filled within their bounds."""
        if type(other) is not type(self.value) or not _alike(self.value, other):
            return False
        filled = {hole.name: getattr(other, hole.name) for hole in self.holes}
        fits = all(hole.admits(filled[hole.name]) for hole in self.holes)
        return fits and bool(replace(self.value, **filled) == other)


def _alike(one: Any, other: Any) -> bool:
    """Whether what says how a record came about, which counts for no equality, is at least of the same kind."""
    asides = (field.name for field in fields(one) if not field.compare)
    return all(type(getattr(one, name)) is type(getattr(other, name)) for name in asides)


def examples(template: Template) -> Iterator[Any]:
    """Fill the holes: first all with their first example, then one hole at a time with each of the others."""
    usual = {hole.name: next(iter(hole.examples())) for hole in template.holes}
    yield replace(template.value, **usual)
    for hole in template.holes:
        for value in list(hole.examples())[1:]:
            yield replace(template.value, **{**usual, hole.name: value})


@dataclass(frozen=True, slots=True)
class Choice:
    """Something a seat may answer: the event (or its template) and what follows if it is taken.

    ``role`` says where a thumb finds it: the usual answer, a quiet one, leaving the phase (never in the usual one's
    place), or the answer of another seat. ``seat`` is whose colour it wears; what is about a ``die`` is drawn as it.
    ``kind`` tells code which answer it is, whatever the label says (see ``kinds``).
    """

    label: Text
    does: Template
    follows: Text | None = None
    role: Literal["usual", "quiet", "leave", "respond"] = "quiet"
    seat: int | None = None
    die: Lying | None = None
    kind: ChoiceKind = ""

    @property
    def event(self) -> Event:
        """The event as it stands, its holes unfilled."""
        event: Event = self.does.value
        return event

    def admits(self, event: Event) -> bool:
        """Whether the event is this choice, filled within its bounds."""
        return self.does.admits(event)


@dataclass(frozen=True, slots=True)
class Prompt:
    """What the table is being asked: who may answer, what, by which rule, and what they may say.

    ``stake`` says what counts ("hits with 4 or more, 50 %"), ``may`` which actions are theirs now ("answers only").
    ``window``: the seats that have not passed yet, where anybody may answer, the one whose turn it is first.
    """

    seats: tuple[int, ...]
    title: Text
    rule: str
    choices: tuple[Choice, ...]
    stake: Text | None = None
    phase: Text | None = None
    may: Text | None = None
    window: tuple[int, ...] = ()

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats without whom it does not go on."""
        return self.window or self.seats

    @property
    def dice(self) -> Dice | None:
        """The throw that is asked for, if one is: the camera may answer it."""
        holes = (hole for choice in self.choices for hole in choice.does.holes)
        return next((hole for hole in holes if isinstance(hole, Dice)), None)


def speaks_for(prompt: Prompt, choice: Choice, event: Event) -> tuple[int, ...]:
    """The seats in whose name that answer to the prompt is given."""
    for hole in choice.does.holes:
        if isinstance(hole, Seats):
            said: tuple[int, ...] = getattr(event, hole.name)
            return said
    return prompt.seats if choice.seat is None else (choice.seat,)
