"""Who sits where: what a phone at the table may say, and in whose name it says it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from rules.engine import Choice, Dice, Event, Prompt, Refused, Seats, Text, speaks_for

HOST = "host"
"""What the log calls the host's phone while it speaks for nobody in particular."""
PHONE = "phone"
"""What it calls another that lies in the middle of the table."""
CAMERA = "camera"
"""What it calls the host's camera, which says what it reads by itself."""
LOOKS_ON = Text("This phone only looks on. Take a seat to play.")
ANYBODY = (-1,)
"""In the name of nobody in particular: no phone is barred from it."""


@dataclass(frozen=True, slots=True)
class Chair:
    """A phone's place at one table: a seat, the middle of the table, or where one only looks on."""

    seat: int | None = None
    """The seat that it speaks for; None in the middle of the table."""
    host: bool = False
    watches: bool = False
    camera: bool = False
    """It is the host's camera: it says what dice show, and nothing else."""

    def name(self, seats: tuple[str, ...]) -> str:
        """What the log calls whoever sits here."""
        if self.camera:
            return CAMERA
        if self.seat is not None:
            return seats[self.seat]
        return HOST if self.host else PHONE


MIDDLE = Chair(host=True)
"""The host's phone among the cards: alone it runs the whole table."""
TRAY = Chair(camera=True)
"""The host's camera over the place where dice are thrown."""


def may(chair: Chair, seats: Iterable[int], taken: Collection[int]) -> bool:
    """X-01: whether it may answer in the name of those seats.

    The host may for anyone, others for themselves and for seats that no phone has taken; who looks on for nobody.
    """
    if chair.watches or chair.camera:
        return False
    return chair.host or all(seat == chair.seat or seat not in taken for seat in seats)


def voice(chair: Chair, seats: Iterable[int], taken: AbstractSet[int]) -> tuple[int, ...]:
    """Those of the seats for whom a plain tap of this phone is meant: its own and those without a phone."""
    return tuple(seat for seat in seats if not chair.watches and (seat == chair.seat or seat not in taken))


def own(switch: str, seat: int) -> bool:
    """Whether that switch says where this seat wants to be asked."""
    return switch.startswith("stop.") and switch.endswith(f"@{seat}")


def sees(chair: Chair, seats: int, taken: AbstractSet[int]) -> frozenset[int]:
    """Of so many seats, those whose secrets it shows: its own, or in the middle those of everybody without a phone."""
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
    """Raises ``Refused`` where this phone may not say that; what is no answer at all the rules refuse.

    What dice show may be said by anybody, for any phone may be their camera. ``asked`` is None for a remark.
    """
    speakers = [seats for choice in choices if choice.admits(event) for seats in _speakers(asked, choice, event)]
    if not speakers or any(seats is ANYBODY or may(chair, seats, taken) for seats in speakers):
        return
    if chair.watches:
        raise Refused("X-01", LOOKS_ON)
    theirs = dict.fromkeys(seat for seats in speakers for seat in seats if not may(chair, (seat,), taken))
    raise Refused("X-01", Text("That is for {who} to say.", who=", ".join(names[seat] for seat in theirs)))


def _speakers(asked: Prompt | None, choice: Choice, event: Event) -> tuple[tuple[int, ...], ...]:
    """In whose name it may be said, one way or another; what several are asked together, any of them may say."""
    if any(isinstance(hole, Dice) for hole in choice.does.holes):
        return (ANYBODY,)
    if asked is None:
        return (() if choice.seat is None else (choice.seat,),)
    seats = speaks_for(asked, choice, event)
    named = choice.seat is not None or any(isinstance(hole, Seats) for hole in choice.does.holes)
    return (seats,) if named else tuple((seat,) for seat in seats)
