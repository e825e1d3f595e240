"""Looks of the seats at a table: a color and a sign each, no two with the same."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

COLOR_COUNT = 6
"""Number of colors; the most players that a table has."""
SIGN_KEYS = ("anchor", "rocket", "tree", "note", "sun", "snow", "key", "cake")
"""Signs that a badge may show instead of the initial of a name."""
MAX_REMEMBERED = 60
"""Number of players whose looks are remembered."""


@dataclass(frozen=True, slots=True)
class SeatLook:
    """Look of a seat: number of its color, and key of its sign (empty: the initial of the name)."""

    color: int
    sign: str = ""

    @property
    def is_valid(self) -> bool:
        """Whether there are such a color and such a sign."""
        return type(self.color) is int and 0 <= self.color < COLOR_COUNT and self.sign in ("", *SIGN_KEYS)


def default_looks(count: int) -> tuple[SeatLook, ...]:
    """Return the looks of seats of which nobody has chosen: the colors in order, and initials."""
    return tuple(SeatLook(seat % COLOR_COUNT) for seat in range(count))


def choose_look(looks: Sequence[SeatLook], seat: int, look: SeatLook) -> tuple[SeatLook, ...]:
    """Return the looks after a seat's choice; whoever had that color or sign gets the old one."""
    former = looks[seat]
    swapped = (
        SeatLook(
            former.color if other.color == look.color else other.color,
            former.sign if other.sign and other.sign == look.sign else other.sign,
        )
        for other in looks
    )
    return tuple(look if k == seat else other for k, other in enumerate(swapped))


def looks_of_names(names: Sequence[str], remembered: dict[str, SeatLook]) -> tuple[SeatLook, ...]:
    """Return the looks of a new table: those remembered by name, as long as no two are the same."""
    looks = default_looks(len(names))
    settled: set[int] = set()
    for seat, name in enumerate(names):
        look = remembered.get(name)
        taken = [looks[other] for other in settled]
        if look is None or any(look.color == one.color or (look.sign and look.sign == one.sign) for one in taken):
            continue
        looks = choose_look(looks, seat, look)
        settled.add(seat)
    return looks


@cache
def parse_looks(saved: str, count: int) -> tuple[SeatLook, ...]:
    """Return the stored looks of a table; the default ones where they are missing or damaged."""
    with suppress(ValueError, TypeError, RecursionError):
        looks = tuple(SeatLook(color, sign) for color, sign in json.loads(saved))
        colors = {look.color for look in looks}
        if len(looks) == len(colors) == count and all(look.is_valid for look in looks):
            return looks
    return default_looks(count)


def write_looks(looks: Iterable[SeatLook]) -> str:
    """Return the looks as they are stored."""
    return json.dumps([[look.color, look.sign] for look in looks])


def parse_remembered(saved: str) -> dict[str, SeatLook]:
    """Return the remembered looks by name, the latest at the end, without damaged ones."""
    with suppress(ValueError, TypeError, RecursionError):
        looks = {str(name): SeatLook(color, sign) for name, color, sign in json.loads(saved)}
        return {name: look for name, look in looks.items() if look.is_valid}
    return {}


def write_remembered(looks: dict[str, SeatLook]) -> str:
    """Return the remembered looks as they are stored: those chosen last."""
    latest = list(looks.items())[-MAX_REMEMBERED:]
    return json.dumps([[name, look.color, look.sign] for name, look in latest], ensure_ascii=False)
