"""A Boss Monster table to play on: rooms, heroes and spells by name, and what lies there read back by name."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from companion.deck import by_itself, dealt
from rules.boss_monster.build import built
from rules.boss_monster.cards import HeroCard, RoomCard, kind_key, rooms
from rules.boss_monster.event import (
    Activated,
    Aimed,
    Arrived,
    Cast,
    Chose,
    Discarded,
    Handed,
    Placed,
    Revealed,
    RevealedPlain,
    Skipped,
    Stood,
    Walked,
)
from rules.boss_monster.game import GAME
from rules.boss_monster.state import TOWN, BossMonster, Hero, Room, Scored, number, put_hero, set_keep
from rules.boss_monster.turn import TURN
from rules.engine import Cards, Event, Step, apply, at, prompt, remarks, start

NAMES = ("Ana", "Bea", "Cira", "Dani")
BOSSES = ("robobo", "gorgona", "seducia", "cerebellus")
"""Of rising XP: 400, 500, 600, 650; their treasure: fighter, thief, mage, mage."""


def do(s: BossMonster, *events: Event) -> BossMonster:
    for event in events:
        s = apply(GAME, s, event)
    return s


def seated(players: int = 2, bosses: tuple[str, ...] = BOSSES, **rulings: str) -> BossMonster:
    """Everybody has a boss and a hand, and lays a first room. Open points by ``A1="instant"``, modes by their key."""
    settled = tuple((f"BM-{key}" if key[0] == "A" else key, value) for key, value in rulings.items())
    s = start(GAME, NAMES[:players], settled)
    return do(s, *(Chose(seat, bosses[seat]) for seat in range(players)), Handed())


def table(players: int = 2, **rulings: str) -> BossMonster:
    """The first turn, before its heroes; nobody has built."""
    return do(seated(players, **rulings), *(Skipped(),) * players)


# --- virtual cards -----------------------------------------------------------------------------------------------


def deals(s: BossMonster, seed: int = 1) -> BossMonster:
    """The companion deals what needs nobody's tap."""
    chance = Random(seed)
    while (asked := prompt(s)) is not None and by_itself(asked) is not None:
        s = apply(GAME, s, dealt(asked.choices, asked.choices[0].event, chance))
    return s


def acts(s: BossMonster, *events: Event, seed: int = 1) -> BossMonster:
    """Those answers, the cards of decks dealt where one waits for them and after each."""
    for event in events:
        asked = prompt(s)
        offered = (*(asked.choices if asked else ()), *remarks(GAME, s))
        s = deals(apply(GAME, s, dealt(offered, event, Random(seed))), seed)
    return s


def virtual(players: int = 2, seed: int = 1, **rulings: str) -> BossMonster:
    """Everybody has a first hand of the companion's and is asked to discard."""
    settled = {f"BM-{key}" if key[0] == "A" else key: value for key, value in rulings.items()}
    return deals(start(GAME, NAMES[:players], (("cards", "virtual"), *settled.items())), seed)


def holding(s: BossMonster, seat: int, *cards: str) -> BossMonster:
    """The hand of a player is just that."""
    return set_keep(s, seat, hand=cards)


def handed(players: int = 2, **rulings: str) -> BossMonster:
    """All have discarded; then all hands are empty and the first turn's heroes have come: somebody lays a room."""
    s = virtual(players, **rulings)
    s = acts(s, *(Discarded(seat, first(s, "cards", seat)[:2]) for seat in s.waits))
    s = acts(s, *(Skipped(),) * players)
    s = replace(s, discards=(), active=s.active)
    for seat in range(players):
        s = holding(s, seat)
    return s


def first(s: BossMonster, hole: str, seat: int) -> tuple[str, ...]:
    """The values that a hole of that seat's may be filled with, of its first choice that has one."""
    asked = prompt(s)
    assert asked is not None
    return values(next(c for c in asked.choices if c.seat == seat and c.does.holes), hole)


def values(choice: Any, hole: str = "cards") -> tuple[str, ...]:
    """What that hole of a choice may be filled with."""
    found = next(h for h in choice.does.holes if h.name == hole and isinstance(h, Cards))
    return tuple(face.value for face in found.of)


# --- the table ---------------------------------------------------------------------------------------------------


def room(card: str | RoomCard) -> RoomCard:
    return rooms()[card] if isinstance(card, str) else card


def plain(treasure: str = "", damage: int = 0, kind: str = "") -> RoomCard:
    return RoomCard("", treasure, damage, kind)


def dungeon(s: BossMonster, seat: int, *cards: str | RoomCard | tuple[str | RoomCard, ...]) -> BossMonster:
    """The dungeon of a player from its entrance to the boss; a tuple is a pile, its visible room first."""
    piles = []
    for pile in cards:
        laid = []
        for card in pile if isinstance(pile, tuple) else (pile,):
            s, id = number(s)
            laid.append(Room(id, room(card)))
        piles.append(tuple(laid))
    return set_keep(s, seat, piles=tuple(piles))


def hero(s: BossMonster, where: int, klass: str = "c", health: int = 4, epic: bool = False) -> BossMonster:
    """One more hero at that entrance, or in town (−1)."""
    s, id = number(s)
    return put_hero(s, Hero(id, HeroCard("", klass, health, epic)), where)


def scored(s: BossMonster, seat: int, souls: int = 0, wounds: int = 0, epic: bool = False) -> BossMonster:
    """So many more heroes lie dead and alive in that score area."""
    for face_up in (False,) * souls + (True,) * wounds:
        s, id = number(s)
        s = set_keep(s, seat, score=(*s.keeps[seat].score, Scored(Hero(id, HeroCard(epic=epic)), face_up)))
    return s


def at_phase(s: BossMonster, name: str) -> BossMonster:
    """The table is at that step of the turn, which runs until somebody is asked."""
    from rules.engine.game import advance

    steps = [step.name.partition(".")[2] for step in TURN]
    fresh = replace(s, turn=max(1, s.turn), agenda=TURN[steps.index(name) :], notes=())
    return advance(GAME.settle, fresh)


def running(s: BossMonster, *steps: Step) -> BossMonster:
    """Those steps run, and then what was to do."""
    from rules.engine.game import advance

    return advance(GAME.settle, replace(s, agenda=(*steps, *s.agenda), notes=()))


def builds(s: BossMonster, *ids: int) -> BossMonster:
    """Those rooms have just been built, in a phase of which nothing else is left."""
    return running(replace(s, agenda=(TURN[-1],)), at(built, *ids))


def ids(s: BossMonster, seat: int) -> list[int]:
    """The visible rooms of a dungeon from its entrance."""
    return [pile[0].id for pile in s.keeps[seat].piles]


def keys(s: BossMonster, seat: int) -> list[str]:
    return [pile[0].card.key for pile in s.keeps[seat].piles]


def standing_in(s: BossMonster, where: int) -> list[str]:
    """Class and health of the heroes in town or at that entrance."""
    return [kind_key(h.card) for h in (s.town if where == TOWN else s.keeps[where].entrance)]


def points(s: BossMonster) -> list[tuple[int, int]]:
    """Souls and wounds, player by player."""
    return [(keep.souls, keep.wounds) for keep in s.keeps]


def offers(s: BossMonster, hole: str) -> list[Any]:
    """What may be picked there now."""
    question = prompt(s)
    assert question is not None
    holes = (h for choice in question.choices for h in choice.does.holes if h.name == hole)
    return [option.value for h in holes for option in h.options]


def casts(s: BossMonster, seat: int, spell: str, target: int | None = None, stands: bool = True) -> BossMonster:
    """A spell is played, aimed, and nobody cancels it."""
    s = do(s, Cast(seat, spell), *((Aimed(target),) if target is not None else ()))
    return do(s, Stood()) if stands else s


def uses(s: BossMonster, room: int, target: int | None = None) -> BossMonster:
    """The ability of a room is used."""
    return do(s, Activated(room), *((Aimed(target),) if target is not None else ()))


__all__ = ["Arrived", "Placed", "Revealed", "RevealedPlain", "Walked"]
