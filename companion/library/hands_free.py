"""Tables that go on by themselves to the next throw, and where somebody stopped that."""

from __future__ import annotations

from companion.base.observable import Observable
from companion.storage.settings import Settings


class HandsFree(Observable):
    """Hands-free play of the tables that have these ``settings``.

    It notifies its listeners when it is switched or stopped.
    """

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self._settings = settings
        self._stopped: dict[str, str] = {}

    def is_enabled_for(self, match_id: str) -> bool:
        """Return whether that match goes on by itself."""
        return self._settings.get(_setting_key(match_id), "off") == "on"

    def enable_for(self, match_id: str, enabled: bool) -> None:
        """Let that match go on by itself from now on, or stop it."""
        self._settings.save(_setting_key(match_id), "on" if enabled else "off")
        self.notify()

    def stop(self, match_id: str, prompt_id: str) -> None:
        """Let that question wait for a tap, because somebody has touched a screen."""
        self._stopped[match_id] = prompt_id
        self.notify()

    def goes_on(self, match_id: str, prompt_id: str) -> bool:
        """Return whether that question of the match may be answered by itself."""
        return self._stopped.get(match_id) != prompt_id and self.is_enabled_for(match_id)


def _setting_key(match_id: str) -> str:
    return f"hands_free.{match_id}"
