"""Import of a game in a worker process, and the encoding of its result."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.decoding import pool
from companion.storage.codec import Codec, CodecProvider
from rules.engine import Game, Name, State, Text
from rules.engine.text import Displayable
from rules.registry import GAMES

from .importer import ImportedMatch, ImportRejected, read_match

WORKER_DIED_TEXT = Text("Reading that file took too long or too much memory. Nothing was imported.")
UNREADABLE_TEXT = Text("That file cannot be read. Nothing was imported.")
TEXT_FACTORY: Callable[..., Text] = Text
"""``Text`` under a name that the collector of translatable texts does not look for."""


def import_in_worker(data: bytes, games: Mapping[str, Game[State]], codec: CodecProvider) -> ImportedMatch:
    """Read the game as ``bring.read_match`` does, but in a worker if this process is a server.

    Raises ``ImportRejected``. Games that are not in the registry are read in this process, because a worker does not
    know them.
    """
    if not pool.uses_workers() or any(GAMES.get(key) is not game for key, game in games.items()):
        return read_match(data, games, codec)
    try:
        result = pool.run_task(import_task, data, tuple(games))
    except pool.WorkerDiedError as ended:
        raise ImportRejected(WORKER_DIED_TEXT) from ended
    except pool.TaskFailedError as failed:
        raise ImportRejected(UNREADABLE_TEXT) from failed
    if isinstance(result, ImportedMatch):
        return result
    raise ImportRejected(decode_text(result))


def import_task(data: bytes, keys: tuple[str, ...]) -> ImportedMatch | list[Any]:
    """Read the game, one of those with these keys; on rejection return the encoded reason."""
    codecs = {key: Codec(GAMES[key]) for key in keys}
    try:
        return read_match(data, {key: GAMES[key] for key in keys}, lambda game: codecs[game.key])
    except ImportRejected as error:
        return encode_text(error.reason)


def encode_text(text: Text) -> list[Any]:
    """Encode a text as lists: its templates, then each hole with its value."""
    return [text.key, text.plural, [[hole, _encode_value(value)] for hole, value in text.args]]


def _encode_value(value: Displayable) -> Any:
    if isinstance(value, Text):
        return {"text": encode_text(value)}
    return {"es": value.es, "en": value.en} if isinstance(value, Name) else value


def decode_text(data: list[Any]) -> Text:
    """Decode a text encoded by ``encode_text``."""
    key, many, args = data
    return TEXT_FACTORY(str(key), str(many), **{str(hole): _decode_value(value) for hole, value in args})


def _decode_value(value: Any) -> Displayable:
    if not isinstance(value, dict):
        return value if isinstance(value, int) else str(value)
    return decode_text(value["text"]) if "text" in value else Name(str(value["es"]), str(value["en"]))
