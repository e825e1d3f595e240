"""One phone: its language, translations, navigation and settings."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass

from companion.access.permissions import HOSTS, Access
from companion.access.visitor import HOME, Visitor
from companion.i18n import Translate
from companion.library.library import Library
from companion.match.roles import Chair
from companion.storage.matches import StorageTrouble
from companion.ui.design.preferences import USUAL, Habits
from rules.engine import Refused


@dataclass(frozen=True)
class Phone:
    """What every page of one session needs; a language change makes a new one."""

    library: Library
    language: str
    words: Translate
    go: Callable[[str], None]
    speak: Callable[[str], None]
    """Change this phone's language."""
    dress: Callable[[str], None]
    """Set the theme mode: "system", "light" or "dark"."""
    habits: Habits = USUAL
    settle: Callable[[Habits], None] = lambda habits: None
    """Save this phone's preferences."""
    visitor: Visitor = HOME
    """Whose phone it is."""

    @property
    def theme(self) -> str:
        """The theme mode in effect: a guest's own, else the host's."""
        own = "" if self.visitor.host else self.habits.theme
        return own or self.library.setting("theme", "system")

    def access(self, id: str) -> Access:
        """Return what this phone may read and change of the remembered data, at that table."""
        return Access(self.library.storage, self.visitor.host, id)

    def host_only(self) -> None:
        """Raise ``Refused`` (X-01) on a guest's phone."""
        if not self.visitor.host:
            raise Refused("X-01", HOSTS)

    def chair(self, id: str) -> Chair:
        """Return this phone's role at that table; it watches until it has chosen one."""
        return self.library.chair(self.visitor, id) or Chair(watches=True)

    def recall(self, key: str) -> tuple[str, ...]:
        """Return a saved list, empty if there is none."""
        try:
            kept = json.loads(self.library.setting(key, "[]"))
        except (ValueError, StorageTrouble):
            return ()
        return tuple(map(str, kept)) if isinstance(kept, list) else ()

    def remember(self, key: str, values: tuple[str, ...]) -> None:
        """Save a list for the next match. Raises ``Refused`` on a guest's phone."""
        self.host_only()
        self.library.set(key, json.dumps(values, ensure_ascii=False))
