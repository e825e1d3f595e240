"""The last action that stands: its notes, numbers and results; what hands must do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Literal, TypeAlias

from rules.engine import Adjusted, Change, Displayable, FactSet, Game, HandMove, Note, State, Text, Tracker, WentTo

from .log import LogLine, is_undo_or_redo

BY_HAND = Adjusted, FactSet
Tone: TypeAlias = Literal["good", "bad", "neutral"]
"""Whether a result is good or bad for the players."""
TONES: dict[str, Tone] = {"hit": "good", "miss": "bad"}
"""Tone of the notes that have one of these kinds."""
VERDICTS = {"hit": Text("hit"), "miss": Text("miss")}
"""What became of an attack roll, in a word, by the kind of its note."""


@dataclass(frozen=True, slots=True)
class Result:
    """One result of the last action: its text, its tone, and whether it is an outcome.

    Such as a hit or a death. Of a roll that hit or missed the ``verdict`` says so in a word, ``face`` is the die and
    ``brief`` says the rest.
    """

    text: Text
    tone: Tone = "neutral"
    is_outcome: bool = False
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


def latest_results(
    log: Sequence[LogLine], seats: Sequence[str], trackers: Sequence[Tracker] = ()
) -> tuple[Result, ...]:
    """Return the results of the last answer that stands, a hit or a miss first.

    The newest follow; what the answer itself says is left out.

    Whoever sets a number by hand sees it, and which house rule applied is told below *Why?*. ``seats`` are the names of
    the players: what they gain is good, what they lose is bad, unless the tracker of the number says otherwise.
    """
    worth = {tracker.key: tracker.worth for tracker in trackers}
    newest_first = reversed(latest_notes([line for line in log if not isinstance(line.entry.event, BY_HAND)]))
    told = (note for note in newest_first if not note.switch and note.kind != "restated")
    results = [_result(note, seats, worth) for note in told]
    return tuple(sorted(results, key=lambda result: result.verdict is None))


def _result(note: Note, seats: Sequence[str], worth: Mapping[str, int]) -> Result:
    verdict = VERDICTS.get(note.kind) if note.brief is not None else None
    return Result(note.text, _tone(note, seats, worth), bool(note.kind), verdict, note.face, note.brief)


def _tone(note: Note, seats: Sequence[str], worth: Mapping[str, int]) -> Tone:
    own = (change for change in note.changes if change.owner in seats)
    moved = sum((change.after - change.before) * worth.get(change.key, 1) for change in own)
    return TONES.get(note.kind) or ("neutral" if not moved else "good" if moved > 0 else "bad")


# --- what hands must do --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HandLine:
    """What one player does with things on the table after one action; without a seat, everybody.

    ``seqs`` are the entries that led to it: by them and the seat it is ticked.
    """

    seqs: tuple[int, ...]
    seat: int | None
    tasks: tuple[Text, ...]

    @property
    def key(self) -> HandKey:
        """By what it is ticked, on all devices."""
        return self.seqs, self.seat

    def text(self, seats: Sequence[str]) -> Text:
        """Return the line in one sentence."""
        what = reduce(lambda first, then: Text("{first} · {then}", first=first, then=then), self.tasks)
        return what if self.seat is None else Text("{who}: {what}", who=seats[self.seat], what=what)


HandKey: TypeAlias = tuple[tuple[int, ...], int | None]
"""Key of a hand line: the numbers of its entries, and its seat."""


def hand_lines(game: Game[State], log: Sequence[LogLine]) -> tuple[HandLine, ...]:
    """Return what hands must do since the turn began, a line an action and player, newest first.

    What people did before they said it is left out: what was set by hand, and remarks. What ended the former turn is
    still to be done.
    """
    lines: list[HandLine] = []
    for group in _groups_of_turn(log):
        said = [line for line in group if not isinstance(line.entry.event, (*BY_HAND, WentTo, *game.remark_events))]
        lines += _lines_of_group(game, said)
        if not game.counts_turns:
            break
    return tuple(lines)


def _groups_of_turn(log: Sequence[LogLine]) -> Iterator[list[LogLine]]:
    """Yield the lines of each action in effect since the turn began, the newest action first."""
    group: list[LogLine] = []
    turn = log[-1].turn[0] if log else 0
    for line in reversed(log):
        if not line.is_in_effect or is_undo_or_redo(line.entry.event):
            continue
        if group and group[0].entry.group != line.entry.group:
            yield group
            if group[0].turn[0] != turn or line.turn[0] != turn:
                return
            group = []
        group.insert(0, line)
    if group:
        yield group


@dataclass(frozen=True, slots=True)
class _Deed:
    """What one player's hands do, however many times: by a number, or a task of its own.

    ``to`` is the name of the player who gets what is given away.
    """

    seat: int | None
    kind: str = ""
    is_gain: bool = False
    owner: Displayable = ""
    to: Displayable | None = None
    task: Text | None = None

    def text(self, moves: Mapping[str, HandMove], n: int) -> Text | None:
        """Return the deed as an order; None if nothing is moved."""
        if self.task is not None:
            return self.task
        move = moves[self.kind]
        order = move.gain if self.is_gain else move.loss if self.to is None else move.given
        return order.with_args(n=n, owner=self.owner, who=self.to or "") if order else None


def _lines_of_group(game: Game[State], group: Iterable[LogLine]) -> Iterator[HandLine]:
    """Yield a line for each player whose hands have something to do after the action."""
    seqs: dict[int | None, list[int]] = {}
    counts: dict[_Deed, int] = {}
    for line in group:
        for deed, n in _deeds_of(game, line.notes):
            seqs.setdefault(deed.seat, []).append(line.entry.seq)
            counts[deed] = counts.get(deed, 0) + n
    for seat, numbers in seqs.items():
        orders = (deed.text(game.hand_moves, n) for deed, n in counts.items() if deed.seat == seat)
        tasks = tuple(order for order in orders if order is not None)
        if tasks:
            yield HandLine(tuple(dict.fromkeys(numbers)), seat, tasks)


def _deeds_of(game: Game[State], notes: Iterable[Note]) -> Iterator[tuple[_Deed, int]]:
    """Yield what hands do after an entry with those notes, and how many times."""
    done = [note for note in notes if note.rule not in game.self_done_rules]
    moved = [(note, change) for note in done for change in note.changes if _kind(change) in game.hand_moves]
    takers = _takers(game, moved)
    for note in done:
        if note.task is not None:
            yield _Deed(note.seat, task=note.task), 1
        for k, (mover, change) in enumerate(moved):
            if mover is not note or k in takers.values():
                continue
            to = moved[takers[k]][1].owner if k in takers else None
            by = change.after - change.before
            yield _Deed(_seat_of(note, change), _kind(change), by > 0, change.owner, to), abs(by)


def _takers(game: Game[State], moved: Sequence[tuple[Note, Change]]) -> dict[int, int]:
    """Return, for each change by which a player gives something away, the change of who gets it."""
    takers: dict[int, int] = {}
    for k, (loss, lost) in enumerate(moved):
        by = lost.after - lost.before
        for j, (gain, gained) in enumerate(moved):
            is_same = (gain.rule, _kind(gained), gained.after - gained.before) == (loss.rule, _kind(lost), -by)
            is_given = by < 0 and is_same and gained.owner != lost.owner and j not in takers.values()
            if k not in takers and is_given and game.hand_moves[_kind(lost)].given is not None:
                takers[k] = j
    return takers


def _kind(change: Change) -> str:
    """Return the key of the number without its record: ``seat.cents`` of ``seat.2.cents``."""
    return ".".join(part for part in change.key.split(".") if not part.lstrip("-").isdigit())


def _seat_of(note: Note, change: Change) -> int | None:
    """Return whose hands move what the number counts: its own seat's, else that of the note."""
    prefix, _, number = change.key.rpartition(".")[0].partition(".")
    return int(number) if prefix == "seat" else note.seat
