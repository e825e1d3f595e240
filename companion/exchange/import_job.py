"""Import of a game in a worker process."""

from __future__ import annotations

from collections.abc import Mapping

from companion.decoding import pool
from companion.storage.codec import Codec, CodecProvider
from rules.engine import Game, State, Text
from rules.registry import GAMES

from .importer import ImportedMatch, StoredMatch, read_match
from .rejection import ALREADY_HERE_TEXT, UNREADABLE_TEXT, AlreadyImported, ImportRejected

WORKER_DIED_TEXT = Text("Reading that file took too long or too much memory. Nothing was imported.")


def import_in_worker(
    data: bytes, games: Mapping[str, Game[State]], codec: CodecProvider, known: StoredMatch | None
) -> ImportedMatch:
    """Read the game as ``read_match`` does, but in a worker if this process is a server.

    Raises ``ImportRejected``. Games that are not in the registry are read in this process, because a worker does not
    know them.
    """
    if not pool.uses_workers() or any(GAMES.get(key) is not game for key, game in games.items()):
        return read_match(data, games, codec, known)
    try:
        result = pool.run_task_of(pool.IMPORTERS, import_task, data, tuple(games), known)
    except pool.WorkerDiedError as ended:
        raise ImportRejected(WORKER_DIED_TEXT) from ended
    except pool.TaskFailedError as failed:
        raise ImportRejected(UNREADABLE_TEXT) from failed
    if isinstance(result, Text):
        raise (AlreadyImported if result == ALREADY_HERE_TEXT else ImportRejected)(result)
    return result


def import_task(data: bytes, keys: tuple[str, ...], known: StoredMatch | None = None) -> ImportedMatch | Text:
    """Read the game, one of those with these keys; on rejection return the reason."""
    codecs = {key: Codec(GAMES[key]) for key in keys}
    try:
        return read_match(data, {key: GAMES[key] for key in keys}, lambda game: codecs[game.key], known)
    except ImportRejected as error:
        return error.reason
