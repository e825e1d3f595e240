"""What lies ahead: where a choice leads, found by the rules themselves.

An answer is put to the state, which nobody changes, and play goes on as the stops and a table in which nobody answers
would let it, until somebody has to decide. A throw is put in every way in which it can fall, with its exact chance.
What a deck brings is nobody's to know, and neither is what people type.

It may be asked of a state that was concealed (``Game.conceal``): then it knows no more than those eyes do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any

from rules.engine import (
    Choice,
    Dice,
    Event,
    Game,
    Name,
    Note,
    Outcome,
    Pick,
    Prompt,
    Refused,
    Seats,
    Shown,
    State,
    Text,
    examples,
    follow,
    player_views,
    prompt,
)

THROWS = 1300
"""So many ways in which dice can fall are told apart: four dice of six sides."""
OPTIONS = 12
"""Of a longer list nobody reads what each leads to."""
SURE = Fraction(1)
FAR = 24
"""So many answers are followed: more that pass without anybody deciding are past any table's patience."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A number that would have moved: which tracker, whose (None: the table's), what it counts, by how much."""

    key: str
    who: Shown | None
    what: Text | Name
    by: int


@dataclass(frozen=True, slots=True)
class End:
    """Where it comes to a decision: what has moved, who is out, how the game ended; what was told and what is asked.

    ``open``: somebody may have answered on the way, and did not.
    """

    moved: tuple[Moved, ...] = ()
    out: tuple[int, ...] = ()
    outcome: Outcome | None = None
    told: tuple[Text, ...] = ()
    asked: Text | None = None
    open: bool = False

    @property
    def counts(self) -> tuple[object, ...]:
        """What makes two ends different for whoever decides."""
        return self.moved, self.out, self.outcome


@dataclass(frozen=True, slots=True)
class Fall:
    """One of the ends, and how likely it is."""

    chance: Fraction
    end: End


@dataclass(frozen=True, slots=True)
class Path:
    """Where one answer leads: to one end for sure, or by a throw to several, the likeliest first.

    ``option`` is the value of the choice's ``Pick``, None where it has none.
    """

    falls: tuple[Fall, ...]
    option: Any = None

    @property
    def sure(self) -> End | None:
        """The only end, if there is no chance in it."""
        return self.falls[0].end if self.falls[0].chance == SURE else None


def paths(game: Game[Any], state: State, choice: Choice) -> tuple[Path, ...]:
    """Where the choice leads, once for each option; nothing where a deck, a hand or typed words decide."""
    if not foreseen(choice):
        return ()
    before = _Before(game, state)
    found = (_path(before, choice, given) for given in _given(choice))
    return tuple(path for path in found if path is not None)


def foreseen(choice: Choice) -> bool:
    """Whether it can be said where it leads: its holes are one short list, or one throw that counts as it falls."""
    holes = [hole for hole in choice.does.holes if not isinstance(hole, Seats)]
    match holes:
        case []:
            return True
        case [Pick(options=options)]:
            return len(options) <= OPTIONS
        case [Dice(count=count, sides=sides, again=again)]:
            return not again and sides**count <= THROWS
    return False


def throws(dice: Dice) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Every way in which the dice can fall, the faces in order, each with its chance; together they are 1."""
    every = dice.sides**dice.count
    for faces in combinations_with_replacement(range(1, dice.sides + 1), dice.count):
        alike = prod(factorial(n) for n in Counter(faces).values())
        yield faces, Fraction(factorial(dice.count) // alike, every)


# --- one answer --------------------------------------------------------------------------------------------------


class _Before:
    """The state as it is, read once: its numbers, and who is out."""

    def __init__(self, game: Game[Any], state: State) -> None:
        self.game, self.state = game, state
        self.numbers = {tracker.key: tracker.value for tracker in game.trackers(state)}
        self.out = _out(game, state)

    def end(self, event: Event) -> End:
        """Where that answer leads. Raises ``Refused``."""
        after, notes, open_ = _on(self.game, follow(self.game, self.state, event))
        asked = prompt(after)
        moved = tuple(self._moved(after, notes))
        out = tuple(seat for seat in _out(self.game, after) if seat not in self.out)
        told = tuple(note.text for note in notes if note.change is None and not note.switch)
        return End(moved, out, after.outcome, told, asked.title if asked else None, open_)

    def _moved(self, after: State, notes: tuple[Note, ...]) -> Iterator[Moved]:
        named = {note.change.key: note.change.who for note in notes if note.change is not None}
        for t in self.game.trackers(after):
            by = t.value - self.numbers.get(t.key, t.value)
            if by:
                yield Moved(t.key, named.get(t.key) if t.seat is None else after.seats[t.seat], t.label, by)


def _path(before: _Before, choice: Choice, given: dict[str, Any]) -> Path | None:
    dice = next((hole for hole in choice.does.holes if isinstance(hole, Dice)), None)
    event = replace(next(examples(choice.does)), **given)
    fallen = [({dice.name: faces}, chance) for faces, chance in throws(dice)] if dice else [({}, SURE)]
    try:
        ends = [(before.end(replace(event, **faces)), chance) for faces, chance in fallen]
    except Refused:  # not every list is as short as what may be taken from it
        return None
    return Path(_together(ends), *given.values())


def _given(choice: Choice) -> Iterator[dict[str, Any]]:
    """Each option of its list; once nothing, where it has none."""
    pick = next((hole for hole in choice.does.holes if isinstance(hole, Pick)), None)
    if pick is None:
        yield {}
    else:
        yield from ({pick.name: option.value} for option in pick.options)


def _together(ends: Iterable[tuple[End, Fraction]]) -> tuple[Fall, ...]:
    """Those that count the same as one, the likeliest first; what is told or asked only in some of them is left out."""
    found: dict[object, Fall] = {}
    for end, chance in ends:
        known = found.get(end.counts)
        found[end.counts] = Fall(chance + known.chance, _both(known.end, end)) if known else Fall(chance, end)
    return tuple(sorted(found.values(), key=lambda fall: -fall.chance))


def _both(one: End, other: End) -> End:
    told = tuple(text for text in one.told if text in other.told)
    asked = one.asked if one.asked == other.asked else None
    return replace(one, told=told, asked=asked, open=one.open or other.open)


# --- and on ------------------------------------------------------------------------------------------------------


def _on(game: Game[Any], state: State) -> tuple[State, tuple[Note, ...], bool]:
    """Play on until somebody has to decide: the state, all notes on the way, whether anybody let something pass."""
    notes, open_ = state.notes, False
    for _ in range(FAR):
        event = game.flow(state) or nobodys(prompt(state))
        if event is None:
            break
        try:
            state = follow(game, state, event)
        except Refused:  # a person can always answer what a stop could not
            break
        notes, open_ = notes + state.notes, True
    return state, notes, open_


def nobodys(asked: Prompt | None) -> Event | None:
    """What is said where anybody may answer and nobody does; None where somebody decides."""
    if asked is None or not asked.window:
        return None
    usual = [choice for choice in asked.choices if choice.role == "usual"]
    silent = len(usual) == 1 and all(isinstance(hole, Seats) for hole in usual[0].does.holes)
    return next(examples(usual[0].does)) if silent else None


def _out(game: Game[Any], state: State) -> tuple[int, ...]:
    """The seats that the game's picture shows as dead."""
    return tuple(player.seat for player in player_views(game.view(state)) if player.dead)


# --- number by number --------------------------------------------------------------------------------------------


def spread(falls: Iterable[Fall]) -> tuple[tuple[Moved, Fraction], ...]:
    """Each number that may move, by each difference: how likely it is, whatever else moves with it."""
    found: dict[Moved, Fraction] = {}
    for fall in falls:
        for moved in fall.end.moved:
            found[moved] = found.get(moved, Fraction()) + fall.chance
    return tuple(sorted(found.items(), key=lambda one: (one[0].key, one[0].by)))
