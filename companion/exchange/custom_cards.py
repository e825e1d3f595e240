"""Custom cards of games without a public card list, stored by the host.

They can be exported to a file. What a guest says of a card is known at its table only.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import Any

from companion.access.permissions import Access
from companion.base.errors import Trouble
from companion.storage.matches import StorageTrouble
from companion.storage.settings import CARDS as MOST
from companion.storage.settings import CARDS_HEAVIEST as HEAVIEST
from rules.engine import Card, Template, Text
from rules.persisted_aliases import aliases

FOREIGN = Text("That is no file of cards. Nothing was imported.")
OTHER = Text("There are no cards of this game in that file. Nothing was imported.")
HEAVY = Text("That file is too large for cards. Nothing was imported.")


class NoCards(Trouble):
    """The file was rejected; nothing was imported."""


@dataclass(frozen=True)
class OwnCards:
    """Cards of a game known at one table, by kind: printed ones and those that people filled in.

    ``templates`` define the fields of a card of each kind, including its name.
    """

    access: Access
    game: str
    templates: Mapping[str, Template]
    printed: Mapping[str, tuple[Card, ...]]

    def all(self, kind: str) -> dict[str, Any]:
        """Return every card of that kind by name; a custom card replaces the printed one."""
        printed = {card.name.en: card.record for card in self.printed.get(kind, ())}
        return {**printed, **self.own(kind)}

    def own(self, kind: str) -> dict[str, Any]:
        """Return the custom cards of that kind by name."""
        found: dict[str, Any] = {}
        with suppress(StorageTrouble):  # the printed cards do not need the storage
            found = self.access.cards(self.game, kind)
        made = {name: _record(self.templates[kind], name, data) for name, data in found.items()}
        return {name: record for name, record in made.items() if record is not None}

    def keep(self, kind: str, card: Any) -> None:
        """Save a card under its name; one without a name or not of this game is ignored.

        Raises ``Refused`` if a guest has added too many, and ``StorageError``.
        """
        if card.name and self.templates[kind].admits(card):
            data = {key: value for key, value in asdict(card).items() if key != "name"}
            self.access.remember(self.game, kind, card.name, data)

    def forget(self, kind: str, name: str) -> None:
        """Delete the host's custom card. Raises ``Refused`` for a guest, and ``StorageError``."""
        self.access.host_only()
        self.access.forget(self.game, kind, name)

    def written(self) -> bytes:
        """Export the host's custom cards of this game for ``import_cards``.

        ``sobremesa cards import`` reads the file as well. Raises ``Refused`` for a guest, and ``StorageError``.
        """
        self.access.host_only()
        return self.access.storage.export_cards(self.game).encode()

    def bring(self, data: bytes) -> int:
        """Import exported cards besides the known ones and return their number.

        Raises ``Refused`` for a guest, ``CardImportError`` or ``StorageError``.
        """
        self.access.host_only()
        if len(data) > HEAVIEST:
            raise NoCards(HEAVY)
        mine = [row for row in _rows(data) if row[0] == self.game]
        if not mine:
            raise NoCards(OTHER)
        for row in mine:
            self._fits(row)
        return self.access.storage.import_cards(json.dumps(mine))

    def _fits(self, row: list[Any]) -> None:
        _, kind, name, data = row
        data = aliases(self.game).remembered(kind, data)
        if not name or kind not in self.templates or _record(self.templates[kind], name, data) is None:
            text = Text("The card {name} in that file is none of this game. Nothing was imported.", name=name[:60])
            raise NoCards(text)


def _rows(data: bytes) -> list[list[Any]]:
    """Parse a file of cards; each row has game, kind, name and data."""
    try:
        rows = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise NoCards(FOREIGN) from error
    if not isinstance(rows, list) or not all(_is_row(row) for row in rows):
        raise NoCards(FOREIGN)
    if len(rows) > MOST:
        raise NoCards(HEAVY)
    return rows


def _is_row(row: Any) -> bool:
    return isinstance(row, list) and len(row) == 4 and all(isinstance(word, str) for word in row[:3])


def _record(template: Template, name: str, data: Any) -> Any:
    """Build a card from its stored data; None if the data does not fit the template."""
    holes = {hole.name for hole in template.holes}
    if not isinstance(data, dict) or not set(data) <= holes - {"name"}:
        return None
    record = replace(template.value, **{**data, "name": name})
    return record if template.admits(record) else None
