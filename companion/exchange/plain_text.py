"""Export of a game's log as plain text: times, authors, actions and rule notes."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from companion.base.dates import format_clock_time
from companion.i18n import Translate
from companion.match.log import LogLine, actor_namer
from companion.match.table_state import MatchRecord
from companion.match.undo import mark_lines_in_effect
from companion.stats.results import active_seconds, format_duration, winner_text
from rules.engine import Displayable, Game, State, Text


def export_text(record: MatchRecord, game: Game[State], translate: Translate) -> bytes:
    """Export the whole game in the reader's language; undone entries are marked."""
    return "".join(
        f"{line}\n" for line in (*_head(record, game, translate), "", *_entry_lines(record, translate))
    ).encode()


def _head(record: MatchRecord, game: Game[State], translate: Translate) -> Iterator[str]:
    match, outcome = record.match, record.last_state.outcome
    yield translate(game.title)
    yield ", ".join(match.seats)
    duration = translate(format_duration(active_seconds(match.created, (line.entry.at for line in record.lines))))
    yield f"{datetime.fromtimestamp(match.created):%d/%m/%Y %H:%M} · {duration}"
    if outcome is not None:
        yield translate(winner_text(match, outcome))


def _entry_lines(record: MatchRecord, translate: Translate) -> Iterator[str]:
    """Yield every entry below its time and author, and below each its rule notes."""
    name_of, before = actor_namer(record.lines), ("", "")
    for line in mark_lines_in_effect(record.lines):
        heading = format_clock_time(line.entry.at), translate(name_of(line.entry.actor))
        if heading != before:
            yield " ".join(heading)
            before = heading
        yield from _entry(line, translate)


def _entry(line: LogLine, translate: Translate) -> Iterator[str]:
    text: Displayable = line.text if line.is_in_effect else Text("{what} (undone)", what=line.text)
    yield f"    {translate(text)}"
    yield from (f"        {note.rule}  {translate(note.text)}" for note in line.notes)
