"""Undo in the log: which entries are in effect, and what an undo would take back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.base.actors import STOPS_ACTOR
from companion.storage.records import Entry
from rules.engine import Change, Note, Text, Tracker, Undone, without_numbers
from rules.engine.history import UndoStack

from .log import LogLine, is_undo_or_redo, merge_adjustments


@dataclass(frozen=True, slots=True)
class UndoPreview:
    """What an undo would take back, oldest first, and what people must restore on the table."""

    entries: tuple[Text, ...]
    restorations: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class ReopenedQuestion:
    """The entries that an undo took back from a question, and the answers since, oldest first."""

    undone: tuple[Entry, ...] = ()
    since: tuple[Entry, ...] = ()


MAX_PARTS = 7
"""Most answers that are looked through for the undo before them."""


def lines_in_effect(lines: Iterable[LogLine]) -> list[LogLine]:
    """Return the lines that are not undone, as the history holds them."""
    return _undo_stack(lines).entries


def _undo_stack(lines: Iterable[LogLine]) -> UndoStack[LogLine]:
    stack = UndoStack[LogLine]()
    for line in lines:
        if is_undo_or_redo(line.entry.event):
            stack.undo_or_redo(line.entry.event)
        else:
            stack.push(line)
    return stack


def mark_lines_in_effect(lines: tuple[LogLine, ...]) -> tuple[LogLine, ...]:
    """Return the lines with those that are undone marked as not in effect."""
    up = {line.entry.seq for line in lines_in_effect(lines)}
    return tuple(
        line if line.entry.seq in up or is_undo_or_redo(line.entry.event) else replace(line, is_in_effect=False)
        for line in lines
    )


def undo_before(lines: tuple[LogLine, ...], seq: int) -> Undone | None:
    """Return the undo that takes back that entry and all after it; None if it is not in effect."""
    up = lines_in_effect(lines)
    group = next((line.group for line in up if line.entry.seq == seq), None)
    if group is None:
        return None
    return Undone(group, sum(line.group == group and line.entry.seq < seq for line in up))


def may_undo(lines: tuple[LogLine, ...], undone: Undone, actor: str) -> bool:
    """Return whether any device of that actor may undo that (X-03).

    It may undo the last group, on which nothing was built, and what it did itself with the automatic answers to it.
    """
    back = _undo_stack(lines).entries_to_undo(undone)
    is_last_group = len({line.group for line in back}) == 1 and not isinstance(lines[-1].entry.event, Undone)
    return is_last_group or all(line.entry.actor in (actor, STOPS_ACTOR) for line in back)


def reopened_question(lines: tuple[LogLine, ...]) -> ReopenedQuestion:
    """Return what was undone of the question that is open again, or answered in part.

    Numbers set by hand since then do not matter.
    """
    since: list[Entry] = []
    for k, line in reversed(tuple(enumerate(lines))):
        if is_undo_or_redo(line.entry.event):
            undone = _undo_stack(lines[: k + 1]).redo_entries
            return ReopenedQuestion(tuple(each.entry for each in undone), tuple(since))
        if line.entry.prompt_id is not None:
            since.insert(0, line.entry)
        if len(since) > MAX_PARTS:
            break
    return ReopenedQuestion()


def next_undo(lines: tuple[LogLine, ...]) -> UndoPreview:
    """Return what one more undo takes back, of lines that ``mark_lines_in_effect`` returned."""
    group, done = None, list[LogLine]()
    for line in reversed(lines):
        if not line.is_in_effect or is_undo_or_redo(line.entry.event):
            continue
        if group not in (None, line.group):
            break
        group, done = line.group, [line, *done]
    return UndoPreview(tuple(line.text for line in merge_adjustments(done)), ())


def summarize_undo(preview: UndoPreview) -> Text:
    """Summarize an undo: the first entry by name, the others counted."""
    first, *more = preview.entries or (Text("nothing"),)
    return Text("{what}, and {n} more", what=first, n=len(more)) if more else first


def preview_undo(lines: tuple[LogLine, ...], undone: Undone, trackers: Iterable[Tracker]) -> UndoPreview:
    """Return a preview of that undo, as text.

    The ``trackers`` as they are say how numbers are called.
    """
    gone = _undo_stack(lines).entries_to_undo(undone)
    return UndoPreview(
        tuple(line.text for line in merge_adjustments(gone)),
        _restorations((note for line in gone for note in line.notes), trackers),
    )


def _restorations(notes: Iterable[Note], trackers: Iterable[Tracker]) -> tuple[Text, ...]:
    """Return for each number that changed a text of the first value, which it gets back."""
    counted = {without_numbers(tracker.key): tracker.counted for tracker in trackers}
    spans: dict[str, tuple[Change, Change]] = {}
    for note in notes:
        for change in note.changes:
            first, _ = spans.get(change.key, (change, change))
            spans[change.key] = (first, change)
    return tuple(
        _restoration(a, b.after, counted.get(a.kind_key))
        for a, b in spans.values()
        if a.before != b.after and not b.is_derived
    )


def _restoration(first: Change, now: int, counted: Text | None) -> Text:
    if counted is not None:
        return Text("{who} has {what} again", who=first.owner, what=counted.with_args(n=first.before))
    return Text("{who}: {what} {now} → {then}", who=first.owner, what=first.label, now=now, then=first.before)
