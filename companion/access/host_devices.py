"""Devices of the host: how many there may be, and which one makes room for another.

The day on which each was last seen is a setting of its owner.
"""

from __future__ import annotations

import json
from collections.abc import Container

from companion.storage.database import SqlTransaction
from companion.storage.settings import INSERT_SETTING
from rules.engine import Refused, Text

MAX_HOST_DEVICES = 40
"""Most devices that the host's invitation lets in; this computer's own browser is none of them."""
SEEN_SETTING = "devices"
"""Key of the setting that holds the day on which each device of the host was last seen, in the order of arrival."""
DAY_SECONDS = 86_400
TOO_MANY_DEVICES_TEXT = Text(
    "So many devices of the host's are open now that no other gets in. Close Sobremesa on one of them first."
)


def day_of(now: float) -> int:
    """Return the number of the day of a Unix time."""
    return int(now // DAY_SECONDS)


def note_seen(db: SqlTransaction, owner: str, device_id: str, today: int) -> None:
    """Note that a device of the host is here today."""
    known = _days(db)
    if known.get(device_id) != today:
        present = {id for (id,) in db.execute("SELECT id FROM guest WHERE host <> 0").fetchall()}
        days = {id: day for id, day in {**known, device_id: today}.items() if id in present}
        db.execute(INSERT_SETTING, (SEEN_SETTING, json.dumps(days), owner))


def make_room(db: SqlTransaction, online: Container[str]) -> str:
    """Make room for one more device of the host; return the id of one that goes for it.

    It is empty where there is room, else the one that was not seen for longest.
    Of those seen on the same day the last to arrive goes, so that many new ones at once remove no old one. Raises
    ``Refused`` if all are online.
    """
    present = [id for (id,) in db.execute("SELECT id FROM guest WHERE host <> 0 AND id <> ''").fetchall()]
    if len(present) < MAX_HOST_DEVICES:
        return ""
    days = _days(db)
    order = {id: number for number, id in enumerate(days)}
    absent = [id for id in present if id not in online]
    if not absent:
        raise Refused("X-01", TOO_MANY_DEVICES_TEXT)
    gone = min(absent, key=lambda id: (days.get(id, 0), -order.get(id, 0)))
    db.execute("DELETE FROM place WHERE guest = ?", (gone,))
    db.execute("DELETE FROM guest WHERE id = ?", (gone,))
    return str(gone)


def _days(db: SqlTransaction) -> dict[str, int]:
    found = db.execute("SELECT value FROM setting WHERE key = ?", (SEEN_SETTING,)).fetchone()
    try:
        days = json.loads(found[0]) if found else {}
    except ValueError:
        return {}
    return {str(id): day for id, day in days.items() if isinstance(day, int)} if isinstance(days, dict) else {}
