"""Terms of an owner on a public server: how much is kept, until when, and how it is erased."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

from companion.base.dates import SECONDS_PER_DAY
from companion.storage.database import KeptKind, Row, SqlTransaction
from companion.storage.matches import Storage, StorageError
from companion.storage.owners import OwnerDirectory, RetentionTerms
from rules.engine import Refused, Text

MAX_MATCHES = 300
"""Most games that an owner may keep."""
KEPT_DAYS = 90
"""Days after which a table that nobody uses is erased, and an owner without tables."""
ANNOUNCED_DAYS = 14
"""Days for which its erasing is announced before."""
TERMS = RetentionTerms(KEPT_DAYS * SECONDS_PER_DAY, ANNOUNCED_DAYS * SECONDS_PER_DAY, max_matches=100, max_owners=20)
MAX_PICTURE_BYTES = 100_000_000
"""Most bytes of pictures of rolls that an owner may keep; further rolls are kept without one."""
PICTURES_SETTING = "pictures"
"""Key of the setting that is "on" where the owner wants the pictures of rolls to be kept."""
TOO_MANY_MATCHES_TEXT = Text(
    "So many games are kept here that no other fits: delete some, or save them in a file first."
)
ROW_BYTES = 100
"""What a row counts beside its texts and pictures."""


class Limit(NamedTuple):
    """Most bytes that a query may count.

    The query's parameters are the owner, ``text`` is the refusal.
    """

    sql: str
    max_bytes: int
    text: Text


def _bytes_of(table: str, columns: str, condition: str = "owner = ?") -> str:
    """Return a query for the bytes in those columns."""
    lengths = " + ".join(f"coalesce(octet_length({column}), 0)" for column in columns.split())
    return f"SELECT coalesce(sum({ROW_BYTES} + {lengths}), 0) FROM {table} WHERE {condition}"


def _bytes_in_matches(table: str, columns: str) -> str:
    """Return a query for the bytes in a table whose rows are found by their match only."""
    of_one = _bytes_of(table, columns, "match = one.id")
    return f"SELECT coalesce(sum(({of_one})), 0) FROM match AS one WHERE owner = ?"


CARD_BYTES = _bytes_of("card", "game kind name data")
KEPT_LIMITS: dict[KeptKind, Limit] = {
    "games": Limit(
        f"{_bytes_of('match', 'id seats rulings')} UNION ALL {_bytes_in_matches('entry', 'by prompt_id event')}"
        f" UNION ALL {_bytes_in_matches('snapshot', 'state')}",
        150_000_000,
        Text("The games here take so much room that no other fits: delete some, or save them in a file first."),
    ),
    "house": Limit(
        f"{CARD_BYTES} UNION ALL {_bytes_of('setting', 'key value')} UNION ALL {_bytes_of('own_die', 'kind picture')}"
        f" UNION ALL {_bytes_of('correction', 'kind crop')} UNION ALL {_bytes_of('seen', 'kind')}",
        10_000_000,
        Text("Your cards, taught dice and corrections take so much room that no more fit: delete some first."),
    ),
    "guests": Limit(
        f"{CARD_BYTES} AND match <> ''",
        5_000_000,
        Text("The guests of these tables have added as many cards as fit. The host can still add some."),
    ),
}
"""The games of an owner, what is kept beside them, and the part of that which guests may add."""
PICTURE_BYTES = _bytes_in_matches("picture", "jpeg")


class Tenancy:
    """The terms of one owner."""

    def __init__(self, owners: OwnerDirectory, owner: str) -> None:
        self._owners, self._owner = owners, owner

    def require_room(self, match_count: int) -> None:
        """Raise ``Refused`` (X-01) if the owner keeps as many games as allowed."""
        if match_count >= MAX_MATCHES:
            raise Refused("X-01", TOO_MANY_MATCHES_TEXT)

    def require_bytes(self, db: SqlTransaction, kind: KeptKind) -> None:
        """Raise ``StorageError`` if more bytes are kept in that transaction than allowed."""
        for one in (kind, "house") if kind == "guests" else (kind,):
            limit = KEPT_LIMITS[one]
            if _sum(db.execute(limit.sql, (self._owner,) * limit.sql.count("?")).fetchall()) > limit.max_bytes:
                raise StorageError(limit.text)

    def keeps_pictures(self, storage: Storage) -> bool:
        """Return whether the picture of a roll is kept: the owner wants it and there is room."""
        with suppress(StorageError):
            if storage.settings.read(PICTURES_SETTING) == "on":
                return _sum(storage.database.read(PICTURE_BYTES, (self._owner,))) < MAX_PICTURE_BYTES
        return False

    def erasure_times(self) -> dict[str, float]:
        """Return the Unix times before which no table is erased, by match, where that is announced.

        Raises ``StorageError``.
        """
        return {
            one.match_id: max(one.used + TERMS.kept, one.announced + TERMS.announced)
            for one in self._owners.announced_matches(self._owner)
        }

    def is_host_elsewhere(self, device_id: str) -> bool:
        """Return whether that device is a host of another owner too. Raises ``StorageError``."""
        return self._owners.is_host_elsewhere(self._owner, device_id)

    def erase_everything(self) -> None:
        """Erase all that is kept of the owner, whose devices are strangers from then on.

        Raises ``StorageError``.
        """
        self._owners.erase(self._owner)


def _sum(rows: list[Row]) -> int:
    return sum(int(count) for (count,) in rows)
