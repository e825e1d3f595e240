"""The library: games, matches, open tables and settings of one server process."""

from __future__ import annotations

import logging
import threading
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.access.guests import Guests
from companion.access.lan import Door
from companion.access.visitor import Visitor
from companion.base.display_names import clean
from companion.base.observable import Shared
from companion.exchange.bg_stats import link
from companion.exchange.exporters import FORMS
from companion.exchange.import_job import taken_in
from companion.exchange.importer import AlreadyHere, Brought
from companion.exchange.jsonl import file_name
from companion.i18n import Translate
from companion.match.match_view import SECRETS
from companion.match.roles import Chair
from companion.match.table import Table
from companion.storage.matches import DELETED, Match, Storage, StorageTrouble
from rules.engine import Game, Refused, Text, start

if TYPE_CHECKING:
    from companion.tray.tray import Tray


class Library(Shared):
    """The match library.

    It notifies its listeners when a match begins or goes, or a setting changes.
    """

    def __init__(
        self, storage: Storage, games: Mapping[str, Game[Any]], clock: Callable[[], float] = time.time
    ) -> None:
        super().__init__()
        self.storage = storage
        self.games = games
        self.guests = Guests(storage, clock)
        self.door: Door | None = None
        """LAN access, set while the devices of the local network may connect."""
        self.tray: Tray | None = None
        """The host's camera and dice tray, if there is one."""
        self._clock = clock
        self._tables: dict[str, Table] = {}
        self._lock = threading.RLock()
        self._bringing = threading.Lock()

    def matches(self) -> tuple[Match, ...]:
        """Return the matches of known games, the one played last first.

        Empty where the database cannot be read (see ``problem``).
        """
        with suppress(StorageTrouble):
            return tuple(match for match in self.storage.matches() if match.game in self.games)
        return ()

    @property
    def trouble(self) -> Text | None:
        """Why the database cannot be read, if it cannot."""
        try:
            self.storage.matches()
        except StorageTrouble as trouble:
            return trouble.reason
        return None

    def strange(self) -> int:
        """Return how many stored matches cannot be shown: damaged, or of an unknown game."""
        return 0 if self.trouble else self.storage.count() - len(self.matches())

    def new(self, game: str, seats: Sequence[str], rulings: Sequence[tuple[str, str]] = ()) -> Table:
        """Start a new match. Raises ``Refused`` for a wrong number of players."""
        seats = tuple(map(clean, seats))
        start(self.games[game], seats, tuple(rulings))  # raises Refused before anything is written
        with self._lock:
            match = self.storage.create(self.games[game], seats, rulings)
            try:
                table = self._tables[match.id] = self._table(match)
            except StorageTrouble:  # the disk accepted the match but not its first entries
                with suppress(StorageTrouble):
                    self.storage.delete(match.id)
                raise
        self.changed()
        return table

    def open(self, id: str) -> Table:
        """Return the table of that match, the same object for every device.

        Raises ``Refused`` if there is no such match.
        """
        with self._lock:
            if id not in self._tables:
                self._tables[id] = self._table(self._match(id))
            return self._tables[id]

    def delete(self, id: str) -> None:
        """Delete a match."""
        with self._lock:
            self.storage.delete(id)
            table = self._tables.pop(id, None)
        self.changed()
        if table is not None:
            table.gone = True
            table.changed()

    def chair(self, visitor: Visitor, id: str) -> Chair | None:
        """Return that device's role at that table; None for a guest without a chosen place.

        A host begins in the middle.
        """
        try:
            place = next((one for one in self.guests.places(id) if one.guest == visitor.id), None)
        except StorageTrouble:
            if not visitor.host:
                raise
            place = None  # if the database cannot be read, the host goes on from the middle
        if place is None or not place.chosen:
            return Chair(host=True) if visitor.host else None
        return Chair(place.seat, visitor.host, place.watches)

    def put_away(self, id: str) -> None:
        """Put a finished match away, if its table is open: it can then only be viewed."""
        table = self._tables.get(id)
        if table is not None:
            table.put_away()

    @property
    def tables(self) -> tuple[Table, ...]:
        """The tables that devices have open."""
        with self._lock:
            return tuple(table for table in self._tables.values() if table.followed)

    @property
    def unsaved(self) -> tuple[Table, ...]:
        """The tables that go on in memory because the disk accepts nothing."""
        with self._lock:
            return tuple(table for table in self._tables.values() if table.unsaved and not table.gone)

    def in_hand(self, id: str) -> bool:
        """Return whether a device has that match open."""
        table = self._tables.get(id)
        return table is not None and table.followed

    def export(self, id: str, words: Translate, form: str = "jsonl") -> tuple[str, bytes]:
        """Export that match in one of the ``FORMS``; return the file's name and its content.

        Raises ``Refused`` or ``StorageError``.
        """
        table, how = self._whole(id), FORMS[form]
        return file_name(table.story, how.ending), how.write(table.story, self.storage.codec(table.game), words)

    def bg_stats(self, id: str) -> str:
        """Return the address that hands that match to BG Stats.

        Raises ``Refused`` or ``StorageError``.
        """
        table = self._whole(id)
        return link(table.story, table.game)

    def _whole(self, id: str) -> Table:
        """Return the table for an export of every answer.

        Raises ``Refused`` while the devices of players hold secrets of it.
        """
        table = self.open(id)
        if table.taken and table.state.outcome is None and any(line.veil for line in table.story.lines):
            raise Refused("X-08", SECRETS)
        return table

    def bring(self, data: bytes) -> Match:
        """Import an exported match.

        Raises ``ImportRejected`` or ``StorageError``; then nothing has changed.
        """
        brought = taken_in(data, self.games, self.storage.codec)
        with self._bringing:  # otherwise two imports could both find that the match is not there yet
            match = brought.match
            if self.storage.has(match.id):
                if self._same(match, brought):
                    raise AlreadyHere(Text("This game is here already. Nothing was imported."))
                match = replace(match, id=str(uuid.uuid4()))
            self.storage.take_in(match, brought.rows, brought.snapshots)
        self.changed()
        return match

    def _same(self, match: Match, brought: Brought) -> bool:
        """Return whether the stored log is the imported one, perhaps with older names."""
        here = self.storage.rows(match.id)[-len(brought.rows) :]
        again = self.storage.codec(self.games[match.game]).rewritten
        return [row.seq for row in here] == [row.seq for row in brought.rows] and all(
            old.event == new.event or again(old.event) == new.event for old, new in zip(here, brought.rows, strict=True)
        )

    def setting(self, key: str, default: str = "") -> str:
        """Return the value of a setting, or the default, also where the database cannot be read."""
        try:
            return self.storage.setting(key, default)
        except StorageTrouble:
            return default

    def set(self, key: str, value: str) -> None:
        """Change a setting for everybody."""
        self.storage.set(key, value)
        self.changed()

    def _table(self, match: Match) -> Table:
        try:
            taken = lambda: self.guests.taken(match.id)  # noqa: E731
            return Table(self.games[match.game], match, self.storage, self._clock, taken, self.changed)
        except (Refused, StorageTrouble):
            raise
        except Exception as error:  # neither the log nor any snapshot can be replayed
            logging.getLogger(__name__).exception("match %s cannot be taken up", match.id)
            raise StorageTrouble(
                Text("This game's log is damaged: it cannot be taken up. It stays in the file.")
            ) from error

    def _match(self, id: str) -> Match:
        found = next((match for match in self.matches() if match.id == id), None)
        if found is None and self.storage.has(id):
            raise Refused("X-01", Text("This Sobremesa cannot show this game: it does not know it, or it is damaged."))
        if found is None:
            raise Refused("X-01", DELETED)
        return found
