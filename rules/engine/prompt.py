"""Prompts: choices, some with holes that a person, a camera or a catalogue fills."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import Any, ClassVar, Literal, TypeVar

from .event import Event
from .kinds import ChoiceKind, ChoiceRole
from .text import Displayable, Text


@dataclass(frozen=True, slots=True)
class Number:
    """A hole for a whole number, ``low`` … ``high``; ``default`` is what most tables answer.

    A default beyond a bound, as of a number that was set by hand, becomes that bound. ``label`` is how the number is
    asked for.
    """

    name: str
    low: int
    high: int
    default: int
    label: Text | None = None

    def __post_init__(self) -> None:
        """Keep the default within the bounds."""
        object.__setattr__(self, "default", max(self.low, min(self.high, self.default)))

    def admits(self, value: object) -> bool:
        """Return whether the value is a whole number within the bounds."""
        return isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high

    def examples(self) -> Iterator[int]:
        """Yield the default and the bounds."""
        yield from dict.fromkeys((self.default, self.low, self.high))


@dataclass(frozen=True, slots=True)
class DieFace:
    """One face of a kind of dice: its name, and the sign that shows it ("1", "heart", "energy")."""

    name: Text
    sign: str


@dataclass(frozen=True, slots=True)
class DieKind:
    """Dice with special faces: face ``k`` of a throw is ``faces[k - 1]``.

    A die without a kind has pips.
    """

    key: str
    name: Text
    faces: tuple[DieFace, ...]


@dataclass(frozen=True, slots=True)
class RolledDie:
    """A die after a throw, showing that face (1 … sides) of its kind.

    ``is_kept``: whether it was set aside or is rerolled; None where that is not the question.
    """

    face: int
    kind: DieKind | None = None
    is_kept: bool | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """One of the values of a ``Pick`` and its label.

    ``stake`` says what is at stake with it ("2 or more, 83 %"); an option with a ``die`` is drawn as that die.
    """

    value: Any
    label: Displayable
    stake: Text | None = None
    die: RolledDie | None = None


@dataclass(frozen=True, slots=True)
class Pick:
    """A hole for one of several values: a seat, a monster, an item on the stack.

    ``label`` is how it is asked for. ``is_ordered``: the order of the options means something, so a list keeps it.
    """

    name: str
    options: tuple[Option, ...]
    label: Text | None = None
    is_ordered: bool = False

    def admits(self, value: object) -> bool:
        """Return whether the value is one of the options."""
        return any(type(value) is type(option.value) and value == option.value for option in self.options)

    def examples(self) -> Iterator[Any]:
        """Yield the values of all options."""
        yield from (option.value for option in self.options)


@dataclass(frozen=True, slots=True)
class Dice:
    """A hole for the faces of a throw; a camera can fill it.

    It takes ``count`` dice of that kind with ``sides`` sides. ``may_reroll``: some may be thrown again before they
    count, so the camera only shows them and a person confirms. ``each_throw`` is then the answer after which every
    throw is entered by itself: virtual dice give it first, as nobody else can throw them again. With ``is_partial``
    fewer dice are admitted too, or none: those that are put aside, while the others are thrown again.
    """

    name: str
    count: int = 1
    sides: int = 6
    kind: DieKind | None = None
    may_reroll: bool = False
    each_throw: Event | None = None
    is_partial: bool = False

    def admits(self, value: object) -> bool:
        """Return whether there are as many faces as asked for, each of them on such a die."""
        return (
            isinstance(value, tuple)
            and (len(value) == self.count or (self.is_partial and len(value) < self.count))
            and all(type(face) is int and 1 <= face <= self.sides for face in value)
        )

    def values_of(self, numbers: tuple[int, ...]) -> tuple[int, ...]:
        """Return the faces with those numbers: dice are their own."""
        return numbers

    def examples(self) -> Iterator[tuple[int, ...]]:
        """Yield every face on all dice, and all faces in a row; of a partial throw also no dice."""
        if self.is_partial:
            yield ()
        yield from ((face,) * self.count for face in range(1, self.sides + 1))
        if self.count > 1:
            yield tuple(1 + k % self.sides for k in range(self.count))


@dataclass(frozen=True, slots=True)
class CardFace:
    """How a card looks.

    ``value`` is its id in events, ``name`` its spoken name, ``rank`` what is written on it, ``sign`` its symbol if it
    has one.
    """

    value: str
    name: Text
    rank: str
    sign: str = ""


@dataclass(frozen=True, slots=True)
class CardKind:
    """Cards as a camera reads and a game calls them: number ``k`` is ``faces[k - 1]``.

    They are ace to king of hearts, diamonds, clubs and spades, or of the printed suits that these stand for, then the
    red and the black joker. What follows is only said by people, such as a number without its suit. With ``ranks_only``
    they are ace to king of any suit, and the jokers.
    """

    faces: tuple[CardFace, ...]
    ranks_only: bool = False

    @property
    def key(self) -> str:
        """The key of their figures, the same for all games, as they are the same cards."""
        return "ranks" if self.ranks_only else "cards"

    def number_of(self, value: str) -> int:
        """Return the number of the card with that value."""
        return next(k for k, face in enumerate(self.faces, start=1) if face.value == value)

    def face_of(self, value: str) -> CardFace:
        """Return how the card with that value looks."""
        return self.faces[self.number_of(value) - 1]


@dataclass(frozen=True, slots=True)
class Cards:
    """A hole for ``least`` … ``most`` different cards of ``faces``, as a tuple of their values.

    ``source``: the table, where somebody turned a card up and says which; a deck without a stored order, from which the
    app draws; or a hand. The ``faces`` are excluded from equality, as they may be somebody's secret. A camera can fill
    a hole with a ``kind``, also with cards of it that are not among the ``faces``. With ``seats`` each card is of the
    deck of another seat, in their order, so that the same card may come twice.
    """

    name: str
    faces: tuple[CardFace, ...] = field(compare=False, repr=False)
    least: int = 1
    most: int = 1
    source: Literal["table", "deck", "hand"] = "table"
    kind: CardKind | None = field(default=None, repr=False)
    seats: tuple[int, ...] = ()
    may_reroll: ClassVar[bool] = False
    is_partial: ClassVar[bool] = False

    @property
    def count(self) -> int:
        """Number of cards that a camera looks for."""
        return self.most

    @property
    def sides(self) -> int:
        """Number of different cards of the kind."""
        return len(self.kind.faces) if self.kind else 0

    def values_of(self, numbers: tuple[int, ...]) -> tuple[str, ...]:
        """Return the values of the cards with those numbers in the kind."""
        return tuple(self.kind.faces[number - 1].value for number in numbers) if self.kind else ()

    def admits(self, value: object) -> bool:
        """Return whether there are so many cards of them, different ones if they are of one deck."""
        if not isinstance(value, tuple) or not all(isinstance(card, str) for card in value):
            return False
        known = {face.value for face in (*self.faces, *(self.kind.faces if self.kind else ()))}
        is_fit = self.least <= len(value) <= self.most and known.issuperset(value)
        return is_fit and (bool(self.seats) or len(set(value)) == len(value))

    def examples(self) -> Iterator[tuple[str, ...]]:
        """Yield the fewest from the front and from the back, and the most.

        Of several seats also the same card.
        """
        values = tuple(face.value for face in self.faces)
        back = values[len(values) - self.least :]
        yield from dict.fromkeys((values[: self.least], back, values[: self.most]))
        if self.seats:
            yield values[-1:] * self.most
        if self.kind is not None:
            yield tuple(face.value for face in self.kind.faces[: self.least])


@dataclass(frozen=True, slots=True)
class TextLine:
    """A hole for a short text: at most ``max_length`` characters, all of them printable.

    ``taken`` are texts that it does not admit, such as names that are in use.
    """

    name: str
    max_length: int = 40
    suggestions: tuple[str, ...] = ()
    label: Text | None = None
    taken: tuple[str, ...] = ()

    def admits(self, value: object) -> bool:
        """Return whether the value is a printable, free, short enough line; it may be empty."""
        if not isinstance(value, str) or value in self.taken:
            return False
        return len(value) <= self.max_length and (not value or value.isprintable())

    def examples(self) -> Iterator[str]:
        """Yield the empty line, the suggestions and the longest line; else a number."""
        every = dict.fromkeys(("", *self.suggestions, "ñ" * self.max_length))
        free = [text for text in every if text not in self.taken]
        yield from free or [next(str(n) for n in range(1, len(self.taken) + 2) if str(n) not in self.taken)]


@dataclass(frozen=True, slots=True)
class Records:
    """A hole for ``least`` to ``most`` records, each made from one of the templates.

    Such as the effects of a card, or its numbers. ``catalogue`` names the cards in which the records can be looked up
    instead of typed; ``left_out`` are those of its records that are not in this match.
    """

    name: str
    templates: tuple[Template, ...]
    most: int = 20
    least: int = 0
    catalogue: str = ""
    left_out: tuple[Any, ...] = ()

    def admits(self, value: object) -> bool:
        """Return whether there are so many records, each of which fits a template."""
        return (
            isinstance(value, tuple)
            and self.least <= len(value) <= self.most
            and all(any(template.admits(item) for template in self.templates) for item in value)
        )

    def examples(self) -> Iterator[tuple[Any, ...]]:
        """Yield the fewest, one of each kind, and a pair."""
        singles = [next(examples(template)) for template in self.templates]
        if self.least == 0:
            yield ()
        yield from ((single,) for single in singles)
        if self.most > 1 and len(singles) > 1:
            yield tuple(singles[:2])


@dataclass(frozen=True, slots=True)
class Seats:
    """A hole for the seats that give an answer.

    A subset of ``seats``, in their order, with all of ``required_seats``. It is filled by the phone that answers.
    ``single_label`` is the label when a single seat gives the answer, ``several_label`` when several do but not all.
    """

    name: str
    seats: tuple[int, ...]
    single_label: Text
    several_label: Text
    required_seats: tuple[int, ...] = ()

    def admits(self, value: object) -> bool:
        """Return whether the value is one of those subsets, in order and not empty."""
        if not isinstance(value, tuple) or any(type(seat) is not int for seat in value):
            return False
        return value != () and value == self.answering_seats(value)

    def answering_seats(self, seats: Collection[int]) -> tuple[int, ...]:
        """Return those of the seats that may answer, in order; empty if a required one is missing."""
        allowed_seats = tuple(seat for seat in self.seats if seat in seats)
        return allowed_seats if set(self.required_seats) <= set(allowed_seats) else ()

    def examples(self) -> Iterator[tuple[int, ...]]:
        """Yield all seats, and each seat that may answer alone."""
        yield from dict.fromkeys((self.seats, *((seat,) for seat in self.seats if self.admits((seat,)))))


CameraHole = Dice | Cards
"""A hole that a camera can fill, with ``values_of`` the numbers that it reads: dice, or cards of a kind."""
Hole = Number | Pick | Dice | Cards | TextLine | Records | Seats
H = TypeVar("H", Number, Pick, Dice, Cards, TextLine, Records, Seats)


@dataclass(frozen=True, slots=True)
class Template:
    """A record with holes: ``value`` has the fixed fields, a hole fills the field of its name.

    Templates of a ``group`` are needed less often and are shown together under its name.
    """

    value: Any
    holes: tuple[Hole, ...] = ()
    label: Text | None = None
    group: Text | None = None

    def hole(self, kind: type[H]) -> H | None:
        """Return the first hole of a kind; None if there is none."""
        return next((hole for hole in self.holes if isinstance(hole, kind)), None)

    def required_hole(self, kind: type[H]) -> H:
        """Return the first hole of a kind, where the template has one."""
        return next(hole for hole in self.holes if isinstance(hole, kind))

    def admits(self, other: Any) -> bool:
        """Return whether ``other`` is this record with its holes filled within their bounds."""
        value = self.value
        if type(other) is not type(value):
            return False
        compared, asides = _field_names(value.__class__)
        holes = {hole.name: hole for hole in self.holes}
        return (
            all(name in holes or getattr(value, name) == getattr(other, name) for name in compared)
            and all(type(getattr(value, name)) is type(getattr(other, name)) for name in asides)
            and all(hole.admits(getattr(other, name)) for name, hole in holes.items())
        )


@cache
def _field_names(kind: type[Any]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the fields that equality compares, and those that only have to be of the same type."""
    every = fields(kind)
    return tuple(one.name for one in every if one.compare), tuple(one.name for one in every if not one.compare)


def examples(template: Template) -> Iterator[Any]:
    """Yield filled records.

    First all holes have their first example, then one hole at a time each of the others.
    """
    usual = {hole.name: next(iter(hole.examples())) for hole in template.holes}
    yield replace(template.value, **usual)
    for hole in template.holes:
        for value in list(hole.examples())[1:]:
            yield replace(template.value, **{**usual, hole.name: value})


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer that a seat may give: the event or its template, its label and its consequence.

    ``role`` says what the answer means: ``default`` is what most tables answer, ``option`` any other answer, ``exit``
    ends the phase, ``response`` reacts to what waits, ``unlikely`` seldom makes sense. Screens choose its place by it
    and never put an exit where a default stands. ``seat`` is the seat in whose color it is drawn; a choice about a
    ``die`` is drawn as that die. ``kind`` identifies the answer to code, independently of the label (see ``kinds``).
    ``confirm`` is the question that a screen puts before it gives an answer that a slip must not give. ``brief`` says
    in two to four words what it does, where its card stands beside it already.
    """

    label: Text
    template: Template
    consequence: Text | None = None
    role: ChoiceRole = "option"
    seat: int | None = None
    die: RolledDie | None = None
    kind: ChoiceKind = ""
    confirm: Text | None = None
    brief: Text | None = None

    @property
    def event(self) -> Event:
        """The event with its holes unfilled."""
        event: Event = self.template.value
        return event

    def admits(self, event: Event) -> bool:
        """Return whether the event is this choice, filled within its bounds."""
        return self.template.admits(event)


@dataclass(frozen=True, slots=True)
class Subject:
    """What a seat is asked about, and may not want to be asked about any more: key and name."""

    seat: int
    key: str
    name: Displayable


@dataclass(frozen=True, slots=True)
class Prompt:
    """A question to the table: the seats that may answer, the title, the rule, the choices.

    ``stake`` says what is at stake ("hits with 4 or more, 50 %"), ``allowed_actions`` which actions those seats have
    now ("answers only"). ``window``: where anybody may answer, the seats that have not passed yet, the one whose turn
    it is first. ``about``: what each seat is asked about, where it may be silent (``engine.switch``); empty where
    somebody has to decide. ``shared`` says what all answers lead to; a preview fills it, no game.
    """

    seats: tuple[int, ...]
    title: Text
    rule: str
    choices: tuple[Choice, ...]
    stake: Text | None = None
    phase: Text | None = None
    allowed_actions: Text | None = None
    window: tuple[int, ...] = ()
    about: tuple[Subject, ...] = ()
    shared: Text | None = None

    @property
    def awaited_seats(self) -> tuple[int, ...]:
        """The seats whose answer is needed to go on."""
        return self.window or self.seats

    @property
    def dice(self) -> Dice | None:
        """The throw that is asked for, if one is; the camera may answer it."""
        return next(filter(None, (choice.template.hole(Dice) for choice in self.choices)), None)


def seats_answering(prompt: Prompt, choice: Choice, event: Event) -> tuple[int, ...]:
    """Return the seats in whose name that answer to the prompt is given."""
    if hole := choice.template.hole(Seats):
        seats: tuple[int, ...] = getattr(event, hole.name)
        return seats
    return prompt.seats if choice.seat is None else (choice.seat,)
