"""Export formats of a whole game, by their names on the command line; the plain text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

from companion.base.dates import format_clock_time
from companion.i18n import Translate
from companion.match.log import LogLine, actor_namer
from companion.match.match_state import MatchRecord
from companion.match.undo import mark_lines_in_effect
from companion.stats.results import active_seconds, format_duration, winner_text
from companion.storage.codec import Codec
from rules.engine import Displayable, Game, State, Text

from .bg_stats import export_bg_stats
from .jsonl import export_jsonl
from .spreadsheet import export_csv


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


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """Export format: file name suffix and writer."""

    suffix: str
    write: Callable[[MatchRecord, Codec[State], Translate], bytes]


EXPORT_FORMATS = {
    "jsonl": ExportFormat("jsonl", export_jsonl),
    "csv": ExportFormat("csv", lambda story, codec, words: export_csv(story, words)),
    "text": ExportFormat("txt", lambda story, codec, words: export_text(story, codec.game, words)),
    "bgstats": ExportFormat("bgstats.json", lambda story, codec, words: export_bg_stats(story, codec.game)),
}
"""The whole log, which can be imported again; a spreadsheet; plain text; the play for BG Stats."""
