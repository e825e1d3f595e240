"""Settings, stored beside the matches."""

from __future__ import annotations

from companion.base.errors import StorageError
from companion.base.observable import Observable

from .database import Database

SETTING_KEYS = {
    "chips": "effects fetched last, by game; by match those of its guests",
    "loot": "loot cards played last by name, by game; by match those of its guests",
    "clock": "whether turns are timed, by match",
    "corrections": "whether corrections of the reader are kept",
    "devices": "the day on which each device of the host was last seen",
    "dice": "what ordinary dice stand for, by kind",
    "exported": "since when games are counted until the reminder to export them",
    "forgotten": "names of players that are not offered any more",
    "hands_free": "whether the game goes on by itself, by match",
    "install": "whether the page is not wanted on the home screen",
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


class Settings(Observable):
    """The settings of one household or owner, the same for every device.

    They notify their listeners when one was saved. They are not limited: the app names and fills them.
    """

    def __init__(self, database: Database) -> None:
        super().__init__()
        self._database = database

    def get(self, key: str, default: str = "") -> str:
        """Return the value of a setting, or the default, also where the database cannot be read."""
        try:
            return self.read(key, default)
        except StorageError:
            return default

    def read(self, key: str, default: str = "") -> str:
        """Return the value of a setting, or the default. Raises ``StorageError``."""
        found = self._database.recall(
            "SELECT value FROM setting WHERE owner = ? AND key = ?", (self._database.owner, key), of_log=False
        )
        return str(found[0][0]) if found else default

    def save(self, key: str, value: str) -> None:
        """Change a setting for everybody.

        Raises ``StorageError``, or ``KeyError`` for a key that is not in ``SETTING_KEYS``.
        """
        if key.partition(".")[0] not in SETTING_KEYS:
            raise KeyError(key)
        self._database.write(INSERT_SETTING, (key, value, self._database.owner))
        self.notify()
