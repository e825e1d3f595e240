"""Permissions of one device on the data that the host's computer remembers.

The host's devices read and write what belongs to the host. A guest reads that as well, but writes only for its own
table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.base.canonical_json import canonical
from companion.storage.matches import Storage
from rules.engine import Refused, Text

HOSTS = Text("Only the host can change this.")
"""Refusal for guests who try to change the host's data."""
FULL = Text("This table's guests have added as many cards as they may. The host can still add some.")
"""Refusal when the guests of a table have reached ``MAX_CARDS_PER_TABLE``."""
LONG = Text("That is too long to be kept as a card.")
"""Refusal for a card whose name or data is too long."""
MOST = 200
"""Maximum number of cards that the guests of one table may add."""
LONGEST = 120
"""Maximum length of a card name given by a guest, in characters."""
HEAVIEST = 8_000
"""Maximum length of a guest's card data, in characters of canonical JSON."""


@dataclass(frozen=True)
class Access:
    """Permissions of a device at the match ``match_id``; the host may have none ("")."""

    storage: Storage
    host: bool
    match: str = ""

    def __post_init__(self) -> None:
        if not (self.host or self.match):
            raise ValueError("a guest's access is to one table")

    def host_only(self) -> None:
        """Raise ``Refused`` (X-01) unless this is one of the host's devices."""
        if not self.host:
            raise Refused("X-01", HOSTS)

    # --- cards ---------------------------------------------------------------------------------------------------

    def cards(self, game: str, kind: str) -> dict[str, Any]:
        """Return the cards of that kind by name; this table's version replaces the host's."""
        return self.storage.cards(game, kind, self.match)

    def remember(self, game: str, kind: str, name: str, data: Any) -> None:
        """Save the data of a card: the host's for all tables, a guest's for its own table.

        Raises ``Refused`` if the guests of the table have added too many cards or the data is too long, and
        ``StorageError``.
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
        """Delete a card: the host's and this table's entry, for a guest only the latter."""
        self.storage.forget(game, kind, name, *(("", self.match) if self.host else (self.match,)))

    # --- effects used last ---------------------------------------------------------------------------------------

    def chips(self, key: str, game: str) -> str:
        """Return the effects used last: the host's in that game, or those of this table's guests."""
        house = self.storage.setting(f"{key}.{game}")
        return house if self.host else self.storage.setting(f"{key}.{self.match}", house)

    def fetched(self, key: str, game: str, value: str) -> None:
        """Save the effects used last. Raises ``StorageError``."""
        self.storage.set(f"{key}.{game if self.host else self.match}", value)
