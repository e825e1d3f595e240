"""A Four Souls table for scenarios."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Self

from rules.engine import Event, Rolled
from rules.four_souls.board.item_use import has_unnamed_item
from rules.four_souls.combat.attack import MONSTER_DECK
from rules.four_souls.game import GAME
from rules.four_souls.model.catalogue import monsters
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.events import (
    Accepted,
    Attacked,
    Bartered,
    Began,
    Chose,
    Drafted,
    GaveUp,
    Measured,
    Named,
    Ordered,
    Passed,
    Placed,
    Played,
    Revealed,
    RevealedOther,
    RoomChanged,
    RoomRevealed,
    StackKept,
    Told,
)
from rules.four_souls.model.item import Owned
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import FourSouls, Monster, Player, set_player
from rules.stack import seats_to_pass
from tests.support.games.table import GameTable


class FourSoulsTable(GameTable[FourSouls]):
    """A Four Souls table: windows without a stop pass by themselves.

    It stops also at a monster's death and its soul, which tables do not by default, so that scenarios can look at the
    stack then.
    ``notes`` are those of an event and of all automatic passes after it.
    """

    game = GAME

    def __init__(self, *names: str, **rulings: str) -> None:
        self.phones: frozenset[int] = frozenset()
        super().__init__(*names, **{"stop__kill": "on", "stop__monster_soul": "on", **rulings})

    # --- events --------------------------------------------------------------------------------------------------

    def _apply(self, event: Event) -> None:
        super()._apply(event)
        while (following := self.game.auto_answer(self.s, self.phones)) is not None:
            before = self.notes
            super()._apply(following)
            self.notes = before + self.notes

    def do_alone(self, event: Event) -> Self:
        """Apply the event alone, without the automatic passes after it."""
        super()._apply(event)
        return self

    def chooses(self, **characters: str) -> Self:
        for name, character in characters.items():
            self.do(Chose(self.seat(name), character))
        return self

    def do_chosen(self, *characters: str) -> Self:
        """Choose the characters by seat, for names that are no keywords."""
        for seat, character in enumerate(characters):
            self.do(Chose(seat, character))
        return self

    def measures(self, name: str, life: int, attack: int) -> Self:
        """Answer the numbers of a character that our sources leave open."""
        return self.do(Measured(self.seat(name), life, attack))

    def saddest(self, name: str) -> Self:
        return self.do(Began(self.seat(name)))

    def rolls(self, *faces: int) -> Self:
        return self.do(Rolled(faces))

    def turns_up(self, card: str) -> Self:
        return self.do(Revealed(self._slot(), (monsters()[card],)))

    def turns_up_other(self, *effects: Effect, name: str = "") -> Self:
        return self.do(RevealedOther(self._slot(), name, effects))

    def attacks(self, card: str) -> Self:
        return self.do(Attacked(self.monster(card).id))

    def attacks_deck(self) -> Self:
        return self.do(Attacked(MONSTER_DECK))

    def places(self, slot: int) -> Self:
        return self.do(Placed(slot))

    def orders(self, *ids: int) -> Self:
        return self.do(Ordered(ids))

    def plays(self, name: str, *effects: Effect, card: str = "", kind: Any = "loot") -> Self:
        """Play a card; with every window, those whose priority comes before pass first (FS-28)."""
        if kind != "triggered":
            self.is_turn_of(name)
        return self.do(self.play(name, *effects, card=card, kind=kind))

    def is_turn_of(self, name: str) -> Self:
        """With every window, let those pass whose priority comes before that player's."""
        seats = seats_to_pass(self.s.stack, len(self.s.seats))
        before = seats[: seats.index(self.seat(name))] if self.seat(name) in seats else ()
        for seat in before if self.s.depth == "every" else ():
            self.passes(self.s.seats[seat])
        return self

    def play(self, name: str, *effects: Effect, card: str = "", kind: Any = "loot") -> Played:
        """Play the offered event for that player; a player without an unnamed item gets one."""
        if kind in ("activated", "paid") and not has_unnamed_item(self.s, self.seat(name)):
            more = self.player(name).treasures + 1
            self.s = set_player(self.s, self.seat(name), treasures=more)
        offered = [c.event for c in self.asked.choices if isinstance(c.event, Played) and c.seat == self.seat(name)]
        how = next(event.how for event in offered if event.kind == kind)
        return Played(self.seat(name), kind, card, effects, how)

    def loot(self, name: str, how: str, *effects: Effect, card: str = "") -> Played:
        """A card of that player's hand that ``how`` would allow, offered or not."""
        return Played(self.seat(name), "loot", card, effects, how)

    def uses(self, name: str, item: str, *effects: Effect, cost: int | None = None) -> Self:
        """Activate a player's item by its name, or pay ``cost`` for its effect."""
        return self.is_turn_of(name).do(self.use(name, item, *effects, cost=cost))

    def use(self, name: str, item: str, *effects: Effect, cost: int | None = None) -> Played:
        kind = "activated" if cost is None else "paid"
        return Played(self.seat(name), kind, effects=effects, item=self.item(name, item).id, cost=cost or 0)

    def item(self, name: str, item: str) -> Owned:
        """An item of that player."""
        return next(o for o in self.player(name).items if item in (o.name, o.card))

    def has(self, name: str, item: str) -> bool:
        return any(item in (o.name, o.card) for o in self.player(name).items)

    def names(self, name: str, item: str, **marks: Any) -> Self:
        """Name one of the player's items; a player without an unnamed item gets one."""
        seat = self.seat(name)
        if self.player(name).unnamed_item_count < 1:
            self.by_hand(name, "treasures", 1)
        return self.do(Named(seat, 0, item, **marks))

    @property
    def offered(self) -> list[Event]:
        """The events that need one tap."""
        return [choice.event for choice in self.asked.choices if not choice.template.holes]

    def triggers(self, name: str, *effects: Effect, card: str = "") -> Self:
        return self.plays(name, *effects, card=card, kind="triggered")

    def nobody(self) -> Self:
        """Pass for everybody who has not passed."""
        top = self.s.stack.top
        return self.do(Passed(seats_to_pass(self.s.stack, len(self.s.seats)), top.id if top else 0))

    def all_pass(self) -> Self:
        """Everybody passes until the stack is empty, or a card, a die or a person is asked for."""
        while self.stack and self.step == "priority":
            self.nobody()
        return self

    def passes_until(self, step: str) -> Self:
        """Everybody passes until that is asked for."""
        while self.step != step:
            self.nobody()
        return self

    def next_turn(self) -> Self:
        """Everybody passes until another turn begins."""
        turn = self.s.turn
        while self.s.turn == turn:
            self.nobody()
        return self

    def passes(self, name: str) -> Self:
        """Pass for that player alone; the active player does not end the action phase by it."""
        top = self.s.stack.top
        alone = Passed((self.seat(name),), top.id if top else 0)
        quiet = replace(alone, more=True)
        return self.do(quiet if quiet in self.offered else alone)

    def ends_turn(self) -> Self:
        return self.nobody()

    def offers_cents(self, giver: str, taker: str, cents: int, promise: str = "") -> Self:
        return self.do(Bartered(self.seat(giver), self.seat(taker), cents, promise))

    def accepts(self) -> Self:
        return self.do(Accepted(True))

    def declines(self) -> Self:
        return self.do(Accepted(False))

    def turns_up_room(self, name: str = "") -> Self:
        return self.do(RoomRevealed(self._slot(), name))

    def changes_room(self, slot: int) -> Self:
        return self.do(RoomChanged(slot))

    def keeps_room(self) -> Self:
        return self.changes_room(-1)

    def drafts(self, first: str = "", second: str = "") -> Self:
        return self.do(Drafted(first, second))

    def tells(self, *effects: Effect) -> Self:
        told = next(choice.event for choice in self.asked.choices if isinstance(choice.event, Told))
        return self.do(replace(told, effects=effects))

    def tracker(self, name: str) -> str:
        """Prefix of the tracker keys of a player, or of an active monster."""
        return super().tracker(name) if name in self.s.seats else f"monster.{self.monster(name).id}"

    def keeps_stack(self, stays: bool) -> Self:
        return self.do(StackKept(stays))

    # --- readings ------------------------------------------------------------------------------------------------

    @property
    def holder(self) -> str:
        return self.s.seats[self.s.stack.holder]

    @property
    def stack(self) -> list[str]:
        """The items on the stack, the top first."""
        return [item.kind for item in reversed(self.s.stack.items)]

    @property
    def top(self) -> Item:
        top = self.s.stack.top
        assert top is not None
        return top

    def roles(self) -> set[str]:
        return {choice.role for choice in self.asked.choices}

    def player(self, name: str) -> Player:
        return self.s.players[self.seat(name)]

    def monster(self, card: str) -> Monster:
        return next(monster for monster in self.s.monsters if monster.card.id == card)

    def there(self, card: str) -> bool:
        return any(monster.card.id == card for monster in self.s.monsters)

    def _slot(self) -> int:
        return int(self.s.agenda[0].args[0])

    # --- effects -------------------------------------------------------------------------------------------------

    def to(self, name: str, kind: str, amount: int = 0) -> Effect:
        """An effect on a player or an active monster."""
        if name in self.s.seats:
            return Effect(kind, Target("seat", self.seat(name)), amount)
        return Effect(kind, Target("monster", self.monster(name).id), amount)

    def plain(self, kind: str) -> Effect:
        """An effect without a target."""
        return Effect(kind)

    def gives_up(self, card: int) -> Self:
        return self.do(GaveUp(card))

    def on_top(self, kind: str, amount: int = 0) -> Effect:
        """An effect on the top of the stack."""
        return Effect(kind, Target("item", self.top.id), amount)


def table(
    *names: str, every: bool = False, monsters: tuple[str, str] = ("fly", "clotty"), **rulings: str
) -> FourSoulsTable:
    """A table of two or more players in the first player's action phase; the first is Isaac."""
    names = names or ("Ana", "Beto")
    t = FourSoulsTable(*names, **rulings)
    cast = dict(zip(names, ("isaac", "maggy", "judas", "eve"), strict=False))
    t.chooses(**cast).saddest(names[0])
    for card in monsters:
        t.turns_up(card)
    return t.settles_on("depth", "every") if every else t


def of(*characters: str, **rulings: str) -> FourSoulsTable:
    """A table in the first player's action phase with those characters, Fly and Clotty."""
    names = ("Ana", "Beto", "Cira", "Dani")[: len(characters)]
    t = FourSoulsTable(*names, **rulings).chooses(**dict(zip(names, characters, strict=True)))
    while t.step != "saddest":
        t.usual()
    return t.saddest("Ana").turns_up("fly").turns_up("clotty")


__all__ = ["Effect", "FourSoulsTable", "Target", "of", "table"]


def play_out(t: FourSoulsTable, face: int = 1) -> FourSoulsTable:
    """Everybody passes until the stack is empty; dice show that face, and the first answer without a hole is taken."""
    for _ in range(40):
        if t.step == "roll_die":
            t.rolls(face)
        elif t.step in ("tell", "aim", "part"):
            t.do(next(choice.event for choice in t.asked.choices if not choice.template.holes))
        elif t.stack:
            t.nobody()
        else:
            break
    return t
