"""Provenance of rolls: read by a camera, typed by a person, or rolled by the software."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Literal, cast, get_args

from companion.access.permissions import Access
from companion.base.actors import CAMERA
from companion.storage.matches import Storage, StorageTrouble
from companion.storage.records import Entry
from rules.engine import Choice, Dice, Event

from .corrections import retold

How = Literal["camera", "looked", "typed", "virtual"]
"""Source of a roll; "typed" where nothing is known of it.

"camera": the camera's reading was beyond doubt and entered unchanged; "looked": a person confirmed or corrected it.
"""


def tell(match: str, seq: int, how: How, storage: Storage) -> None:
    """Save the source of that entry's roll; a disk without room is ignored and the game goes on."""
    if how == "typed":
        return
    with suppress(StorageTrouble):
        storage.write("INSERT OR REPLACE INTO throw VALUES (?, ?, ?)", (match, seq, how))


def told(match: str, storage: Storage) -> dict[int, How]:
    """Return the source of every roll of that match that was not typed, by entry.

    Entries by the host's camera, entries with a picture, and entries that a person checked all count as "camera".
    Raises ``StorageError``.
    """
    seen = storage.read(
        "SELECT seq, 'camera' FROM entry WHERE match = ?1 AND by = ?2"
        " UNION SELECT seq, 'camera' FROM picture WHERE match = ?1",
        (match, CAMERA),
    )
    kept = storage.read("SELECT seq, how FROM throw WHERE match = ?", (match,))
    ways = {int(seq): cast(How, how) for seq, how in (*seen, *kept) if how in get_args(How)}
    return {seq: "camera" if how == "looked" else how for seq, how in ways.items()}


def misread(match: str, taken: Entry, choices: Sequence[Choice], event: Event, storage: Storage) -> None:
    """Record a misreading: a camera's roll was undone, and a person now types another one.

    A disk without room is ignored and the game goes on.
    """
    dice = next((hole for c in choices if c.admits(event) for hole in c.does.holes if isinstance(hole, Dice)), None)
    if dice is None or type(taken.event) is not type(event):
        return
    with suppress(StorageTrouble):
        if _untouched(match, taken, storage):
            retold(
                Access(storage, host=False, match=match),
                dice.kind,
                getattr(taken.event, dice.name),
                getattr(event, dice.name),
            )


def _untouched(match: str, entry: Entry, storage: Storage) -> bool:
    told = storage.read("SELECT how FROM throw WHERE match = ? AND seq = ?", (match, entry.seq))
    return entry.by == CAMERA or told == [("camera",)]
