"""What one phone may read and change of what the host's computer remembers: the rights of the host and of guests.

What is remembered belongs to the house. Of what tables add to it, a guest reads and writes what its own table added.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rules.engine import Refused, Text

from .canonical import canonical
from .storage import Storage

HOSTS = Text("Only the host can change this.")
FULL = Text("This table's guests have added as many cards as they may. The host can still add some.")
LONG = Text("That is too long to be kept as a card.")
MOST = 200
"""Cards that the guests of a table may add."""
LONGEST = 120
"""Letters of a name that a guest gives a card."""
HEAVIEST = 8_000
"""Letters of what a guest says of a card, as canonical JSON."""


@dataclass(frozen=True)
class Access:
    """The rights of a phone at the table with id ``match``; "" is no table, which a guest never has."""

    storage: Storage
    host: bool
    match: str = ""

    def __post_init__(self) -> None:
        if not (self.host or self.match):
            raise ValueError("a guest's access is to one table")

    def host_only(self) -> None:
        """Raise ``Refused`` (X-01) on a guest's phone."""
        if not self.host:
            raise Refused("X-01", HOSTS)

    # --- cards ---------------------------------------------------------------------------------------------------

    def cards(self, game: str, kind: str) -> dict[str, Any]:
        """The house's cards of that kind by name; one that this table describes otherwise, as the table does."""
        return self.storage.cards(game, kind, self.match)

    def remember(self, game: str, kind: str, name: str, data: Any) -> None:
        """Keep what is said of a card: the host's for the house, a guest's for its table alone.

        Raises ``Refused`` where a guest has added too many or too much, and ``StorageTrouble``.
        """
        if self.host:
            self.storage.remember(game, kind, name, data, replaces=self.match)
            return
        if len(name) > LONGEST or len(canonical(data)) > HEAVIEST:
            raise Refused("X-01", LONG)
        with self.storage.lock:
            if name not in self.storage.added(self.match, game, kind) and self.storage.adds(self.match) >= MOST:
                raise Refused("X-01", FULL)
            self.storage.remember(game, kind, name, data, self.match)

    def forget(self, game: str, kind: str, name: str) -> None:
        """Drop a card: on the host's phone the house's and this table's, on a guest's what its table said of it."""
        self.storage.forget(game, kind, name, *(("", self.match) if self.host else (self.match,)))

    # --- effects fetched last ------------------------------------------------------------------------------------

    def chips(self, key: str, game: str) -> str:
        """What was fetched last: by the house in that game, or by this table's guests."""
        house = self.storage.setting(f"{key}.{game}")
        return house if self.host else self.storage.setting(f"{key}.{self.match}", house)

    def fetched(self, key: str, game: str, value: str) -> None:
        """Remember what was fetched last. Raises ``StorageTrouble``."""
        self.storage.set(f"{key}.{game if self.host else self.match}", value)
