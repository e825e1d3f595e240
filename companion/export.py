"""A game as a file that anybody can read: JSON lines, the first about the game, then one for each entry of its log."""

from __future__ import annotations

import importlib.metadata
import json
import re
from datetime import UTC, datetime
from typing import Any

from .codec import Codec
from .log import LogLine
from .table import Story
from .words import Translate

FORMAT = 1
"""The version of what is written here; a file with a higher one was written by a newer Sobremesa."""
NAMED = 60
"""Letters of a file's name before its date."""


def exported(story: Story, codec: Codec[Any], words: Translate) -> bytes:
    """The whole game. What is read back folds to the digest in the first line."""
    lines = [_head(story, codec, words), *(_line(line, codec, words) for line in story.lines)]
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines).encode()


def file_name(story: Story, ending: str = "jsonl") -> str:
    """What the file is called: the game, who played, the day."""
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
    """Where the log begins, if what came before it can no longer be replayed."""
    return {"after": story.after, "state": json.loads(codec.write_state(story.first))} if story.after else {}


def _line(line: LogLine, codec: Codec[Any], words: Translate) -> dict[str, Any]:
    """An entry. No event holds yet what only some seats may know; one that does stays out of an open game here."""
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
