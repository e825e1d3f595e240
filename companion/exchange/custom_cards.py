"""Custom cards of games without a public card list, stored by the host.

They can be exported to a file. What a guest says of a card is known at its table only.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import Any

from companion.access.permissions import Access
from companion.base.errors import NewerFileError, SobremesaError
from companion.base.value_types import JsonValue
from companion.situation.pasted_text import decode_text
from companion.storage.cards import MAX_CARDS_LENGTH as HEAVIEST
from companion.storage.cards import CardRow, TooManyCardsError, read_card_file
from companion.storage.matches import StorageError
from rules.engine import CatalogueCard, Template, Text

FOREIGN_FILE_TEXT = Text("That is no file of cards. Nothing was imported.")
OTHER_GAME_TEXT = Text("There are no cards of this game in that file. Nothing was imported.")
TOO_LARGE_TEXT = Text("That file is too large for cards. Nothing was imported.")


class CardImportError(SobremesaError):
    """The file was rejected; nothing was imported."""


@dataclass(frozen=True)
class CustomCards:
    """Cards of a game known at one table, by kind: printed ones and those that people filled in.

    ``templates`` define the fields of a card of each kind, including its name.
    """

    access: Access
    game: str
    templates: Mapping[str, Template]
    printed_cards: Mapping[str, tuple[CatalogueCard, ...]]

    def all_cards(self, kind: str) -> dict[str, Any]:
        """Return every card of that kind by name; a custom card replaces the printed one."""
        records = {card.name.en: card.record for card in self.printed_cards.get(kind, ())}
        return {**records, **self.custom_cards(kind)}

    def custom_cards(self, kind: str) -> dict[str, Any]:
        """Return the custom cards of that kind by name."""
        stored: dict[str, JsonValue] = {}
        with suppress(StorageError):  # the printed cards do not need the storage
            stored = self.access.cards(self.game, kind)
        records = {name: read_record(self.templates[kind], name, data) for name, data in stored.items()}
        return {name: record for name, record in records.items() if record is not None}

    def save_card(self, kind: str, card: Any) -> None:
        """Save a card under its name; one without a name or not of this game is ignored.

        Raises ``Refused`` if a guest has added too many, and ``StorageError``.
        """
        if card.name and self.templates[kind].admits(card):
            data = {key: value for key, value in asdict(card).items() if key != "name"}
            self.access.save_card(self.game, kind, card.name, data)

    def delete_card(self, kind: str, name: str) -> None:
        """Delete the host's custom card. Raises ``Refused`` for a guest, and ``StorageError``."""
        self.access.require_host()
        self.access.delete_card(self.game, kind, name)

    def export_cards(self) -> bytes:
        """Export the host's custom cards of this game for ``import_cards``.

        ``sobremesa cards import`` reads the file as well. Raises ``Refused`` for a guest, and ``StorageError``.
        """
        self.access.require_host()
        return self.access.storage.cards.export(self.game).encode()

    def import_cards(self, data: bytes) -> int:
        """Import exported cards besides the known ones and return their number.

        Raises ``Refused`` for a guest, ``CardImportError`` or ``StorageError``.
        """
        self.access.require_host()
        if len(data) > HEAVIEST:
            raise CardImportError(TOO_LARGE_TEXT)
        rows = [row for row in _read_file(data) if row[0] == self.game]
        if not rows:
            raise CardImportError(OTHER_GAME_TEXT)
        for row in rows:
            self._check_row(row)
        return self.access.storage.cards.import_rows(rows)

    def _check_row(self, row: CardRow) -> None:
        _, kind, name, data = row
        if not name or kind not in self.templates or read_record(self.templates[kind], name, data) is None:
            text = Text("The card {name} in that file is none of this game. Nothing was imported.", name=name[:60])
            raise CardImportError(text)


def _read_file(data: bytes) -> list[CardRow]:
    """Read a file of cards. Raises ``CardImportError``."""
    try:
        return read_card_file(decode_text(data))
    except NewerFileError as newer:
        raise CardImportError(newer.reason) from newer
    except ValueError as error:
        text = TOO_LARGE_TEXT if isinstance(error, TooManyCardsError) else FOREIGN_FILE_TEXT
        raise CardImportError(text) from error


def read_record(template: Template, name: str, data: JsonValue) -> Any:
    """Return the card of that name with the stored fields; None if they do not fit the template."""
    holes = {hole.name for hole in template.holes}
    if not isinstance(data, dict) or not set(data) <= holes - {"name"}:
        return None
    record = replace(template.value, **{**data, "name": name})
    return record if template.admits(record) else None
