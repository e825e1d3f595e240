"""What is remembered beside the matches: settings, and what the tables have taught us of cards."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from .codec import canonical
from .database import Database


class Remembered(Database):
    """The settings and the cards in the file."""

    def setting(self, key: str, default: str = "") -> str:
        """What was set, or the default."""
        found = self.read("SELECT value FROM setting WHERE key = ?", (key,))
        return str(found[0][0]) if found else default

    def set(self, key: str, value: str) -> None:
        """Remember a setting of this table's companion: the language, the theme."""
        self.write("INSERT OR REPLACE INTO setting VALUES (?, ?)", (key, value))

    def cards(self, game: str, kind: str) -> dict[str, Any]:
        """What the table has taught us about cards of that kind, by name."""
        sql = "SELECT name, data FROM card WHERE game = ? AND kind = ? ORDER BY name"
        return dict(_whole(self.read(sql, (game, kind))))

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


def _whole(rows: list[tuple[Any, ...]]) -> Iterator[tuple[str, Any]]:
    """The cards that can be read: what a table taught us is not worth stopping for."""
    for name, data in rows:
        with suppress(TypeError, ValueError):
            yield str(name), json.loads(data)


def _card(row: Any) -> tuple[str, str, str, str]:
    if not isinstance(row, list) or len(row) != 4 or not all(isinstance(word, str) for word in row[:3]):
        raise ValueError("not a card")
    return (row[0], row[1], row[2], canonical(row[3]))
