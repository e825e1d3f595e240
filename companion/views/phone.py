"""One phone at the tables: its language, its words, where it can go."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass

from companion.access import HOSTS, Access
from companion.library import Library
from companion.seating import Chair
from companion.storage import StorageTrouble
from companion.visitor import HOME, Visitor
from companion.words import Translate
from rules.engine import Refused

from .habits import USUAL, Habits


@dataclass(frozen=True)
class Phone:
    """What every page of one session needs; a new one is made when its language changes."""

    library: Library
    language: str
    words: Translate
    go: Callable[[str], None]
    speak: Callable[[str], None]
    """Change this phone's language."""
    dress: Callable[[str], None]
    """Change the theme: "system", "light" or "dark"."""
    habits: Habits = USUAL
    settle: Callable[[Habits], None] = lambda habits: None
    """Change what this phone is used to."""
    visitor: Visitor = HOME
    """Whose it is."""

    @property
    def theme(self) -> str:
        """The theme that was set: a guest's phone has its own, or begins with the host's."""
        own = "" if self.visitor.host else self.habits.theme
        return own or self.library.setting("theme", "system")

    def access(self, id: str) -> Access:
        """What it may read and change of what is remembered, at that table."""
        return Access(self.library.storage, self.visitor.host, id)

    def host_only(self) -> None:
        """Raise ``Refused`` (X-01) on a guest's phone."""
        if not self.visitor.host:
            raise Refused("X-01", HOSTS)

    def chair(self, id: str) -> Chair:
        """Its place at that table; until it has chosen one it looks on."""
        return self.library.chair(self.visitor, id) or Chair(watches=True)

    def recall(self, key: str) -> tuple[str, ...]:
        """A list that was remembered, empty if there is none."""
        try:
            kept = json.loads(self.library.setting(key, "[]"))
        except (ValueError, StorageTrouble):
            return ()
        return tuple(map(str, kept)) if isinstance(kept, list) else ()

    def remember(self, key: str, values: tuple[str, ...]) -> None:
        """Keep a list for the next time. Raises ``Refused`` on a guest's phone."""
        self.host_only()
        self.library.set(key, json.dumps(values, ensure_ascii=False))
