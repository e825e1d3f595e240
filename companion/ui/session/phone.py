"""One phone: its language, navigation and settings."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass

from companion.access.permissions import HOST_ONLY_TEXT, THIS_COMPUTER_ONLY_TEXT, Access
from companion.access.visitor import LOCAL_BROWSER, Visitor
from companion.library.library import Library
from companion.match.roles import DeviceRole
from companion.storage.matches import StorageError
from companion.ui.design.preferences import DEFAULT_PREFERENCES, Preferences
from rules.engine import Refused


@dataclass(frozen=True)
class Phone:
    """What every page of one session needs; a language change makes a new one."""

    library: Library
    language: str
    go: Callable[[str], None]
    set_language: Callable[[str], None]
    """Change this phone's language."""
    set_mode: Callable[[str], None]
    """Set the theme mode: "system", "light" or "dark"."""
    preferences: Preferences = DEFAULT_PREFERENCES
    set_preferences: Callable[[Preferences], None] = lambda habits: None
    """Save this phone's preferences."""
    visitor: Visitor = LOCAL_BROWSER
    """Whose phone it is."""

    @property
    def mode(self) -> str:
        """The theme mode in effect: a guest's own, else the host's."""
        guest_mode = "" if self.visitor.is_host else self.preferences.theme
        return guest_mode or self.library.settings.get("theme", "system")

    def access(self, match_id: str) -> Access:
        """Return what this phone may read and change of the remembered data, at that table."""
        return Access(self.library.storage, self.visitor.is_host, match_id)

    def require_host(self) -> None:
        """Raise ``Refused`` (X-01) on a guest's phone."""
        if not self.visitor.is_host:
            raise Refused("X-01", HOST_ONLY_TEXT)

    @property
    def is_this_computer(self) -> bool:
        """Whether it is the browser of the computer that serves."""
        return self.visitor == LOCAL_BROWSER

    def require_this_computer(self) -> None:
        """Raise ``Refused`` (X-01) on every phone, also on one of the host's."""
        if not self.is_this_computer:
            raise Refused("X-01", THIS_COMPUTER_ONLY_TEXT)

    def role_at(self, match_id: str) -> DeviceRole:
        """Return this phone's role at that table; it watches until it has chosen one."""
        return self.library.matches.role_of(self.visitor, match_id) or DeviceRole(is_spectator=True)

    def load_list(self, key: str) -> tuple[str, ...]:
        """Return a saved list, empty if there is none."""
        try:
            values = json.loads(self.library.settings.get(key, "[]"))
        except (ValueError, StorageError):
            return ()
        return tuple(map(str, values)) if isinstance(values, list) else ()

    def save_list(self, key: str, values: tuple[str, ...]) -> None:
        """Save a list for the next match. Raises ``Refused`` on a guest's phone."""
        self.require_host()
        self.library.settings.save(key, json.dumps(values, ensure_ascii=False))
