"""FS-11 … FS-17, FS-22: the items in front of a player that the table has told us about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .effect import Effect
from .moment import Moment

Pays = Literal["cents", "counters"]
Ends = Literal["discard", "soul"]
Whosever = Literal["mine", "any"]
Once = Literal["", "turn", "game"]


@dataclass(frozen=True, slots=True)
class Owned:
    """An item with a name. Items nobody has named are only counted.

    ``activated``: it has an effect for which it is turned sideways; ``ready``: it is upright; ``cost`` of its paid
    effect, −1 without one, which it ``pays`` in ¢ or in counters; ``eternal``: never destroyed nor discarded (FS-22);
    ``souls``: what it is worth as a soul, and whether it becomes one as it ``ends`` (FS-114); ``does``: what it did as
    it was used last, ``did``: as it went off, both to be offered again; ``when`` it triggers, ``whose`` moment that
    is, at which ``faces`` of a roll; ``once`` a turn or a game, and whether it is ``used``; ``counters`` lie on it;
    ``card``: its id.

    In those a target without a number is found anew: the owner, this item, the roll or item on the stack.
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
    once: Once = ""
    used: bool = False
    counters: int = 0
    card: str = ""
    pays: Pays = "cents"
    ends: Ends = "discard"
    did: tuple[Effect, ...] = ()
    whose: Whosever = "mine"
