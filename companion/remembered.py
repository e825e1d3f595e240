"""What is remembered beside the matches: settings, and what the tables have taught us of cards."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from rules.aliases import aliases
from rules.engine.aliases import resolved

from .bounds import deeper
from .canonical import canonical
from .database import Database
from .schema import HOUSE

CARDS, CARDS_HEAVIEST = 2000, 4_000_000
"""Cards, and bytes, of the largest file of cards that is taken in."""
KEYS = {
    "chips": "effects fetched last, by game; by match those of its guests",
    "clock": "whether turns are timed, by match",
    "corrections": "whether corrections of the reader are kept",
    "dice": "what ordinary dice stand for, by kind",
    "invitation": "the word that lets phones in",
    "language": "the language of the host's phone",
    "names": "the players' names of last time",
    "players": "how many played last time, by game",
    "rescued": "what came of a damaged file",
    "rulings": "the settings of last time, by game",
    "theme": "the theme of the host's phone",
    "tray": "the match whose dice the host's camera reads, and whether it does, by match",
}
"""What is remembered as a setting, by the first word of its key; what follows a full stop says of what it is."""
OLD_KEYS: dict[str, str] = {}
"""First words of keys in older files, each with the present one, oldest first; no entry is ever taken out."""
KEEP = "INSERT OR REPLACE INTO card(game, kind, name, data, owner, match) VALUES (?, ?, ?, ?, ?, ?)"
FORGET = "DELETE FROM card WHERE owner = ? AND game = ? AND kind = ? AND name = ? AND match = ?"


class Remembered(Database):
    """The settings and the cards in the file."""

    def setting(self, key: str, default: str = "") -> str:
        """What was set, or the default; under an old key where nothing has been set under the present one."""
        for name in (key, *_old_keys(key)):
            found = self.read("SELECT value FROM setting WHERE owner = ? AND key = ?", (HOUSE, name))
            if found:
                return str(found[0][0])
        return default

    def set(self, key: str, value: str) -> None:
        """Remember a setting of this table's companion. Raises ``KeyError`` for a key that is not among ``KEYS``."""
        if key.partition(".")[0] not in KEYS:
            raise KeyError(key)
        self.write("INSERT OR REPLACE INTO setting(key, value, owner) VALUES (?, ?, ?)", (key, value, HOUSE))

    def cards(self, game: str, kind: str, match: str = "") -> dict[str, Any]:
        """What the house knows of cards of that kind, by name, and over it what the guests of that match say of them.

        Their keys are by their present names.
        """
        sql = (
            "SELECT name, data FROM card WHERE owner = ? AND game = ? AND kind = ? AND match IN ('', ?)"
            " ORDER BY name, match"
        )
        found, present = _whole(self.read(sql, (HOUSE, game, kind, match))), aliases(game).remembered
        return {name: present(kind, data) for name, data in found}

    def added(self, match: str, game: str, kind: str) -> frozenset[str]:
        """The names of the cards of that kind which the guests of a match have added."""
        sql = "SELECT name FROM card WHERE owner = ? AND match = ? AND game = ? AND kind = ?"
        return frozenset(name for (name,) in self.read(sql, (HOUSE, match, game, kind)))

    def adds(self, match: str) -> int:
        """How many cards of all kinds the guests of a match have added."""
        sql = "SELECT count(*) FROM card WHERE owner = ? AND match = ?"
        return int(self.read(sql, (HOUSE, match))[0][0])

    def remember(self, game: str, kind: str, name: str, data: Any, match: str = "", *, replaces: str = "") -> None:
        """Keep what is said of a card, plain JSON: for the house, or for that match alone.

        What the guests of the match ``replaces`` said of it is dropped.
        """
        row = (game, kind, name, canonical(data), HOUSE, match)
        with self.all_or_nothing() as db:
            if replaces:
                db.execute(FORGET, (HOUSE, game, kind, name, replaces))
            db.execute(KEEP, row)

    def forget(self, game: str, kind: str, name: str, *matches: str) -> None:
        """Drop a card from the house's list, or from the lists of those matches."""
        with self.all_or_nothing() as db:
            db.executemany(FORGET, [(HOUSE, game, kind, name, match) for match in matches or ("",)])

    def export_cards(self, game: str = "") -> str:
        """The house's cards, of one game or of all, as a text that ``import_cards`` reads."""
        sql = (
            "SELECT game, kind, name, data FROM card WHERE owner = ? AND match = '' AND ? IN ('', game)"
            " ORDER BY game, kind, name"
        )
        rows = self.read(sql, (HOUSE, game))
        return json.dumps([[*row[:3], json.loads(row[3])] for row in rows], ensure_ascii=False, indent=1)

    def import_cards(self, text: str) -> int:
        """Remember exported cards; how many. Raises ``ValueError`` for anything else."""
        rows = [_card(row) for row in _rows(text)]
        with self.all_or_nothing() as db:
            db.executemany(KEEP, [(*row, HOUSE, "") for row in rows])
        return len(rows)


def _old_keys(key: str) -> list[str]:
    """The keys that it had in older files, the latest first."""
    word, dot, rest = key.partition(".")
    return [f"{old}{dot}{rest}" for old in reversed(OLD_KEYS) if resolved(OLD_KEYS, old) == word]


def _whole(rows: list[tuple[Any, ...]]) -> Iterator[tuple[str, Any]]:
    """The cards that can be read: what a table taught us is not worth stopping for."""
    for name, data in rows:
        with suppress(TypeError, ValueError):
            yield str(name), json.loads(data)


def _rows(text: str) -> list[Any]:
    """The rows of exported cards. Raises ``ValueError`` for anything else, or too much of it."""
    if len(text) > CARDS_HEAVIEST:
        raise ValueError("too long")
    try:
        rows = json.loads(text)
    except RecursionError as error:
        raise ValueError("too deep") from error
    if not isinstance(rows, list) or len(rows) > CARDS or any(deeper(row) for row in rows):
        raise ValueError("too many, or too deep")
    return rows


def _card(row: Any) -> tuple[str, str, str, str]:
    if not isinstance(row, list) or len(row) != 4 or not all(isinstance(word, str) for word in row[:3]):
        raise ValueError("not a card")
    return (row[0], row[1], row[2], canonical(row[3]))
