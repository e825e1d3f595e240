"""A Boss Monster table for scenarios: rooms, heroes and spells by name."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any, Self

from companion.match.deck import automatic_draw, draw_cards
from rules.boss_monster.game import GAME
from rules.boss_monster.model.card_catalogue import HeroCard, RoomCard, hero_kind_key, room_cards
from rules.boss_monster.model.events import Activated, Aimed, Cast, Chose, Discarded, Handed, Skipped, Stood
from rules.boss_monster.model.state import TOWN, BossMonster, Hero, Room, Scored, add_hero, allocate_id, set_keep
from rules.boss_monster.phases.build import built
from rules.boss_monster.phases.turn import TURN_STEPS
from rules.engine import Cards, Choice, Event, Step, at
from tests.support.games.table import GameTable

NAMES = ("Ana", "Bea", "Cira", "Dani")
BOSSES = ("robobo", "gorgona", "seducia", "cerebellus")
"""In order of XP: 400, 500, 600, 650; their treasures: fighter, thief, mage, mage."""


class BossMonsterTable(GameTable[BossMonster]):
    """A Boss Monster table; players, dungeons and score areas are given by seat."""

    game = GAME

    # --- virtual cards -------------------------------------------------------------------------------------------

    def deals(self, seed: int = 1) -> Self:
        """Deal the virtual cards that need no tap."""
        chance = Random(seed)
        while self.outcome is None and automatic_draw(self.asked) is not None:
            self.do(draw_cards(self.asked.choices, self.events[0], chance))
        return self

    def acts(self, *events: Event, seed: int = 1) -> Self:
        """Apply these answers; cards from virtual decks are dealt with each and after each."""
        for event in events:
            self.do(draw_cards(self.answers, event, Random(seed))).deals(seed)
        return self

    @property
    def answers(self) -> tuple[Choice, ...]:
        """All choices: those of the prompt, then the remarks."""
        return (*(self.asked.choices if self.outcome is None else ()), *self.remarks)

    def choice(self, kind: type[Event], seat: int, /, **fields: object) -> Choice:
        """The first choice of that seat with an event of that kind and those fields."""
        theirs = (choice for choice in self.answers if choice.seat == seat and isinstance(choice.event, kind))
        return next(c for c in theirs if all(getattr(c.event, name) == value for name, value in fields.items()))

    def cards_for(self, kind: type[Event], seat: int, /, **fields: object) -> tuple[str, ...]:
        """The cards that may be picked for that choice."""
        return cards_of(self.choice(kind, seat, **fields))

    def first_cards(self, seat: int) -> tuple[str, ...]:
        """The cards that may be picked for that seat's first choice with a hole."""
        return cards_of(next(c for c in self.asked.choices if c.seat == seat and c.template.holes))

    def holds(self, seat: int, *cards: str) -> Self:
        """Set the hand of a player."""
        return self.change(set_keep, seat, hand=cards)

    # --- the state laid out --------------------------------------------------------------------------------------

    def dungeon(self, seat: int, *cards: str | RoomCard | tuple[str | RoomCard, ...]) -> Self:
        """Set a player's dungeon, entrance first; a tuple is a pile, its visible room first."""
        piles = (pile if isinstance(pile, tuple) else (pile,) for pile in cards)
        laid = tuple(tuple(Room(self._number(), room(card)) for card in pile) for pile in piles)
        return self.change(set_keep, seat, piles=laid)

    def hero(self, where: int, klass: str = "c", health: int = 4, epic: bool = False) -> Self:
        """Add a hero at that entrance, or in town (−1)."""
        return self.change(add_hero, Hero(self._number(), HeroCard("", klass, health, epic)), where)

    def scored(self, seat: int, souls: int = 0, wounds: int = 0, epic: bool = False, key: str = "") -> Self:
        """Add that many dead and alive heroes to that score area, of that name."""
        for face_up in (False,) * souls + (True,) * wounds:
            fallen = Scored(Hero(self._number(), HeroCard(epic=epic, key=key)), face_up)
            self.change(set_keep, seat, score=(*self.s.keeps[seat].score, fallen))
        return self

    def _number(self) -> int:
        """Allocate an id for a card on the table."""
        self.s, id = allocate_id(self.s)
        return id

    def at_phase(self, name: str) -> Self:
        """Go to that step of the turn, and run it until somebody is asked."""
        steps = [step.name.partition(".")[2] for step in TURN_STEPS]
        return self.runs(notes=(), turn=max(1, self.s.turn), agenda=TURN_STEPS[steps.index(name) :])

    def inserts(self, *steps: Step) -> Self:
        """Run those steps before the rest of the agenda."""
        return self.runs(notes=(), agenda=(*steps, *self.s.agenda))

    def builds(self, *ids: int) -> Self:
        """Those rooms have just been built, at the end of the build phase."""
        return self.runs(notes=(), agenda=(at(built, *ids), TURN_STEPS[-1]))

    # --- verbs ---------------------------------------------------------------------------------------------------

    def casts(self, seat: int, spell: str, target: int | None = None) -> Self:
        """Play a spell with its target; nobody cancels it."""
        return self.do(Cast(seat, spell), *_aimed(target), Stood())

    def uses(self, room: int, target: int | None = None) -> Self:
        """Use the ability of a room."""
        return self.do(Activated(room), *_aimed(target))

    # --- readings ------------------------------------------------------------------------------------------------

    def ids(self, seat: int) -> list[int]:
        """The ids of the visible rooms of a dungeon, entrance first."""
        return [pile[0].id for pile in self.s.keeps[seat].piles]

    def keys(self, seat: int) -> list[str]:
        return [pile[0].card.key for pile in self.s.keeps[seat].piles]

    def standing_in(self, where: int) -> list[str]:
        """Class and health of the heroes in town or at that entrance."""
        return [hero_kind_key(h.card) for h in (self.s.town if where == TOWN else self.s.keeps[where].entrance)]

    @property
    def points(self) -> list[tuple[int, int]]:
        """Souls and wounds of each player."""
        return [(keep.souls, keep.wounds) for keep in self.s.keeps]

    def options(self, hole: str) -> list[Any]:
        """The options of that hole in the current prompt."""
        holes = (h for choice in self.asked.choices for h in choice.template.holes if h.name == hole)
        return [option.value for h in holes for option in h.options]


# --- tables at a certain step ------------------------------------------------------------------------------------


def seated(players: int = 2, bosses: tuple[str, ...] = BOSSES, **rulings: str) -> BossMonsterTable:
    """A table at which everybody has a boss and a hand, and builds a first room."""
    table = BossMonsterTable(*NAMES[:players], **rulings)
    return table.do(*(Chose(seat, bosses[seat]) for seat in range(players)), Handed())


def table(players: int = 2, **rulings: str) -> BossMonsterTable:
    """A table in the first turn before its heroes; nobody has built."""
    return seated(players, **rulings).do(*(Skipped(),) * players)


def virtual(players: int = 2, seed: int = 1, **rulings: str) -> BossMonsterTable:
    """A table with virtual cards, at which everybody has a first hand and is asked to discard."""
    return BossMonsterTable(*NAMES[:players], cards="virtual", **rulings).deals(seed)


def handed(players: int = 2, **rulings: str) -> BossMonsterTable:
    """A virtual table after the discards: hands are empty, heroes have arrived, building begins."""
    table = virtual(players, **rulings)
    table.acts(*(Discarded(seat, table.first_cards(seat)[:2]) for seat in table.s.waits))
    table.acts(*(Skipped(),) * players).change(replace, discards=())
    for seat in range(players):
        table.holds(seat)
    return table


# --- cards -------------------------------------------------------------------------------------------------------


def room(card: str | RoomCard) -> RoomCard:
    return room_cards()[card] if isinstance(card, str) else card


def plain(treasure: str = "", damage: int = 0, kind: str = "") -> RoomCard:
    return RoomCard("", treasure, damage, kind)


def cards_of(choice: Choice) -> tuple[str, ...]:
    """The cards that a choice's hole for cards may be filled with."""
    found = next(h for h in choice.template.holes if h.name == "cards" and isinstance(h, Cards))
    return tuple(face.value for face in found.faces)


def _aimed(target: int | None) -> tuple[Event, ...]:
    return () if target is None else (Aimed(target),)
