"""The log as text: one line per entry, which lines are in effect, and undo previews."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.engine import Adjusted, Change, Event, Game, Note, Redone, Shown, State, Text, Undone, Veil, describe

from .entry import Entry
from .seating import CAMERA, HOST, PHONE

STOPS = "stops"
"""Actor in the log for automatic answers."""
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


@dataclass(frozen=True, slots=True)
class Undoing:
    """What an undo would take back, oldest first, and what people must restore on the table."""

    taken: tuple[Text, ...]
    back: tuple[Text, ...]


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


def standing(lines: Iterable[LogLine]) -> list[LogLine]:
    """Return the lines that are not undone, as the history holds them."""
    up: list[LogLine] = []
    down: list[list[LogLine]] = []
    for line in lines:
        match line.entry.event:
            case Undone():
                gone = _gone(up, line.entry.event)
                up = up[: len(up) - len(gone)]
                _lay_down(down, gone)
            case Redone():
                up += down.pop()
            case _:
                up.append(line)
                down.clear()
    return up


def _gone(up: list[LogLine], undone: Undone) -> list[LogLine]:
    """Return the lines that an undo takes back.

    As in ``History``, these are all from the group on, except the first ones that it keeps.
    """
    first = next((k for k, line in enumerate(up) if line.entry.group >= undone.group), len(up))
    return up[first + undone.keep :]


def _lay_down(down: list[list[LogLine]], gone: list[LogLine]) -> None:
    """Push the undone lines group by group, the oldest on top.

    The rest of a group joins what was undone of it before.
    """
    for line in reversed(gone):
        if down and down[-1][0].entry.group == line.entry.group:
            down[-1].insert(0, line)
        else:
            down.append([line])


def marked(lines: tuple[LogLine, ...]) -> tuple[LogLine, ...]:
    """Return the lines with those that are undone marked as not in effect."""
    up = {line.entry.seq for line in standing(lines)}
    return tuple(
        line if line.entry.seq in up or turns(line.entry.event) else replace(line, stands=False) for line in lines
    )


def back_to(lines: tuple[LogLine, ...], seq: int) -> Undone | None:
    """Return the undo that takes back that entry and all after it; None if it is not in effect."""
    up = standing(lines)
    group = next((line.entry.group for line in up if line.entry.seq == seq), None)
    if group is None:
        return None
    return Undone(group, sum(line.entry.group == group and line.entry.seq < seq for line in up))


def fresh(lines: tuple[LogLine, ...], undone: Undone) -> bool:
    """Return whether the undo covers only the last group, on which nothing was built."""
    up = standing(lines)
    groups = {line.entry.group for line in _gone(up, undone)}
    return len(groups) == 1 and not isinstance(lines[-1].entry.event, Undone)


def own(lines: tuple[LogLine, ...], undone: Undone, by: str) -> bool:
    """Return whether all that the undo takes back was done by that actor or automatically after."""
    return all(line.entry.by in (by, STOPS) for line in _gone(standing(lines), undone))


def taken_back(lines: tuple[LogLine, ...]) -> Entry | None:
    """Return the entry that was just undone, if the last line is an undo."""
    undone = lines[-1].entry.event if lines else None
    gone = _gone(standing(lines[:-1]), undone) if isinstance(undone, Undone) else []
    return gone[0].entry if gone else None


def last_done(lines: tuple[LogLine, ...]) -> Undoing:
    """Return what one more undo takes back, of lines that ``mark_lines_in_effect`` returned."""
    group, done = None, list[LogLine]()
    for line in reversed(lines):
        if not line.stands or turns(line.entry.event):
            continue
        if group not in (None, line.entry.group):
            break
        group, done = line.entry.group, [line, *done]
    return Undoing(tuple(line.text for line in series(done)), ())


def named(undoing: Undoing) -> Text:
    """Summarize an undo: the first entry by name, the others counted."""
    first, *more = undoing.taken or (Text("nothing"),)
    return Text("{what}, and {n} more", what=first, n=len(more)) if more else first


def undoing(lines: tuple[LogLine, ...], undone: Undone) -> Undoing:
    """Return a preview of that undo, as text."""
    gone = _gone(standing(lines), undone)
    return Undoing(tuple(line.text for line in series(gone)), _put_back(note for line in gone for note in line.notes))


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
