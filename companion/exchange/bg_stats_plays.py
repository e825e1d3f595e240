"""Import of plays from BG Stats: the JSON file that its makers' app exports.

The app names no format in public; the fields are those of its exported files: ``games`` with ``bggId``, ``players``,
and ``plays`` with ``gameRefId``, ``playDate``, ``durationMin`` and ``playerScores``. All of it is a claim of the file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from companion.base.display_names import clean_name
from companion.base.input_limits import MAX_INTEGER, exceeds_depth
from companion.base.value_types import JsonTable, JsonValue
from companion.decoding import pool
from companion.situation.pasted_text import decode_text
from rules.engine import Game, State, Text

from .rejection import MAX_BYTES, TOO_LARGE_TEXT, UNREADABLE_TEXT, ImportRejected

FOREIGN_PLAYS_TEXT = Text("That is no file of plays exported by BG Stats. Nothing was imported.")
MAX_RECORDS = 50_000
"""Maximum number of games, players and plays in a file, each."""
MAX_PLAYERS = 12
MAX_ID_LENGTH = 60
MAX_MINUTES = 10_000
PLAY_DATE = re.compile(r"\d{4}-\d\d-\d\d(?: \d\d:\d\d(?::\d\d)?)?")


@dataclass(frozen=True, slots=True)
class PlayedSeat:
    """A player of a play: name, score if there is one, and whether they won."""

    name: str
    score: int | None
    won: bool


@dataclass(frozen=True, slots=True)
class Play:
    """A play of one of our games; ``minutes`` is 0 where nobody took the time."""

    id: str
    game: str
    date: str
    minutes: int
    players: tuple[PlayedSeat, ...]

    @property
    def at(self) -> float:
        """When it was played, in unix seconds by the clock of this computer."""
        return datetime.fromisoformat(self.date).timestamp()


@dataclass(frozen=True, slots=True)
class ReadPlays:
    """What a file holds: plays of our games, the latest first, and how many it has besides.

    ``others`` are of other games."""

    plays: tuple[Play, ...]
    others: int
    unreadable: int


def read_plays_in_worker(data: bytes, games: Mapping[str, Game[State]]) -> ReadPlays:
    """Read the plays as ``read_plays`` does, but in a worker if this process is a server.

    Raises ``ImportRejected``.
    """
    keys = {game.bgg_id: key for key, game in games.items() if game.bgg_id}
    if not pool.uses_workers():
        return read_plays(data, keys)
    try:
        result = pool.run_task_of(pool.IMPORTERS, plays_task, data, keys)
    except (pool.WorkerDiedError, pool.TaskFailedError) as failed:
        raise ImportRejected(UNREADABLE_TEXT) from failed
    if isinstance(result, Text):
        raise ImportRejected(result)
    return result


def plays_task(data: bytes, keys: Mapping[int, str]) -> ReadPlays | Text:
    """Read the plays; on rejection return the reason."""
    try:
        return read_plays(data, keys)
    except ImportRejected as error:
        return error.reason


def read_plays(data: bytes, keys: Mapping[int, str]) -> ReadPlays:
    """Read the plays of the games with those BoardGameGeek numbers. Raises ``ImportRejected``."""
    if len(data) > MAX_BYTES:
        raise ImportRejected(TOO_LARGE_TEXT)
    file = _parse(data)
    games = {one.get("id"): keys.get(_integer(one.get("bggId"))) for one in _records(file, "games")}
    players = {one.get("id"): clean_name(str(one.get("name") or "")) for one in _records(file, "players")}
    found: dict[str, Play] = {}
    others = unreadable = 0
    for record in _records(file, "plays"):
        reference = record.get("gameRefId")
        game = games.get(reference) if isinstance(reference, int) else None
        if game is None:
            others += 1
            continue
        play = _play(record, game, players)
        if play is None:
            unreadable += 1
        elif not record.get("ignored"):
            found[play.id] = play
    return ReadPlays(tuple(sorted(found.values(), key=lambda play: play.date, reverse=True)), others, unreadable)


def _parse(data: bytes) -> JsonTable:
    try:
        file = json.loads(decode_text(data))
    except (ValueError, RecursionError) as error:
        raise ImportRejected(FOREIGN_PLAYS_TEXT) from error
    if not isinstance(file, dict) or not all(isinstance(file.get(key), list) for key in ("games", "players", "plays")):
        raise ImportRejected(FOREIGN_PLAYS_TEXT)
    if any(len(file[key]) > MAX_RECORDS for key in ("games", "players", "plays")):
        raise ImportRejected(TOO_LARGE_TEXT)
    return file


def _records(file: JsonTable, key: str) -> Iterator[JsonTable]:
    """Yield the records of a list whose numbers can be keys."""
    records = file[key]
    assert isinstance(records, list)
    for record in records:
        if isinstance(record, dict) and (key == "plays" or isinstance(record.get("id"), int)):
            yield record


def _play(record: JsonTable, game: str, players: Mapping[JsonValue, str]) -> Play | None:
    """Return the play of a record; None if it is unreadable."""
    id, date, scores = record.get("uuid"), record.get("playDate"), record.get("playerScores")
    if not (isinstance(id, str) and isinstance(date, str) and isinstance(scores, list) and len(scores) <= MAX_PLAYERS):
        return None
    minutes = min(MAX_MINUTES, max(0, _integer(record.get("durationMin"))))
    return make_play(id, game, date, minutes, (_seat(score, players) for score in scores))


def make_play(id: str, game: str, date: str, minutes: int, players: Iterable[PlayedSeat | None]) -> Play | None:
    """Return the play if all its values are lawful, else None."""
    seats = tuple(players)
    known = [seat for seat in seats if seat is not None and seat.name]
    if not seats or len(known) < len(seats) or len({seat.name.casefold() for seat in known}) < len(seats):
        return None
    if not (0 < len(id) <= MAX_ID_LENGTH and id.isascii() and id.isprintable() and PLAY_DATE.fullmatch(date)):
        return None
    with suppress(ValueError, OverflowError, OSError):
        play = Play(id, game, date, minutes, tuple(known))
        return play if play.at >= 0 else None
    return None


def _seat(score: JsonValue, players: Mapping[JsonValue, str]) -> PlayedSeat | None:
    if not isinstance(score, dict):
        return None
    reference = score.get("playerRefId")
    name = players.get(reference, "") if isinstance(reference, int) else ""
    return PlayedSeat(name, _score(score.get("score")), score.get("winner") is True) if name else None


def _score(value: JsonValue) -> int | None:
    """Return a whole score; the app writes it as a text."""
    if isinstance(value, str) and re.fullmatch(r"-?\d{1,6}(?:\.0*)?", value.strip()):
        return int(float(value))
    return value if isinstance(value, int) and not isinstance(value, bool) and abs(value) < MAX_INTEGER else None


def _integer(value: JsonValue) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and abs(value) < MAX_INTEGER else 0


# --- storing -----------------------------------------------------------------------------------------------------


def write_plays(plays: Iterable[Play]) -> str:
    """Write the plays of one game as a setting."""
    rows = [
        [play.id, play.date, play.minutes, [[seat.name, seat.score, int(seat.won)] for seat in play.players]]
        for play in plays
    ]
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":"))


def read_stored_plays(game: str, text: str) -> Iterator[Play]:
    """Yield the lawful plays of a setting, which may come from a foreign file."""
    rows: JsonValue = []
    with suppress(ValueError, RecursionError):
        rows = json.loads(text)
    if not isinstance(rows, list) or exceeds_depth(rows):
        return
    for row in rows:
        match row:
            case [str(id), str(date), int(minutes), [*seats]] if 0 <= minutes <= MAX_MINUTES:
                play = make_play(id, game, date, minutes, map(_stored_seat, seats[: MAX_PLAYERS + 1]))
                if play is not None and len(seats) <= MAX_PLAYERS:
                    yield play


def _stored_seat(seat: JsonValue) -> PlayedSeat | None:
    match seat:
        case [str(name), int() | None as score, int(won)] if clean_name(name) == name:
            return PlayedSeat(name, None if score is None else _score(score), bool(won))
    return None
