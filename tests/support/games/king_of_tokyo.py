"""A King of Tokyo table for scenarios."""

from __future__ import annotations

from typing import Any, Self

from rules.engine import Event, Rolled
from rules.engine.record import replace
from rules.king_of_tokyo.city.damage import damage_monsters
from rules.king_of_tokyo.game import GAME
from rules.king_of_tokyo.model.dice import ANKH, EYE, RIVER, SNAKE
from rules.king_of_tokyo.model.events import (
    Began,
    ByThrows,
    CurseTurned,
    Dressed,
    Kept,
    Resolved,
    Stopped,
    TookTile,
    Used,
    UsedAside,
    Yielded,
)
from rules.king_of_tokyo.model.state import NOBODY, Held, Monster, Tokyo, set_monster
from tests.support.games.table import GameTable, english

LETTERS = "123hes"
FATE = {"eye": EYE, "river": RIVER, "snake": SNAKE, "ankh": ANKH}
NOTHING = "112233"
"""A roll without an effect."""


def faces(letters: str) -> tuple[int, ...]:
    """A roll by its letters: h is heart, e energy, s smash."""
    return tuple(LETTERS.index(letter) + 1 for letter in letters)


class KingOfTokyoTable(GameTable[Tokyo]):
    """A King of Tokyo table, by default before the first monster's roll.

    ``begins`` names another first monster, or None to ask for it. ``taps`` counts the answers.
    """

    game = GAME

    def __init__(self, *names: str, begins: str | None = "", **rulings: str) -> None:
        super().__init__(*names, **rulings)
        self.taps = 0
        if begins is not None:
            self.do(Began(names.index(begins or names[0])))

    # --- events --------------------------------------------------------------------------------------------------

    def _apply(self, event: Event) -> None:
        super()._apply(event)
        self.taps += 1

    def throws(self, letters: str) -> Self:
        return self.do(Rolled(faces(letters)))

    def fate(self, shows: str) -> Self:
        return self.do(Rolled((FATE[shows],)))

    def face(self, face: int) -> Self:
        """Roll one die, by the number of its face."""
        return self.do(Rolled((face,)))

    def stays(self) -> Self:
        return self.do(Yielded(False))

    def yields(self) -> Self:
        return self.do(Yielded(True))

    def by_throws(self) -> Self:
        return self.do(ByThrows())

    def keeps(self, *dice: int) -> Self:
        """Keep those dice, or take them back."""
        for die in dice:
            self.do(Kept(die))
        return self

    def stops(self) -> Self:
        return self.do(Stopped())

    def resolves(self, what: str) -> Self:
        return self.do(Resolved(what))

    def turns_up(self, curse: str) -> Self:
        return self.do(CurseTurned(curse))

    def takes(self, tile: str) -> Self:
        return self.do(TookTile(tile))

    def dresses(self, **costumes: str) -> Self:
        for name, costume in costumes.items():
            self.do(Dressed(self.seat(name), costume))
        return self

    def says(self, label: str) -> Self:
        """Give the answer with that label, filled or not."""
        labels = [(choice.label.key, english(choice.label)) for choice in self.asked.choices]
        found = [k for k, both in enumerate(labels) if label in both]
        assert found, labels
        return self.do(self.events[found[0]])

    def uses(self, card: str = "", **how: int) -> Self:
        """Use the offered effect of any monster; of that card, where one is named."""
        return self.do(replace(self._used(self.events, Used, card), **how))

    def aside(self, name: str, card: str = "", **how: int) -> Self:
        """Use that monster's effect from the remarks; of that card, where one is named."""
        theirs = [choice.event for choice in self.remarks if getattr(choice.event, "seat", None) == self.seat(name)]
        return self.do(replace(self._used(theirs, UsedAside, card), **how))

    def may_use(self, card: str) -> bool:
        """Whether the effect of that card is offered."""
        return any(isinstance(event, Used) and event.key == f"card.{card}" for event in self.events)

    def _used(self, events: list[Event], kind: type[Used] | type[UsedAside], card: str) -> Used | UsedAside:
        """The first event that uses an effect, of that card where one is named."""
        found = [e for e in events if isinstance(e, kind) and (not card or e.key == f"card.{card}")]
        assert found, f"{card or 'an effect'} is not offered: {events}"
        return found[0]

    def on(self) -> Self:
        """Give the usual answers until a roll is asked for, or the match is over."""
        while self.outcome is None and self.asked.dice is None:
            self.usual()
        return self

    def turn(self, letters: str) -> Self:
        """Play a whole turn with that roll and the usual answers."""
        return self.throws(letters).on()

    def until(self, name: str) -> Self:
        """Play turns without an effect until that monster is to roll."""
        while self.active != name:
            self.turn(self.nothing)
        return self

    @property
    def nothing(self) -> str:
        dice = self.asked.dice
        return "11223322"[: dice.count if dice else 6]

    def loses(self, by: str = "", why: str = "card", **hearts: int) -> Self:
        """Damage those monsters by an effect."""
        losses = tuple((self.seat(name), n) for name, n in hearts.items())
        return self.change(replace, notes=()).change(damage_monsters, "KT-17", losses, self.seat(by), why).runs()

    # --- the state laid out --------------------------------------------------------------------------------------

    def has(self, name: str, **numbers: Any) -> Self:
        """Set that monster's hearts, points or energy."""
        return self.change(set_monster, self.seat(name), **numbers)

    def owns(self, name: str, tile: str) -> int:
        """Give that monster a tile; return its id."""
        return self._lays(name, "tiles", tile)

    def holds(self, name: str, card: str, **fields: int) -> int:
        """Give that monster a card; return its id."""
        return self._lays(name, "cards", card, **fields)

    def _lays(self, name: str, place: str, card: str, **fields: int) -> int:
        id, before = self.s.numbered + 1, getattr(self.monster(name), place)
        self.change(replace, numbered=id).has(name, **{place: (*before, Held(id, card, **fields))})
        return id

    def stand(self, city: str = "", bay: str = "") -> Self:
        return self.change(replace, city=self.seat(city), bay=self.seat(bay))

    def is_cursed(self, curse: str, scarab: str = "") -> Self:
        return self.change(replace, curse=curse, scarab=self.seat(scarab))

    # --- readings ------------------------------------------------------------------------------------------------

    def seat(self, name: str) -> int:
        return super().seat(name) if name else NOBODY

    def monster(self, name: str) -> Monster:
        return self.s.monsters[self.seat(name)]

    @property
    def throws_left(self) -> Any:
        """The throws that are left, as the question says."""
        assert self.asked.stake is not None
        return dict(self.asked.stake.args)["n"]

    @property
    def active(self) -> str:
        return self.s.seats[self.s.active]

    @property
    def hearts(self) -> tuple[int, ...]:
        return tuple(monster.hearts for monster in self.s.monsters)

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(monster.points for monster in self.s.monsters)

    @property
    def energy(self) -> tuple[int, ...]:
        return tuple(monster.energy for monster in self.s.monsters)

    @property
    def city(self) -> str:
        return "" if self.s.city == NOBODY else self.s.seats[self.s.city]

    @property
    def bay(self) -> str:
        return "" if self.s.bay == NOBODY else self.s.seats[self.s.bay]

    def noted(self, rule: str) -> list[dict[str, Any]]:
        """Text and arguments of the notes under that rule."""
        return [{"text": note.text.key, **dict(note.text.args)} for note in self.notes if note.rule == rule]


def three(**rulings: str) -> KingOfTokyoTable:
    """Ana, Beto and Cira with eight hearts each; Cira is in Tokyo, Ana is to roll."""
    table = KingOfTokyoTable("Ana", "Beto", "Cira", **rulings)
    for name in table.s.seats:
        table.has(name, hearts=8)
    return table.stand("Cira")


def five(**rulings: str) -> KingOfTokyoTable:
    """Five monsters; Dani is in the City, Elsa in the Bay, Ana is to roll."""
    return KingOfTokyoTable("Ana", "Beto", "Cira", "Dani", "Elsa", **rulings).stand("Dani", "Elsa")
