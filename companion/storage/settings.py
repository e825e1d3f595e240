"""Settings and custom cards, stored beside the matches."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress

from companion.base.canonical_json import canonical_json
from companion.base.input_limits import exceeds_depth
from companion.base.value_types import JsonValue, WritableJson
from rules.engine.aliases import resolve_name
from rules.persisted_aliases import load_aliases

from .database import Database

MAX_CARDS, MAX_CARDS_LENGTH = 2000, 4_000_000
"""Cards, and characters, of the largest imported file of cards."""
SETTING_KEYS = {
    "chips": "effects fetched last, by game; by match those of its guests",
    "loot": "loot cards played last by name, by game; by match those of its guests",
    "clock": "whether turns are timed, by match",
    "corrections": "whether corrections of the reader are kept",
    "dice": "what ordinary dice stand for, by kind",
    "forgotten": "names of players that are not offered any more",
    "hands_free": "whether the game goes on by itself, by match",
    "invitation": "the word that lets phones in",
    "language": "the language of the host's phone",
    "looks": "colors and signs of the players by name; by match those of its seats",
    "names": "the players' names of last time",
    "pictures": "whether a public server keeps the pictures of rolls",
    "players": "how many played last time, by game",
    "rescued": "what came of a damaged file",
    "rulings": "the settings of last time, by game",
    "theme": "the theme of the host's phone",
    "tray": "the match whose dice the host's camera reads, and whether it does, by match",
}
"""Known settings by the first word of their key; what follows a full stop says to what it applies."""
OLD_SETTING_KEYS: dict[str, str] = {}
"""First words of keys in older files, each with its present one, oldest first; no entry is ever removed."""
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
    """The settings and the cards in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def setting(self, key: str, default: str = "") -> str:
        """Return the value of a setting, or the default.

        It is read under an old key where nothing has been set under the present one.
        """
        for name in (key, *_old_keys(key)):
            found = self._database.recall(
                "SELECT value FROM setting WHERE owner = ? AND key = ?", (self._database.owner, name), of_log=False
            )
            if found:
                return str(found[0][0])
        return default

    def save_setting(self, key: str, value: str) -> None:
        """Store a setting of this house.

        Raises ``KeyError`` for a key that is not in ``SETTING_KEYS``.
        """
        if key.partition(".")[0] not in SETTING_KEYS:
            raise KeyError(key)
        self._database.write(INSERT_SETTING, (key, value, self._database.owner))

    def cards(self, game: str, kind: str, match_id: str = "") -> dict[str, JsonValue]:
        """Return the cards of that kind by name.

        They are those of the house, overridden by those of the match's guests. The keys of their data are the present
        names.
        """
        sql = (
            "SELECT name, data FROM card WHERE owner = ? AND game = ? AND kind = ? AND match IN ('', ?)"
            " ORDER BY name, match"
        )
        found, present = (
            _readable_cards(self._database.recall(sql, (self._database.owner, game, kind, match_id), of_log=False)),
            load_aliases(game).memory_data,
        )
        return {name: present(kind, data) for name, data in found}

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
        with self._database.atomic_write() as db:
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
        """Return the house's cards, of one game or of all, as text that ``import_cards`` reads."""
        sql = (
            "SELECT game, kind, name, data FROM card WHERE owner = ? AND match = '' AND ? IN ('', game)"
            " ORDER BY game, kind, name"
        )
        rows = self._database.read(sql, (self._database.owner, game))
        return json.dumps([[*row[:3], json.loads(row[3])] for row in rows], ensure_ascii=False, indent=1)

    def import_cards(self, text: str) -> int:
        """Store exported cards and return their number. Raises ``ValueError`` for anything else."""
        rows = [read_card_row(row) for row in _rows(text)]
        with self._database.atomic_write() as db:
            db.executemany(INSERT_CARD, [(*row[:3], canonical_json(row[3]), self._database.owner, "") for row in rows])
        return len(rows)


def _old_keys(key: str) -> list[str]:
    """Return the keys that it had in older files, the latest first."""
    word, dot, rest = key.partition(".")
    return [f"{old}{dot}{rest}" for old in reversed(OLD_SETTING_KEYS) if resolve_name(OLD_SETTING_KEYS, old) == word]


def _readable_cards(rows: Iterable[tuple[str, str]]) -> Iterator[tuple[str, JsonValue]]:
    """Yield the readable cards; a damaged one is skipped, because a card is not worth an error."""
    for name, data in rows:
        with suppress(TypeError, ValueError):
            yield str(name), json.loads(data)


def _rows(text: str) -> list[JsonValue]:
    """Return the rows of exported cards. Raises ``ValueError`` for other or too large data."""
    if len(text) > MAX_CARDS_LENGTH:
        raise ValueError("too long")
    try:
        rows = json.loads(text)
    except RecursionError as error:
        raise ValueError("too deep") from error
    if not isinstance(rows, list) or len(rows) > MAX_CARDS or any(exceeds_depth(row) for row in rows):
        raise ValueError("too many, or too deep")
    return rows


def read_card_row(row: JsonValue) -> tuple[str, str, str, JsonValue]:
    """Return game, kind, name and data of an exported card.

    Raises ``ValueError`` for anything else."""
    match row:
        case [str(game), str(kind), str(name), data]:
            return game, kind, name, data
    raise ValueError("not a card")
