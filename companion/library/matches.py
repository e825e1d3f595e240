"""The matches of one household or owner, and their open tables."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from companion.access.guests import DeviceRegistry
from companion.access.visitor import Visitor
from companion.base.display_names import clean_name
from companion.base.observable import Observable
from companion.match.roles import DeviceRole
from companion.match.table import Table
from companion.stats.results import MatchResult, active_seconds, is_valid_outcome
from companion.stats.timing import CLOCK_SETTING
from companion.storage.database import OtherChange
from companion.storage.matches import MATCH_DELETED_TEXT, Match, Storage, StorageError
from rules.engine import Game, Refused, State, Text, start
from rules.engine.switch import without_silences

from .seat_looks import LOOKS_SETTING, assign_looks
from .tenancy import Tenancy


class Matches(Observable):
    """The matches of known games, each with one table for all devices.

    It notifies its listeners when a match begins or goes.
    """

    def __init__(
        self,
        storage: Storage,
        games: Mapping[str, Game[State]],
        guests: DeviceRegistry,
        clock: Callable[[], float] = time.time,
        tenancy: Tenancy | None = None,
    ) -> None:
        super().__init__()
        self.storage, self.games, self.guests = storage, games, guests
        self._clock = clock
        self._tenancy = tenancy
        self._tables: dict[str, Table] = {}
        self._rematches: dict[str, str] = {}
        self._lock = threading.RLock()

    # --- the list ------------------------------------------------------------------------------------------------

    def all(self) -> tuple[Match, ...]:
        """Return the matches of known games, the one played last first.

        Empty where the database cannot be read (see ``problem``).
        """
        with suppress(StorageError):
            return self._known()
        return ()

    def _known(self) -> tuple[Match, ...]:
        return tuple(match for match in self.storage.matches() if match.game in self.games)

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
            return self.storage.match_count() - len(self._known())
        return 0

    def require_room(self) -> None:
        """Raise ``Refused`` if an owner on a public server keeps as many games as allowed."""
        if self._tenancy is not None:
            self._tenancy.require_room(self.storage.match_count())

    # --- beginning and end ---------------------------------------------------------------------------------------

    def create(self, game: str, seats: Sequence[str], rulings: Sequence[tuple[str, str]] = ()) -> Table:
        """Start a new match. Raises ``Refused`` for a wrong number of players."""
        seats = tuple(map(clean_name, seats))
        self.require_room()
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
            assign_looks(self.storage.settings, table)
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
                table = self.create(old.match.game, old.match.seats, without_silences(old.state.rulings))
                self._rematches[match_id] = table.match.id
                self.guests.copy_seats(match_id, table.match.id)
                self._copy_setting(CLOCK_SETTING, match_id, table.match.id, "off")
                self._copy_setting(LOOKS_SETTING, match_id, table.match.id)
        old.put_away()
        return table

    def _copy_setting(self, key: str, old: str, new: str, default: str = "") -> None:
        """Give the match ``new`` that setting of the match ``old``."""
        settings = self.storage.settings
        settings.save(f"{key}.{new}", settings.get(f"{key}.{old}", default))

    def _unfinished_rematch(self, match_id: str) -> Table | None:
        rematch = self.rematch_of(match_id)
        table = self.open(rematch) if rematch and self.storage.has_match(rematch) else None
        return table if table is not None and table.state.outcome is None else None

    def rematch_of(self, match_id: str) -> str:
        """Return the id of the rematch that was begun since this program started; empty without one."""
        return self._rematches.get(match_id, "")

    def put_away(self, match_id: str) -> None:
        """Put a finished match away, if its table is open: it can then only be viewed."""
        table = self._tables.get(match_id)
        if table is not None:
            table.put_away()

    def delete(self, match_id: str) -> None:
        """Delete a match."""
        self.storage.delete_match(match_id)
        self._forget(match_id)
        self.notify()

    def _forget(self, match_id: str) -> None:
        with self._lock:
            table = self._tables.pop(match_id, None)
        if table is not None:
            table.is_deleted = True
            table.notify()

    def result(self, match: Match) -> MatchResult:
        """Return the result of that finished match. Raises ``Refused`` or ``StorageError``."""
        game = self.games[match.game]
        state = self._final_state_from_snapshot(match) or self._final_state_by_replay(match)
        points = game.tally.count(state) if game.tally else ()
        seconds = active_seconds(match.created, self.storage.entry_times(match.id))
        return MatchResult(state.outcome, seconds, state.turn, points)

    def _final_state_from_snapshot(self, match: Match) -> State | None:
        """Return the final state, if the last snapshot is of the last entry, readable, and an end."""
        snapshot = self.storage.latest_snapshot(match.id)
        if snapshot is None or snapshot.seq != match.entries:
            return None
        with suppress(ValueError):
            state: State = self.storage.codec(self.games[match.game]).read_state(snapshot.state)
            return state if is_valid_outcome(state.outcome, match) else None
        return None

    def _final_state_by_replay(self, match: Match) -> State:
        """Return the final state by replay, and store a snapshot so that it is not needed again."""
        table = self.open(match.id)
        with suppress(StorageError):
            table.save_snapshot()
        state: State = table.state
        return state

    # --- tables --------------------------------------------------------------------------------------------------

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

    def follow(self, change: OtherChange) -> None:
        """Show at the tables what another process has changed."""
        with self._lock:
            tables = [table for id, table in self._tables.items() if change.match_id in ("", id)]
        for table in tables:
            self._follow_table(table)

    def _follow_table(self, table: Table) -> None:
        try:
            table.follow(self.storage.load_match(table.match.id).entries)
        except KeyError:
            if not self.storage.has_match(table.match.id):
                self._forget(table.match.id)
        except (Refused, StorageError):
            logging.getLogger(__name__).warning("match %s cannot be followed", table.match.id, exc_info=True)

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

    def is_open(self, match_id: str) -> bool:
        """Return whether a device has that match open."""
        table = self._tables.get(match_id)
        return table is not None and table.has_listeners

    def open_tables(self) -> tuple[Table, ...]:
        """Return the tables that devices have open."""
        with self._lock:
            return tuple(table for table in self._tables.values() if table.has_listeners)

    def unsaved_tables(self) -> tuple[Table, ...]:
        """Return the tables that go on in memory because the disk accepts nothing."""
        with self._lock:
            return tuple(table for table in self._tables.values() if table.unsaved_work and not table.is_deleted)
