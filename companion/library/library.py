"""The library: what the parts of one server process or of one owner have in common."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from companion.access.device_access import DeviceAccess
from companion.access.guests import DeviceRegistry
from companion.base.observable import Observable
from companion.storage.database import OtherChange
from companion.storage.matches import Storage
from rules.engine import Game, State
from rules.summaries import SUMMARIES, GameSummary

from .exchange import MatchExchange
from .hands_free import HandsFree
from .matches import Matches
from .tenancy import Tenancy

if TYPE_CHECKING:
    from companion.tray.tray import Tray


class Library(Observable):
    """The settings, the matches, the devices and the dice tray of one household or owner.

    It notifies its listeners when a match begins or goes, or a setting changes.
    """

    def __init__(
        self,
        storage: Storage,
        games: Mapping[str, Game[State]],
        clock: Callable[[], float] = time.time,
        tenancy: Tenancy | None = None,
    ) -> None:
        super().__init__()
        self.storage = storage
        self.games = games
        self.settings = storage.settings
        self.guests = DeviceRegistry(storage, clock)
        self.device_access: DeviceAccess | None = None
        """The way in for other devices, open or closed; None without a server."""
        self.tenancy = tenancy
        """The terms of an owner on a public server; None in a household."""
        self.tray: Tray | None = None
        """The host's camera and dice tray, if there is one."""
        self.matches = Matches(storage, games, self.guests, clock, tenancy)
        self.exchange = MatchExchange(self.matches)
        """The matches that come from files and go into them."""
        self.hands_free = HandsFree(storage.settings)
        """The tables that go on by themselves."""
        self.settings.subscribe(self.notify)
        self.matches.subscribe(self.notify)
        storage.watch(self._follow)

    def summary(self, game: str) -> GameSummary:
        """Return what a list shows of a game, which need not be imported for it."""
        known = SUMMARIES.get(game)
        return known or GameSummary(game, self.games[game].title, self.games[game].player_counts)

    def _follow(self, change: OtherChange) -> None:
        self.matches.follow(change)
        if not change.of_log:
            self.guests.follow_changes()
            self.notify()
