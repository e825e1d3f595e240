"""Devices that were let in: their invitations, matches, seats and connections.

A guest is a browser with a key of its own. The database is read again for each question, so that a revoked right is
gone at once.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass

from companion.base.observable import Observable
from companion.storage.database import SqlTransaction
from companion.storage.matches import MATCH_DELETED_TEXT, Storage, StorageError
from companion.storage.settings import INSERT_SETTING
from rules.engine import Refused, Text

from . import host_devices
from .connections import MAX_CONNECTIONS_PER_DEVICE, CloseConnection, ConnectionRegistry, PageLimits
from .invitations import (
    INSERT_INVITATION,
    REPLACE_INVITATION,
    SECRET_LENGTH,
    AccessGrant,
    generate_secret,
    hash_key,
    insert_visitor,
    remove_guest,
)
from .visitor import LOCAL_BROWSER, Visitor

INVITATION_SETTING = "invitation"
"""Key of the setting that holds the host's invitation."""
MAX_GUESTS_PER_TABLE = 32
"""Maximum number of devices that a table's invitation lets in."""
SEAT_TAKEN_TEXT = Text("Another phone has this seat.")
NO_SUCH_SEAT_TEXT = Text("There is no such seat at this table.")
NOT_INVITED_TEXT = Text("This phone is not invited to this table.")
TABLE_FULL_TEXT = Text("So many phones are at this table already that no other gets in. The host can send some away.")


@dataclass(frozen=True, slots=True)
class DeviceSeat:
    """Place of a device at a match: in a seat, watching, or neither until it ``has_chosen``.

    ``is_online`` while it has a connection; ``joined_at`` is a Unix time; ``is_host``: it is one of the host's devices.
    """

    device_id: str
    seat: int | None
    is_spectator: bool
    has_chosen: bool
    is_online: bool
    joined_at: float
    is_host: bool = False


class DeviceRegistry(Observable):
    """Registry of the devices that were let in.

    Listeners are notified when a device joins, leaves, sits down, disconnects or reconnects.
    """

    def __init__(self, storage: Storage, clock: Callable[[], float] = time.time) -> None:
        super().__init__()
        self._storage = storage
        self._clock = clock
        self._observables: dict[str, Observable] = {}
        self._connections = ConnectionRegistry(self._on_connection_change)
        self._seen: dict[str, int] = {}
        """Day on which each device of the host was last noted as seen."""
        self._lock = threading.Lock()

    @property
    def owner(self) -> str:
        """Whose devices and guests they are."""
        return self._storage.database.owner

    def observable_of(self, match_id: str) -> Observable:
        """Return the observable for the devices of one match."""
        with self._lock:
            return self._observables.setdefault(match_id, Observable())

    # --- invitations ---------------------------------------------------------------------------------------------

    def host_invitation(self, renew: bool = False) -> str:
        """Return the host's invitation, which gives a device the host's rights.

        With ``renew`` a new one is made, and all keys and invitations are revoked.
        """
        invitation = self._storage.settings.read(INVITATION_SETTING)
        if renew:
            return self._renew_host_invitation()
        if len(invitation) < SECRET_LENGTH:
            invitation = generate_secret()
            self._storage.settings.save(INVITATION_SETTING, invitation)
        return invitation

    def _renew_host_invitation(self) -> str:
        invitation = generate_secret()
        with self._storage.database.atomic_write() as db:
            removed = [guest for (guest,) in db.execute("SELECT id FROM guest WHERE id <> ''")]
            db.execute(INSERT_SETTING, (INVITATION_SETTING, invitation, self._storage.database.owner))
            db.execute("DELETE FROM guest WHERE id <> ''")
            db.execute("DELETE FROM invitation")
        self._connections.close_all(removed)
        self._notify_tables(self._observables)
        return invitation

    def table_invitation(self, match_id: str) -> str:
        """Return the invitation to a match; it is empty while the match is closed.

        It stays the same until it is renewed. Raises ``Refused`` if the match was deleted.
        """
        for _ in range(2):
            for (invitation,) in self._storage.database.recall(
                "SELECT word FROM invitation WHERE match = ?", (match_id,), of_log=False
            ):
                return str(invitation)
            self._invite(match_id, INSERT_INVITATION)
        raise Refused("X-01", MATCH_DELETED_TEXT)

    def renew_table_invitation(self, match_id: str) -> str:
        """Create a new invitation to a match, which also reopens it.

        Guests stay; the old invitation is no longer valid.
        """
        self._invite(match_id, REPLACE_INVITATION)
        self._notify_tables([match_id])
        return self.table_invitation(match_id)

    def _invite(self, match_id: str, sql: str) -> None:
        with self._storage.database.atomic_write() as db:
            db.execute(sql, (generate_secret(), match_id))

    def close_table(self, match_id: str) -> None:
        """Close a match to guests: remove all of them and disable its invitation.

        The host's devices stay.
        """
        sql = "SELECT guest FROM place JOIN guest ON guest.id = guest WHERE match = ? AND host = 0"
        with self._storage.database.atomic_write() as db:
            db.execute(REPLACE_INVITATION, ("", match_id))
            removed = [guest for (guest,) in db.execute(sql, (match_id,))]
            for guest in removed:
                remove_guest(db, guest, match_id)
        self._disconnect(removed, match_id)

    # --- admission -----------------------------------------------------------------------------------------------

    def redeem_invitation(self, invitation: str, key: str, *, keeps_key: bool = False) -> AccessGrant | None:
        """Admit a device with an invitation; None if the invitation is wrong.

        A guest's known ``key`` keeps what it could open and gains this match; with ``keeps_key`` it is known to another
        owner on this server. Raises ``Refused`` if the match is full, or the house.
        """
        match_id = self.invited_match(invitation)
        if match_id is None:
            return None
        gone = ""
        with self._storage.database.atomic_write() as db:
            if match_id:
                grant = self._grant_guest(db, match_id, key, keeps_key)
            else:
                grant, gone = self._grant_host(db, key)
        self._connections.close_all([gone] if gone else [])
        self._notify_tables([match_id])
        return grant

    def invited_match(self, invitation: str) -> str | None:
        """Return the match to which an invitation leads.

        It is empty for the host's invitation, and None for a wrong one. The time taken does not depend on how much of a
        word is right, or of which.
        """
        invitations = self._storage.database.read(
            "SELECT '', value FROM setting WHERE key = ? UNION ALL SELECT match, word FROM invitation",
            (INVITATION_SETTING,),
        )
        matching = [
            match for match, one in invitations if secrets.compare_digest(one.encode(), invitation.encode()) and one
        ]
        return str(matching[0]) if matching else None

    def _grant_host(self, db: SqlTransaction, key: str) -> tuple[AccessGrant, str]:
        """Return the grant of a device of the host, and the device that made room for it.

        That is empty if there was room.
        """
        known = self.visitor_of_key(key)
        if known is not None and known.is_host:
            return AccessGrant(known, key), ""
        gone = host_devices.make_room(db, self._connections)
        key = generate_secret()  # more rights need a new key, which nobody else can have seen
        if known is None:
            host = insert_visitor(db, key, is_host=True)
        else:
            db.execute("UPDATE guest SET host = 1, key = ? WHERE id = ?", (hash_key(key), known.id))
            host = Visitor(known.id, is_host=True)
        host_devices.note_seen(db, self.owner, host.id, host_devices.day_of(self._clock()))
        return AccessGrant(host, key), gone

    def _grant_guest(self, db: SqlTransaction, match_id: str, key: str, keeps_key: bool) -> AccessGrant:
        known = self.visitor_of_key(key)
        if known is not None and self.is_admitted(known, match_id):
            return AccessGrant(known, key, match_id)
        self._make_room(db, match_id)
        if known is None:
            key = key if keeps_key else generate_secret()
            known = insert_visitor(db, key, is_host=False)
        db.execute("INSERT INTO place VALUES (?, ?, NULL, 0, 0, ?)", (match_id, known.id, self._clock()))
        return AccessGrant(known, key, match_id)

    def _make_room(self, db: SqlTransaction, match_id: str) -> None:
        """Remove an offline guest without a seat from a full match, first one that never chose.

        Raises ``Refused`` if there is none.
        """
        sql = (
            "SELECT guest, seat FROM place JOIN guest ON guest.id = guest"
            " WHERE match = ? AND host = 0 ORDER BY chosen, at"
        )
        present = db.execute(sql, (match_id,)).fetchall()
        if len(present) >= MAX_GUESTS_PER_TABLE:
            idle = [guest for guest, seat in present if seat is None and guest not in self._connections]
            if not idle:
                raise Refused("X-01", TABLE_FULL_TEXT)
            remove_guest(db, idle[0], match_id)

    # --- queries -------------------------------------------------------------------------------------------------

    def visitor_of_key(self, key: str) -> Visitor | None:
        """Return the visitor with that key; None if the key is unknown."""
        sql = "SELECT id, host FROM guest WHERE key = ?"
        found = self._storage.database.read(sql, (hash_key(key),), remembers=True)
        return Visitor(found[0][0], bool(found[0][1])) if found else None

    def is_admitted(self, visitor: Visitor, match_id: str) -> bool:
        """Return whether the visitor may open that match; the host may open all."""
        sql = "SELECT 1 FROM place WHERE match = ? AND guest = ?"
        return visitor.is_host or bool(self._storage.database.recall(sql, (match_id, visitor.id), of_log=False))

    def tables_of(self, visitor: Visitor) -> tuple[str, ...]:
        """Return the matches in which the visitor has a place, the one joined last first."""
        return self._tables_of(visitor.id)

    def _tables_of(self, device_id: str) -> tuple[str, ...]:
        found = self._storage.database.recall(
            "SELECT match FROM place WHERE guest = ? ORDER BY at DESC", (device_id,), of_log=False
        )
        return tuple(str(match) for (match,) in found)

    def device_seats(self, match_id: str) -> tuple[DeviceSeat, ...]:
        """Return the devices at that match, in the order in which they joined."""
        sql = (
            "SELECT guest, seat, watches, chosen, at, host FROM place JOIN guest ON guest.id = guest"
            " WHERE match = ? ORDER BY at, guest"
        )
        return tuple(
            DeviceSeat(guest, seat, bool(watches), bool(chosen), guest in self._connections, at, bool(host))
            for guest, seat, watches, chosen, at, host in self._storage.database.recall(sql, (match_id,), of_log=False)
        )

    def is_online(self, visitor: Visitor) -> bool:
        """Return whether a page of the visitor is connected."""
        return visitor.id in self._connections

    def claimed_seats(self, match_id: str) -> frozenset[int]:
        """Return the seats that have a device, online or not."""
        return frozenset(place.seat for place in self.device_seats(match_id) if place.seat is not None)

    # --- seats ---------------------------------------------------------------------------------------------------

    def take_seat(
        self, visitor: Visitor, match_id: str, seat: int | None, is_spectator: bool = False, take_over: bool = False
    ) -> None:
        """Take a seat, no seat, or only watch. Raises ``Refused`` if another device has the seat.

        With ``take_over`` the host may take it from an offline device, which is asked for its seat when it reconnects.
        A guest may not, because a seat has secrets.
        """
        with self._storage.database.atomic_write() as db:
            if not self.is_admitted(visitor, match_id):
                raise Refused("X-01", NOT_INVITED_TEXT)
            seat = None if is_spectator else seat
            self._vacate_seat(db, visitor, match_id, seat, take_over and visitor.is_host)
            sql = (
                "INSERT INTO place VALUES (?, ?, ?, ?, 1, ?) ON CONFLICT(match, guest)"
                " DO UPDATE SET seat = excluded.seat, watches = excluded.watches, chosen = 1"
            )
            db.execute(sql, (match_id, visitor.id, seat, int(is_spectator), self._clock()))
        self._notify_tables([match_id])

    def copy_seats(self, match_id: str, new_match_id: str) -> None:
        """Let every device of a match into another one of the same people, in the place that it has."""
        sql = (
            "INSERT INTO place SELECT ?, guest, seat, watches, chosen, ? FROM place WHERE match = ?"
            " ON CONFLICT DO NOTHING"
        )
        with self._storage.database.atomic_write() as db:
            db.execute(sql, (new_match_id, self._clock(), match_id))
        self._notify_tables([new_match_id])

    def _vacate_seat(
        self, db: SqlTransaction, visitor: Visitor, match_id: str, seat: int | None, take_over: bool
    ) -> None:
        try:
            seats = self._storage.load_match(match_id).seats
        except KeyError:
            raise Refused("X-01", MATCH_DELETED_TEXT) from None
        if seat is not None and seat not in range(len(seats)):
            raise Refused("X-01", NO_SUCH_SEAT_TEXT)
        for place in self.device_seats(match_id):
            if seat is None or place.seat != seat or place.device_id == visitor.id:
                continue
            if place.is_online or not take_over:
                raise Refused("X-01", SEAT_TAKEN_TEXT)
            sql = "UPDATE place SET seat = NULL, chosen = 0 WHERE match = ? AND guest = ?"
            db.execute(sql, (match_id, place.device_id))

    def leave_table(self, visitor: Visitor, match_id: str) -> None:
        """Leave a match and free the seat; a guest needs an invitation to come back."""
        with self._storage.database.atomic_write() as db:
            remove_guest(db, visitor.id, match_id)
        self._disconnect([] if visitor.is_host else [visitor.id], match_id)

    def remove_device(self, device_id: str, match_id: str) -> None:
        """Remove a device from a match: neither its key nor its invitation opens it any more.

        One of the host's devices, to which every match is open, loses all access. Raises ``Refused`` for this
        computer's own browser.
        """
        if device_id == LOCAL_BROWSER.id:
            raise Refused("X-01", Text("This computer is the host: it cannot be sent away."))
        with self._storage.database.atomic_write() as db:
            remove_guest(db, device_id, match_id)
            db.execute("DELETE FROM guest WHERE id = ? AND host <> 0", (device_id,))
            if db.execute("SELECT 1 FROM invitation WHERE match = ? AND word <> ''", (match_id,)).fetchone():
                db.execute(REPLACE_INVITATION, (generate_secret(), match_id))
        self._disconnect([device_id], match_id)

    def _disconnect(self, device_ids: Iterable[str], match_id: str) -> None:
        self._connections.close_all(device_ids)
        self._notify_tables([match_id])

    # --- connections ---------------------------------------------------------------------------------------------

    def register_connection(self, visitor: Visitor, end: CloseConnection) -> Callable[[], None]:
        """Register an open page of the visitor and return a function that unregisters it.

        ``end`` is called to close the page. This computer may open any number of pages.
        """
        unregister = self._connections.register(
            visitor.id, end, None if visitor == LOCAL_BROWSER else MAX_CONNECTIONS_PER_DEVICE
        )
        with suppress(StorageError):
            if not self._storage.database.read("SELECT 1 FROM guest WHERE id = ?", (visitor.id,)):
                end(False)  # removed between authorisation and here
            self._note_seen(visitor)
        return unregister

    def _note_seen(self, visitor: Visitor) -> None:
        """Note once a day that a device of the host is here. Raises ``StorageError``."""
        today = host_devices.day_of(self._clock())
        if visitor.is_host and visitor != LOCAL_BROWSER and self._seen.get(visitor.id) != today:
            with self._storage.database.atomic_write() as db:
                host_devices.note_seen(db, self.owner, visitor.id, today)
            self._seen[visitor.id] = today

    def limit_pages(self, limits: PageLimits) -> None:
        """Apply these limits to the open pages from now on."""
        self._connections.limit(limits)

    def _on_connection_change(self, device_id: str) -> None:
        with suppress(StorageError):  # the screens show it at their next redraw
            self._notify_tables(self._tables_of(device_id))

    def follow_changes(self) -> None:
        """Take up what another process has changed: close the pages of devices that it removed.

        The listeners of every table are notified.
        """
        with suppress(StorageError):
            self._connections.close_all(self._removed_devices())
        with self._lock:
            matches = list(self._observables)
        self._notify_tables(matches)

    def _removed_devices(self) -> set[str]:
        """Return the devices that are online and not known any more."""
        online = self._connections.devices()
        holes = ", ".join("?" * len(online)) or "NULL"
        known = self._storage.database.read(f"SELECT id FROM guest WHERE id IN ({holes})", online)
        return set(online).difference(id for (id,) in known)

    def _notify_tables(self, matches: Iterable[str]) -> None:
        with self._lock:
            tables = [self._observables[match] for match in matches if match in self._observables]
        for table in (*tables, self):
            table.notify()
