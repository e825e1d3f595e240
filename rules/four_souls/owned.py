"""FS-11 … FS-17, FS-22: the items in front of a player that the table has told us about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .effect import Effect
from .moment import Moment


@dataclass(frozen=True, slots=True)
class Owned:
    """An item with a name. Items nobody has named are only counted.

    ``activated``: it has an effect for which it is turned sideways; ``ready``: it is upright; ``cost`` in ¢ of its paid
    effect, −1 without one; ``eternal``: never destroyed nor discarded (FS-22); ``souls``: what it is worth as a soul
    (FS-114); ``does``: what its effect did when it was last told, to be offered again; ``when`` it triggers, at which
    ``faces`` of a roll; ``once`` a turn or a game, and
    whether it is ``used``; ``counters`` lie on it.
    """

    id: int
    name: str = ""
    activated: bool = False
    ready: bool = True
    cost: int = -1
    eternal: bool = False
    guppy: bool = False
    souls: int = 0
    when: Moment = ""
    faces: tuple[int, ...] = ()
    does: tuple[Effect, ...] = ()
    once: Literal["", "turn", "game"] = ""
    used: bool = False
    counters: int = 0
