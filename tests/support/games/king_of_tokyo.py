"""A King of Tokyo table for scenarios that read like play."""

from __future__ import annotations

from typing import Any

from rules.engine import (
    Adjusted,
    Confirmed,
    Event,
    Prompt,
    Refused,
    Rolled,
    Ruled,
    State,
    TurnPassed,
    WentTo,
    advance,
    apply,
    prompt,
    start,
)
from rules.engine.record import replace
from rules.king_of_tokyo.dice import ANKH, EYE, RIVER, SNAKE
from rules.king_of_tokyo.event import (
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
from rules.king_of_tokyo.game import GAME
from rules.king_of_tokyo.harm import harm
from rules.king_of_tokyo.state import NOBODY, Held, Monster, Tokyo, set_monster

LETTERS = "123hes"
FATE = {"eye": EYE, "river": RIVER, "snake": SNAKE, "ankh": ANKH}
NOTHING = "112233"
"""A throw that does nothing."""


def faces(letters: str) -> tuple[int, ...]:
    """A throw, written by its letters: heart, energy, smash."""
    return tuple(LETTERS.index(letter) + 1 for letter in letters)


class Seen:
    """What is to be seen of a table: what is asked, what is refused, the numbers of all monsters."""

    s: Tokyo

    @property
    def asked(self) -> Prompt:
        asked = prompt(self.s)
        assert asked is not None
        return asked

    def refuses(self, event: Event) -> str:
        """The rule that forbids it."""
        before: State = self.s
        try:
            apply(GAME, self.s, event)
        except Refused as refused:
            assert self.s == before
            return refused.rule
        raise AssertionError(f"{event} was accepted")

    @property
    def hearts(self) -> tuple[int, ...]:
        return tuple(monster.hearts for monster in self.s.monsters)

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(monster.points for monster in self.s.monsters)

    @property
    def energy(self) -> tuple[int, ...]:
        return tuple(monster.energy for monster in self.s.monsters)


class Table(Seen):
    """Some monsters, the first of whom is about to throw, and verbs."""

    def __init__(self, *names: str, begins: str = "", **rulings: str) -> None:
        settled = tuple((key.replace("__", ".").replace("_A", "-A"), choice) for key, choice in rulings.items())
        self.s: Tokyo = start(GAME, names, settled)
        self.notes = [*self.s.notes]
        self.taps = 0
        self.do(Began(names.index(begins or names[0])))

    # --- what happens --------------------------------------------------------------------------------------------

    def do(self, event: Event) -> Table:
        self.s = apply(GAME, self.s, event)
        self.notes = [*self.s.notes]
        self.taps += 1
        return self

    def throws(self, letters: str) -> Table:
        return self.do(Rolled(faces(letters)))

    def fate(self, shows: str) -> Table:
        return self.do(Rolled((FATE[shows],)))

    def face(self, face: int) -> Table:
        """One die, by the number of its face."""
        return self.do(Rolled((face,)))

    def stays(self) -> Table:
        return self.do(Yielded(False))

    def yields(self) -> Table:
        return self.do(Yielded(True))

    def by_throws(self) -> Table:
        return self.do(ByThrows())

    def keeps(self, *dice: int) -> Table:
        """Puts those dice aside, or takes them back."""
        for die in dice:
            self.do(Kept(die))
        return self

    def stops(self) -> Table:
        return self.do(Stopped())

    def resolves(self, what: str) -> Table:
        return self.do(Resolved(what))

    def turns_up(self, curse: str) -> Table:
        return self.do(CurseTurned(curse))

    def takes(self, tile: str) -> Table:
        return self.do(TookTile(tile))

    def dresses(self, **costumes: str) -> Table:
        for name, costume in costumes.items():
            self.do(Dressed(self.seat(name), costume))
        return self

    def says(self, label: str) -> Table:
        """The answer with that label, as it stands."""
        said = [choice.event for choice in self.asked.choices if choice.label.key == label]
        assert said, [choice.label.key for choice in self.asked.choices]
        return self.do(said[0])

    def uses(self, **how: int) -> Table:
        """The one effect that is offered."""
        used = next(choice.event for choice in self.asked.choices if isinstance(choice.event, Used))
        return self.do(replace(used, **how))

    def aside(self, name: str, **how: int) -> Table:
        """The effect that this monster may use beside what is asked."""
        seat = self.seat(name)
        used = (c.event for c in GAME.remarks(self.s) if isinstance(c.event, UsedAside) and c.event.seat == seat)
        return self.do(replace(next(used), **how))

    def on(self) -> Table:
        """The usual answers until dice are to be thrown, or it is over."""
        while self.s.outcome is None and self.asked.dice is None:
            usual = (c.event for c in self.asked.choices if c.role == "usual" and not c.does.holes)
            self.do(next(usual))
        return self

    def turn(self, letters: str) -> Table:
        """A whole turn with that throw, the usual answers given."""
        return self.throws(letters).on()

    def until(self, name: str) -> Table:
        """Turns in which nothing happens, until that monster is to throw."""
        while self.active != name:
            self.turn(self.nothing)
        return self

    @property
    def nothing(self) -> str:
        dice = self.asked.dice
        return "11223322"[: dice.count if dice else 6]

    def loses(self, by: str = "", why: str = "card", **hearts: int) -> Table:
        """Those monsters lose so many hearts, by an effect."""
        losses = tuple((self.seat(name), n) for name, n in hearts.items())
        self.s = advance(GAME.settle, harm(replace(self.s, notes=()), "KT-17", losses, self.seat(by), why))
        self.notes = [*self.s.notes]
        return self

    def by_hand(self, name: str, what: str, by: int) -> Table:
        return self.do(Adjusted(f"seat.{self.seat(name)}.{what}", by))

    def in_play(self, yes: bool) -> Table:
        return self.do(Confirmed(yes))

    def goes_to(self, rule: str) -> Table:
        return self.do(WentTo(rule))

    def rules(self, switch: str, choice: str) -> Table:
        return self.do(Ruled(switch, choice))

    def passes(self) -> Table:
        return self.do(TurnPassed())

    # --- how it is laid out --------------------------------------------------------------------------------------

    def has(self, name: str, **numbers: Any) -> Table:
        """That monster's hearts, points, energy …"""
        self.s = set_monster(self.s, self.seat(name), **numbers)
        return self

    def owns(self, name: str, tile: str) -> int:
        """That monster has a tile; its id."""
        id, monster = self.s.numbered + 1, self.monster(name)
        self.s = set_monster(replace(self.s, numbered=id), self.seat(name), tiles=(*monster.tiles, Held(id, tile)))
        return id

    def holds(self, name: str, card: str) -> int:
        """That monster has a card; its id."""
        id, monster = self.s.numbered + 1, self.monster(name)
        self.s = set_monster(replace(self.s, numbered=id), self.seat(name), cards=(*monster.cards, Held(id, card)))
        return id

    def stand(self, city: str = "", bay: str = "") -> Table:
        self.s = replace(self.s, city=self.seat(city), bay=self.seat(bay))
        return self

    def is_cursed(self, curse: str, scarab: str = "") -> Table:
        self.s = replace(self.s, curse=curse, scarab=self.seat(scarab))
        return self

    # --- what is -------------------------------------------------------------------------------------------------

    def seat(self, name: str) -> int:
        return self.s.seats.index(name) if name else NOBODY

    def monster(self, name: str) -> Monster:
        return self.s.monsters[self.seat(name)]

    @property
    def active(self) -> str:
        return self.s.seats[self.s.active]

    @property
    def city(self) -> str:
        return "" if self.s.city == NOBODY else self.s.seats[self.s.city]

    @property
    def bay(self) -> str:
        return "" if self.s.bay == NOBODY else self.s.seats[self.s.bay]

    @property
    def won(self) -> tuple[str, ...] | None:
        """Who has won; None while it goes on."""
        return None if self.s.outcome is None else tuple(self.s.seats[seat] for seat in self.s.outcome.winners)

    def noted(self, rule: str) -> list[dict[str, Any]]:
        """What the lines under that rule say."""
        return [{"text": note.text.key, **dict(note.text.args)} for note in self.notes if note.rule == rule]


def three(**rulings: str) -> Table:
    """Ana, Beto and Cira, with Cira in Tokyo and Ana to throw; eight hearts each."""
    table = Table("Ana", "Beto", "Cira", **rulings)
    for name in table.s.seats:
        table.has(name, hearts=8)
    return table.stand("Cira")


def five(**rulings: str) -> Table:
    """Five monsters, Dani in the City and Elsa in the Bay, Ana to throw."""
    return Table("Ana", "Beto", "Cira", "Dani", "Elsa", **rulings).stand("Dani", "Elsa")
