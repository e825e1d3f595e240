"""The state of a King of Tokyo game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from rules.engine import State
from rules.engine.record import index_updater, replace

from .texts import RULEBOOK

BASE_HEARTS, POINTS_TO_WIN, NOBODY = 10, 20, -1
"""Starting hearts (KT-A1), points to win (KT-01), and the seat number that stands for nobody."""

Phase = Literal["setup", "start", "roll", "resolve", "enter", "buy", "end"]
"""Phase of the turn."""
CoreResource = Literal["hearts", "points", "energy"]
"""The resources that a monster gains and pays."""


@dataclass(frozen=True, slots=True)
class Held:
    """A card or tile in front of a monster.

    ``id`` is its id at this table, ``card`` its key in the data files ("": it has none), ``name`` the name that was
    typed for it, ``cost`` what it cost, ``counters`` the counters on it, ``copies`` the id of the card that it copies
    (0: none).
    """

    id: int
    card: str
    name: str = ""
    cost: int = 0
    counters: int = 0
    copies: int = 0


@dataclass(frozen=True)
class Monster:
    """A player's monster: resources, cards, tiles and tokens.

    ``out``: eliminated; ``noted``: set to 0 hearts by hand alone; ``poison`` and ``shrink`` are tokens (KT-34);
    ``figure`` is the key of the chosen one in the data files, or its typed name ("": not chosen); ``wickedness`` is
    its position on that track; ``beast`` and ``berserk`` say which form and mood it is in now.
    """

    hearts: int = BASE_HEARTS
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
    figure: str = ""


@dataclass(frozen=True)
class Turn:
    """State of the current turn, reset when the turn ends.

    ``faces`` are the faces shown now, ``told`` those of the latest throw as entered; ``kept`` the indexes of the dice
    put aside, ``aside`` the faces put aside of a throw whose other dice were not told; ``only_kept``: the next dice
    that are told are kept, too; ``thrown`` the throws made so far, ``more`` the extra throws gained, ``dice`` the dice
    more or fewer in this turn; ``by_throws``: each throw is entered; ``settled``: the dice have come to rest; ``fate``
    and ``berserk`` are the faces of those dice (0: not thrown). ``formed``: the form cannot change any more;
    ``stays_out``: may not enter Tokyo this turn; ``void``: the faces that do not count; ``smashed``: who lost hearts to
    smash dice; ``harmed``: pairs of who caused a loss of hearts (−1: nobody) and who lost them; ``again``: the extra
    turns that the active monster takes after this one, each the number of dice it has more or fewer; ``used``: the
    effects used up for this turn. ``cancelled``: the curse has no effect this turn; ``fateless``: nobody throws the die
    of fate in this turn, as it is an extra turn that a curse gave; ``spared``: the next extra turn will be such a one.
    ``lent``: hearts of the dice that have healed another monster.
    """

    faces: tuple[int, ...] = ()
    told: tuple[int, ...] = ()
    kept: frozenset[int] = frozenset()
    aside: tuple[int, ...] = ()
    only_kept: bool = False
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
    """State of the whole table.

    ``city`` and ``bay`` are the seats of the monsters there, ``scarab`` the seat that holds the golden scarab,
    ``tower`` those that own its levels from the bottom up (−1: nobody); ``shop`` holds the ids of the cards face up and
    ``discard`` those of the discards, where the table follows them ("": a card without a name); ``twenty`` the seats
    that have the points to win, in the order in which they reached them, grouped if one effect brought them (KT-A5);
    ``numbered`` the last id given to a card. ``now`` is the state of the current turn.
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

    @property
    def is_partly_told(self) -> bool:
        """Whether of the latest throw only the dice put aside were told."""
        return self.now.thrown > 0 and not self.now.faces

    default_choice = staticmethod(RULEBOOK.default_choice)

    def has_variant(self, variant: str) -> bool:
        """Whether the table plays with that variant."""
        return self.ruling(f"variant.{variant}", "off") != "off"

    @property
    def seats_in_game(self) -> tuple[int, ...]:
        """Seats of the monsters that are not eliminated."""
        return tuple(seat for seat, monster in enumerate(self.monsters) if not monster.out)

    @property
    def seats_in_game_from_active(self) -> tuple[int, ...]:
        """Seats of the monsters that are not eliminated, clockwise from the active one."""
        return tuple(seat for seat in self.seats_from(self.active) if not self.monsters[seat].out)

    @property
    def seats_in_tokyo(self) -> tuple[int, ...]:
        """Seats of the monsters in the City and in the Bay, in this order (KT-19)."""
        return tuple(seat for seat in (self.city, self.bay) if seat != NOBODY)

    @property
    def is_bay_open(self) -> bool:
        """Whether Tokyo has a second place: with five or six monsters (KT-19, KT-20)."""
        return len(self.seats_in_game) > 4

    def opponents_of(self, seat: int) -> tuple[int, ...]:
        """Seats of all other monsters that are not eliminated, clockwise from that seat."""
        return tuple(k for k in self.seats_from(seat)[1:] if not self.monsters[k].out)


set_monster = index_updater(Tokyo, "monsters", Monster)


def set_turn_state(s: Tokyo, **changes: Any) -> Tokyo:
    """Return the state with fields of the current turn changed."""
    return replace(s, now=replace(s.now, **changes))


def add_extra_turn(s: Tokyo, dice: int = 0) -> Tokyo:
    """Let the active monster take another turn after this one, with so many dice more or fewer."""
    return set_turn_state(s, again=(*s.now.again, dice))


def find_held(s: Tokyo, item: int) -> Held | None:
    """The card or tile in play with that id; None if there is none."""
    held = (held for monster in s.monsters for held in (*monster.cards, *monster.tiles))
    return next((one for one in held if one.id == item), None)
