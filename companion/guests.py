"""The phones that were let in: by whose invitation, at which tables, in which seats, and which of them are awake.

A guest is a browser with a key of its own. The file is read anew every time, so that what was taken from a guest is
gone at once.
"""

from __future__ import annotations

import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass

from rules.engine import Refused, Text

from .keys import LENGTH, Entered, hashed, invite, made, put_out, secret
from .live import SOCKETS, End, Live
from .shared import Shared
from .storage import DELETED, Storage, StorageTrouble
from .visitor import HOME, Visitor

KEPT = "invitation"
"""The setting that holds the invitation of the house."""
MOST = 32
"""Phones that a table's invitation lets in."""
TAKEN = Text("Another phone has this seat.")
NO_SEAT = Text("There is no such seat at this table.")
UNINVITED = Text("This phone is not invited to this table.")
FULL = Text("So many phones are at this table already that no other gets in. The host can send some away.")


@dataclass(frozen=True, slots=True)
class Place:
    """A phone at a table: in a seat, looking on, or in the middle; until it has ``chosen``, none of them.

    ``awake`` while it has a connection; ``at`` is when it came; ``host``: it is one of the host's phones.
    """

    guest: str
    seat: int | None
    watches: bool
    chosen: bool
    awake: bool
    at: float
    host: bool = False


class Guests(Shared):
    """The phones of the house. It tells its listeners when one comes, goes, sits, sleeps or wakes."""

    def __init__(self, storage: Storage, clock: Callable[[], float] = time.time) -> None:
        super().__init__()
        self._storage = storage
        self._clock = clock
        self._tables: dict[str, Shared] = {}
        self._live = Live(self._moved)
        self._lock = threading.Lock()

    def at(self, match: str) -> Shared:
        """The phones of one table, to be followed by themselves."""
        with self._lock:
            return self._tables.setdefault(match, Shared())

    # --- invitations ---------------------------------------------------------------------------------------------

    def house(self, renew: bool = False) -> str:
        """The invitation of the house, which makes a host's phone; renewed, it makes all phones strangers again."""
        word = self._storage.setting(KEPT)
        if renew:
            return self._renewed()
        if len(word) < LENGTH:
            word = secret()
            self._storage.set(KEPT, word)
        return word

    def _renewed(self) -> str:
        word = secret()
        with self._storage.all_or_nothing() as db:
            gone = [guest for (guest,) in db.execute("SELECT id FROM guest WHERE id <> ''")]
            db.execute("INSERT OR REPLACE INTO setting(key, value) VALUES (?, ?)", (KEPT, word))
            db.execute("DELETE FROM guest WHERE id <> ''")
            db.execute("DELETE FROM invitation")
        self._live.hang_up(gone)
        self._tell(self._tables)
        return word

    def invitation(self, match: str) -> str:
        """The invitation to that table, the same until it is renewed; empty while the table is closed."""
        for _ in range(2):
            for (word,) in self._storage.read("SELECT word FROM invitation WHERE match = ?", (match,)):
                return str(word)
            self._invite(match, "OR IGNORE")
        raise Refused("X-01", DELETED)

    def renew(self, match: str) -> str:
        """A new invitation to that table, which opens it again: who is there stays, the old one lets nobody in."""
        self._invite(match, "OR REPLACE")
        self._tell([match])
        return self.invitation(match)

    def _invite(self, match: str, how: str) -> None:
        with self._storage.all_or_nothing() as db:
            invite(db, match, how)

    def close(self, match: str) -> None:
        """Nobody comes to that table any more, and all its guests are away; the host's phones stay."""
        sql = "SELECT guest FROM place JOIN guest ON guest.id = guest WHERE match = ? AND NOT host"
        with self._storage.all_or_nothing() as db:
            db.execute("INSERT OR REPLACE INTO invitation SELECT id, '' FROM match WHERE id = ?", (match,))
            gone = [guest for (guest,) in db.execute(sql, (match,))]
            for guest in gone:
                put_out(db, guest, match)
        self._gone(gone, match)

    # --- coming --------------------------------------------------------------------------------------------------

    def enter(self, word: str, key: str) -> Entered | None:
        """Let in whoever has an invitation; its ``key``, if it has one, opens what it opened before, and this too.

        How long it takes says nothing about how much of a word is right, or of which. Raises ``Refused`` where there
        is no room.
        """
        words = self._storage.read(
            "SELECT '', value FROM setting WHERE key = ? UNION ALL SELECT * FROM invitation", (KEPT,)
        )
        right = [match for match, one in words if secrets.compare_digest(one.encode(), word.encode()) and one]
        if not right:
            return None
        with self._storage.all_or_nothing() as db:
            entered = self._invited(db, right[0], key) if right[0] else self._trusted(db, key)
        self._tell([right[0]])
        return entered

    def _trusted(self, db: sqlite3.Connection, key: str) -> Entered:
        """A phone of the host's."""
        known = self.known(key)
        if known is not None and known.host:
            return Entered(known, key)
        key = secret()  # what opens more is a new one, which nobody else can have had before
        if known is None:
            return Entered(made(db, key, host=True), key)
        db.execute("UPDATE guest SET host = 1, key = ? WHERE id = ?", (hashed(key), known.id))
        return Entered(Visitor(known.id, host=True), key)

    def _invited(self, db: sqlite3.Connection, match: str, key: str) -> Entered:
        """A guest of one table."""
        known = self.known(key)
        if known is not None and self.admitted(known, match):
            return Entered(known, key, match)
        self._make_room(db, match)
        if known is None:
            key = secret()
            known = made(db, key, host=False)
        db.execute("INSERT INTO place VALUES (?, ?, NULL, 0, 0, ?)", (match, known.id, self._clock()))
        return Entered(known, key, match)

    def _make_room(self, db: sqlite3.Connection, match: str) -> None:
        """At a full table somebody goes who sleeps and has no seat, first who never chose one."""
        sql = (
            "SELECT guest, seat FROM place JOIN guest ON guest.id = guest"
            " WHERE match = ? AND NOT host ORDER BY chosen, at"
        )
        there = db.execute(sql, (match,)).fetchall()
        if len(there) >= MOST:
            idle = [guest for guest, seat in there if seat is None and guest not in self._live]
            if not idle:
                raise Refused("X-01", FULL)
            put_out(db, idle[0], match)

    # --- who is who ----------------------------------------------------------------------------------------------

    def known(self, key: str) -> Visitor | None:
        """Whose key that is."""
        found = self._storage.read("SELECT id, host FROM guest WHERE key = ?", (hashed(key),))
        return Visitor(found[0][0], bool(found[0][1])) if found else None

    def admitted(self, visitor: Visitor, match: str) -> bool:
        """Whether that table is open to them; every one is to the host."""
        sql = "SELECT 1 FROM place WHERE match = ? AND guest = ?"
        return visitor.host or bool(self._storage.read(sql, (match, visitor.id)))

    def tables(self, visitor: Visitor) -> tuple[str, ...]:
        """The tables at which they have a place, the one they came to last first."""
        return self._tables_of(visitor.id)

    def _tables_of(self, id: str) -> tuple[str, ...]:
        found = self._storage.read("SELECT match FROM place WHERE guest = ? ORDER BY at DESC", (id,))
        return tuple(str(match) for (match,) in found)

    def places(self, match: str) -> tuple[Place, ...]:
        """The phones at that table, in the order in which they came."""
        sql = (
            "SELECT guest, seat, watches, chosen, at, host FROM place JOIN guest ON guest.id = guest"
            " WHERE match = ? ORDER BY at, place.rowid"
        )
        return tuple(
            Place(guest, seat, bool(watches), bool(chosen), guest in self._live, at, bool(host))
            for guest, seat, watches, chosen, at, host in self._storage.read(sql, (match,))
        )

    def awake(self, visitor: Visitor) -> bool:
        """Whether a page of theirs is open."""
        return visitor.id in self._live

    def taken(self, match: str) -> frozenset[int]:
        """The seats that have a phone, though it may sleep."""
        return frozenset(place.seat for place in self.places(match) if place.seat is not None)

    # --- sitting and leaving -------------------------------------------------------------------------------------

    def sit(self, visitor: Visitor, match: str, seat: int | None, watches: bool = False, over: bool = False) -> None:
        """Take a seat, the middle of the table, or only look on. Raises ``Refused`` if another phone has the seat.

        The host may take it ``over`` from a phone that sleeps, which is asked where it sits when it wakes; a guest may
        not, for a seat has its secrets.
        """
        with self._storage.all_or_nothing() as db:
            if not self.admitted(visitor, match):
                raise Refused("X-01", UNINVITED)
            seat = None if watches else seat
            self._free(db, visitor, match, seat, over and visitor.host)
            sql = (
                "INSERT INTO place VALUES (?, ?, ?, ?, 1, ?) ON CONFLICT(match, guest)"
                " DO UPDATE SET seat = excluded.seat, watches = excluded.watches, chosen = 1"
            )
            db.execute(sql, (match, visitor.id, seat, watches, self._clock()))
        self._tell([match])

    def _free(self, db: sqlite3.Connection, visitor: Visitor, match: str, seat: int | None, over: bool) -> None:
        try:
            seats = self._storage.match(match).seats
        except KeyError:
            raise Refused("X-01", DELETED) from None
        if seat is not None and seat not in range(len(seats)):
            raise Refused("X-01", NO_SEAT)
        for place in self.places(match):
            if seat is None or place.seat != seat or place.guest == visitor.id:
                continue
            if place.awake or not over:
                raise Refused("X-01", TAKEN)
            sql = "UPDATE place SET seat = NULL, chosen = 0 WHERE match = ? AND guest = ?"
            db.execute(sql, (match, place.guest))

    def leave(self, visitor: Visitor, match: str) -> None:
        """Get up and go: a guest needs an invitation to come back, and the seat is free."""
        with self._storage.all_or_nothing() as db:
            put_out(db, visitor.id, match)
        self._gone([] if visitor.host else [visitor.id], match)

    def send_away(self, guest: str, match: str) -> None:
        """Show a phone the door: neither its key nor the invitation that it knows opens that table any more.

        A phone of the host's, to which every table is open, is shown out of the house. Raises ``Refused`` for this
        computer's own browser.
        """
        if guest == HOME.id:
            raise Refused("X-01", Text("This computer is at home: it cannot be sent away."))
        with self._storage.all_or_nothing() as db:
            put_out(db, guest, match)
            db.execute("DELETE FROM guest WHERE id = ? AND host", (guest,))
            if db.execute("SELECT 1 FROM invitation WHERE match = ? AND word <> ''", (match,)).fetchone():
                invite(db, match, "OR REPLACE")
        self._gone([guest], match)

    def _gone(self, guests: Iterable[str], match: str) -> None:
        self._live.hang_up(guests)
        self._tell([match])

    # --- connections ---------------------------------------------------------------------------------------------

    def connected(self, visitor: Visitor, end: End) -> Callable[[], None]:
        """A page of theirs is open, and would be closed by ``end``; call what is returned when it is closed.

        This computer may open as many as it likes.
        """
        closed = self._live.opened(visitor.id, end, None if visitor == HOME else SOCKETS)
        with suppress(StorageTrouble):
            if not self._storage.read("SELECT 1 FROM guest WHERE id = ?", (visitor.id,)):
                end(False)  # shown out between the door and here
        return closed

    def _moved(self, id: str) -> None:
        """A phone has woken up or fallen asleep."""
        with suppress(StorageTrouble):  # then the screens show it when they are drawn next
            self._tell(self._tables_of(id))

    def _tell(self, matches: Iterable[str]) -> None:
        with self._lock:
            tables = [self._tables[match] for match in matches if match in self._tables]
        for table in (*tables, self):
            table.changed()
