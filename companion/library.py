"""What one process holds for all its phones: the games, the matches, the tables that are open, the settings."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from rules.engine import Game, Refused, Text, start

from .door import Door
from .names import clean
from .shared import Shared
from .storage import Match, Storage, StorageTrouble
from .table import Table


class Library(Shared):
    """The shelf. It tells its listeners when a match begins or goes, or a setting changes."""

    def __init__(
        self, storage: Storage, games: Mapping[str, Game[Any]], clock: Callable[[], float] = time.time
    ) -> None:
        super().__init__()
        self.storage = storage
        self.games = games
        self.door: Door | None = None
        """Open while the phones of the room may come in."""
        self._clock = clock
        self._tables: dict[str, Table] = {}
        self._lock = threading.RLock()

    def matches(self) -> tuple[Match, ...]:
        """The matches of the games we know, the one played last first."""
        return tuple(match for match in self.storage.matches() if match.game in self.games)

    def strange(self) -> int:
        """How many matches lie in the file that cannot be shown: damaged, or of a game that we do not know."""
        return self.storage.count() - len(self.matches())

    def new(self, game: str, seats: Sequence[str], rulings: Sequence[tuple[str, str]] = ()) -> Table:
        """Sit down to a new match. Raises ``Refused`` for a wrong number of players."""
        seats = tuple(map(clean, seats))
        start(self.games[game], seats, tuple(rulings))  # nothing is written for a table that cannot begin
        with self._lock:
            match = self.storage.create(self.games[game], seats, rulings)
            try:
                table = self._tables[match.id] = self._table(match)
            except StorageTrouble:  # the disk took the match and not its first moves
                with suppress(StorageTrouble):
                    self.storage.delete(match.id)
                raise
        self.changed()
        return table

    def open(self, id: str) -> Table:
        """That match's table, the same one for every phone. Raises ``Refused`` if there is no such match."""
        with self._lock:
            if id not in self._tables:
                self._tables[id] = self._table(self._match(id))
            return self._tables[id]

    def delete(self, id: str) -> None:
        """Forget a match."""
        with self._lock:
            self.storage.delete(id)
            table = self._tables.pop(id, None)
        self.changed()
        if table is not None:
            table.changed()

    def setting(self, key: str, default: str = "") -> str:
        """What was set, or the default."""
        return self.storage.setting(key, default)

    def set(self, key: str, value: str) -> None:
        """Change a setting for everybody."""
        self.storage.set(key, value)
        self.changed()

    def _table(self, match: Match) -> Table:
        try:
            return Table(self.games[match.game], match, self.storage, self._clock)
        except (Refused, StorageTrouble):
            raise
        except Exception as error:  # neither the log nor any snapshot leads anywhere
            logging.getLogger(__name__).exception("match %s cannot be taken up", match.id)
            raise StorageTrouble(
                Text("This game's log is damaged: it cannot be taken up. It stays in the file.")
            ) from error

    def _match(self, id: str) -> Match:
        found = next((match for match in self.matches() if match.id == id), None)
        if found is None and self.storage.has(id):
            raise Refused("X-01", Text("This Sobremesa cannot show this game: it does not know it, or it is damaged."))
        if found is None:
            raise Refused("X-01", Text("This game has been deleted."))
        return found
