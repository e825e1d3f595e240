"""Tables that go on by themselves to the next throw, and where somebody stopped that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.base.observable import Observable

if TYPE_CHECKING:
    from .library import Library


class HandsFree(Observable):
    """Hands-free play of the tables of one library.

    It notifies its listeners when it is switched or stopped.
    """

    def __init__(self, library: Library) -> None:
        super().__init__()
        self._library = library
        self._stopped: dict[str, str] = {}

    def is_enabled_for(self, match_id: str) -> bool:
        """Return whether that match goes on by itself."""
        return self._library.setting(_setting_key(match_id), "off") == "on"

    def enable_for(self, match_id: str, enabled: bool) -> None:
        """Let that match go on by itself from now on, or stop it."""
        self._library.save_setting(_setting_key(match_id), "on" if enabled else "off")
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
