"""Import of a game in a worker process, and the encoding of its result."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.decoding import pool
from companion.storage.codec import Codec
from rules.engine import Game, Name, Text
from rules.engine.text import Shown
from rules.registry import GAMES

from .importer import Brought, NotTaken, read

ENDED = Text("Reading that file took too long or too much memory. Nothing was imported.")
UNREAD = Text("That file cannot be read. Nothing was imported.")
REBUILT: Callable[..., Text] = Text
"""``Text`` under a name that the collector of translatable texts does not look for."""


def taken_in(data: bytes, games: Mapping[str, Game[Any]], codec: Callable[[Game[Any]], Codec[Any]]) -> Brought:
    """Read the game as ``bring.read_match`` does, but in a worker if this process is a server.

    Raises ``ImportRejected``. Games that are not in the registry are read in this process, because a worker does not
    know them.
    """
    if not pool.apart() or any(GAMES.get(key) is not game for key, game in games.items()):
        return read(data, games, codec)
    try:
        found = pool.run(brought, data, tuple(games))
    except pool.Ended as ended:
        raise NotTaken(ENDED) from ended
    except pool.Failed as failed:
        raise NotTaken(UNREAD) from failed
    if isinstance(found, Brought):
        return found
    raise NotTaken(heard(found))


def brought(data: bytes, keys: tuple[str, ...]) -> Brought | list[Any]:
    """Read the game, one of those with these keys; on rejection return the encoded reason."""
    codecs = {key: Codec(GAMES[key]) for key in keys}
    try:
        return read(data, {key: GAMES[key] for key in keys}, lambda game: codecs[game.key])
    except NotTaken as error:
        return told(error.reason)


def told(text: Text) -> list[Any]:
    """Encode a text as lists: its templates, then each hole with its value."""
    return [text.key, text.many, [[hole, _plain(value)] for hole, value in text.args]]


def _plain(value: Shown) -> Any:
    if isinstance(value, Text):
        return {"text": told(value)}
    return {"es": value.es, "en": value.en} if isinstance(value, Name) else value


def heard(said: list[Any]) -> Text:
    """Decode a text encoded by ``encode_text``."""
    key, many, args = said
    return REBUILT(str(key), str(many), **{str(hole): _shown(value) for hole, value in args})


def _shown(value: Any) -> Shown:
    if not isinstance(value, dict):
        return value if isinstance(value, int) else str(value)
    return heard(value["text"]) if "text" in value else Name(str(value["es"]), str(value["en"]))
