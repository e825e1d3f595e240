"""View of a Boss Monster table: dungeons as rows, the walking hero, the town."""

from __future__ import annotations

from dataclasses import dataclass

from rules.boss_monster.model.card_catalogue import CLASSES, FOOL, card_name, card_texts
from rules.boss_monster.model.decks import HIDDEN_CARDS, ROOM, SPELL, count_undrawn
from rules.boss_monster.model.dungeon import lure, room_damage
from rules.boss_monster.model.state import (
    TOWN,
    BossMonster,
    Hero,
    Room,
    hero_name,
    room_name,
)
from rules.boss_monster.phases.adventure import has_lethal_damage, is_doomed
from rules.boss_monster.phases.bait import luring_seat, most_treasure_seats
from rules.boss_monster.phases.build import room_beneath
from rules.engine import Displayable, Name, carries


@dataclass(frozen=True, slots=True)
class RoomLine:
    """A visible room.

    ``damage``: as it counts now; ``under``: number of rooms beneath it; ``over``: name of the room directly beneath.
    """

    id: int
    name: Displayable
    treasure: str
    damage: int
    kind: str
    advanced: bool
    down: bool
    exhausted: bool
    used: bool
    under: int
    over: Displayable | None
    text: Name | None


@dataclass(frozen=True, slots=True)
class BossMonsterHeroLine:
    """A hero in town or in a dungeon.

    ``goes_to``: the seat that would get him if the turn ended now (−1: nobody); ``walks``: he is walking through it;
    ``pile``: where, from the entrance, −1 before the first room; ``doomed``: he dies if nobody does anything.
    """

    id: int
    name: Displayable
    klass: str
    epic: bool
    taken: int
    health: int
    goes_to: int
    walks: bool
    pile: int
    doomed: bool


@dataclass(frozen=True, slots=True)
class BaitLine:
    """Heroes of one class in town, and the treasure of that class in each dungeon, by seat.

    ``counts`` include the boss; −1 for a player who is out, and for the Fool. ``best``: seats with the most treasure:
    one gets the heroes, several are in a tie, none: nobody has any.
    """

    klass: str
    heroes: tuple[BossMonsterHeroLine, ...]
    counts: tuple[int, ...]
    best: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ScoredLine:
    """A hero in a score area."""

    id: int
    name: Displayable
    worth: int
    wounds: bool


@dataclass(frozen=True, slots=True)
class BossMonsterPlayerLine:
    """A player: dungeon from entrance to boss, lure by class (c f m t), and score.

    ``hand``: keys of the virtual cards; ``open_``: this view may see which they are.
    """

    seat: int
    name: str
    active: bool
    dead: bool
    boss: Name | None
    xp: int
    levelled: bool
    rooms: tuple[RoomLine, ...]
    entrance: tuple[BossMonsterHeroLine, ...]
    lures: tuple[int, int, int, int]
    souls: int
    wounds: int
    score: tuple[ScoredLine, ...]
    hand: tuple[str, ...]
    open_: bool


@dataclass(frozen=True, slots=True)
class BossMonsterView:
    """Everything a screen draws of the table.

    With virtual cards ``rooms`` and ``spells`` are the numbers of cards left in the decks, ``discards`` the keys of the
    discarded cards.
    """

    turn: int
    phase: str
    town: tuple[BossMonsterHeroLine, ...]
    baits: tuple[BaitLine, ...]
    players: tuple[BossMonsterPlayerLine, ...]
    normal: int
    epic: int
    virtual: bool
    rooms: int
    spells: int
    discards: tuple[str, ...]


def view(s: BossMonster) -> BossMonsterView:
    """Build the view of a state."""
    town = tuple(_hero(s, hero, TOWN) for hero in s.town)
    players = tuple(_player(s, seat) for seat in range(len(s.seats)))
    decks = (count_undrawn(s, ROOM), count_undrawn(s, SPELL)) if s.has_virtual_cards else (0, 0)
    return BossMonsterView(
        s.turn, s.phase, town, bait_lines(s), players, s.normal, s.epic, s.has_virtual_cards, *decks, s.discards
    )


@carries("BM-26", "BM-27")
def bait_lines(s: BossMonster) -> tuple[BaitLine, ...]:
    """Lines of the heroes in town by class, with who would get them now."""
    present = [klass for klass in (*CLASSES, FOOL) if any(hero.card.klass == klass for hero in s.town)]
    return tuple(_bait(s, klass) for klass in present)


def _bait(s: BossMonster, klass: str) -> BaitLine:
    heroes = tuple(_hero(s, hero, TOWN) for hero in s.town if hero.card.klass == klass)
    counted = (seat in s.seats_in_game and klass != FOOL for seat in range(len(s.seats)))
    counts = tuple(lure(s, seat, klass) if counts else -1 for seat, counts in enumerate(counted))
    return BaitLine(klass, heroes, counts, most_treasure_seats(s, klass))


def _hero(s: BossMonster, hero: Hero, seat: int) -> BossMonsterHeroLine:
    walks = s.walk is not None and s.walk.hero == hero.id
    pile = s.walk.pile if s.walk and walks else -1
    doomed = is_doomed(s) if walks else has_lethal_damage(s, hero)
    to = luring_seat(s, hero.card.klass) if seat == TOWN else seat
    facts = (hero.id, hero_name(hero), hero.card.klass, hero.card.epic, hero.taken, hero.health)
    return BossMonsterHeroLine(*facts, to, walks, pile, doomed)


def _player(s: BossMonster, seat: int) -> BossMonsterPlayerLine:
    keep = s.keeps[seat]
    piles, hand = ((), ()) if s.has_left(seat) else (keep.piles, keep.hand)
    c, f, m, t = (0 if s.has_left(seat) else lure(s, seat, klass) for klass in CLASSES)
    score = tuple(ScoredLine(x.hero.id, hero_name(x.hero), x.hero.worth, x.wounds) for x in keep.score)
    return BossMonsterPlayerLine(
        seat,
        s.seats[seat],
        seat == s.active and s.outcome is None,
        keep.out,
        card_name(keep.boss) if keep.boss else None,
        keep.xp,
        keep.levelled,
        tuple(_room(s, seat, pile) for pile in piles),
        tuple(_hero(s, hero, seat) for hero in keep.entrance),
        (c, f, m, t),
        keep.souls,
        keep.wounds,
        score,
        hand,
        not any(card in HIDDEN_CARDS.values() for card in hand),
    )


def _room(s: BossMonster, seat: int, pile: tuple[Room, ...]) -> RoomLine:
    top = pile[0]
    card, base = top.card, room_beneath(s, top.id)
    text = card_texts()[card.key].effect if card.key else None
    flags = (card.kind, card.advanced, top.down, top.exhausted, top.used)
    over = room_name(base) if base else None
    return RoomLine(top.id, room_name(top), card.treasure, room_damage(s, top, seat), *flags, len(pile) - 1, over, text)
