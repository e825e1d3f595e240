"""Permissions of one device on the data that the host's computer remembers.

The host's devices read and write what belongs to the host. A guest reads that as well, but writes only for its own
table.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.base.canonical_json import canonical_json
from companion.base.value_types import JsonValue, WritableJson
from companion.storage.matches import Storage
from rules.engine import Refused, Text

HOST_ONLY_TEXT = Text("Only the host can change this.")
"""Refusal for guests who try to change the host's data."""
THIS_COMPUTER_ONLY_TEXT = Text("Only this computer can change this.")
"""Refusal for phones, the host's too, that try to change what is decided at the host's computer."""
TOO_MANY_CARDS_TEXT = Text("This table's guests have added as many cards as they may. The host can still add some.")
"""Refusal when the guests of a table have reached ``MAX_CARDS_PER_TABLE``."""
CARD_TOO_LONG_TEXT = Text("That is too long to be kept as a card.")
"""Refusal for a card whose name or data is too long."""
MAX_CARDS_PER_TABLE = 200
"""Maximum number of cards that the guests of one table may add."""
MAX_NAME_LENGTH = 120
"""Maximum length of a card name given by a guest, in characters."""
MAX_CARD_LENGTH = 8_000
"""Maximum length of a guest's card data, in characters of canonical JSON."""


@dataclass(frozen=True)
class Access:
    """Permissions of a device at the match ``match_id``; the host may have none ("")."""

    storage: Storage
    is_host: bool
    match_id: str = ""

    def __post_init__(self) -> None:
        if not (self.is_host or self.match_id):
            raise ValueError("a guest's access is to one table")

    def require_host(self) -> None:
        """Raise ``Refused`` (X-01) unless this is one of the host's devices."""
        if not self.is_host:
            raise Refused("X-01", HOST_ONLY_TEXT)

    # --- cards ---------------------------------------------------------------------------------------------------

    def cards(self, game: str, kind: str) -> dict[str, JsonValue]:
        """Return the cards of that kind by name; this table's version replaces the host's."""
        return self.storage.cards.of_kind(game, kind, self.match_id)

    def save_card(self, game: str, kind: str, name: str, data: WritableJson) -> None:
        """Save the data of a card: the host's for all tables, a guest's for its own table.

        Raises ``Refused`` if the guests of the table have added too many cards or the data is too long, and
        ``StorageError``.
        """
        if self.is_host:
            self.storage.cards.save(game, kind, name, data, replaces=self.match_id)
            return
        if len(name) > MAX_NAME_LENGTH or len(canonical_json(data)) > MAX_CARD_LENGTH:
            raise Refused("X-01", CARD_TOO_LONG_TEXT)
        with self.storage.database.atomic_write():  # what is counted stays so until the card is saved
            if (
                name not in self.storage.cards.guest_names(self.match_id, game, kind)
                and self.storage.cards.guest_count(self.match_id) >= MAX_CARDS_PER_TABLE
            ):
                raise Refused("X-01", TOO_MANY_CARDS_TEXT)
            self.storage.cards.save(game, kind, name, data, self.match_id)

    def delete_card(self, game: str, kind: str, name: str) -> None:
        """Delete a card: the host's and this table's entry, for a guest only the latter."""
        matches = ("", self.match_id) if self.is_host else (self.match_id,)
        self.storage.cards.delete(game, kind, name, *matches)

    # --- effects used last ---------------------------------------------------------------------------------------

    def last_effects(self, key: str, game: str) -> str:
        """Return the effects used last: the host's in that game, or those of this table's guests."""
        house = self.storage.settings.read(f"{key}.{game}")
        return house if self.is_host else self.storage.settings.read(f"{key}.{self.match_id}", house)

    def save_last_effects(self, key: str, game: str, value: str) -> None:
        """Save the effects used last. Raises ``StorageError``."""
        self.storage.settings.save(f"{key}.{game if self.is_host else self.match_id}", value)
