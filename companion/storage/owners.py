"""Look-ups of a server for owners who do not know each other."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from .database import Database


class AnnouncedMatch(NamedTuple):
    """A match that nobody has used since ``used``, whose erasing was ``announced``: Unix times."""

    match_id: str
    used: float
    announced: float


class RetentionTerms(NamedTuple):
    """When what nobody uses is erased, and how much of it at once."""

    kept: float
    """Seconds after the last use before which nothing is erased."""
    announced: float
    """Seconds after its announcement before which nothing is erased."""
    max_matches: int
    max_owners: int


class Swept(NamedTuple):
    """How many matches, and owners without any, were erased; ``more_waits`` for the next time."""

    matches: int = 0
    owners: int = 0
    more_waits: bool = False


class OwnerDirectory(Protocol):
    """The owners in a database.

    Every method but ``erase_unused`` is an indexed look-up, and raises ``StorageError`` where the database cannot be
    reached.
    """

    def database_of(self, owner: str) -> Database:
        """Return the database with that owner's rows only."""

    def owner_of_match(self, match_id: str) -> str:
        """Return whose match it is; empty if there is none."""

    def owner_of_invitation(self, invitation: str) -> str:
        """Return who has made this invitation, a table's or the host's; empty for a wrong one."""

    def owners_of_key(self, key_hash: str) -> dict[str, bool]:
        """Return the owners who let that key's device in, and whether as a host; hosts first."""

    def is_host_elsewhere(self, owner: str, device_id: str) -> bool:
        """Return whether the key of that owner's device makes it a host of another owner too."""

    def replace_key(self, key_hash: str, new_hash: str) -> None:
        """Replace a device's key with all owners."""

    def now(self) -> float:
        """Return the Unix time of the database, by which uses are noted and things erased."""

    def note_use(self, owner: str, match_id: str = "") -> None:
        """Note that a page of that owner or match is open; once an hour is enough.

        A use ends the announcement of an erasing. The database notes new matches and answers by itself.
        """

    def announced_matches(self, owner: str) -> tuple[AnnouncedMatch, ...]:
        """Return the matches of that owner whose erasing is announced."""

    def erase_unused(self, terms: RetentionTerms) -> Swept:
        """Announce the erasing of what nobody uses, and erase what was announced and still not used."""

    def erase(self, owner: str) -> None:
        """Erase all rows of that owner, and tell every process."""
