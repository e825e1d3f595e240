"""The log as text: one line per entry."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeGuard

from companion.base.actors import CAMERA_ACTOR, HOST_ACTOR, PHONE_ACTOR, STOPS_ACTOR
from companion.storage.records import Entry
from rules.automatic import automatic_switch
from rules.engine import (
    Adjusted,
    Displayable,
    Event,
    Game,
    Note,
    Redaction,
    Redone,
    State,
    Text,
    Undone,
    describe,
)
from rules.engine.switch import parse_silence

ActorNamer = Callable[[str], Displayable]
"""A function from an actor to its name in the log."""
SIGN_ICONS = ("cents",)
"""Icons of the trackers that are labelled by a sign, such as ¢."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """An entry as text: what it was, what the rules did then, and whether it is in effect.

    ``switch`` is the key of the stop that answered automatically, if no person was asked. ``veil``: whose secret it
    is, if it is one, and what all others read in place of the text and the event; of the notes they read what
    ``state_after`` lets them see. ``turn`` is the ``turn`` and ``active`` of the state after the entry; the entry
    itself belongs to the turn before, and each of its notes says its own.
    """

    entry: Entry
    text: Text
    notes: tuple[Note, ...]
    is_in_effect: bool = True
    switch: str = ""
    veil: Redaction | None = None
    state_after: State | None = None
    turn: tuple[int, int] = (0, 0)

    @property
    def group(self) -> int:
        """The group with which the entry is undone."""
        return self.entry.group


def make_log_line(game: Game[State], before: State, entry: Entry, after: State) -> LogLine:
    """Return the log line of an entry between two states."""
    match entry.event:
        case Undone():
            return LogLine(entry, Text("Undone"), (), turn=_turn(after))
        case Redone():
            return LogLine(entry, Text("Redone"), (), turn=_turn(after))
    switch = automatic_switch(game, before, entry.event) if entry.actor == STOPS_ACTOR else ""
    said, veil = describe(game, before, entry.event), game.redact(before, entry.event)
    if parse_silence(switch) is not None:
        said = Text("{what} (not asked)", what=said)
    kept = after if veil else None
    return LogLine(entry, said, after.notes, switch=switch, veil=veil, state_after=kept, turn=_turn(after))


def _turn(state: State) -> tuple[int, int]:
    return state.turn, state.active


def visible_lines(game: Game[State], lines: Iterable[LogLine], seats: frozenset[int]) -> tuple[LogLine, ...]:
    """Return the lines as those seats may read them, without the secrets of others."""
    return tuple(line if line.veil is None else _visible_line(game, line, line.veil, seats) for line in lines)


def _visible_line(game: Game[State], line: LogLine, veil: Redaction, seats: frozenset[int]) -> LogLine:
    """Return the line without the event itself, so that it cannot be shown to others."""
    notes = game.conceal(line.state_after, seats).notes if line.state_after else line.notes
    line = replace(line, notes=notes, state_after=None)
    if veil.seat in seats:
        return line
    return replace(line, entry=replace(line.entry, event=Event()), text=veil.text)


def last_actor(lines: Sequence[LogLine]) -> str:
    """Return the actor of the last entry that was not an automatic answer."""
    return next((line.entry.actor for line in reversed(lines) if line.entry.actor != STOPS_ACTOR), "")


def actor_namer(lines: Iterable[LogLine]) -> ActorNamer:
    """Return the function that names the actors of those lines.

    A host's phone alone is called the table; with other devices it is called the host's phone.
    """
    alone = {line.entry.actor for line in lines} <= {HOST_ACTOR, CAMERA_ACTOR, STOPS_ACTOR}
    called = {
        HOST_ACTOR: Text("the table") if alone else Text("the host's phone"),
        PHONE_ACTOR: Text("a phone in the middle"),
        CAMERA_ACTOR: Text("the host's camera"),
        STOPS_ACTOR: Text("automatic"),
    }
    return lambda by: called.get(by, by)


def is_undo_or_redo(event: Event) -> TypeGuard[Undone | Redone]:
    """Return whether the event is an undo or redo."""
    return isinstance(event, Undone | Redone)


def merge_adjustments(lines: Iterable[LogLine]) -> list[LogLine]:
    """Merge each series of adjustments of one tracker into one line from its start to its end."""
    merged: list[LogLine] = []
    for line in lines:
        if merged and _continues(merged[-1].entry, line.entry):
            merged[-1] = _merge(merged[-1], line)
        else:
            merged.append(line)
    return merged


def _continues(first: Entry, then: Entry) -> bool:
    one, other = first.event, then.event
    if not (isinstance(one, Adjusted) and isinstance(other, Adjusted)):
        return False
    return (first.group, first.actor, one.key) == (then.group, then.actor, other.key)


def _merge(first: LogLine, then: LogLine) -> LogLine:
    """Merge two adjustments; a text may say ``by`` how much, and from what ``before``."""
    one, other = first.entry.event, then.entry.event
    assert isinstance(one, Adjusted)
    assert isinstance(other, Adjusted)
    by = one.by + other.by
    start = {change.key: change.before for note in first.notes for change in note.changes}
    entry = replace(first.entry, event=Adjusted(one.key, by))
    notes = tuple(_rebase_note(note, start) for note in then.notes)
    return replace(then, entry=entry, text=then.text.with_args(by=format_signed(by)), notes=notes)


def _rebase_note(note: Note, start: dict[str, int]) -> Note:
    also = tuple(replace(change, before=start.get(change.key, change.before)) for change in note.other_changes)
    note = replace(note, other_changes=also)
    if note.change is None or note.change.key not in start:
        return note
    before = start[note.change.key]
    return replace(note, text=note.text.with_args(before=before), change=replace(note.change, before=before))


def format_signed(by: int) -> str:
    """Format a difference with its sign."""
    return f"+{by}" if by >= 0 else f"\u2212{-by}"


def counted_text(label: Displayable, number: int | str, icon: str) -> Text:
    """Return the number of a tracker with what it counts; a sign stands behind it."""
    if icon in SIGN_ICONS:
        return Text("{by} {what}", by=number, what=label)
    return Text("{what} {by}", what=label, by=number)
