"""Reconstruction of lost match rows from snapshots: the game, its players and its settings."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from companion.base.canonical_json import canonical_json, sha256_hex
from companion.base.errors import CorruptDataError
from rules.registry import GAMES

from .codec import Codec
from .row_recovery import RecoveredRows, TableRow


def match_rows_from_snapshots(found: RecoveredRows) -> Iterator[TableRow]:
    """Yield a ``match`` row for each match that lacks one, from its newest intact snapshot.

    Nothing is yielded for a deleted match. The start is the time of the first entry; whether the match was finished is
    unknown.
    """
    if "match" in found.complete_tables:
        return
    known = {row[0] for row in found.rows.get("match", ())}
    newest = dict[str, TableRow]()
    for row in found.rows.get("snapshot", ()):
        if row[0] not in known and sha256_hex(str(row[3])) == row[4]:
            id = str(row[0])
            newest[id] = max(row, newest.get(id, row), key=lambda one: one[1])  # type: ignore[arg-type,return-value]
    for id, row in newest.items():
        times = [row[2] for row in found.rows.get("entry", ()) if row[0] == id and isinstance(row[2], float)]
        with suppress(StopIteration):
            game, seats, rulings = next(_read(str(row[3])))
            yield id, game, row[2], seats, rulings, min(times, default=0.0), None


def _read(line: str) -> Iterator[tuple[str, str, str]]:
    """Yield the game of that state, its players and settings as stored in a file."""
    for game in GAMES.values():
        with suppress(CorruptDataError):
            state = Codec(game).read_state(line)
            yield game.key, canonical_json(list(state.seats)), canonical_json(list(state.rulings))
