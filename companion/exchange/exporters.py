"""Export formats of a whole game, by their names on the command line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.i18n import Translate
from companion.match.state import Story
from companion.storage.codec import Codec

from .bg_stats import document
from .jsonl import exported
from .plain_text import readable
from .spreadsheet import spreadsheet


@dataclass(frozen=True, slots=True)
class Form:
    """Export format: file name suffix and writer."""

    ending: str
    write: Callable[[Story, Codec[Any], Translate], bytes]


FORMS = {
    "jsonl": Form("jsonl", exported),
    "csv": Form("csv", lambda story, codec, words: spreadsheet(story, words)),
    "text": Form("txt", lambda story, codec, words: readable(story, codec.game, words)),
    "bgstats": Form("bgstats.json", lambda story, codec, words: document(story, codec.game)),
}
"""The whole log, which can be imported again; a spreadsheet; plain text; the play for BG Stats."""
