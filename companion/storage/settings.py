"""Settings and custom cards, stored beside the matches."""

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
SETTING_KEYS = {
    "chips": "effects fetched last, by game; by match those of its guests",
    "loot": "loot cards played last by name, by game; by match those of its guests",
    "clock": "whether turns are timed, by match",
    "corrections": "whether corrections of the reader are kept",
    "devices": "the day on which each device of the host was last seen",
    "dice": "what ordinary dice stand for, by kind",
    "forgotten": "names of players that are not offered any more",
    "hands_free": "whether the game goes on by itself, by match",
    "invitation": "the word that lets phones in",
    "language": "the language of the host's phone",
    "looks": "colors and signs of the players by name; by match those of its seats",
    "names": "the players' names of last time",
    "pictures": "whether a public server keeps the pictures of rolls",
    "players": "how many played last time, by game",
    "plays": "plays imported from BG Stats, by game",
    "rescued": "what came of a damaged file",
    "rulings": "the settings of last time, by game",
    "theme": "the theme of the host's phone",
    "tray": "the match whose dice the host's camera reads, and whether it does, by match",
}
"""Known settings by the first word of their key; what follows a full stop says to what it applies."""
INSERT_SETTING = (
    "INSERT INTO setting(key, value, owner) VALUES (?, ?, ?)"
    " ON CONFLICT(owner, key) DO UPDATE SET value = excluded.value"
)
INSERT_CARD = (
    "INSERT INTO card(game, kind, name, data, owner, match) VALUES (?, ?, ?, ?, ?, ?)"
    " ON CONFLICT(owner, match, game, kind, name) DO UPDATE SET data = excluded.data"
)
DELETE_CARD = "DELETE FROM card WHERE owner = ? AND game = ? AND kind = ? AND name = ? AND match = ?"


class SettingsStore:
    """The settings and the cards in a database.

    ``adding`` is the storage's transaction for what is limited. Single settings are not: the app names and fills them.
    """

    def __init__(
        self, database: Database, adding: Callable[[KeptKind], AbstractContextManager[SqlTransaction]]
    ) -> None:
        self._database, self._adding = database, adding

    def setting(self, key: str, default: str = "") -> str:
        """Return the value of a setting, or the default."""
        found = self._database.recall(
            "SELECT value FROM setting WHERE owner = ? AND key = ?", (self._database.owner, key), of_log=False
        )
        return str(found[0][0]) if found else default

    def save_setting(self, key: str, value: str) -> None:
        """Store a setting of this house.

        Raises ``KeyError`` for a key that is not in ``SETTING_KEYS``.
        """
        if key.partition(".")[0] not in SETTING_KEYS:
            raise KeyError(key)
        self._database.write(INSERT_SETTING, (key, value, self._database.owner))

    def cards(self, game: str, kind: str, match_id: str = "") -> dict[str, JsonValue]:
        """Return the cards of that kind by name.

        They are those of the house, overridden by those of the match's guests.
        """
        sql = (
            "SELECT name, data FROM card WHERE owner = ? AND game = ? AND kind = ? AND match IN ('', ?)"
            " ORDER BY name, match"
        )
        rows = self._database.recall(sql, (self._database.owner, game, kind, match_id), of_log=False)
        return dict(_readable_cards(rows))

    def guest_card_names(self, match_id: str, game: str, kind: str) -> frozenset[str]:
        """Return the names of the cards of that kind which the guests of a match have added."""
        sql = "SELECT name FROM card WHERE owner = ? AND match = ? AND game = ? AND kind = ?"
        return frozenset(name for (name,) in self._database.recall(sql, (self._database.owner, match_id, game, kind)))

    def guest_card_count(self, match_id: str) -> int:
        """Return how many cards of all kinds the guests of a match have added."""
        sql = "SELECT count(*) FROM card WHERE owner = ? AND match = ?"
        return int(self._database.recall(sql, (self._database.owner, match_id))[0][0])

    def save_card(
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

    def delete_card(self, game: str, kind: str, name: str, *match_ids: str) -> None:
        """Delete a card from the house's list, or from the lists of those matches."""
        with self._database.atomic_write() as db:
            db.executemany(
                DELETE_CARD, [(self._database.owner, game, kind, name, match) for match in match_ids or ("",)]
            )

    def export_cards(self, game: str = "") -> str:
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

    def import_cards(self, rows: Sequence[CardRow]) -> int:
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
