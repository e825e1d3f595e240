"""Custom cards, stored beside the matches, and files of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, suppress

from companion.base.canonical_json import canonical_json
from companion.base.errors import NewerFileError
from companion.base.input_limits import exceeds_depth
from companion.base.value_types import JsonValue, WritableJson

from . import upgrades
from .database import Database, KeptKind, SqlTransaction

MAX_CARDS, MAX_CARDS_LENGTH = 2000, 4_000_000
"""Cards, and characters, of the largest imported file of cards."""
CardRow = tuple[str, str, str, JsonValue]
"""Game, kind, name and data of an exported card."""
INSERT_CARD = (
    "INSERT INTO card(game, kind, name, data, owner, match) VALUES (?, ?, ?, ?, ?, ?)"
    " ON CONFLICT(owner, match, game, kind, name) DO UPDATE SET data = excluded.data"
)
DELETE_CARD = "DELETE FROM card WHERE owner = ? AND game = ? AND kind = ? AND name = ? AND match = ?"


class CardStore:
    """The custom cards in a database.

    ``adding`` is the storage's transaction for what is limited.
    """

    def __init__(
        self, database: Database, adding: Callable[[KeptKind], AbstractContextManager[SqlTransaction]]
    ) -> None:
        self._database, self._adding = database, adding

    def of_kind(self, game: str, kind: str, match_id: str = "") -> dict[str, JsonValue]:
        """Return the cards of that kind by name.

        They are those of the house, overridden by those of the match's guests.
        """
        sql = (
            "SELECT name, data FROM card WHERE owner = ? AND game = ? AND kind = ? AND match IN ('', ?)"
            " ORDER BY name, match"
        )
        rows = self._database.recall(sql, (self._database.owner, game, kind, match_id), of_log=False)
        return dict(_readable_cards(rows))

    def guest_names(self, match_id: str, game: str, kind: str) -> frozenset[str]:
        """Return the names of the cards of that kind which the guests of a match have added."""
        sql = "SELECT name FROM card WHERE owner = ? AND match = ? AND game = ? AND kind = ?"
        return frozenset(name for (name,) in self._database.recall(sql, (self._database.owner, match_id, game, kind)))

    def guest_count(self, match_id: str) -> int:
        """Return how many cards of all kinds the guests of a match have added."""
        sql = "SELECT count(*) FROM card WHERE owner = ? AND match = ?"
        return int(self._database.recall(sql, (self._database.owner, match_id))[0][0])

    def save(
        self, game: str, kind: str, name: str, data: WritableJson, match_id: str = "", *, replaces: str = ""
    ) -> None:
        """Store the data of a card as plain JSON: for the house, or for that match alone.

        The entry of the guests of the match ``replaces`` for this card is deleted.
        """
        row = (game, kind, name, canonical_json(data), self._database.owner, match_id)
        with self._adding("guests" if match_id else "house") as db:
            if replaces:
                db.execute(DELETE_CARD, (self._database.owner, game, kind, name, replaces))
            db.execute(INSERT_CARD, row)

    def delete(self, game: str, kind: str, name: str, *match_ids: str) -> None:
        """Delete a card from the house's list, or from the lists of those matches."""
        with self._database.atomic_write() as db:
            db.executemany(
                DELETE_CARD, [(self._database.owner, game, kind, name, match) for match in match_ids or ("",)]
            )

    def export(self, game: str = "") -> str:
        """Return the house's cards, of one game or of all, as text that ``read_card_file`` reads."""
        sql = (
            "SELECT game, kind, name, data FROM card WHERE owner = ? AND match = '' AND ? IN ('', game)"
            " ORDER BY game, kind, name"
        )
        rows = self._database.read(sql, (self._database.owner, game))
        cards = [[*row[:3], json.loads(row[3])] for row in rows]
        return json.dumps(
            {"sobremesa": "cards", "format": upgrades.FORMAT, "cards": cards}, ensure_ascii=False, indent=1
        )

    def import_rows(self, rows: Sequence[CardRow]) -> int:
        """Store exported cards and return their number."""
        with self._adding("house") as db:
            db.executemany(INSERT_CARD, [(*row[:3], canonical_json(row[3]), self._database.owner, "") for row in rows])
        return len(rows)


def _readable_cards(rows: Iterable[tuple[str, str]]) -> Iterator[tuple[str, JsonValue]]:
    """Yield the readable cards; a damaged one is skipped, because a card is not worth an error."""
    for name, data in rows:
        with suppress(TypeError, ValueError):
            yield str(name), json.loads(data)


class TooManyCardsError(ValueError):
    """The file holds more than ``MAX_CARDS``."""


def read_card_file(text: str) -> list[CardRow]:
    """Return the cards of an exported file, those of an older format upgraded.

    Raises ``NewerFileError``, or ``ValueError`` for any other or too large text.
    """
    if len(text) > MAX_CARDS_LENGTH:
        raise ValueError("too long")
    try:
        match json.loads(text):
            case {"sobremesa": "cards", "format": int(written), "cards": list(rows)}:
                if written > upgrades.FORMAT:
                    raise NewerFileError
                if len(rows) > MAX_CARDS:
                    raise TooManyCardsError
                if any(exceeds_depth(row) for row in rows):
                    raise ValueError("too deep")
                return [_read_card(row, written) for row in rows]
    except RecursionError as error:
        raise ValueError("too deep") from error
    raise ValueError("no file of cards")


def _read_card(row: JsonValue, written: int) -> CardRow:
    """Return a card of a file of that format. Raises ``ValueError``."""
    match row:
        case [str(game), str(kind), str(name), data]:
            with suppress(upgrades.UpgradeError):
                card = upgrades.upgrade_document("card", game, {"kind": kind, "name": name, "data": data}, written)
                match card:
                    case {"kind": str(kind), "name": str(name), "data": data}:
                        return game, kind, name, data
    raise ValueError("not a card")
