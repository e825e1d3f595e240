"""Device roles at a table: what a device may say and for which seats, and what it may see."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from companion.base.actors import CAMERA, HOST, PHONE
from rules.engine import Choice, Dice, Event, Prompt, Refused, Seats, Text, speaks_for

LOOKS_ON = Text("This phone only looks on. Take a seat to play.")
ANYBODY = (-1,)
"""Placeholder seats of an answer that any device may give."""


@dataclass(frozen=True, slots=True)
class Chair:
    """The role of a device at one table: a seat, the middle of the table, or a spectator."""

    seat: int | None = None
    """The seat that the device speaks for; None in the middle of the table."""
    host: bool = False
    watches: bool = False
    camera: bool = False
    """Whether it is the host's camera, which enters dice and nothing else."""

    def name(self, seats: tuple[str, ...]) -> str:
        """Return the actor name that the log uses for this role."""
        if self.camera:
            return CAMERA
        if self.seat is not None:
            return seats[self.seat]
        return HOST if self.host else PHONE


MIDDLE = Chair(host=True)
"""The host's device in the middle of the table: alone it runs the whole table."""
TRAY = Chair(camera=True)
"""The host's camera over the dice tray."""


def may(chair: Chair, seats: Iterable[int], taken: Collection[int]) -> bool:
    """Return whether the device may answer for those seats (X-01).

    The host may for all seats, others for their own seat and for seats that no device has claimed, spectators for none.
    """
    if chair.watches or chair.camera:
        return False
    return chair.host or all(seat == chair.seat or seat not in taken for seat in seats)


def voice(chair: Chair, seats: Iterable[int], taken: AbstractSet[int]) -> tuple[int, ...]:
    """Return those of the seats that a plain tap on this device answers for.

    They are its own seat and the unclaimed ones.
    """
    return tuple(seat for seat in seats if not chair.watches and (seat == chair.seat or seat not in taken))


def own(switch: str, seat: int) -> bool:
    """Return whether that switch is a stop of this seat: where the seat wants to be asked."""
    return switch.startswith("stop.") and switch.endswith(f"@{seat}")


def sees(chair: Chair, seats: int, taken: AbstractSet[int]) -> frozenset[int]:
    """Return the seats whose secrets the device shows.

    That is its own seat, or in the middle of the table all unclaimed seats.
    """
    if chair.watches:
        return frozenset()
    return frozenset(range(seats)) - taken if chair.seat is None else frozenset((chair.seat,))


def admit(
    chair: Chair,
    asked: Prompt | None,
    choices: Iterable[Choice],
    event: Event,
    names: tuple[str, ...],
    taken: Collection[int],
) -> None:
    """Raise ``Refused`` where this device may not give that answer.

    Invalid answers are left to the rules. Dice may be entered from any device, because any phone may be the camera.
    ``prompt`` is None for a remark.
    """
    speakers = [seats for choice in choices if choice.admits(event) for seats in _speakers(asked, choice, event)]
    if not speakers or any(seats is ANYBODY or may(chair, seats, taken) for seats in speakers):
        return
    if chair.watches:
        raise Refused("X-01", LOOKS_ON)
    theirs = dict.fromkeys(seat for seats in speakers for seat in seats if not may(chair, (seat,), taken))
    raise Refused("X-01", Text("That is for {who} to say.", who=", ".join(names[seat] for seat in theirs)))


def _speakers(asked: Prompt | None, choice: Choice, event: Event) -> tuple[tuple[int, ...], ...]:
    """Return the alternatives of seats in whose name the answer may be given.

    Where several seats are asked together, any of them may answer.
    """
    if any(isinstance(hole, Dice) for hole in choice.does.holes):
        return (ANYBODY,)
    if asked is None:
        return (() if choice.seat is None else (choice.seat,),)
    seats = speaks_for(asked, choice, event)
    named = choice.seat is not None or any(isinstance(hole, Seats) for hole in choice.does.holes)
    return (seats,) if named else tuple((seat,) for seat in seats)
