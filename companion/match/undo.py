"""The log as text: one line per entry, which lines are in effect, and undo previews."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.base.actors import STOPS
from companion.storage.records import Entry
from rules.engine import Redone, Text, Undone

from .log import LogLine, _put_back, series, turns


@dataclass(frozen=True, slots=True)
class Undoing:
    """What an undo would take back, oldest first, and what people must restore on the table."""

    taken: tuple[Text, ...]
    back: tuple[Text, ...]


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
