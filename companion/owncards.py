"""The cards of a game of which no list is public: the house keeps its own, and may take them along as a file.

What a guest says of a card is known at its table alone.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import Any

from rules.aliases import aliases
from rules.engine import Card, Template, Text

from .access import Access
from .remembered import CARDS as MOST
from .remembered import CARDS_HEAVIEST as HEAVIEST
from .storage import StorageTrouble
from .trouble import Trouble

FOREIGN = Text("That is no file of cards. Nothing was imported.")
OTHER = Text("There are no cards of this game in that file. Nothing was imported.")
HEAVY = Text("That file is too large for cards. Nothing was imported.")


class NoCards(Trouble):
    """Nothing was imported."""


@dataclass(frozen=True)
class OwnCards:
    """What one table knows of a game's cards, by kind: those that the rules text names, and those that it filled in.

    ``templates`` are what may be said of a card of each kind, its name among it.
    """

    access: Access
    game: str
    templates: Mapping[str, Template]
    printed: Mapping[str, tuple[Card, ...]]

    def all(self, kind: str) -> dict[str, Any]:
        """Every card of that kind by its name; what the table says of one counts more than what is printed here."""
        printed = {card.name.en: card.record for card in self.printed.get(kind, ())}
        return {**printed, **self.own(kind)}

    def own(self, kind: str) -> dict[str, Any]:
        """Those that the table has filled in."""
        found: dict[str, Any] = {}
        with suppress(StorageTrouble):  # without its memory there is what is printed
            found = self.access.cards(self.game, kind)
        made = {name: _record(self.templates[kind], name, data) for name, data in found.items()}
        return {name: record for name, record in made.items() if record is not None}

    def keep(self, kind: str, card: Any) -> None:
        """Find it again by its name; one without a name, or that is none of this game, is not kept.

        Raises ``Refused`` where a guest has added too many, and ``StorageTrouble``.
        """
        if card.name and self.templates[kind].admits(card):
            data = {key: value for key, value in asdict(card).items() if key != "name"}
            self.access.remember(self.game, kind, card.name, data)

    def forget(self, kind: str, name: str) -> None:
        """What the host said of a card is gone. Raises ``Refused`` for a guest, and ``StorageTrouble``."""
        self.access.host_only()
        self.access.forget(self.game, kind, name)

    def written(self) -> bytes:
        """What the host has filled in, as a file that ``bring`` and ``sobremesa cards import`` read.

        Raises ``Refused`` for a guest, and ``StorageTrouble``.
        """
        self.access.host_only()
        return self.access.storage.export_cards(self.game).encode()

    def bring(self, data: bytes) -> int:
        """Take in such a file beside what is known; how many cards.

        Raises ``Refused`` for a guest, ``NoCards`` or ``StorageTrouble``.
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
    """The cards of a file, each with its game, kind, name and what is said of it."""
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
    """The card as it was filled in; none if it does not fit what may be said of one."""
    holes = {hole.name for hole in template.holes}
    if not isinstance(data, dict) or not set(data) <= holes - {"name"}:
        return None
    record = replace(template.value, **{**data, "name": name})
    return record if template.admits(record) else None
