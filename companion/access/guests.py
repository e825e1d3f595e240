"""Devices that were let in: their invitations, matches, seats and connections.

A guest is a browser with a key of its own. The database is read again for each question, so that a revoked right is
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

from companion.base.observable import Shared
from companion.storage.matches import DELETED, Storage, StorageTrouble
from rules.engine import Refused, Text

from .connections import SOCKETS, End, Live
from .invitations import LENGTH, Entered, hashed, invite, made, put_out, secret
from .visitor import HOME, Visitor

KEPT = "invitation"
"""Key of the setting that holds the host's invitation."""
MOST = 32
"""Maximum number of devices that a table's invitation lets in."""
TAKEN = Text("Another phone has this seat.")
NO_SEAT = Text("There is no such seat at this table.")
UNINVITED = Text("This phone is not invited to this table.")
FULL = Text("So many phones are at this table already that no other gets in. The host can send some away.")


@dataclass(frozen=True, slots=True)
class Place:
    """Place of a device at a match: in a seat, watching, or neither until it ``has_chosen``.

    ``is_online`` while it has a connection; ``joined_at`` is a Unix time; ``is_host``: it is one of the host's devices.
    """

    guest: str
    seat: int | None
    watches: bool
    chosen: bool
    awake: bool
    at: float
    host: bool = False


class Guests(Shared):
    """Registry of the devices that were let in.

    Listeners are notified when a device joins, leaves, sits down, disconnects or reconnects.
    """

    def __init__(self, storage: Storage, clock: Callable[[], float] = time.time) -> None:
        super().__init__()
        self._storage = storage
        self._clock = clock
        self._tables: dict[str, Shared] = {}
        self._live = Live(self._moved)
        self._lock = threading.Lock()

    def at(self, match: str) -> Shared:
        """Return the observable for the devices of one match."""
        with self._lock:
            return self._tables.setdefault(match, Shared())

    # --- invitations ---------------------------------------------------------------------------------------------

    def house(self, renew: bool = False) -> str:
        """Return the host's invitation, which gives a device the host's rights.

        With ``renew`` a new one is made, and all keys and invitations are revoked.
        """
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
        """Return the invitation to a match; it is empty while the match is closed.

        It stays the same until it is renewed. Raises ``Refused`` if the match was deleted.
        """
        for _ in range(2):
            for (word,) in self._storage.read("SELECT word FROM invitation WHERE match = ?", (match,)):
                return str(word)
            self._invite(match, "OR IGNORE")
        raise Refused("X-01", DELETED)

    def renew(self, match: str) -> str:
        """Create a new invitation to a match, which also reopens it.

        Guests stay; the old invitation is no longer valid.
        """
        self._invite(match, "OR REPLACE")
        self._tell([match])
        return self.invitation(match)

    def _invite(self, match: str, how: str) -> None:
        with self._storage.all_or_nothing() as db:
            invite(db, match, how)

    def close(self, match: str) -> None:
        """Close a match to guests: remove all of them and disable its invitation.

        The host's devices stay.
        """
        sql = "SELECT guest FROM place JOIN guest ON guest.id = guest WHERE match = ? AND NOT host"
        with self._storage.all_or_nothing() as db:
            db.execute("INSERT OR REPLACE INTO invitation SELECT id, '' FROM match WHERE id = ?", (match,))
            gone = [guest for (guest,) in db.execute(sql, (match,))]
            for guest in gone:
                put_out(db, guest, match)
        self._gone(gone, match)

    # --- admission -----------------------------------------------------------------------------------------------

    def enter(self, word: str, key: str) -> Entered | None:
        """Admit a device with an invitation; None if the invitation is wrong.

        A guest's known ``key`` keeps what it could open and gains this match. The time taken does not depend on how
        much of a word is right, or of which. Raises ``Refused`` if the match is full.
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
        """Return the grant of a device of the host."""
        known = self.known(key)
        if known is not None and known.host:
            return Entered(known, key)
        key = secret()  # more rights need a new key, which nobody else can have seen
        if known is None:
            return Entered(made(db, key, host=True), key)
        db.execute("UPDATE guest SET host = 1, key = ? WHERE id = ?", (hashed(key), known.id))
        return Entered(Visitor(known.id, host=True), key)

    def _invited(self, db: sqlite3.Connection, match: str, key: str) -> Entered:
        """Return the grant of a guest of one match."""
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
        """Remove an offline guest without a seat from a full match, first one that never chose.

        Raises ``Refused`` if there is none.
        """
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

    # --- queries -------------------------------------------------------------------------------------------------

    def known(self, key: str) -> Visitor | None:
        """Return the visitor with that key; None if the key is unknown."""
        found = self._storage.read("SELECT id, host FROM guest WHERE key = ?", (hashed(key),))
        return Visitor(found[0][0], bool(found[0][1])) if found else None

    def admitted(self, visitor: Visitor, match: str) -> bool:
        """Return whether the visitor may open that match; the host may open all."""
        sql = "SELECT 1 FROM place WHERE match = ? AND guest = ?"
        return visitor.host or bool(self._storage.read(sql, (match, visitor.id)))

    def tables(self, visitor: Visitor) -> tuple[str, ...]:
        """Return the matches in which the visitor has a place, the one joined last first."""
        return self._tables_of(visitor.id)

    def _tables_of(self, id: str) -> tuple[str, ...]:
        found = self._storage.read("SELECT match FROM place WHERE guest = ? ORDER BY at DESC", (id,))
        return tuple(str(match) for (match,) in found)

    def places(self, match: str) -> tuple[Place, ...]:
        """Return the devices at that match, in the order in which they joined."""
        sql = (
            "SELECT guest, seat, watches, chosen, at, host FROM place JOIN guest ON guest.id = guest"
            " WHERE match = ? ORDER BY at, place.rowid"
        )
        return tuple(
            Place(guest, seat, bool(watches), bool(chosen), guest in self._live, at, bool(host))
            for guest, seat, watches, chosen, at, host in self._storage.read(sql, (match,))
        )

    def awake(self, visitor: Visitor) -> bool:
        """Return whether a page of the visitor is connected."""
        return visitor.id in self._live

    def taken(self, match: str) -> frozenset[int]:
        """Return the seats that have a device, online or not."""
        return frozenset(place.seat for place in self.places(match) if place.seat is not None)

    # --- seats ---------------------------------------------------------------------------------------------------

    def sit(self, visitor: Visitor, match: str, seat: int | None, watches: bool = False, over: bool = False) -> None:
        """Take a seat, no seat, or only watch. Raises ``Refused`` if another device has the seat.

        With ``take_over`` the host may take it from an offline device, which is asked for its seat when it reconnects.
        A guest may not, because a seat has secrets.
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
        """Leave a match and free the seat; a guest needs an invitation to come back."""
        with self._storage.all_or_nothing() as db:
            put_out(db, visitor.id, match)
        self._gone([] if visitor.host else [visitor.id], match)

    def send_away(self, guest: str, match: str) -> None:
        """Remove a device from a match: neither its key nor its invitation opens it any more.

        One of the host's devices, to which every match is open, loses all access. Raises ``Refused`` for this
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
        """Register an open page of the visitor and return a function that unregisters it.

        ``end`` is called to close the page. This computer may open any number of pages.
        """
        closed = self._live.opened(visitor.id, end, None if visitor == HOME else SOCKETS)
        with suppress(StorageTrouble):
            if not self._storage.read("SELECT 1 FROM guest WHERE id = ?", (visitor.id,)):
                end(False)  # removed between authorisation and here
        return closed

    def _moved(self, id: str) -> None:
        """Notify the listeners that a device has connected or disconnected."""
        with suppress(StorageTrouble):  # the screens show it at their next redraw
            self._tell(self._tables_of(id))

    def _tell(self, matches: Iterable[str]) -> None:
        with self._lock:
            tables = [self._tables[match] for match in matches if match in self._tables]
        for table in (*tables, self):
            table.changed()
