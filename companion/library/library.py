"""The library: games, matches, open tables and settings of one server process."""

from __future__ import annotations

import logging
import threading
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.access.device_access import DeviceAccess
from companion.access.guests import DeviceRegistry
from companion.access.visitor import Visitor
from companion.base.display_names import clean_name
from companion.base.observable import Observable
from companion.exchange.jsonl import export_file_name
from companion.exchange.rejection import ALREADY_HERE_TEXT, AlreadyImported, ImportRejected
from companion.i18n import Translate
from companion.match.match_view import SECRETS_TEXT
from companion.match.roles import DeviceRole
from companion.match.table import Table
from companion.stats.timing import CLOCK_SETTING
from companion.storage.database import OtherChange
from companion.storage.matches import MATCH_DELETED_TEXT, ConcurrentWriteError, Match, Storage, StorageError
from rules.engine import Game, Refused, State, Text, start
from rules.engine.switch import without_silences
from rules.summaries import SUMMARIES, GameSummary

from .hands_free import HandsFree
from .seat_looks import LOOKS_SETTING, assign_looks
from .tenancy import Tenancy

if TYPE_CHECKING:
    from companion.exchange.importer import ImportedMatch, StoredMatch
    from companion.tray.tray import Tray


class Library(Observable):
    """The match library.

    It notifies its listeners when a match begins or goes, or a setting changes.
    """

    def __init__(
        self, storage: Storage, games: Mapping[str, Game[State]], clock: Callable[[], float] = time.time
    ) -> None:
        super().__init__()
        self.storage = storage
        self.games = games
        self.guests = DeviceRegistry(storage, clock)
        self.device_access: DeviceAccess | None = None
        """The way in for other devices, open or closed; None without a server."""
        self.tenancy: Tenancy | None = None
        """The terms of an owner on a public server; None in a household."""
        self.tray: Tray | None = None
        """The host's camera and dice tray, if there is one."""
        self.hands_free = HandsFree(self)
        """The tables that go on by themselves."""
        self._clock = clock
        self._tables: dict[str, Table] = {}
        self._rematches: dict[str, str] = {}
        self._lock = threading.RLock()
        self._import_lock = threading.Lock()
        storage.watch(self._follow)

    def matches(self) -> tuple[Match, ...]:
        """Return the matches of known games, the one played last first.

        Empty where the database cannot be read (see ``problem``).
        """
        with suppress(StorageError):
            return self._known_matches()
        return ()

    def _known_matches(self) -> tuple[Match, ...]:
        return tuple(match for match in self.storage.matches() if match.game in self.games)

    def summary(self, game: str) -> GameSummary:
        """Return what a list shows of a game, which need not be imported for it."""
        known = SUMMARIES.get(game)
        return known or GameSummary(game, self.games[game].title, self.games[game].player_counts)

    @property
    def problem(self) -> Text | None:
        """Why the database cannot be read, if it cannot."""
        try:
            self.storage.matches()
        except StorageError as trouble:
            return trouble.reason
        return None

    def unreadable_count(self) -> int:
        """Return how many stored matches cannot be shown: damaged, or of an unknown game.

        0 where the database cannot be read (see ``problem``).
        """
        with suppress(StorageError):
            return self.storage.match_count() - len(self._known_matches())
        return 0

    def new_match(self, game: str, seats: Sequence[str], rulings: Sequence[tuple[str, str]] = ()) -> Table:
        """Start a new match. Raises ``Refused`` for a wrong number of players."""
        seats = tuple(map(clean_name, seats))
        self._require_room()
        start(self.games[game], seats, tuple(rulings))  # raises Refused before anything is written
        with self._lock:
            match = self.storage.create_match(self.games[game], seats, rulings)
            try:
                table = self._tables[match.id] = self._table(match)
            except StorageError:  # the disk accepted the match but not its first entries
                with suppress(StorageError):
                    self.storage.delete_match(match.id)
                raise
        with suppress(StorageError):  # the default looks will do
            assign_looks(self, table)
        self.notify()
        return table

    def rematch(self, match_id: str) -> Table:
        """Start the match anew with the same people, order and settings, and put the old one away.

        The devices keep their seats. A rematch that is not over yet is returned instead of another one. Raises
        ``Refused`` or ``StorageError``.
        """
        with self._lock:
            old = self.open(match_id)
            if old.state.outcome is None:
                raise Refused("X-01", Text("This game is not over."))
            table = self._unfinished_rematch(match_id)
            if table is None:
                table = self.new_match(old.match.game, old.match.seats, without_silences(old.state.rulings))
                self._rematches[match_id] = table.match.id
                self.guests.copy_seats(match_id, table.match.id)
                self.save_setting(
                    f"{CLOCK_SETTING}.{table.match.id}", self.setting(f"{CLOCK_SETTING}.{match_id}", "off")
                )
                self.save_setting(f"{LOOKS_SETTING}.{table.match.id}", self.setting(f"{LOOKS_SETTING}.{match_id}"))
        old.put_away()
        return table

    def _unfinished_rematch(self, match_id: str) -> Table | None:
        """Return the table of the rematch that has begun, if it is there and not over."""
        rematch = self.rematch_of(match_id)
        table = self.open(rematch) if rematch and self.storage.has_match(rematch) else None
        return table if table is not None and table.state.outcome is None else None

    def rematch_of(self, match_id: str) -> str:
        """Return the id of the rematch that was begun since this program started; empty without one."""
        return self._rematches.get(match_id, "")

    def open(self, match_id: str) -> Table:
        """Return the table of that match, the same object for every device.

        It shows all that the file has of it. Raises ``Refused`` if there is no such match.
        """
        with self._lock:
            if match_id not in self._tables:
                self._tables[match_id] = self._table(self._match(match_id))
            table = self._tables[match_id]
        with suppress(StorageError, KeyError):
            table.follow(self.storage.load_match(match_id).entries)
        return table

    def _follow(self, change: OtherChange) -> None:
        """Show what another process has changed."""
        with self._lock:
            tables = [table for id, table in self._tables.items() if change.match_id in ("", id)]
        for table in tables:
            self._follow_table(table)
        if not change.of_log:
            self.guests.follow_changes()
            self.notify()

    def _follow_table(self, table: Table) -> None:
        try:
            table.follow(self.storage.load_match(table.match.id).entries)
        except KeyError:
            if not self.storage.has_match(table.match.id):
                self._forget(table.match.id)
        except (Refused, StorageError):
            logging.getLogger(__name__).warning("match %s cannot be followed", table.match.id, exc_info=True)

    def delete(self, match_id: str) -> None:
        """Delete a match."""
        self.storage.delete_match(match_id)
        self._forget(match_id)
        self.notify()

    def _forget(self, match_id: str) -> None:
        """Close the table of a deleted match."""
        with self._lock:
            table = self._tables.pop(match_id, None)
        if table is not None:
            table.is_deleted = True
            table.notify()

    def role_of(self, visitor: Visitor, match_id: str) -> DeviceRole | None:
        """Return that device's role at that table; None for a guest without a chosen place.

        A host begins in the middle.
        """
        try:
            seat_record = next((one for one in self.guests.device_seats(match_id) if one.device_id == visitor.id), None)
        except StorageError:
            if not visitor.is_host:
                raise
            seat_record = None  # if the database cannot be read, the host goes on from the middle
        if seat_record is None or not seat_record.has_chosen:
            return DeviceRole(is_host=True) if visitor.is_host else None
        return DeviceRole(seat_record.seat, visitor.is_host, seat_record.is_spectator)

    def put_away(self, match_id: str) -> None:
        """Put a finished match away, if its table is open: it can then only be viewed."""
        table = self._tables.get(match_id)
        if table is not None:
            table.put_away()

    @property
    def open_tables(self) -> tuple[Table, ...]:
        """The tables that devices have open."""
        with self._lock:
            return tuple(table for table in self._tables.values() if table.has_listeners)

    @property
    def unsaved_tables(self) -> tuple[Table, ...]:
        """The tables that go on in memory because the disk accepts nothing."""
        with self._lock:
            return tuple(table for table in self._tables.values() if table.unsaved_work and not table.is_deleted)

    def is_open(self, match_id: str) -> bool:
        """Return whether a device has that match open."""
        table = self._tables.get(match_id)
        return table is not None and table.has_listeners

    def export(self, match_id: str, translate: Translate, form: str = "jsonl") -> tuple[str, bytes]:
        """Export that match in one of the ``FORMS``; return the file's name and its content.

        Raises ``Refused`` or ``StorageError``.
        """
        from companion.exchange.exporters import EXPORT_FORMATS

        table, exporter = self._table_for_export(match_id), EXPORT_FORMATS[form]
        return export_file_name(table.match_record, exporter.suffix), exporter.write(
            table.match_record, self.storage.codec(table.game), translate
        )

    def bg_stats_link(self, match_id: str) -> str:
        """Return the address that hands that match to BG Stats.

        Raises ``Refused`` or ``StorageError``.
        """
        from companion.exchange.bg_stats import bg_stats_link

        table = self._table_for_export(match_id)
        return bg_stats_link(table.match_record, table.game)

    def _table_for_export(self, match_id: str) -> Table:
        """Return the table for an export of every answer.

        Raises ``Refused`` while the devices of players hold secrets of it.
        """
        table = self.open(match_id)
        if table.claimed_seats and table.state.outcome is None and any(line.veil for line in table.match_record.lines):
            raise Refused("X-08", SECRETS_TEXT)
        return table

    def import_match(self, data: bytes) -> Match:
        """Import an exported match.

        Raises ``ImportRejected`` or ``StorageError``; then nothing has changed.
        """
        from companion.exchange.import_job import import_in_worker
        from companion.exchange.importer import claimed_id

        try:
            self._require_room()
        except Refused as full:
            raise ImportRejected(full.reason) from full
        known = next(filter(None, map(self._stored_match, self._ids_for(claimed_id(data)))), None)
        imported = import_in_worker(data, self.games, self.storage.codec, known)
        with self._import_lock:  # otherwise two imports could both find that the match is not there yet
            match = self._insert_imported(imported)
        self.notify()
        return match

    def _require_room(self) -> None:
        """Raise ``Refused`` if an owner on a public server keeps as many games as allowed."""
        if self.tenancy is not None:
            self.tenancy.require_room(self.storage.match_count())

    def _insert_imported(self, imported: ImportedMatch) -> Match:
        """Insert the match under its id or, where another one has that, under the next free one."""
        for id in self._ids_for(imported.match.id):
            match = replace(imported.match, id=id)
            if self.storage.has_match(id):
                known = self._stored_match(id)
                if known is not None and known.ends_in(imported.rows):
                    raise AlreadyImported(ALREADY_HERE_TEXT)
                continue
            with suppress(ConcurrentWriteError):
                self.storage.insert_match(match, imported.rows, imported.snapshots)
                return match
        match = replace(imported.match, id=str(uuid.uuid4()))
        self.storage.insert_match(match, imported.rows, imported.snapshots)
        return match

    def _ids_for(self, id: str) -> tuple[str, str]:
        """Return that id and the next free one.

        Where another owner on this server has the original, the same file is to be known the second time.
        """
        return id, str(uuid.uuid5(uuid.NAMESPACE_URL, f"{self.storage.database.owner}/{id}"))

    def _stored_match(self, id: str) -> StoredMatch | None:
        from companion.exchange.importer import StoredMatch

        with suppress(KeyError):
            match = self.storage.load_match(id)
            return StoredMatch(match, tuple((row.seq, row.event) for row in self.storage.entry_rows(id)))
        return None

    def setting(self, key: str, default: str = "") -> str:
        """Return the value of a setting, or the default, also where the database cannot be read."""
        try:
            return self.storage.settings.setting(key, default)
        except StorageError:
            return default

    def save_setting(self, key: str, value: str) -> None:
        """Change a setting for everybody."""
        self.storage.settings.save_setting(key, value)
        self.notify()

    def _table(self, match: Match) -> Table:
        try:
            load_claimed_seats = lambda: self.guests.claimed_seats(match.id)  # noqa: E731
            return Table(self.games[match.game], match, self.storage, self._clock, load_claimed_seats, self.notify)
        except (Refused, StorageError):
            raise
        except Exception as error:  # neither the log nor any snapshot can be replayed
            logging.getLogger(__name__).exception("match %s cannot be taken up", match.id)
            raise StorageError(
                Text("This game's log is damaged: it cannot be taken up. It stays in the file.")
            ) from error

    def _match(self, match_id: str) -> Match:
        with suppress(KeyError):
            found = self.storage.load_match(match_id)
            if found.game in self.games:
                return found
        if self.storage.has_match(match_id):
            raise Refused("X-01", Text("This Sobremesa cannot show this game: it does not know it, or it is damaged."))
        raise Refused("X-01", MATCH_DELETED_TEXT)
