"""Who sits where: what a phone at the table may say, and in whose name it says it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

HOST = "host"
"""What the log calls the host's phone while it speaks for nobody in particular."""
PHONE = "phone"
"""What it calls another that lies in the middle of the table."""


@dataclass(frozen=True, slots=True)
class Chair:
    """A phone's place at one table: a seat, the middle of the table, or where one only looks on."""

    seat: int | None = None
    """The seat that it speaks for; None in the middle of the table."""
    host: bool = False
    watches: bool = False

    def name(self, seats: tuple[str, ...]) -> str:
        """What the log calls whoever sits here."""
        if self.seat is not None:
            return seats[self.seat]
        return HOST if self.host else PHONE


MIDDLE = Chair(host=True)
"""The host's phone among the cards: alone it runs the whole table."""


def may(chair: Chair, seats: Iterable[int], taken: Collection[int]) -> bool:
    """X-01: whether it may answer in the name of those seats.

    The host may for anyone, others for themselves and for seats that no phone has taken; who looks on for nobody.
    """
    if chair.watches:
        return False
    return chair.host or all(seat == chair.seat or seat not in taken for seat in seats)


def voice(chair: Chair, seats: Iterable[int], taken: AbstractSet[int]) -> tuple[int, ...]:
    """Those of the seats for whom a plain tap of this phone is meant: its own and those without a phone."""
    return tuple(seat for seat in seats if not chair.watches and (seat == chair.seat or seat not in taken))
