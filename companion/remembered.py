"""What is remembered beside the matches: settings, and what the tables have taught us of cards."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from rules.aliases import aliases
from rules.engine.aliases import resolved

from .canonical import canonical
from .database import Database

KEYS = {
    "chips": "effects fetched last, by game",
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


class Remembered(Database):
    """The settings and the cards in the file."""

    def setting(self, key: str, default: str = "") -> str:
        """What was set, or the default; under an old key where nothing has been set under the present one."""
        for name in (key, *_old_keys(key)):
            found = self.read("SELECT value FROM setting WHERE key = ?", (name,))
            if found:
                return str(found[0][0])
        return default

    def set(self, key: str, value: str) -> None:
        """Remember a setting of this table's companion. Raises ``KeyError`` for a key that is not among ``KEYS``."""
        if key.partition(".")[0] not in KEYS:
            raise KeyError(key)
        self.write("INSERT OR REPLACE INTO setting VALUES (?, ?)", (key, value))

    def cards(self, game: str, kind: str) -> dict[str, Any]:
        """What the table has taught us about cards of that kind, by name; its keys by their present names."""
        sql = "SELECT name, data FROM card WHERE game = ? AND kind = ? ORDER BY name"
        found, present = _whole(self.read(sql, (game, kind))), aliases(game).remembered
        return {name: present(kind, data) for name, data in found}

    def remember(self, game: str, kind: str, name: str, data: Any) -> None:
        """Keep what the table says of a card: plain JSON."""
        self.write("INSERT OR REPLACE INTO card VALUES (?, ?, ?, ?)", (game, kind, name, canonical(data)))

    def forget(self, game: str, kind: str, name: str) -> None:
        """Drop a card that was remembered."""
        self.write("DELETE FROM card WHERE game = ? AND kind = ? AND name = ?", (game, kind, name))

    def export_cards(self, game: str = "") -> str:
        """The remembered cards, of one game or of all, as a text that ``import_cards`` reads."""
        sql = "SELECT game, kind, name, data FROM card WHERE ? IN ('', game) ORDER BY game, kind, name"
        rows = self.read(sql, (game,))
        return json.dumps([[*row[:3], json.loads(row[3])] for row in rows], ensure_ascii=False, indent=1)

    def import_cards(self, text: str) -> int:
        """Remember exported cards; how many. Raises ``ValueError`` for anything else."""
        rows = [_card(row) for row in json.loads(text)]
        with self.all_or_nothing() as db:
            db.executemany("INSERT OR REPLACE INTO card VALUES (?, ?, ?, ?)", rows)
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


def _card(row: Any) -> tuple[str, str, str, str]:
    if not isinstance(row, list) or len(row) != 4 or not all(isinstance(word, str) for word in row[:3]):
        raise ValueError("not a card")
    return (row[0], row[1], row[2], canonical(row[3]))
