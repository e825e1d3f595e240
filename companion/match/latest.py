"""The last action that stands: its notes, numbers and results; what hands must do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Literal, TypeAlias

from rules.engine import (
    Adjusted,
    Change,
    Displayable,
    FactSet,
    Game,
    HandMove,
    Note,
    State,
    Text,
    Tracker,
    Weights,
    WentTo,
)

from .log import LogLine, is_undo_or_redo

BY_HAND = Adjusted, FactSet
Tone: TypeAlias = Literal["good", "bad", "neutral"]
"""Whether a result is good or bad for the players."""
TONES: dict[str, Tone] = {"hit": "good", "miss": "bad"}
"""Tone of the notes that have one of these kinds."""
VERDICTS = {"hit": Text("hit"), "miss": Text("miss")}
"""What became of an attack roll, in a word, by the kind of its note."""
UNTOLD_KINDS = ("restated", "ruling")
"""Kinds of notes that state nothing new: what the answer itself says, and which house rule applied."""
MAX_OUTCOME_WEIGHT = 4
"""Weight up to which a note is an outcome; what weighs less is told in the order in which it happened."""


@dataclass(frozen=True, slots=True)
class Result:
    """One result of the last action: its text, its tone, and its weight (``Weights``).

    Of a roll that hit or missed the ``verdict`` says so in a word, ``face`` is the die and ``brief`` says the rest.
    """

    text: Text
    tone: Tone = "neutral"
    weight: int = 5
    verdict: Text | None = None
    face: int | None = None
    brief: Text | None = None


def latest_notes(log: Sequence[LogLine]) -> tuple[Note, ...]:
    """Return the notes of the last action that stands, with those of automatic steps after it."""
    standing = [line for line in log if line.is_in_effect and not is_undo_or_redo(line.entry.event)]
    group = standing[-1].entry.group if standing else None
    return tuple(note for line in standing if line.entry.group == group for note in line.notes)


def latest_changes(log: Sequence[LogLine]) -> dict[str, int]:
    """Return the change of each number in the last action; empty right after an undo."""
    if log and is_undo_or_redo(log[-1].entry.event):
        return {}
    by: dict[str, int] = {}
    for note in latest_notes(log):
        for change in note.changes:
            by[change.key] = by.get(change.key, 0) + change.after - change.before
    return {key: difference for key, difference in by.items() if difference}


def told_notes(notes: Iterable[Note]) -> tuple[Note, ...]:
    """Return the notes that are told, of an action and in the history, oldest first.

    A note that changes a number or asks something of hands is always told, whatever else it says.
    """
    return tuple(note for note in notes if note.kind not in UNTOLD_KINDS or note.changes or note.task)


def by_weight(notes: Sequence[Note], weights: Weights) -> tuple[Note, ...]:
    """Return notes with the heaviest outcomes first, then the others, oldest first.

    Of outcomes that weigh most alike the verdict on a roll leads, else the latest.
    """
    ranked = sorted(enumerate(notes), key=lambda one: (min(weights.of_note(one[1]), MAX_OUTCOME_WEIGHT + 1), one[0]))
    heaviest = [one for one in ranked if weights.of_note(one[1]) == weights.of_note(ranked[0][1])]
    if heaviest and weights.of_note(heaviest[0][1]) <= MAX_OUTCOME_WEIGHT:
        first = max(heaviest, key=lambda one: (one[1].kind in VERDICTS, one[0]))
        ranked = [first, *(one for one in ranked if one is not first)]
    return tuple(note for _, note in ranked)


def latest_results(
    game: Game[State], log: Sequence[LogLine], seats: Sequence[str], trackers: Sequence[Tracker] = ()
) -> tuple[Result, ...]:
    """Return the results of the last answer that stands, by weight (``by_weight``).

    What the answer itself says is left out. Whoever sets a number by hand sees it, and which house rule applied is told
    below *Why?*. ``seats`` are the names of the players: what they gain is good, what they lose is bad, unless the
    tracker of the number says otherwise.
    """
    worth = {tracker.key: tracker.worth for tracker in trackers}
    notes = told_notes(latest_notes([line for line in log if not isinstance(line.entry.event, BY_HAND)]))
    return tuple(_result(note, game.weights, seats, worth) for note in by_weight(notes, game.weights))


def _result(note: Note, weights: Weights, seats: Sequence[str], worth: Mapping[str, int]) -> Result:
    verdict = VERDICTS.get(note.kind) if note.brief is not None else None
    return Result(note.text, _tone(note, seats, worth), weights.of_note(note), verdict, note.face, note.brief)


def _tone(note: Note, seats: Sequence[str], worth: Mapping[str, int]) -> Tone:
    own = (change for change in note.changes if change.owner in seats)
    moved = sum((change.after - change.before) * worth.get(change.key, 1) for change in own)
    return TONES.get(note.kind) or ("neutral" if not moved else "good" if moved > 0 else "bad")


# --- what hands must do --------------------------------------------------------------------------------------------

HandMark: TypeAlias = tuple[int, int | None]
"""What is ticked: the number of an entry, and the seat whose hands do what it led to (None: everybody's)."""
NOTHING_DONE: frozenset[HandMark] = frozenset()


@dataclass(frozen=True, slots=True)
class HandLine:
    """What one player must still do with things on the table; without a seat, everybody.

    ``seqs`` are the numbers of the entries that led to it, oldest first.
    """

    seqs: tuple[int, ...]
    seat: int | None
    tasks: tuple[Text, ...]

    @property
    def marks(self) -> frozenset[HandMark]:
        """What is ticked with it, on all devices."""
        return frozenset((seq, self.seat) for seq in self.seqs)

    def text(self, seats: Sequence[str]) -> Text:
        """Return the line in one sentence."""
        what = reduce(lambda first, then: Text("{first} · {then}", first=first, then=then), self.tasks)
        return what if self.seat is None else Text("{who}: {what}", who=seats[self.seat], what=what)


def hand_lines(
    game: Game[State], log: Sequence[LogLine], seats: Sequence[str], done: frozenset[HandMark] = NOTHING_DONE
) -> tuple[HandLine, ...]:
    """Return what hands must still do since the turn began: a line for all, and one a player.

    What is ``done`` is left out, as is what people did before they said it: what was set by hand, and remarks. What
    ended the former turn is still to be done. What is taken and paid of things that are all alike adds up, and a later
    task for a thing takes the place of the earlier one. ``seats`` are the names of the players.
    """
    open_actions = _OpenHandActions(game, frozenset(seats), done)
    reported = tuple(kind for kind in game.remark_events if kind not in game.announcing_events)
    for line in _lines_of_turn(game, log):
        if not isinstance(line.entry.event, (*BY_HAND, WentTo, *reported)):
            open_actions.add(line)
    return tuple(sorted(open_actions.lines(), key=lambda line: -1 if line.seat is None else line.seat))


def _lines_of_turn(game: Game[State], log: Sequence[LogLine]) -> list[LogLine]:
    """Return the lines in effect since the turn began, oldest first.

    With them come those of the action that began it.
    """
    found: list[LogLine] = []
    turn = log[-1].turn[0] if log else 0
    for line in reversed(log):
        if not line.is_in_effect or is_undo_or_redo(line.entry.event):
            continue
        is_next_group = bool(found) and found[-1].entry.group != line.entry.group
        if is_next_group and (not game.counts_turns or found[-1].turn[0] != turn or line.turn[0] != turn):
            break
        found.append(line)
    return found[::-1]


@dataclass(frozen=True, slots=True)
class _HandAction:
    """What one player's hands do: by a number, or a task of its own.

    ``is_gain`` is None for things that are all alike, whose gains and losses add up. ``to`` is the name of the player
    who gets what is given away.
    """

    seat: int | None
    kind: str = ""
    is_gain: bool | None = None
    owner: Displayable = ""
    to: Displayable | None = None
    task: Text | None = None

    def text(self, moves: Mapping[str, HandMove], n: int) -> Text | None:
        """Return the action as an order; None if nothing is moved."""
        if self.task is not None:
            return self.task
        if not n:
            return None
        move = moves[self.kind]
        order = move.given if self.to is not None else move.gain if n > 0 else move.loss
        return order.with_args(n=abs(n), owner=self.owner, who=self.to or "") if order else None


@dataclass(slots=True)
class _OpenHandActions:
    """What hands must still do, in its order: each action, how many times, and its entries."""

    game: Game[State]
    names: frozenset[str]
    done: frozenset[HandMark]
    counts: dict[_HandAction, int] = field(default_factory=dict)
    seqs: dict[_HandAction, list[int]] = field(default_factory=dict)
    task_of_thing: dict[Displayable, _HandAction] = field(default_factory=dict)

    def add(self, line: LogLine) -> None:
        for action, n, subject in _hand_actions_of(self.game, line.notes):
            thing = "" if subject in self.names else subject
            if thing:
                self._forget_task_of(thing)
            if (line.entry.seq, action.seat) in self.done:
                continue
            self.counts[action] = self.counts.get(action, 0) + n
            self.seqs.setdefault(action, []).append(line.entry.seq)
            if thing:
                self.task_of_thing[thing] = action

    def _forget_task_of(self, thing: Displayable) -> None:
        earlier = self.task_of_thing.pop(thing, None)
        if earlier is not None:
            self.counts.pop(earlier, None)
            self.seqs.pop(earlier, None)

    def lines(self) -> Iterator[HandLine]:
        for seat in dict.fromkeys(action.seat for action in self.counts):
            own = {action: n for action, n in self.counts.items() if action.seat == seat}
            tasks = tuple(
                order for action, n in own.items() if (order := action.text(self.game.hand_moves, n)) is not None
            )
            if tasks:
                yield HandLine(tuple(sorted({seq for action in own for seq in self.seqs[action]})), seat, tasks)


def _hand_actions_of(game: Game[State], notes: Iterable[Note]) -> Iterator[tuple[_HandAction, int, Displayable]]:
    """Yield what hands do after an entry with those notes.

    With each action: how many times, and whom or what it is about.
    """
    done = [note for note in notes if note.rule not in game.self_done_rules]
    moved = [(note, change) for note in done for change in note.changes if change.kind_key in game.hand_moves]
    receivers = _receivers(game, moved)
    for note in done:
        if note.task is not None:
            yield _HandAction(note.seat, task=note.task), 1, note.subject
        for k, (mover, change) in enumerate(moved):
            if mover is not note or k in receivers.values():
                continue
            to = moved[receivers[k]][1].owner if k in receivers else None
            by = change.after - change.before
            is_gain = None if game.hand_moves[change.kind_key].is_alike and to is None else by > 0
            yield _HandAction(_seat_of(note, change), change.kind_key, is_gain, change.owner, to), by, ""


def _receivers(game: Game[State], moved: Sequence[tuple[Note, Change]]) -> dict[int, int]:
    """Return, for each change by which a player gives something away, the change of who gets it."""
    receivers: dict[int, int] = {}
    for k, (loss, lost) in enumerate(moved):
        by = lost.after - lost.before
        for j, (gain, gained) in enumerate(moved):
            is_same = (gain.rule, gained.kind_key, gained.after - gained.before) == (loss.rule, lost.kind_key, -by)
            is_given = by < 0 and is_same and gained.owner != lost.owner and j not in receivers.values()
            if k not in receivers and is_given and game.hand_moves[lost.kind_key].given is not None:
                receivers[k] = j
    return receivers


def _seat_of(note: Note, change: Change) -> int | None:
    """Return whose hands move what the number counts: its own seat's, else that of the note."""
    prefix, _, number = change.key.rpartition(".")[0].partition(".")
    return int(number) if prefix == "seat" else note.seat
