"""Undo in the log: which entries are in effect, and what an undo would take back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.base.actors import STOPS_ACTOR
from companion.storage.records import Entry
from rules.engine import Redone, Text, Undone

from .log import LogLine, is_undo_or_redo, merge_adjustments, restorations


@dataclass(frozen=True, slots=True)
class UndoPreview:
    """What an undo would take back, oldest first, and what people must restore on the table."""

    entries: tuple[Text, ...]
    restorations: tuple[Text, ...]


def lines_in_effect(lines: Iterable[LogLine]) -> list[LogLine]:
    """Return the lines that are not undone, as the history holds them."""
    return _split_lines(lines)[0]


def _split_lines(lines: Iterable[LogLine]) -> tuple[list[LogLine], list[list[LogLine]]]:
    """Return the lines in effect, and the undone groups that can be redone, the next one last."""
    up: list[LogLine] = []
    down: list[list[LogLine]] = []
    for line in lines:
        match line.entry.event:
            case Undone():
                gone = _undone_lines(up, line.entry.event)
                up = up[: len(up) - len(gone)]
                _push_undone(down, gone)
            case Redone():
                up += down.pop()
            case _:
                up.append(line)
                down.clear()
    return up, down


def _undone_lines(up: list[LogLine], undone: Undone) -> list[LogLine]:
    """Return the lines that an undo takes back.

    As in ``History``, these are all from the group on, except the first ones that it keeps.
    """
    first = next((k for k, line in enumerate(up) if line.entry.group >= undone.group), len(up))
    return up[first + undone.keep :]


def _push_undone(down: list[list[LogLine]], gone: list[LogLine]) -> None:
    """Push the undone lines group by group, the oldest on top.

    The rest of a group joins what was undone of it before.
    """
    for line in reversed(gone):
        if down and down[-1][0].entry.group == line.entry.group:
            down[-1].insert(0, line)
        else:
            down.append([line])


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
    group = next((line.entry.group for line in up if line.entry.seq == seq), None)
    if group is None:
        return None
    return Undone(group, sum(line.entry.group == group and line.entry.seq < seq for line in up))


def is_last_group(lines: tuple[LogLine, ...], undone: Undone) -> bool:
    """Return whether the undo covers only the last group, on which nothing was built."""
    up = lines_in_effect(lines)
    groups = {line.entry.group for line in _undone_lines(up, undone)}
    return len(groups) == 1 and not isinstance(lines[-1].entry.event, Undone)


def is_all_by(lines: tuple[LogLine, ...], undone: Undone, actor: str) -> bool:
    """Return whether all that the undo takes back was done by that actor or automatically after."""
    return all(line.entry.actor in (actor, STOPS_ACTOR) for line in _undone_lines(lines_in_effect(lines), undone))


def undone_entries(lines: tuple[LogLine, ...]) -> tuple[Entry, ...]:
    """Return the entries of the undone group whose question is open again.

    Numbers set by hand since then do not matter; once something was answered, there are none.
    """
    last = len(lines)
    while last and lines[last - 1].entry.prompt_id is None and not is_undo_or_redo(lines[last - 1].entry.event):
        last -= 1
    if not last or not is_undo_or_redo(lines[last - 1].entry.event):
        return ()
    _, down = _split_lines(lines[:last])
    return tuple(line.entry for line in down[-1]) if down else ()


def next_undo(lines: tuple[LogLine, ...]) -> UndoPreview:
    """Return what one more undo takes back, of lines that ``mark_lines_in_effect`` returned."""
    group, done = None, list[LogLine]()
    for line in reversed(lines):
        if not line.is_in_effect or is_undo_or_redo(line.entry.event):
            continue
        if group not in (None, line.entry.group):
            break
        group, done = line.entry.group, [line, *done]
    return UndoPreview(tuple(line.text for line in merge_adjustments(done)), ())


def summarize_undo(preview: UndoPreview) -> Text:
    """Summarize an undo: the first entry by name, the others counted."""
    first, *more = preview.entries or (Text("nothing"),)
    return Text("{what}, and {n} more", what=first, n=len(more)) if more else first


def preview_undo(lines: tuple[LogLine, ...], undone: Undone) -> UndoPreview:
    """Return a preview of that undo, as text."""
    gone = _undone_lines(lines_in_effect(lines), undone)
    return UndoPreview(
        tuple(line.text for line in merge_adjustments(gone)),
        restorations(note for line in gone for note in line.notes),
    )
