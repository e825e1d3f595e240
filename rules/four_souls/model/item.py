"""Record of a named item in play (FS-11 … FS-17, FS-22)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.engine.record import fills_at_once

from .catalogue import MonsterCard
from .effect import Effect
from .moment import MomentKind

CostCurrency = Literal["cents", "counters"]
DestructionResult = Literal["discard", "soul"]
MomentOwner = Literal["mine", "any", "others", "each"]
"""Whose moment it must be; ``each``: anybody's, and it is that player's ability (of a room)."""
UsageLimit = Literal["", "turn", "game"]


@fills_at_once
@dataclass(frozen=True)
class Owned:
    """A named item in play; unnamed items are only counted.

    ``activated``: it has an effect for which it is turned sideways; ``ready``: it is upright; ``cost``: price of its
    paid effect, −1 without one, in the currency ``pays`` (¢ or counters); ``eternal``: it is never destroyed nor
    discarded (FS-22); ``souls``: its worth as a soul, and ``ends`` whether it becomes one when it is destroyed
    (FS-114); ``does``: the effects of its latest use, ``did``: those of its latest trigger, both offered again the next
    time; ``when``: the moment at which it triggers, ``whose`` moment that must be, and at which ``faces`` of a roll;
    ``once``: whether it is limited to once a turn or once a game, and ``used`` whether that use is spent; ``counters``:
    how many lie on it; ``card``: its id in the data file; ``spent``: numbers of its triggered abilities whose one use
    this turn or game is spent; ``is_entering``: it has come into play, and what that triggers is due;
    ``own_card``: the id of its own card while it is a copy of another item, and ``is_copy_ending`` whether only until
    the turn ends, ``copy_until`` the seat until whose next turn (−1: nobody's). ``gold``: the gold counters on it, and
    ``gilded`` the ids of the cards whose abilities it has because of gold on them; ``under``: the monster card that
    lies under it.

    ``when``, ``whose``, ``faces`` and ``once`` are what a table says of an item of its own; what a known card does is
    in ``abilities_of_item``. In ``does`` and ``did`` a target without a number is relative: the owner, this item, the
    roll or item on the stack.
    """

    id: int
    name: str = ""
    activated: bool = False
    ready: bool = True
    cost: int = -1
    eternal: bool = False
    guppy: bool = False
    souls: int = 0
    when: MomentKind = ""
    faces: tuple[int, ...] = ()
    does: tuple[Effect, ...] = ()
    once: UsageLimit = ""
    used: bool = False
    counters: int = 0
    card: str = ""
    pays: CostCurrency = "cents"
    ends: DestructionResult = "discard"
    did: tuple[Effect, ...] = ()
    whose: MomentOwner = "mine"
    spent: tuple[int, ...] = ()
    is_entering: bool = False
    own_card: str = ""
    is_copy_ending: bool = False
    copy_until: int = -1
    gold: int = 0
    gilded: tuple[str, ...] = ()
    under: MonsterCard | None = None
