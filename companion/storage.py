"""Where matches are kept: one SQLite file, every answer durable before anybody sees it."""

from __future__ import annotations

import json
import logging
import os
import sqlite3
import threading
import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import platformdirs

from rules.engine import Game, Text

from .codec import Codec, Corrupt, canonical
from .entry import Entry
from .schema import SCHEMA, bring_up, version

OURS = frozenset({"match", "entry", "setting"})
"""Tables without which a file is not one of ours, whatever its version."""
ILLUSTRATED = 200
"""Pictures of throws that are kept of a match: an evening's, some megabytes."""
DELETED = Text("This game has been deleted.")


class StorageTrouble(Exception):  # noqa: N818 - it is the disk that errs
    """Nothing was written; ``reason`` says why, for the screen."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason.key)
        self.reason = reason


class Overtaken(StorageTrouble):
    """Another program has written to the same match: what this one holds in memory is old."""


@dataclass(frozen=True, slots=True)
class Match:
    """What the list of matches shows; ``last`` is when something last happened, ``entries`` its number."""

    id: str
    game: str
    rules_version: int
    seats: tuple[str, ...]
    rulings: tuple[tuple[str, str], ...]
    created: float
    finished: float | None
    entries: int
    last: float


@dataclass(frozen=True, slots=True)
class Row:
    """An entry as it is stored, its event unread."""

    seq: int
    at: float
    by: str
    grp: int
    prompt_id: str | None
    event: str


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state after entry ``seq``, unread. Nothing before a ``base`` is replayed any more."""

    seq: int
    rules_version: int
    state: str
    digest: str
    base: int = 0


def data_folder(given: Path | None = None) -> Path:
    """Where the matches lie: as told, as SOBREMESA_DATA says, or where this system keeps such things."""
    told = given or os.environ.get("SOBREMESA_DATA")
    return Path(told) if told else Path(platformdirs.user_data_dir("sobremesa", appauthor=False))


class Storage:
    """The file of matches, settings and cards. Every method either does all it says or raises ``StorageTrouble``."""

    def __init__(self, folder: Path | None = None) -> None:
        self.path = data_folder(folder) / "sobremesa.sqlite"
        self._lock = threading.RLock()
        self._codecs: dict[str, Codec[Any]] = {}
        self._db = _connected(self.path)
        try:
            with self.all_or_nothing() as db:
                bring_up(db)
        except BaseException:
            self._db.close()
            raise

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._db.close()

    def codec(self, game: Game[Any]) -> Codec[Any]:
        """The codec of that game."""
        known = self._codecs.get(game.key)
        if known is None or known.game is not game:
            known = self._codecs[game.key] = Codec(game)
        return known

    def create(self, game: Game[Any], seats: Sequence[str], rulings: Sequence[tuple[str, str]] = ()) -> Match:
        """Begin a match."""
        row = (str(uuid.uuid4()), game.key, game.version, canonical(list(seats)), canonical(list(rulings)), time.time())
        self.write("INSERT INTO match VALUES (?, ?, ?, ?, ?, ?, NULL)", row)
        return self.match(row[0])

    def take_in(self, match: Match, rows: Sequence[Row], snapshots: Sequence[Snapshot]) -> None:
        """Write a match that comes from elsewhere, whole; one that is there is never touched."""
        pairs = canonical(list(match.seats)), canonical(list(match.rulings))
        with self.all_or_nothing():
            known = (match.id, match.game, match.rules_version, *pairs, match.created, match.finished)
            self._db.execute("INSERT INTO match VALUES (?, ?, ?, ?, ?, ?, ?)", known)
            steps = [(match.id, r.seq, r.at, r.by, r.grp, r.prompt_id, r.event) for r in rows]
            self._db.executemany("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?)", steps)
            for snapshot in snapshots:
                self._keep(match.id, snapshot)

    def match(self, id: str) -> Match:
        """That match. Raises ``KeyError``."""
        for match in self.matches():
            if match.id == id:
                return match
        raise KeyError(id)

    def matches(self) -> tuple[Match, ...]:
        """Every match that can be read, the one played last first."""
        sql = (  # two looks into the index a match, however long its log is
            "SELECT m.*, coalesce((SELECT max(seq) FROM entry WHERE match = m.id), 0),"
            " coalesce((SELECT at FROM entry WHERE match = m.id ORDER BY seq DESC LIMIT 1), m.created) AS last"
            " FROM match m ORDER BY last DESC, m.rowid DESC"
        )
        return tuple(match for row in self.read(sql) if (match := _match(row)))

    def has(self, id: str) -> bool:
        """Whether that match is in the file, though it may not be one that can be read."""
        return bool(self.read("SELECT 1 FROM match WHERE id = ?", (id,)))

    def count(self) -> int:
        """How many matches are in the file, those that cannot be read among them."""
        return int(self.read("SELECT count(*) FROM match")[0][0])

    def delete(self, id: str) -> None:
        """Forget that match and all that belongs to it."""
        self.write("DELETE FROM match WHERE id = ?", (id,))

    def append(
        self, match: Match, game: Game[Any], entries: Sequence[Entry], snapshot: Snapshot | None, finished: float | None
    ) -> None:
        """Write the entries of one action, durably and all together."""
        codec = self.codec(game)
        with self.all_or_nothing():
            rows = [(match.id, e.seq, e.at, e.by, e.group, e.prompt_id, codec.write_event(e.event)) for e in entries]
            if not self.has(match.id):
                raise StorageTrouble(DELETED)
            self._db.executemany("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
            self._db.execute("UPDATE match SET finished = ? WHERE id = ?", (finished, match.id))
            if snapshot is not None:
                self._keep(match.id, snapshot)

    def keep(self, match: Match, snapshot: Snapshot) -> None:
        """Write a snapshot by itself."""
        with self.all_or_nothing():
            self._keep(match.id, snapshot)

    def illustrate(self, match: Match, seq: int, jpeg: bytes) -> None:
        """Keep the picture in which an entry was read; the game goes on without it where the disk has no room."""
        if not jpeg:
            return
        with suppress(StorageTrouble), self.all_or_nothing() as db:
            db.execute("INSERT OR REPLACE INTO picture VALUES (?, ?, ?)", (match.id, seq, jpeg))
            db.execute(
                "DELETE FROM picture WHERE match = ?1 AND seq NOT IN"
                " (SELECT seq FROM picture WHERE match = ?1 ORDER BY seq DESC LIMIT ?2)",
                (match.id, ILLUSTRATED),
            )

    def pictured(self, match: Match) -> frozenset[int]:
        """The entries of that match with a picture."""
        return frozenset(seq for (seq,) in self.read("SELECT seq FROM picture WHERE match = ?", (match.id,)))

    def picture(self, match: Match, seq: int) -> bytes:
        """The picture of that entry, empty if there is none."""
        found = self.read("SELECT jpeg FROM picture WHERE match = ? AND seq = ?", (match.id, seq))
        return bytes(found[0][0]) if found else b""

    def rows(self, id: str, after: int = -1) -> tuple[Row, ...]:
        """The entries of that match after a number, oldest first, their events unread."""
        sql = "SELECT seq, at, by, grp, prompt_id, event FROM entry WHERE match = ? AND seq > ? ORDER BY seq"
        return tuple(Row(*row) for row in self.read(sql, (id, after)))

    def snapshots(self, id: str) -> tuple[Snapshot, ...]:
        """The snapshots of that match, oldest first."""
        sql = "SELECT seq, rules_version, state, digest, base FROM snapshot WHERE match = ? ORDER BY seq"
        return tuple(Snapshot(*row) for row in self.read(sql, (id,)))

    def newest(self, id: str) -> Snapshot | None:
        """The last snapshot of that match."""
        sql = "SELECT seq, rules_version, state, digest, base FROM snapshot WHERE match = ? ORDER BY seq DESC LIMIT 1"
        return next((Snapshot(*row) for row in self.read(sql, (id,))), None)

    def times(self, id: str) -> tuple[float, ...]:
        """When each entry of that match was made."""
        sql = "SELECT at FROM entry WHERE match = ? ORDER BY seq"
        return tuple(float(at) for (at,) in self.read(sql, (id,)))

    def setting(self, key: str, default: str = "") -> str:
        """What was set, or the default."""
        found = self.read("SELECT value FROM setting WHERE key = ?", (key,))
        return str(found[0][0]) if found else default

    def set(self, key: str, value: str) -> None:
        """Remember a setting of this table's companion: the language, the theme."""
        self.write("INSERT OR REPLACE INTO setting VALUES (?, ?)", (key, value))

    def cards(self, game: str, kind: str) -> dict[str, Any]:
        """What the table has taught us about cards of that kind, by name."""
        sql = "SELECT name, data FROM card WHERE game = ? AND kind = ? ORDER BY name"
        return dict(_whole(self.read(sql, (game, kind))))

    def remember(self, game: str, kind: str, name: str, data: Any) -> None:
        """Keep what the table says of a card: plain JSON."""
        self.write("INSERT OR REPLACE INTO card VALUES (?, ?, ?, ?)", (game, kind, name, canonical(data)))

    def forget(self, game: str, kind: str, name: str) -> None:
        """Drop a card that was remembered."""
        self.write("DELETE FROM card WHERE game = ? AND kind = ? AND name = ?", (game, kind, name))

    def export_cards(self, game: str = "") -> str:
        """The remembered cards, of one game or of all, as a text that ``import_cards`` reads."""
        sql = "SELECT game, kind, name, data FROM card WHERE ? IN ('', game) ORDER BY game, kind, name"
        rows = self.read(sql, (game,))
        return json.dumps([[*row[:3], json.loads(row[3])] for row in rows], ensure_ascii=False, indent=1)

    def import_cards(self, text: str) -> int:
        """Remember exported cards; how many. Raises ``ValueError`` for anything else."""
        rows = [_card(row) for row in json.loads(text)]
        with self.all_or_nothing():
            self._db.executemany("INSERT OR REPLACE INTO card VALUES (?, ?, ?, ?)", rows)
        return len(rows)

    def _keep(self, id: str, s: Snapshot) -> None:
        row = (id, s.seq, s.rules_version, s.state, s.digest, s.base)
        self._db.execute("INSERT OR REPLACE INTO snapshot VALUES (?, ?, ?, ?, ?, ?)", row)

    def read(self, sql: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        """What a question to the file finds."""
        with self._lock, _in_words(self.path):
            return self._db.execute(sql, values).fetchall()

    def write(self, sql: str, values: tuple[Any, ...]) -> None:
        """Change one thing, durably."""
        with self.all_or_nothing():
            self._db.execute(sql, values)

    @contextmanager
    def all_or_nothing(self) -> Iterator[sqlite3.Connection]:
        """Change several things, durably and together, or none of them."""
        with self._lock, _in_words(self.path):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise


def _connected(path: Path) -> sqlite3.Connection:
    with _in_words(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        # one connection, used under a lock: answers come from whichever thread serves the phone
        db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=2)
        db.text_factory = _text
        try:
            _looked_at(db, path)
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
                db.execute(f"PRAGMA {pragma}")
        except BaseException:
            db.close()
            raise
        return db


def _looked_at(db: sqlite3.Connection, path: Path) -> None:
    """Before anything is written: a file of another program, of a newer one, or a damaged one is left as it is."""
    known = version(db)
    tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if (known or tables) and not tables >= OURS:
        raise StorageTrouble(
            Text(
                "{file} holds something else, not Sobremesa's games: it was left as it is. Move it away.",
                file=str(path),
            )
        )
    if known > SCHEMA:
        raise StorageTrouble(Text("The saved games were written by a newer version of Sobremesa. Update this one."))
    if db.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        raise StorageTrouble(_damaged(path))


@contextmanager
def _in_words(path: Path) -> Iterator[None]:
    """Say what the system's trouble means, and where."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        kind = Overtaken if code == sqlite3.SQLITE_CONSTRAINT else StorageTrouble
        raise kind(_sentence(code, path, error)) from error
    except (UnicodeEncodeError, Corrupt) as error:
        raise StorageTrouble(Text("This cannot be written down: nothing was saved.")) from error
    except UnicodeDecodeError as error:  # a damaged name, which not even SQLite's complaint can hold
        raise StorageTrouble(_damaged(path)) from error
    except OSError as error:
        raise StorageTrouble(Text("The folder {folder} cannot be written.", folder=str(path.parent))) from error


def _sentence(code: int, path: Path, error: sqlite3.Error) -> Text:
    where = str(path)
    match code:
        case sqlite3.SQLITE_FULL:
            return Text("The disk is full: nothing was saved. Make room and do it again.")
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return Text("{file} cannot be written: nothing was saved.", file=where)
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return _damaged(path)
        case sqlite3.SQLITE_IOERR:
            return Text("The disk did not take it (is it full?): nothing was saved. Make room and do it again.")
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED | sqlite3.SQLITE_CONSTRAINT:
            return Text("Another Sobremesa is writing the same games: nothing was saved. Close one of the two.")
    return Text("Saving failed ({why}): nothing was saved.", why=str(error))


def _damaged(path: Path) -> Text:
    return Text("{file} is damaged. Move it away and start again, or put a copy of it back.", file=str(path))


def _text(written: bytes) -> str:
    """What is no UTF-8 is damage, to be found where it is understood; the rest of the row can be read."""
    return written.decode("utf-8", "replace")


def _match(row: tuple[Any, ...]) -> Match | None:
    """The match, or None where its row is damaged."""
    id, game, version, seats, rulings, created, finished, entries, last = row
    try:
        pairs = tuple((str(key), str(choice)) for key, choice in json.loads(rulings))
        names = tuple(str(name) for name in json.loads(seats))
        when = float(created), None if finished is None else float(finished)
        return Match(id, game, int(version), names, pairs, *when, entries, float(last))
    except (TypeError, ValueError):
        logging.getLogger(__name__).exception("match %s cannot be read", id)
        return None


def _whole(rows: list[tuple[Any, ...]]) -> Iterator[tuple[str, Any]]:
    """The cards that can be read: what a table taught us is not worth stopping for."""
    for name, data in rows:
        with suppress(TypeError, ValueError):
            yield str(name), json.loads(data)


def _card(row: Any) -> tuple[str, str, str, str]:
    if not isinstance(row, list) or len(row) != 4 or not all(isinstance(word, str) for word in row[:3]):
        raise ValueError("not a card")
    return (row[0], row[1], row[2], canonical(row[3]))
