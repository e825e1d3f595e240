"""Provenance of rolls: read by a camera, typed by a person, or rolled by the software."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Literal, TypeAlias, cast, get_args

from companion.access.permissions import Access
from companion.base.actors import CAMERA_ACTOR
from companion.storage.matches import Storage, StorageError
from companion.storage.records import Entry
from rules.engine import CardKind, Cards, Choice, Dice, DieKind, Event

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
    match_id: str,
    undone: Sequence[Entry],
    since: Sequence[Entry],
    choices: Sequence[Choice],
    event: Event,
    storage: Storage,
) -> None:
    """Record a misreading: a camera's roll was undone, and a person says what it was.

    Cards that were read together may be said one by one: ``since`` are the answers since the undo. A disk without room
    is ignored and the game goes on.
    """
    said = [entry.event for entry in since]
    for entry in undone:
        found = _dice_of_both(choices, entry.event, event) if not since else None
        found = found or _cards_of_both(choices, entry.event, said, event)
        if found is not None:
            break
    else:
        return
    with suppress(StorageError):
        if _is_unconfirmed(match_id, entry, storage):
            record_reentered_roll(Access(storage, is_host=False, match_id=match_id), *found)


Misreading: TypeAlias = tuple[DieKind | CardKind | None, tuple[int, ...], tuple[int, ...]]
"""The kind of dice or cards, the numbers that were read, and those that were entered after that was undone."""


def _dice_of_both(choices: Sequence[Choice], before: Event, event: Event) -> Misreading | None:
    """Return what two answers with dice to the same question say; None for others."""
    dice = next(filter(None, (c.template.hole(Dice) for c in choices if c.admits(event))), None)
    if dice is None or type(before) is not type(event):
        return None
    return dice.kind, getattr(before, dice.name), getattr(event, dice.name)


def _cards_of_both(choices: Sequence[Choice], before: Event, said: Sequence[Event], event: Event) -> Misreading | None:
    """Return what two answers say of the cards of the same seats; None for other answers.

    What was ``said`` between them must be of other seats whose cards were read. A number without its suit is the card
    that was read if that has the number.
    """
    hole = next(filter(None, (c.template.hole(Cards) for c in choices if c.admits(event))), None)
    if hole is None or hole.kind is None:
        return None
    kind, read, entered = hole.kind, _cards_by_seat(hole, before), _cards_by_seat(hole, event)
    known = [_cards_by_seat(hole, one).keys() for one in said]
    seats = [seat for seat in entered if seat in read]
    if not seats or not all(each and each <= read.keys() and each.isdisjoint(seats) for each in known):
        return None
    faces = [(kind.face_of(read[seat]), kind.face_of(entered[seat])) for seat in seats]
    told = (was if not is_.sign and was.rank == is_.rank else is_ for was, is_ in faces)
    return kind, tuple(kind.number_of(was.value) for was, _ in faces), tuple(kind.number_of(is_.value) for is_ in told)


def _cards_by_seat(hole: Cards, event: Event) -> Mapping[int | None, str]:
    """Return the cards that an event says by that hole, by the seat whose they are."""
    seats = getattr(event, "seats", None) or (getattr(event, "seat", None),)
    return dict(zip(seats, getattr(event, hole.name, ()), strict=False))


def _is_unconfirmed(match_id: str, entry: Entry, storage: Storage) -> bool:
    told = storage.database.read("SELECT how FROM throw WHERE match = ? AND seq = ?", (match_id, entry.seq))
    return entry.actor == CAMERA_ACTOR or told == [("camera",)]
