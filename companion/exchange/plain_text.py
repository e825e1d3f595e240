"""Export of a game's log as plain text: times, authors, actions and rule notes."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from companion.base.dates import clock
from companion.i18n import Translate
from companion.match.log import LogLine, called_in
from companion.match.state import Story
from companion.match.undo import marked
from companion.stats.results import lasting, played, who_won
from rules.engine import Game, Shown, Text


def readable(story: Story, game: Game[Any], words: Translate) -> bytes:
    """Export the whole game in the reader's language; undone entries are marked."""
    return "".join(f"{line}\n" for line in (*_head(story, game, words), "", *_log(story, words))).encode()


def _head(story: Story, game: Game[Any], words: Translate) -> Iterator[str]:
    match, outcome = story.match, story.last.outcome
    yield words(game.title)
    yield ", ".join(match.seats)
    long = words(lasting(played(match.created, (line.entry.at for line in story.lines))))
    yield f"{datetime.fromtimestamp(match.created):%d/%m/%Y %H:%M} · {long}"
    if outcome is not None:
        yield words(who_won(match, outcome))


def _log(story: Story, words: Translate) -> Iterator[str]:
    """Yield every entry below its time and author, and below each its rule notes."""
    called, before = called_in(story.lines), ("", "")
    for line in marked(story.lines):
        heading = clock(line.entry.at), words(called(line.entry.by))
        if heading != before:
            yield " ".join(heading)
            before = heading
        yield from _entry(line, words)


def _entry(line: LogLine, words: Translate) -> Iterator[str]:
    said: Shown = line.text if line.stands else Text("{what} (taken back)", what=line.text)
    yield f"    {words(said)}"
    yield from (f"        {note.rule}  {words(note.text)}" for note in line.notes)
