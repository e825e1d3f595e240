"""Where a King of Tokyo game is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.engine import State
from rules.engine.record import replace

from .catalogue import BOOK

HEARTS, POINTS_TO_WIN, NOBODY = 10, 20, -1  # KT-A1, KT-01

Phase = Literal["setup", "start", "roll", "resolve", "enter", "buy", "end"]
Counted = Literal["hearts", "points", "energy"]


@dataclass(frozen=True, slots=True)
class Held:
    """A card or tile in front of a monster: its id at this table, its key in the data files ("": it has none), the
    name that was typed for it, what it cost, its counters, and the id of the card that it copies (0: none)."""

    id: int
    card: str
    name: str = ""
    cost: int = 0
    counters: int = 0
    copies: int = 0


@dataclass(frozen=True)
class Monster:
    """What a player has in front of them.

    ``out``: eliminated; ``noted``: at 0 hearts by hand alone; ``poison`` and ``shrink`` are tokens (KT-34);
    ``wickedness`` is where it stands on that track, ``beast`` and ``berserk`` what it is at the moment.
    """

    hearts: int = HEARTS
    points: int = 0
    energy: int = 0
    out: bool = False
    noted: bool = False
    cards: tuple[Held, ...] = ()
    tiles: tuple[Held, ...] = ()
    poison: int = 0
    shrink: int = 0
    cultists: int = 0
    wickedness: int = 0
    berserk: bool = False
    beast: bool = False


@dataclass(frozen=True)
class Turn:
    """What is forgotten when the turn ends.

    ``faces`` are the dice as they lie, ``told`` as they were said last, all at once; ``kept`` the places of those put
    aside, ``thrown`` the throws made so far, ``more`` the throws gained besides, ``dice`` the dice more or fewer of
    this turn; ``settled`` once they have come to rest; ``fate`` and ``berserk`` show what those dice do. ``formed``:
    the form is not changed any more; ``stays_out``: may not enter Tokyo this turn; ``void``: the faces that do not
    count; ``smashed``: who lost hearts to smash dice, ``harmed``: by whom (−1: nobody) whoever lost hearts did;
    ``again``: turns to be taken after this one, each with so many dice more or fewer; ``used``: the effects that are
    spent for this turn. ``cancelled``: the curse does not hold this turn; ``fateless``: it has no die of fate,
    ``spared``: the next of those turns will not.
    """

    faces: tuple[int, ...] = ()
    told: tuple[int, ...] = ()
    kept: frozenset[int] = frozenset()
    thrown: int = 0
    more: int = 0
    dice: int = 0
    by_throws: bool = False
    settled: bool = False
    fate: int = 0
    berserk: int = 0
    formed: bool = False
    stays_out: bool = False
    void: frozenset[int] = frozenset()
    smashed: tuple[int, ...] = ()
    harmed: frozenset[tuple[int, int]] = frozenset()
    again: tuple[int, ...] = ()
    used: frozenset[str] = frozenset()
    cancelled: bool = False
    fateless: bool = False
    spared: bool = False
    lent: int = 0


@dataclass(frozen=True, kw_only=True)
class Tokyo(State):
    """The table. ``city`` and ``bay`` are the seats that stand there, ``scarab`` the one that holds the golden scarab,
    ``tower`` those that own its levels from the bottom up (−1: nobody); ``shop`` are the cards face up and ``discard``
    those that were, where they are followed ("": a card without a name); ``twenty`` the seats that have the points to
    win, in the order in which they came to them, together if one effect brought them (KT-A5); ``numbered`` the last id
    given to a card.
    """

    monsters: tuple[Monster, ...]
    active: int = 0
    turn: int = 0
    phase: Phase = "setup"
    first: int = 0
    city: int = NOBODY
    bay: int = NOBODY
    now: Turn = Turn()
    curse: str = ""
    curses_gone: tuple[str, ...] = ()
    scarab: int = NOBODY
    tower: tuple[int, int, int] = (NOBODY, NOBODY, NOBODY)
    shop: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    twenty: tuple[tuple[int, ...], ...] = ()
    numbered: int = 0

    def ruling(self, switch: str, default: str = "") -> str:
        """How the table plays a point that is a switch; the defaults of the rules' open points are the rulebook's."""
        return next((choice for key, choice in self.rulings if key == switch), default or BOOK.usual(switch))

    def plays(self, variant: str) -> bool:
        """Whether the table plays with that variant."""
        return self.ruling(f"variant.{variant}", "off") != "off"

    @property
    def depth(self) -> str:
        """How closely we follow: guided, or numbers (only)."""
        return self.ruling("depth", "guided")

    @property
    def alive(self) -> tuple[int, ...]:
        """The seats that are not eliminated."""
        return tuple(seat for seat, monster in enumerate(self.monsters) if not monster.out)

    @property
    def round(self) -> tuple[int, ...]:
        """The seats that are not eliminated, clockwise from the active one."""
        return tuple(seat for seat in seats_from(self, self.active) if not self.monsters[seat].out)

    @property
    def in_tokyo(self) -> tuple[int, ...]:
        """Who stands in the City and in the Bay, in this order (KT-19)."""
        return tuple(seat for seat in (self.city, self.bay) if seat != NOBODY)

    @property
    def bay_open(self) -> bool:
        """Whether there is a second place in Tokyo: with five or six monsters (KT-19, KT-20)."""
        return len(self.alive) > 4

    def others(self, seat: int) -> tuple[int, ...]:
        """All other monsters that are not eliminated, clockwise from it."""
        return tuple(k for k in seats_from(self, seat)[1:] if not self.monsters[k].out)


def set_monster(s: Tokyo, seat: int, **changes: object) -> Tokyo:
    """The state with that monster changed."""
    monster = replace(s.monsters[seat], **changes)  # type: ignore[arg-type]
    return replace(s, monsters=(*s.monsters[:seat], monster, *s.monsters[seat + 1 :]))


def set_now(s: Tokyo, **changes: object) -> Tokyo:
    """The state with something of this turn changed."""
    return replace(s, now=replace(s.now, **changes))  # type: ignore[arg-type]


def seats_from(s: Tokyo, first: int) -> tuple[int, ...]:
    """All seats clockwise, beginning with one."""
    return tuple((first + k) % len(s.seats) for k in range(len(s.seats)))
