"""State of a Boss Monster game: players, dungeons, heroes, and helpers that replace records."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from rules.engine import Change, Displayable, State, Text, carries
from rules.engine.record import ANY_FIELDS, id_updater, index_updater, replace
from rules.rulebook import Rulebook

from .card_catalogue import CLASSES, TREASURE_NAMES, HeroCard, RoomCard, boss_cards, hero_card_name, room_card_name

RULEBOOK = Rulebook("boss_monster")
NUMBER_NAMES: dict[str, Text] = {
    "souls": Text("souls"),
    "wounds": Text("wounds"),
    "normal": Text("normal heroes in the deck"),
    "epic": Text("epic heroes in the deck"),
    "taken": Text("damage taken"),
    "health": Text("health"),
    "damage": Text("damage"),
    **{klass: TREASURE_NAMES[klass] for klass in CLASSES},
}
"""Display name of each adjustable number."""
MAX_VISIBLE_ROOMS = 5  # BM-13
SOULS_TO_WIN, WOUNDS_TO_LOSE = 10, 5  # BM-09, BM-10
TOWN, GONE, HERO_DECK = -1, -2, -3
"""In place of a seat: a hero is in town, out of the game, in his deck."""
UNKNOWN_ROOM = RoomCard()
BUILT_STEP = "boss_monster.built"
"""Name of the step after which the revealed rooms are built; its arguments are their ids."""
LEFT_ROOM = -1
"""``Walk.room`` of a hero whose room has just gone, until it is settled whether he dies."""

Phase = Literal["setup", "start", "build", "built", "bait", "adventure", "end"]


@dataclass(frozen=True, slots=True)
class Room:
    """A room on the table.

    ``down``: face down until it is revealed; ``exhausted`` until the turn ends; ``bonus``: extra damage this turn;
    ``used``: its once-a-turn ability has been used; ``covered``: the turn in which a room was laid on it.
    """

    id: int
    card: RoomCard = UNKNOWN_ROOM
    down: bool = False
    exhausted: bool = False
    used: bool = False
    bonus: int = 0
    covered: int = 0


@dataclass(frozen=True, slots=True)
class Hero:
    """A hero in play.

    ``taken``: damage taken this turn; ``more``: health beyond the printed value; ``mazes``: ids of the mazes that sent
    him back.
    """

    id: int
    card: HeroCard
    taken: int = 0
    more: int = 0
    mazes: tuple[int, ...] = ()

    @property
    def health(self) -> int:
        """Damage that kills him."""
        return self.card.health + self.more

    @property
    def worth(self) -> int:
        """Souls or wounds that he counts for."""
        return 2 if self.card.epic else 1


@dataclass(frozen=True, slots=True)
class Scored:
    """A hero in a score area: face up he counts as wounds, face down as souls."""

    hero: Hero
    wounds: bool


@dataclass(frozen=True, slots=True)
class Keep:
    """Everything that one player has.

    ``piles``: the dungeon from its entrance to the boss, each pile with its visible room first. ``doubled``: its
    treasure counts double this turn; ``shut``: no hero enters this turn; ``soul``: a soul was won this turn;
    ``souls_more``, ``wounds_more``, ``lure_more`` (by class): manual adjustments. ``hand``: virtual room and spell
    cards; ``aside``: cards discarded face down until everybody has discarded.
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
        """Souls: the worth of the face-down heroes plus the manual adjustment."""
        return max(0, self.souls_more + sum(scored.hero.worth for scored in self.score if not scored.wounds))

    @property
    def wounds(self) -> int:
        """Wounds: the worth of the face-up heroes plus the manual adjustment."""
        return max(0, self.wounds_more + sum(scored.hero.worth for scored in self.score if scored.wounds))

    @property
    def xp(self) -> int:
        """XP of the boss; 0 without a boss."""
        return boss_cards()[self.boss].xp if self.boss else 0


@dataclass(frozen=True, slots=True)
class Walk:
    """A hero walking through a dungeon.

    ``seat``: owner of the dungeon; ``hero``: his id; ``pile``: index from the entrance, −1 before the first room;
    ``room``: id of the room, 0 where the room in which he stood is gone.
    """

    seat: int
    hero: int
    pile: int = -1
    room: int = 0


@dataclass(frozen=True, slots=True)
class Declared:
    """A declared spell or ability that waits to be resolved.

    ``seat`` declared it; ``room``: the room whose ability it is; ``target``: what it is aimed at.
    """

    id: int
    seat: int
    key: str
    room: int = 0
    target: int = 0


@dataclass(frozen=True, kw_only=True)
class BossMonster(State):
    """State of the whole table.

    ``town``: heroes in order of arrival; ``normal``, ``epic``: heroes left in the decks; ``active``: the player with
    priority; ``no_building``: Kobold Strike is in force; ``unattended``: the number of questions (``asked``) at which
    nobody wanted to do anything about any hero, 0 where that was not said. With virtual cards: ``discards`` are the
    discarded rooms and spells, ``met`` the heroes that have left their decks, ``waits`` the seats that still have to
    discard, ``refused_bosses`` the bosses that were dealt and not kept (BM-60).
    """

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
    unattended: int = 0
    numbered: int = 0
    discards: tuple[str, ...] = ()
    met: tuple[str, ...] = ()
    waits: tuple[int, ...] = ()
    refused_bosses: tuple[str, ...] = ()

    default_choice = staticmethod(RULEBOOK.default_choice)

    @property
    def seats_in_game(self) -> tuple[int, ...]:
        """Seats that have not lost."""
        return tuple(seat for seat, keep in enumerate(self.keeps) if not keep.out)

    @property
    def is_hard_mode(self) -> bool:
        """Whether hard mode is on: no normal heroes with 4 health (BM-62)."""
        return self.ruling("hard", "off") == "on"

    @property
    def has_virtual_cards(self) -> bool:
        """Whether the app manages the cards: it shuffles, deals and holds the hands."""
        return self.ruling("cards", "table") == "virtual"

    @property
    def is_revealing(self) -> bool:
        """Whether one of the rooms that are turned up together lies face up already (BM-24)."""
        ids = (id for step in self.agenda if step.name == BUILT_STEP for id in step.args)
        found = (self.room(int(id)) for id in ids)
        return any(room is not None and not room[2].down for room in found)

    @property
    def spell_phase(self) -> str:
        """Phase whose symbol a spell needs now; empty where nothing is played (BM-16)."""
        if self.phase == "build":
            return "build" if self.turn and not self.is_revealing else ""
        return self.phase if self.phase == "adventure" else ""

    def has_left(self, seat: int) -> bool:
        """Whether a player's cards are out of the game, until it ends (BM-36)."""
        return self.keeps[seat].out and self.outcome is None

    def rooms(self) -> Iterator[tuple[int, int, Room]]:
        """Iterate over the visible rooms of the players in the game: (seat, pile, room)."""
        for seat in self.seats_in_game:
            for k, pile in enumerate(self.keeps[seat].piles):
                yield seat, k, pile[0]

    def room(self, id: int) -> tuple[int, int, Room] | None:
        """Find a visible room: its seat, its pile index and the room."""
        return next((found for found in self.rooms() if found[2].id == id), None)

    def heroes(self) -> Iterator[tuple[int, Hero]]:
        """Iterate over every hero in town (−1) and in the dungeons: (seat, hero)."""
        yield from ((TOWN, hero) for hero in self.town)
        yield from ((seat, hero) for seat in self.seats_in_game for hero in self.keeps[seat].entrance)

    def hero(self, id: int) -> tuple[int, Hero] | None:
        """Find a hero in town or in a dungeon: (seat, hero)."""
        return next((found for found in self.heroes() if found[1].id == id), None)

    def scored_hero(self, id: int) -> tuple[int, Scored] | None:
        """Find a hero in a score area: (seat, scored hero)."""
        lying = ((seat, scored) for seat in self.seats_in_game for scored in self.keeps[seat].score)
        return next((found for found in lying if found[1].hero.id == id), None)


@carries("BM-04", "BM-59")
def xp_order(s: BossMonster) -> tuple[int, ...]:
    """Seats in the game, highest XP first."""
    return tuple(sorted(s.seats_in_game, key=lambda seat: -s.keeps[seat].xp))


@carries("BM-17", "BM-59")
def priority_order(s: BossMonster) -> tuple[int, ...]:
    """Seats in the game, the active player first, then by XP."""
    return tuple(sorted(xp_order(s), key=lambda seat: seat != s.active))


def opponents_of(s: BossMonster, seat: int) -> tuple[int, ...]:
    """Opponents of a player who are still in the game."""
    return tuple(other for other in s.seats_in_game if other != seat)


# --- replacing records -------------------------------------------------------------------------------------------


set_keep = index_updater(BossMonster, "keeps", Keep)
set_hero = id_updater(BossMonster, ANY_FIELDS, "town", "keeps.entrance")
"""Changes a hero in town or in a dungeon."""


def set_room(s: BossMonster, id: int, **changes: Any) -> BossMonster:
    """Replace some fields of a visible room; no change if there is no such room."""
    found = s.room(id)
    if found is None:
        return s
    seat, k, room = found
    piles = s.keeps[seat].piles
    return set_keep(s, seat, piles=(*piles[:k], (replace(room, **changes), *piles[k][1:]), *piles[k + 1 :]))


def straightened(room: Room) -> Room:
    """A room without anything that lasts until the end of a turn (BM-35)."""
    return replace(room, exhausted=False, used=False, bonus=0)


def remove_hero(s: BossMonster, id: int) -> BossMonster:
    """Remove a hero from town and dungeons; if he was walking, the walk ends."""
    keeps = tuple(replace(keep, entrance=tuple(h for h in keep.entrance if h.id != id)) for keep in s.keeps)
    walk = None if s.walk and s.walk.hero == id else s.walk
    return replace(s, town=tuple(h for h in s.town if h.id != id), keeps=keeps, walk=walk)


def add_hero(s: BossMonster, hero: Hero, seat: int) -> BossMonster:
    """Add a hero as the last one in town or at the entrance of a seat."""
    if seat == TOWN:
        return replace(s, town=(*s.town, hero))
    return set_keep(s, seat, entrance=(*s.keeps[seat].entrance, hero))


def allocate_id(s: BossMonster) -> tuple[BossMonster, int]:
    """Allocate a new id for a room, a hero or a declaration."""
    return replace(s, numbered=s.numbered + 1), s.numbered + 1


def card_task(s: BossMonster, task: Text) -> Text | None:
    """Return what people do with cards that lie on the table; None where the app deals them."""
    return None if s.has_virtual_cards else task


def note_score_changes(before: BossMonster, s: BossMonster) -> BossMonster:
    """Attach the changes of souls and wounds since ``before`` to the last log note."""
    pairs = ((seat, what) for seat in range(len(s.seats)) for what in ("souls", "wounds"))
    spans = ((seat, what, getattr(before.keeps[seat], what), getattr(s.keeps[seat], what)) for seat, what in pairs)
    also = tuple(
        Change(f"seat.{seat}.{what}", s.seats[seat], NUMBER_NAMES[what], was, now)
        for seat, what, was, now in spans
        if was != now
    )
    return attach_changes(s, also)


def attach_changes(s: BossMonster, changes: tuple[Change, ...]) -> BossMonster:
    """Attach changed numbers to the last log note, if there is one."""
    if not changes or not s.notes:
        return s
    last = s.notes[-1]
    return replace(s, notes=(*s.notes[:-1], replace(last, other_changes=(*last.other_changes, *changes))))


def room_name(room: Room) -> Displayable:
    """Name of a room: by card, by its icons and damage, or as face down."""
    return Text("a face-down room") if room.down else room_card_name(room.card)


def distinct_room_name(s: BossMonster, id: int) -> Displayable:
    """Name of a visible room, with its place if another in the dungeon is called the same."""
    found = s.room(id)
    if found is None:
        return Text("the room")
    seat, k, room = found
    name = room_name(room)
    alike = sum(room_name(pile[0]) == name for pile in s.keeps[seat].piles)
    return Text("{room}, room {n}", room=name, n=k + 1) if alike > 1 else name


def hero_name(hero: Hero) -> Displayable:
    """Name of a hero, or his class and health."""
    return hero_card_name(hero.card)


def hero_subject(hero: Hero) -> Text:
    """Subject of the notes about a hero: his name, other than that of one named alike."""
    return Text("{name}", name=hero_name(hero), id=hero.id)


def room_subject(room: Room) -> Text:
    """Subject of the notes about a room: its name, other than that of one named alike."""
    return Text("{name}", name=room_name(room), id=room.id)
