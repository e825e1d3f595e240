"""The log as text: one line per entry, which lines are in effect, and undo previews."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.base.actors import CAMERA, HOST, PHONE, STOPS
from companion.storage.records import Entry
from rules.engine import Adjusted, Change, Event, Game, Note, Redone, Shown, State, Text, Undone, Veil, describe

Called = Callable[[str], Shown]
"""A function from an actor to its name in the log."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """An entry as text: what it was, what the rules did then, and whether it is in effect.

    ``switch`` is the key of the stop that answered automatically, if no person was asked. ``veil``: whose secret it
    is, if it is one, and what all others read in place of the text and the event; of the notes they read what
    ``state_after`` lets them see. ``turn`` is the ``turn`` and ``active`` of the state after the entry.
    """

    entry: Entry
    text: Text
    notes: tuple[Note, ...]
    stands: bool = True
    switch: str = ""
    veil: Veil | None = None
    after: Any = None
    turn: tuple[int, int] = (0, 0)


def written(game: Game[Any], before: State, entry: Entry, after: State) -> LogLine:
    """Return the log line of an entry between two states."""
    match entry.event:
        case Undone():
            return LogLine(entry, Text("Taken back"), (), turn=_turn(after))
        case Redone():
            return LogLine(entry, Text("Put back"), (), turn=_turn(after))
    switch = game.stop(before, entry.event) if entry.by == STOPS else ""
    said, veil = describe(game, before, entry.event), game.veil(before, entry.event)
    kept = after if veil else None
    return LogLine(entry, said, after.notes, switch=switch, veil=veil, after=kept, turn=_turn(after))


def _turn(state: State) -> tuple[int, int]:
    return state.turn, state.active


def seen(game: Game[Any], lines: Iterable[LogLine], seats: frozenset[int]) -> tuple[LogLine, ...]:
    """Return the lines as those seats may read them, without the secrets of others."""
    return tuple(line if line.veil is None else _seen(game, line, line.veil, seats) for line in lines)


def _seen(game: Game[Any], line: LogLine, veil: Veil, seats: frozenset[int]) -> LogLine:
    """Return the line without the event itself, so that it cannot be shown to others."""
    line = replace(line, notes=game.conceal(line.after, seats).notes, after=None)
    if veil.seat in seats:
        return line
    return replace(line, entry=replace(line.entry, event=Event()), text=veil.text)


def doer(lines: Sequence[LogLine]) -> str:
    """Return the actor of the last entry that was not an automatic answer."""
    return next((line.entry.by for line in reversed(lines) if line.entry.by != STOPS), "")


def called_in(lines: Iterable[LogLine]) -> Called:
    """Return the function that names the actors of those lines.

    A host's phone alone is called the table; with other devices it is called the host's phone.
    """
    alone = {line.entry.by for line in lines} <= {HOST, CAMERA, STOPS}
    called = {
        HOST: Text("the table") if alone else Text("the host's phone"),
        PHONE: Text("a phone in the middle"),
        CAMERA: Text("the host's camera"),
        STOPS: Text("the table, by its stops"),
    }
    return lambda by: called.get(by, by)


def turns(event: Event) -> bool:
    """Return whether the event is an undo or redo."""
    return isinstance(event, Undone | Redone)


def series(lines: Iterable[LogLine]) -> list[LogLine]:
    """Merge each series of adjustments of one tracker into one line from its start to its end."""
    told: list[LogLine] = []
    for line in lines:
        if told and _continues(told[-1].entry, line.entry):
            told[-1] = _together(told[-1], line)
        else:
            told.append(line)
    return told


def _continues(first: Entry, then: Entry) -> bool:
    one, other = first.event, then.event
    if not (isinstance(one, Adjusted) and isinstance(other, Adjusted)):
        return False
    return (first.group, first.by, one.key) == (then.group, then.by, other.key)


def _together(first: LogLine, then: LogLine) -> LogLine:
    """Merge two adjustments; a text may say ``by`` how much, and from what ``before``."""
    one, other = first.entry.event, then.entry.event
    assert isinstance(one, Adjusted)
    assert isinstance(other, Adjusted)
    by = one.by + other.by
    start = {change.key: change.before for note in first.notes for change in note.changes}
    entry = replace(first.entry, event=Adjusted(one.key, by))
    notes = tuple(_since(note, start) for note in then.notes)
    return replace(then, entry=entry, text=then.text.but(by=signed(by)), notes=notes)


def _since(note: Note, start: dict[str, int]) -> Note:
    also = tuple(replace(change, before=start.get(change.key, change.before)) for change in note.also)
    note = replace(note, also=also)
    if note.change is None or note.change.key not in start:
        return note
    before = start[note.change.key]
    return replace(note, text=note.text.but(before=before), change=replace(note.change, before=before))


def signed(by: int) -> str:
    """Format a difference with its sign."""
    return f"+{by}" if by >= 0 else f"\u2212{-by}"


def _put_back(notes: Iterable[Note]) -> tuple[Text, ...]:
    """Return for each number that changed a text from its last value back to its first."""
    spans: dict[str, tuple[Change, Change]] = {}
    for note in notes:
        for change in note.changes:
            first, _ = spans.get(change.key, (change, change))
            spans[change.key] = (first, change)
    return tuple(
        Text("{who}: {what} back from {after} to {before}", who=a.who, what=a.what, after=b.after, before=a.before)
        for a, b in spans.values()
        if a.before != b.after and not b.follows
    )
