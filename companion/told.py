"""How throws came into the log: seen by a camera, typed by a person, or thrown by the machine."""

from __future__ import annotations

from contextlib import suppress
from typing import Literal, cast, get_args

from .seating import CAMERA
from .storage import Storage, StorageTrouble

How = Literal["camera", "typed", "virtual"]
"""How a throw was told; "typed" where nothing is known of it."""


def tell(match: str, seq: int, how: How, storage: Storage) -> None:
    """Keep how the throw of that entry was told; the game goes on without it where the disk has no room."""
    if how == "typed":
        return
    with suppress(StorageTrouble):
        storage.write("INSERT OR REPLACE INTO throw VALUES (?, ?, ?)", (match, seq, how))


def told(match: str, storage: Storage) -> dict[int, How]:
    """The entries of that match that were not typed, and how they were told. Raises ``StorageTrouble``.

    What the host's camera said, and what has a picture, was seen.
    """
    seen = storage.read(
        "SELECT seq, 'camera' FROM entry WHERE match = ?1 AND by = ?2"
        " UNION SELECT seq, 'camera' FROM picture WHERE match = ?1",
        (match, CAMERA),
    )
    kept = storage.read("SELECT seq, how FROM throw WHERE match = ?", (match,))
    return {int(seq): cast(How, how) for seq, how in (*seen, *kept) if how in get_args(How)}
