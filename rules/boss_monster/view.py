"""View of a Boss Monster table: dungeons as rows, the walking hero, the town, trackers."""

from __future__ import annotations

from dataclasses import dataclass

from rules.boss_monster.model.card_catalogue import CLASS_NAMES, CLASSES, FOOL, ICONS, called, printed
from rules.boss_monster.model.decks import HIDDEN, ROOM, SPELL, remaining
from rules.boss_monster.model.dungeon import damage, lure
from rules.boss_monster.model.state import SOULS, TOWN, WHAT, WOUNDS, BossMonster, Hero, Room, hero_name, room_name
from rules.boss_monster.phases.adventure import fate, killed
from rules.boss_monster.phases.bait import best, goes_to
from rules.boss_monster.phases.build import beneath
from rules.engine import Name, Shown, Tracker, carries

from .overrides import printed_damage


@dataclass(frozen=True, slots=True)
class RoomLine:
    """A visible room.

    ``damage``: as it counts now; ``under``: number of rooms beneath it; ``over``: name of the room directly beneath.
    """

    id: int
    name: Shown
    treasure: str
    damage: int
    kind: str
    advanced: bool
    down: bool
    exhausted: bool
    used: bool
    under: int
    over: Shown | None
    text: Name | None


@dataclass(frozen=True, slots=True)
class HeroLine:
    """A hero in town or in a dungeon.

    ``goes_to``: the seat that would get him if the turn ended now (−1: nobody); ``walks``: he is walking through it;
    ``pile``: where, from the entrance, −1 before the first room; ``doomed``: he dies if nobody does anything.
    """

    id: int
    name: Shown
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
    heroes: tuple[HeroLine, ...]
    counts: tuple[int, ...]
    best: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ScoredLine:
    """A hero in a score area."""

    id: int
    name: Shown
    worth: int
    wounds: bool


@dataclass(frozen=True, slots=True)
class PlayerLine:
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
    entrance: tuple[HeroLine, ...]
    lures: tuple[int, int, int, int]
    souls: int
    wounds: int
    score: tuple[ScoredLine, ...]
    hand: tuple[str, ...]
    open_: bool


@dataclass(frozen=True, slots=True)
class BossView:
    """Everything a screen draws of the table.

    With virtual cards ``rooms`` and ``spells`` are the numbers of cards left in the decks, ``discards`` the keys of the
    discarded cards.
    """

    turn: int
    phase: str
    town: tuple[HeroLine, ...]
    baits: tuple[BaitLine, ...]
    players: tuple[PlayerLine, ...]
    normal: int
    epic: int
    virtual: bool
    rooms: int
    spells: int
    discards: tuple[str, ...]


def view(s: BossMonster) -> BossView:
    """Build the view of a state."""
    town = tuple(_hero(s, hero, TOWN) for hero in s.town)
    players = tuple(_player(s, seat) for seat in range(len(s.seats)))
    decks = (remaining(s, ROOM), remaining(s, SPELL)) if s.virtual else (0, 0)
    return BossView(s.turn, s.phase, town, baits(s), players, s.normal, s.epic, s.virtual, *decks, s.discards)


@carries("BM-26", "BM-27")
def baits(s: BossMonster) -> tuple[BaitLine, ...]:
    """Lines of the heroes in town by class, with who would get them now."""
    present = [klass for klass in (*CLASSES, FOOL) if any(hero.card.klass == klass for hero in s.town)]
    return tuple(_bait(s, klass) for klass in present)


def _bait(s: BossMonster, klass: str) -> BaitLine:
    heroes = tuple(_hero(s, hero, TOWN) for hero in s.town if hero.card.klass == klass)
    counted = (seat in s.alive and klass != FOOL for seat in range(len(s.seats)))
    counts = tuple(lure(s, seat, klass) if counts else -1 for seat, counts in enumerate(counted))
    return BaitLine(klass, heroes, counts, best(s, klass))


def _hero(s: BossMonster, hero: Hero, seat: int) -> HeroLine:
    walks = s.walk is not None and s.walk.hero == hero.id
    pile = s.walk.pile if s.walk and walks else -1
    doomed = fate(s)[0] if walks else killed(s, hero)
    to = goes_to(s, hero.card.klass) if seat == TOWN else seat
    told = (hero.id, hero_name(hero), hero.card.klass, hero.card.epic, hero.taken, hero.health)
    return HeroLine(*told, to, walks, pile, doomed)


def _player(s: BossMonster, seat: int) -> PlayerLine:
    keep = s.keeps[seat]
    c, f, m, t = (lure(s, seat, klass) for klass in CLASSES)
    score = tuple(ScoredLine(x.hero.id, hero_name(x.hero), x.hero.worth, x.wounds) for x in keep.score)
    return PlayerLine(
        seat,
        s.seats[seat],
        seat == s.active and s.outcome is None,
        keep.out,
        called(keep.boss) if keep.boss else None,
        keep.xp,
        keep.levelled,
        tuple(_room(s, seat, pile) for pile in keep.piles),
        tuple(_hero(s, hero, seat) for hero in keep.entrance),
        (c, f, m, t),
        keep.souls,
        keep.wounds,
        score,
        keep.hand,
        not any(card in HIDDEN.values() for card in keep.hand),
    )


def _room(s: BossMonster, seat: int, pile: tuple[Room, ...]) -> RoomLine:
    top = pile[0]
    card, base = top.card, beneath(s, top.id)
    text = printed()[card.key].effect if card.key else None
    flags = (card.kind, card.advanced, top.down, top.exhausted, top.used)
    over = room_name(base) if base else None
    return RoomLine(top.id, room_name(top), card.treasure, damage(s, top, seat), *flags, len(pile) - 1, over, text)


def trackers(s: BossMonster) -> tuple[Tracker, ...]:
    """Every number that may be set by hand, the players' first."""
    return (
        *(t for seat in range(len(s.seats)) for t in _of_player(s, seat)),
        *(t for _, hero in s.heroes() for t in _of_hero(hero)),
        *(
            Tracker(f"room.{room.id}.damage", WHAT["damage"], printed_damage(room), icon="attack")
            for _, _, room in s.rooms()
            if not room.down
        ),
        Tracker("heroes.normal", WHAT["normal"], s.normal, icon="deck"),
        Tracker("heroes.epic", WHAT["epic"], s.epic, icon="deck"),
    )


def _of_player(s: BossMonster, seat: int) -> tuple[Tracker, ...]:
    keep = s.keeps[seat]
    lures = (Tracker(f"seat.{seat}.{k}", CLASS_NAMES[k], lure(s, seat, k), seat, icon=ICONS[k]) for k in CLASSES)
    return (
        Tracker(f"seat.{seat}.souls", WHAT["souls"], keep.souls, seat, full=SOULS, icon="soul"),
        Tracker(f"seat.{seat}.wounds", WHAT["wounds"], keep.wounds, seat, full=WOUNDS, icon="wounds"),
        *lures,
    )


def _of_hero(hero: Hero) -> tuple[Tracker, ...]:
    return (
        Tracker(f"hero.{hero.id}.taken", WHAT["taken"], hero.taken, full=hero.health, icon="attack"),
        Tracker(f"hero.{hero.id}.health", WHAT["health"], hero.health, icon="life"),
    )
