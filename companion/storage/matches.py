"""Storage of matches in a database; every answer is durable before it is published."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import astuple
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from companion.base.canonical_json import canonical_json
from companion.base.errors import MATCH_DELETED_TEXT, ConcurrentWriteError, DiskError, StorageError
from rules.engine import Game, State

from .cards import CardStore
from .database import Database, KeptKind, OtherChange, Row, SqlTransaction, data_folder
from .records import Entry, EntryRow, Match, RollRecord, Snapshot, match_from_row
from .settings import Settings
from .sqlite_database import SqliteDatabase

if TYPE_CHECKING:
    from .codec import Codec

__all__ = [
    "MATCH_DELETED_TEXT",
    "ConcurrentWriteError",
    "DiskError",
    "EntryRow",
    "Match",
    "Snapshot",
    "Storage",
    "StorageError",
    "data_folder",
]

SELECT_MATCH = (  # two index lookups per match, however long its log is
    "SELECT m.id, m.game, m.rules_version, m.seats, m.rulings, m.created, m.finished,"
    " coalesce((SELECT max(seq) FROM entry WHERE match = m.id), 0),"
    " coalesce((SELECT at FROM entry WHERE match = m.id ORDER BY seq DESC LIMIT 1), m.created) AS last FROM match m"
)
MAX_PICTURES = 200
"""Pictures of rolls stored per match: those of an evening, some megabytes."""
INSERT_SNAPSHOT = (
    "INSERT INTO snapshot VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT(match, seq) DO UPDATE SET"
    " rules_version = excluded.rules_version, state = excluded.state, digest = excluded.digest, base = excluded.base"
)
INSERT_SOURCE = "INSERT INTO throw VALUES (?, ?, ?) ON CONFLICT(match, seq) DO UPDATE SET how = excluded.how"
INSERT_PICTURE = "INSERT INTO picture VALUES (?, ?, ?) ON CONFLICT(match, seq) DO UPDATE SET jpeg = excluded.jpeg"
TYPED_SOURCE = "typed"
"""The source of a roll of which nothing is stored."""


S = TypeVar("S", bound=State)


class Storage:
    """Matches in a database, with the ``settings`` and the ``cards`` in it.

    Without a ``database`` it is the embedded one in that folder. Every method either succeeds or raises
    ``StorageError``.
    """

    def __init__(self, folder: Path | None = None, *, database: Database | None = None) -> None:
        self.database: Database = SqliteDatabase(folder) if database is None else database
        self.settings = Settings(self.database)
        self.cards = CardStore(self.database, self.adding)
        self.require_bytes: Callable[[SqlTransaction, KeptKind], None] = lambda db, kind: None
        """What raises ``StorageError`` where more is kept than an owner on a public server may keep."""
        self.keeps_pictures: Callable[[], bool] = lambda: True
        """Whether the pictures of rolls are kept."""
        self._codecs: dict[str, Codec[Any]] = {}

    def close(self) -> None:
        """Close the database."""
        self.database.close()

    def codec(self, game: Game[S]) -> Codec[S]:
        """Return the codec of that game."""
        from .codec import Codec

        known: Codec[S] | None = self._codecs.get(game.key)
        if known is None or known.game is not game:
            known = self._codecs[game.key] = Codec(game)
        return known

    @contextmanager
    def adding(self, kind: KeptKind, *, excludes: bool = True) -> Iterator[SqlTransaction]:
        """Run changes that add to what is kept, as one durable transaction.

        For ``excludes`` see ``Database.atomic_write``. Raises ``StorageError`` where that is too much; then nothing has
        changed.
        """
        with self.database.atomic_write(excludes=excludes) as db:
            yield db
            self.require_bytes(db, kind)

    def create_match(self, game: Game[State], seats: Sequence[str], rulings: Sequence[tuple[str, str]] = ()) -> Match:
        """Create a match."""
        row = (str(uuid.uuid4()), game.key, game.version, canonical_json(seats), canonical_json(rulings), time.time())
        with self.adding("games") as db:
            db.execute("INSERT INTO match VALUES (?, ?, ?, ?, ?, ?, NULL)", row)
        return self.load_match(row[0])

    def insert_match(self, match: Match, rows: Sequence[EntryRow], snapshots: Sequence[Snapshot]) -> None:
        """Insert an imported match as a whole; an existing match is never changed."""
        pairs = canonical_json(list(match.seats)), canonical_json(list(match.rulings))
        with self.adding("games", excludes=False) as db:
            known = (match.id, match.game, match.rules_version, *pairs, match.created, match.finished)
            db.execute("INSERT INTO match VALUES (?, ?, ?, ?, ?, ?, ?)", known)
            steps = [(match.id, r.seq, r.at, r.by, r.grp, r.prompt_id, r.event) for r in rows]
            db.executemany("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?)", steps)
            db.executemany(INSERT_SNAPSHOT, [_snapshot_row(match.id, snapshot) for snapshot in snapshots])

    def load_match(self, match_id: str) -> Match:
        """Return that match. Raises ``KeyError``."""
        for match in map(match_from_row, self.database.recall(f"{SELECT_MATCH} WHERE m.id = ?", (match_id,))):
            if match is not None:
                return match
        raise KeyError(match_id)

    def matches(self) -> tuple[Match, ...]:
        """Return every readable match, the one played last first."""
        rows = self.database.recall(f"{SELECT_MATCH} ORDER BY last DESC, m.created DESC, m.id")
        return tuple(match for row in rows if (match := match_from_row(row)))

    def has_match(self, match_id: str) -> bool:
        """Return whether that match is in the file, readable or not."""
        return bool(self.database.read("SELECT 1 FROM match WHERE id = ?", (match_id,)))

    def match_count(self) -> int:
        """Return how many matches are in the file, including unreadable ones."""
        return int(self.database.recall("SELECT count(*) FROM match")[0][0])

    def delete_match(self, match_id: str) -> None:
        """Delete that match and all that belongs to it."""
        self.database.write("DELETE FROM match WHERE id = ?", (match_id,))

    def append_entries(
        self,
        match: Match,
        game: Game[S],
        entries: Sequence[Entry],
        snapshot: Snapshot | None,
        finished: float | None,
        rolls: Sequence[RollRecord] = (),
    ) -> None:
        """Write the entries and rolls of one action durably in one transaction.

        Raises ``ConcurrentWriteError`` if other entries have their numbers.
        """
        codec = self.codec(game)
        rows = [(match.id, e.seq, e.at, e.actor, e.group, e.prompt_id, codec.write_event(e.event)) for e in entries]
        try:
            self._append_rows(match, rows, snapshot, finished, rolls)
        except ConcurrentWriteError as error:
            if not self.has_match(match.id):
                raise StorageError(MATCH_DELETED_TEXT) from error
            # the first ones may have been written although the connection was lost before it was said
            stored = self._stored_count(rows)
            if not stored:
                raise
            if stored < len(rows):
                self._append_rows(match, rows[stored:], snapshot, finished, rolls)

    def _append_rows(
        self,
        match: Match,
        rows: Sequence[Row],
        snapshot: Snapshot | None,
        finished: float | None,
        rolls: Sequence[RollRecord],
    ) -> None:
        last = rows[-1][1] if rows else match.entries
        keeps_pictures = any(roll.jpeg for roll in rolls) and self.keeps_pictures()
        with self.database.atomic_write(log_notice=f"{match.id}:{last}") as db:
            if not self.has_match(match.id):
                raise StorageError(MATCH_DELETED_TEXT)
            db.executemany("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
            never = -1.0
            db.execute(
                "UPDATE match SET finished = ? WHERE id = ? AND coalesce(finished, ?) <> ?",
                (finished, match.id, never, never if finished is None else finished),
            )
            for roll in rolls:
                _insert_roll(db, match.id, roll, keeps_picture=keeps_pictures)
            if snapshot is not None:
                db.execute(INSERT_SNAPSHOT, _snapshot_row(match.id, snapshot))

    def _stored_count(self, rows: Sequence[Row]) -> int:
        """Return how many of these are stored, from the first one; 0 if others have their numbers."""
        stored = self.entry_rows(rows[0][0], rows[0][1] - 1) if rows else ()
        ours = [(rows[0][0], *astuple(row)) for row in stored] == list(rows[: len(stored)])
        return len(stored) if ours else 0

    def save_snapshot(self, match: Match, snapshot: Snapshot) -> None:
        """Write a snapshot by itself."""
        with self.database.atomic_write(log_notice=f"{match.id}:{snapshot.seq}") as db:
            db.execute(INSERT_SNAPSHOT, _snapshot_row(match.id, snapshot))

    def watch(self, follow: Callable[[OtherChange], None]) -> None:
        """Call ``follow`` for each change by another process, from a thread of its own."""
        self.database.watch(follow)

    def pictured_entries(self, match: Match) -> frozenset[int]:
        """Return the entries of that match with a picture."""
        return frozenset(seq for (seq,) in self.database.recall("SELECT seq FROM picture WHERE match = ?", (match.id,)))

    def load_picture(self, match: Match, seq: int) -> bytes:
        """Return the picture of that entry, empty if there is none."""
        found = self.database.read("SELECT jpeg FROM picture WHERE match = ? AND seq = ?", (match.id, seq))
        return bytes(found[0][0]) if found else b""

    def entry_rows(self, match_id: str, after: int = -1) -> tuple[EntryRow, ...]:
        """Return the entries of that match after a number, oldest first, their events unparsed."""
        sql = "SELECT seq, at, by, grp, prompt_id, event FROM entry WHERE match = ? AND seq > ? ORDER BY seq"
        return tuple(EntryRow(*row) for row in self.database.read(sql, (match_id, after)))

    def snapshots(self, match_id: str) -> tuple[Snapshot, ...]:
        """Return the snapshots of that match, oldest first."""
        sql = "SELECT seq, rules_version, state, digest, base FROM snapshot WHERE match = ? ORDER BY seq"
        return tuple(Snapshot(*row) for row in self.database.read(sql, (match_id,)))

    def latest_snapshot(self, match_id: str) -> Snapshot | None:
        """Return the last snapshot of that match."""
        sql = "SELECT seq, rules_version, state, digest, base FROM snapshot WHERE match = ? ORDER BY seq DESC LIMIT 1"
        return next((Snapshot(*row) for row in self.database.read(sql, (match_id,))), None)

    def entry_times(self, match_id: str) -> tuple[float, ...]:
        """Return the time of each entry of that match."""
        sql = "SELECT at FROM entry WHERE match = ? ORDER BY seq"
        return tuple(float(at) for (at,) in self.database.read(sql, (match_id,)))


def _insert_roll(db: SqlTransaction, match_id: str, roll: RollRecord, *, keeps_picture: bool) -> None:
    """Insert a roll's source, if it was not typed, and its picture.

    The oldest pictures make room for it.
    """
    if roll.source != TYPED_SOURCE:
        db.execute(INSERT_SOURCE, (match_id, roll.seq, roll.source))
    if roll.jpeg and keeps_picture:
        db.execute(INSERT_PICTURE, (match_id, roll.seq, roll.jpeg))
        db.execute(
            "DELETE FROM picture WHERE match = ? AND seq NOT IN"
            " (SELECT seq FROM picture WHERE match = ? ORDER BY seq DESC LIMIT ?)",
            (match_id, match_id, MAX_PICTURES),
        )


def _snapshot_row(match_id: str, s: Snapshot) -> Row:
    return match_id, s.seq, s.rules_version, s.state, s.digest, s.base
