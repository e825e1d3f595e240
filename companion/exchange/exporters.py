"""Export formats of a whole game, by their names on the command line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.i18n import Translate
from companion.match.table_state import MatchRecord
from companion.storage.codec import Codec
from rules.engine import State

from .bg_stats import export_bg_stats
from .jsonl import export_jsonl
from .plain_text import export_text
from .spreadsheet import export_csv


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
