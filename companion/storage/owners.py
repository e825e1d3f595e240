"""Look-ups of a server for owners who do not know each other."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from .database import Database


class UnusedMatch(NamedTuple):
    """A match that nobody has opened since ``used``, a Unix time."""

    owner: str
    match_id: str
    used: float


class OwnerDirectory(Protocol):
    """The owners in a database.

    Every method is an indexed look-up, and raises ``StorageError`` where the database cannot be reached.
    """

    def database_of(self, owner: str) -> Database:
        """Return the database with that owner's rows only."""

    def owner_of_match(self, match_id: str) -> str:
        """Return whose match it is; empty if there is none."""

    def owner_of_invitation(self, invitation: str) -> str:
        """Return who has made this invitation, a table's or the host's; empty for a wrong one."""

    def owners_of_key(self, key_hash: str) -> dict[str, bool]:
        """Return the owners who let that key's device in, and whether as a host; hosts first."""

    def replace_key(self, key_hash: str, new_hash: str) -> None:
        """Replace a device's key with all owners."""

    def note_use(self, owner: str, match_id: str = "") -> None:
        """Note that a device has opened a page of that owner or match; once a day is enough."""

    def unused_matches(self, before: float, owner: str = "") -> tuple[UnusedMatch, ...]:
        """Return the matches that nobody has opened since a Unix time, all or those of one owner."""

    def unused_owners(self, before: float) -> tuple[str, ...]:
        """Return the owners without any match of whom no page was opened since a Unix time."""

    def erase(self, owner: str) -> None:
        """Erase all rows of that owner, and tell every process."""
