"""The colored frame: on whose row it is, by the pixel."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from companion.ui.design.theme import SEAT_COLORS, seat_color

from .look import Look
from .rows import whole_rows

CLOSE = 60.0
"""Distance of two colors, summed over red, green and blue, up to which they look the same."""
EDGE, INSIDE = (-2, 4), 6
"""Points around a row's upper edge in which its frame lies, and to its ground below it."""
SHARES = (1.0, 0.7)
"""How much of a pixel the frame may cover: its line is one and a half points thick, and lies between two pixels."""


def wrong_frames(look: Look, table: Any) -> Iterator[str]:
    """A sentence for every row whose frame is missing, is another's turn's, or has another's color."""
    active = [line.seat for line in table.game.view(table.state).players if line.active]
    if table.state.outcome is not None:
        active = list(table.state.outcome.winners)
    for seat, box in whole_rows(look, table.state.seats).items():
        found, wanted = framed(look, box), [seat_color(seat)] if seat in active else []
        if found != wanted:
            yield f"frame: the row of {table.state.seats[seat]} has {found}, not {wanted}"


def framed(look: Look, box: dict[str, Any]) -> list[str]:
    """The colors of seats at the middle of a row's upper edge."""
    x, y = round((box["left"] + box["right"]) / 2), round(box["top"])
    strip, ground = look.picture[max(0, y + EDGE[0]) : y + EDGE[1], x - 1 : x + 2], look.picture[y + INSIDE, x]
    return [color for color in SEAT_COLORS if any(_shows(strip, ground, color, share) for share in SHARES)]


def _shows(strip: Any, ground: Any, color: str, share: float) -> bool:
    """Whether a pixel has this share of the color, and the ground for the rest."""
    mixed = [share * int(color[k : k + 2], 16) + (1 - share) * ground[k // 2] for k in (1, 3, 5)]
    return bool(np.abs(strip - mixed).sum(axis=2).min() < share * CLOSE)
