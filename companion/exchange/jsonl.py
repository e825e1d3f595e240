"""Export of a game as JSON lines: the first describes the game, each other one a log entry."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from companion import VERSION
from companion.base.value_types import WritableJson
from companion.i18n import Translate
from companion.match.log import LogLine
from companion.match.match_state import MatchRecord
from companion.storage import upgrades
from rules.engine import State

if TYPE_CHECKING:
    from companion.storage.codec import Codec

MAX_STEM_LENGTH = 60
"""Maximum length of a file name before its date, in characters."""


def export_jsonl(record: MatchRecord, codec: Codec[State], translate: Translate) -> bytes:
    """Export the whole game; its replay leads to the last state, in the first line."""
    lines = [_head(record, codec, translate), *(_entry(line, codec, translate) for line in record.lines)]
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines).encode()


def export_for_codes(record: MatchRecord, codec: Codec[State], translate: Translate) -> bytes:
    """Export the whole game without its sentences, a quarter less when compressed.

    No import reads them.
    """
    lines = [_head(record, codec, translate), *(_entry(line, codec, None) for line in record.lines)]
    return "\n".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in lines).encode()


def export_file_name(record: MatchRecord, suffix: str = "jsonl") -> str:
    """Return the file name: the game, the players and the date."""
    stem = re.sub(r"\W+", "-", "-".join((record.match.game, *record.match.seats)))[:MAX_STEM_LENGTH].strip("-")
    return f"{stem}-{datetime.fromtimestamp(record.match.created):%Y-%m-%d}.{suffix}"


def _head(record: MatchRecord, codec: Codec[State], translate: Translate) -> dict[str, WritableJson]:
    match, game = record.match, codec.game
    outcome = record.last_state.outcome
    return {
        "sobremesa": "game",
        "format": upgrades.FORMAT,
        "program": VERSION,
        "id": match.id,
        "game": game.key,
        "title": translate(game.title),
        "rules": game.version,
        "begun": match.rules_version,
        "seats": match.seats,
        "settings": dict(match.rulings),
        "started": _time(match.created),
        "finished": None if match.finished is None else _time(match.finished),
        "won": None if outcome is None else [match.seats[seat] for seat in outcome.winners],
        "entries": len(record.lines),
        "digest": codec.digest(record.last_state),
        **_base_state(record, codec),
        "last": json.loads(codec.write_state(record.last_state)),
    }


def _base_state(record: MatchRecord, codec: Codec[State]) -> dict[str, WritableJson]:
    """Return the state before the first log entry, if earlier ones can no longer be replayed."""
    if not record.base_seq:
        return {}
    return {"after": record.base_seq, "state": json.loads(codec.write_state(record.first_state))}


def _entry(line: LogLine, codec: Codec[State], translate: Translate | None) -> dict[str, WritableJson]:
    """Return a log entry, with its sentence where there is a language.

    No event yet holds what only some seats may know; one that does must be left out of an unfinished game here.
    """
    entry = line.entry
    return {
        "n": entry.seq,
        "time": _time(entry.at),
        "who": entry.actor,
        **({"says": translate(line.text)} if translate else {}),
        "group": entry.group,
        "asked": entry.prompt_id,
        "event": json.loads(codec.write_event(entry.event)),
    }


def _time(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="microseconds")
