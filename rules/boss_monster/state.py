"""Where a game of Boss Monster is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from rules.book import Book
from rules.engine import Change, Shown, State, Text, carries
from rules.engine.record import replace

from .cards import CLASS_NAMES, CLASSES, HeroCard, RoomCard, bosses, hero_called, room_called

BOOK = Book("boss_monster")
WHAT: dict[str, Text] = {
    "souls": Text("souls"),
    "wounds": Text("wounds"),
    "normal": Text("normal heroes in the deck"),
    "epic": Text("epic heroes in the deck"),
    "taken": Text("damage taken"),
    "health": Text("health"),
    "damage": Text("damage"),
    **{klass: CLASS_NAMES[klass] for klass in CLASSES},
}
"""Every number of the table, and what it is called."""
VISIBLE = 5  # BM-13
SOULS, WOUNDS = 10, 5  # BM-09, BM-10
TOWN = -1
UNKNOWN = RoomCard()

Phase = Literal["setup", "start", "build", "built", "bait", "adventure", "end"]


@dataclass(frozen=True, slots=True)
class Room:
    """A room on the table: face ``down`` until it is revealed, ``exhausted`` until the turn ends.

    ``bonus`` is damage more this turn; ``used``: what it may do once a turn is done.
    """

    id: int
    card: RoomCard = UNKNOWN
    down: bool = False
    exhausted: bool = False
    used: bool = False
    bonus: int = 0


@dataclass(frozen=True, slots=True)
class Hero:
    """A hero who is in play: what he has ``taken`` this turn, health ``more`` than printed, the mazes he has met."""

    id: int
    card: HeroCard
    taken: int = 0
    more: int = 0
    mazes: tuple[int, ...] = ()

    @property
    def health(self) -> int:
        """What it takes to kill him."""
        return self.card.health + self.more

    @property
    def worth(self) -> int:
        """The souls or wounds that he is."""
        return 2 if self.card.epic else 1


@dataclass(frozen=True, slots=True)
class Scored:
    """A hero in a score area: face up he wounds, face down he is souls."""

    hero: Hero
    wounds: bool


@dataclass(frozen=True, slots=True)
class Keep:
    """What a player has. ``piles`` are the dungeon from its entrance to the boss, each pile its visible room first.

    ``doubled``: its treasure counts double this turn; ``shut``: no hero enters this turn; ``soul``: one was won this
    turn; ``souls_more``, ``wounds_more``, ``lure_more`` (by class) are what was set by hand. ``hand`` are the virtual
    cards of rooms and spells, ``aside`` those discarded face down until all have.
    """

    boss: str = ""
    levelled: bool = False
    piles: tuple[tuple[Room, ...], ...] = ()
    entrance: tuple[Hero, ...] = ()
    score: tuple[Scored, ...] = ()
    out: bool = False
    dealt_again: bool = False
    doubled: bool = False
    shut: bool = False
    soul: bool = False
    souls_more: int = 0
    wounds_more: int = 0
    lure_more: tuple[int, int, int, int] = (0, 0, 0, 0)
    hand: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()

    @property
    def souls(self) -> int:
        """Of the heroes that lie face down."""
        return max(0, self.souls_more + sum(scored.hero.worth for scored in self.score if not scored.wounds))

    @property
    def wounds(self) -> int:
        """Of the heroes that lie face up."""
        return max(0, self.wounds_more + sum(scored.hero.worth for scored in self.score if scored.wounds))

    @property
    def xp(self) -> int:
        """Of the boss; without one 0."""
        return bosses()[self.boss].xp if self.boss else 0


@dataclass(frozen=True, slots=True)
class Walk:
    """A hero in a dungeon: whose it is, who, the pile he is at from the entrance (−1: before the first), the room.

    ``room`` is 0 where the room in which he stood has gone.
    """

    seat: int
    hero: int
    pile: int = -1
    room: int = 0


@dataclass(frozen=True, slots=True)
class Declared:
    """A spell or an ability that was declared and waits: by whom, which, from which room, and at what."""

    id: int
    seat: int
    key: str
    room: int = 0
    target: int = 0


@dataclass(frozen=True, kw_only=True)
class BossMonster(State):
    """The whole table. ``town`` holds the heroes in the order of their arrival; ``normal`` and ``epic`` are those left
    in the decks; ``active`` has priority; ``no_building``: the kobolds are on strike. Of virtual cards ``discards`` are
    the rooms and spells put away, ``met`` the heroes who have left their decks, ``waits`` who has yet to discard."""

    keeps: tuple[Keep, ...]
    normal: int = 0
    epic: int = 0
    town: tuple[Hero, ...] = ()
    active: int = 0
    turn: int = 0
    phase: Phase = "setup"
    walk: Walk | None = None
    declared: tuple[Declared, ...] = ()
    no_building: bool = False
    numbered: int = 0
    discards: tuple[str, ...] = ()
    met: tuple[str, ...] = ()
    waits: tuple[int, ...] = ()

    def ruling(self, id: str, usual: str = "") -> str:
        """How this table plays an open point (BM-A…) or a variant."""
        return dict(self.rulings).get(id) or usual or BOOK.usual(id)

    @property
    def alive(self) -> tuple[int, ...]:
        """The seats that have not lost."""
        return tuple(seat for seat, keep in enumerate(self.keeps) if not keep.out)

    @property
    def hard(self) -> bool:
        """Whether the normal heroes with 4 health are out (BM-62)."""
        return self.ruling("hard", "off") == "on"

    @property
    def virtual(self) -> bool:
        """Whether the cards are the companion's: it shuffles, deals and keeps the hands."""
        return self.ruling("cards", "table") == "virtual"

    def rooms(self) -> Iterator[tuple[int, int, Room]]:
        """Every visible room of those who are in the game: its seat, its pile, itself."""
        for seat in self.alive:
            for k, pile in enumerate(self.keeps[seat].piles):
                yield seat, k, pile[0]

    def room(self, id: int) -> tuple[int, int, Room] | None:
        """Seat and pile of a visible room, and itself."""
        return next((found for found in self.rooms() if found[2].id == id), None)

    def heroes(self) -> Iterator[tuple[int, Hero]]:
        """Every hero in town (−1) and in the dungeons."""
        yield from ((TOWN, hero) for hero in self.town)
        yield from ((seat, hero) for seat in self.alive for hero in self.keeps[seat].entrance)

    def hero(self, id: int) -> tuple[int, Hero] | None:
        """Where a hero is, and himself."""
        return next((found for found in self.heroes() if found[1].id == id), None)

    def dead(self, id: int) -> tuple[int, Scored] | None:
        """A hero in a score area, and whose it is."""
        lying = ((seat, scored) for seat in self.alive for scored in self.keeps[seat].score)
        return next((found for found in lying if found[1].hero.id == id), None)


@carries("BM-04", "BM-59")
def order(s: BossMonster) -> tuple[int, ...]:
    """The players who are in the game, the one with the most XP first."""
    return tuple(sorted(s.alive, key=lambda seat: -s.keeps[seat].xp))


@carries("BM-17", "BM-59")
def priority(s: BossMonster) -> tuple[int, ...]:
    """The same, but the active player first."""
    return tuple(sorted(order(s), key=lambda seat: seat != s.active))


def others(s: BossMonster, seat: int) -> tuple[int, ...]:
    """The opponents of a player who are in the game."""
    return tuple(other for other in s.alive if other != seat)


# --- records that are replaced -----------------------------------------------------------------------------------


def set_keep(s: BossMonster, seat: int, **changes: Any) -> BossMonster:
    """The state with some of a player's fields replaced."""
    keeps = list(s.keeps)
    keeps[seat] = replace(keeps[seat], **changes)
    return replace(s, keeps=tuple(keeps))


def set_room(s: BossMonster, id: int, **changes: Any) -> BossMonster:
    """The state with some fields of a visible room replaced."""
    found = s.room(id)
    if found is None:
        return s
    seat, k, room = found
    piles = list(s.keeps[seat].piles)
    piles[k] = (replace(room, **changes), *piles[k][1:])
    return set_keep(s, seat, piles=tuple(piles))


def set_hero(s: BossMonster, id: int, **changes: Any) -> BossMonster:
    """The state with some fields of a hero replaced who is in town or in a dungeon."""

    def put(heroes: tuple[Hero, ...]) -> tuple[Hero, ...]:
        return tuple(replace(hero, **changes) if hero.id == id else hero for hero in heroes)

    keeps = tuple(replace(keep, entrance=put(keep.entrance)) for keep in s.keeps)
    return replace(s, town=put(s.town), keeps=keeps)


def take_hero(s: BossMonster, id: int) -> BossMonster:
    """A hero is neither in town nor in a dungeon any more; if he was walking one, he no longer does."""
    keeps = tuple(replace(keep, entrance=tuple(h for h in keep.entrance if h.id != id)) for keep in s.keeps)
    walk = None if s.walk and s.walk.hero == id else s.walk
    return replace(s, town=tuple(h for h in s.town if h.id != id), keeps=keeps, walk=walk)


def put_hero(s: BossMonster, hero: Hero, where: int) -> BossMonster:
    """A hero stands last at that entrance, or in town."""
    if where == TOWN:
        return replace(s, town=(*s.town, hero))
    return set_keep(s, where, entrance=(*s.keeps[where].entrance, hero))


def number(s: BossMonster) -> tuple[BossMonster, int]:
    """A fresh number for a room, a hero, a declaration."""
    return replace(s, numbered=s.numbered + 1), s.numbered + 1


def tallied(before: BossMonster, s: BossMonster) -> BossMonster:
    """The last line also tells which souls and wounds are not what they were before."""
    pairs = ((seat, what) for seat in range(len(s.seats)) for what in ("souls", "wounds"))
    spans = ((seat, what, getattr(before.keeps[seat], what), getattr(s.keeps[seat], what)) for seat, what in pairs)
    also = tuple(
        Change(f"seat.{seat}.{what}", s.seats[seat], WHAT[what], was, now)
        for seat, what, was, now in spans
        if was != now
    )
    if not also or not s.notes:
        return s
    last = s.notes[-1]
    return replace(s, notes=(*s.notes[:-1], replace(last, also=(*last.also, *also))))


def room_name(room: Room) -> Shown:
    """A room by name, by what it shows, or face down."""
    return Text("a face-down room") if room.down else room_called(room.card)


def hero_name(hero: Hero) -> Shown:
    """A hero by name, or by class and health."""
    return hero_called(hero.card)
