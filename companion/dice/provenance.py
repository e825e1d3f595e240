"""Provenance of rolls: read by a camera, typed by a person, or rolled by the software."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Literal, cast, get_args

from companion.access.permissions import Access
from companion.base.actors import CAMERA_ACTOR
from companion.storage.matches import Storage, StorageError
from companion.storage.records import Entry
from rules.engine import Choice, Dice, Event

from .corrections import record_reentered_roll

RollSource = Literal["camera", "looked", "typed", "virtual"]
"""Source of a roll; "typed" where nothing is known of it.

"camera": the camera's reading was beyond doubt and entered unchanged; "looked": a person confirmed or corrected it.
"""


def sources(match_id: str, storage: Storage) -> dict[int, RollSource]:
    """Return the source of every roll of that match that was not typed, by entry.

    Entries by the host's camera, entries with a picture, and entries that a person checked all count as "camera".
    Raises ``StorageError``.
    """
    seen = storage.database.read(
        "SELECT seq, 'camera' FROM entry WHERE match = ? AND by = ?"
        " UNION SELECT seq, 'camera' FROM picture WHERE match = ?",
        (match_id, CAMERA_ACTOR, match_id),
    )
    kept = storage.database.read("SELECT seq, how FROM throw WHERE match = ?", (match_id,))
    source_of = {int(seq): cast(RollSource, how) for seq, how in (*seen, *kept) if how in get_args(RollSource)}
    return {seq: "camera" if how == "looked" else how for seq, how in source_of.items()}


def record_misread_roll(
    match_id: str, undone: Sequence[Entry], choices: Sequence[Choice], event: Event, storage: Storage
) -> None:
    """Record a misreading: a camera's roll was undone, and a person says what it was.

    A disk without room is ignored and the game goes on.
    """
    dice = next(filter(None, (c.template.hole(Dice) for c in choices if undone and c.admits(event))), None)
    before = next((entry for entry in undone if type(entry.event) is type(event)), None)
    if dice is None or before is None:
        return
    with suppress(StorageError):
        if _is_unconfirmed(match_id, before, storage):
            record_reentered_roll(
                Access(storage, is_host=False, match_id=match_id),
                dice.kind,
                getattr(before.event, dice.name),
                getattr(event, dice.name),
            )


def _is_unconfirmed(match_id: str, entry: Entry, storage: Storage) -> bool:
    told = storage.database.read("SELECT how FROM throw WHERE match = ? AND seq = ?", (match_id, entry.seq))
    return entry.actor == CAMERA_ACTOR or told == [("camera",)]
