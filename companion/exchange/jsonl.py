"""Export of a game as JSON lines: the first describes the game, each other one a log entry."""

from __future__ import annotations

import importlib.metadata
import json
import re
from datetime import UTC, datetime
from typing import Any

from companion.i18n import Translate
from companion.match.log import LogLine
from companion.match.table import Story
from companion.storage.codec import Codec

FORMAT = 1
"""Version of the format written here; a file with a higher one comes from a newer Sobremesa."""
NAMED = 60
"""Maximum length of a file name before its date, in characters."""


def exported(story: Story, codec: Codec[Any], words: Translate) -> bytes:
    """Export the whole game; its replay leads to the digest in the first line."""
    lines = [_head(story, codec, words), *(_line(line, codec, words) for line in story.lines)]
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines).encode()


def file_name(story: Story, ending: str = "jsonl") -> str:
    """Return the file name: the game, the players and the date."""
    said = re.sub(r"\W+", "-", "-".join((story.match.game, *story.match.seats)))[:NAMED].strip("-")
    return f"{said}-{datetime.fromtimestamp(story.match.created):%Y-%m-%d}.{ending}"


def _head(story: Story, codec: Codec[Any], words: Translate) -> dict[str, Any]:
    match, game = story.match, codec.game
    outcome = story.last.outcome
    return {
        "sobremesa": "game",
        "format": FORMAT,
        "program": importlib.metadata.version("sobremesa"),
        "id": match.id,
        "game": game.key,
        "title": words(game.title),
        "rules": game.version,
        "seats": match.seats,
        "settings": dict(game.aliases.rulings(match.rulings)),
        "started": _time(match.created),
        "finished": None if match.finished is None else _time(match.finished),
        "won": None if outcome is None else [match.seats[seat] for seat in outcome.winners],
        "entries": len(story.lines),
        "digest": codec.digest(story.last),
        **_from(story, codec),
    }


def _from(story: Story, codec: Codec[Any]) -> dict[str, Any]:
    """Return the state before the first log entry, if earlier ones can no longer be replayed."""
    return {"after": story.after, "state": json.loads(codec.write_state(story.first))} if story.after else {}


def _line(line: LogLine, codec: Codec[Any], words: Translate) -> dict[str, Any]:
    """Return a log entry.

    No event yet holds what only some seats may know; one that does must be left out of an unfinished game here.
    """
    entry = line.entry
    return {
        "n": entry.seq,
        "time": _time(entry.at),
        "who": entry.by,
        "says": words(line.text),
        "group": entry.group,
        "asked": entry.prompt_id,
        "event": json.loads(codec.write_event(entry.event)),
    }


def _time(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="microseconds")
