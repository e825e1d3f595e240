"""How throws came into the log: seen by a camera, typed by a person, or thrown by the machine."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Literal, cast, get_args

from rules.engine import Choice, Dice, Event

from .access import Access
from .corrections import retold
from .entry import Entry
from .seating import CAMERA
from .storage import Storage, StorageTrouble

How = Literal["camera", "looked", "typed", "virtual"]
"""How a throw was told; "typed" where nothing is known of it.

By the "camera" it was read beyond doubt and told untouched; "looked" at, a person confirmed it or put it right.
"""


def tell(match: str, seq: int, how: How, storage: Storage) -> None:
    """Keep how the throw of that entry was told; the game goes on without it where the disk has no room."""
    if how == "typed":
        return
    with suppress(StorageTrouble):
        storage.write("INSERT OR REPLACE INTO throw VALUES (?, ?, ?)", (match, seq, how))


def told(match: str, storage: Storage) -> dict[int, How]:
    """The entries of that match that were not typed, and how they were told. Raises ``StorageTrouble``.

    What the host's camera said, what has a picture and what a person looked at was all seen by the camera.
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
    """A throw that the camera told by itself was taken back, and a person now types another: it was read wrong.

    The game goes on without it where the disk has no room.
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
