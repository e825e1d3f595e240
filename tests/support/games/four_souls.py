"""A Four Souls table for scenarios that read like play."""

from __future__ import annotations

from dataclasses import replace
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
    apply,
    prompt,
    start,
)
from rules.four_souls.attack import DECK
from rules.four_souls.catalogue import monsters
from rules.four_souls.effect import Effect, Kind, Target
from rules.four_souls.event import (
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
from rules.four_souls.game import GAME
from rules.four_souls.owned import Owned
from rules.four_souls.stacked import Item
from rules.four_souls.state import FourSouls, Monster, Player, set_player
from rules.four_souls.use import has_nameless
from rules.stack import to_pass


class Table:
    """Some people, a state, and verbs. Windows where nobody wants to be asked flow, unless ``every`` is set."""

    def __init__(self, *names: str, rulings: dict[str, str] | None = None, every: bool = False) -> None:
        depth = {"depth": "every"} if every else {}
        self.s: FourSouls = start(GAME, names, tuple({**(rulings or {}), **depth}.items()))
        self.phones: frozenset[int] = frozenset()
        self.first_notes = self.notes = [*self.s.notes]

    # --- what happens --------------------------------------------------------------------------------------------

    def do(self, event: Event, flows: bool = True) -> Table:
        """One event, and what flows after it."""
        self.notes = []
        following: Event | None = event
        while following is not None:
            self.s = apply(GAME, self.s, following)
            self.notes += self.s.notes
            following = GAME.flow(self.s, self.phones) if flows else None
        return self

    def refuses(self, event: Event) -> str:
        """The rule that forbids it."""
        before = self.s
        try:
            apply(GAME, self.s, event)
        except Refused as refused:
            assert self.s == before
            return refused.rule
        raise AssertionError(f"{event} was accepted")

    def chooses(self, **characters: str) -> Table:
        for name, character in characters.items():
            self.do(Chose(self.seat(name), character))
        return self

    def do_chosen(self, *characters: str) -> Table:
        """The characters by seat, where names are no words."""
        for seat, character in enumerate(characters):
            self.do(Chose(seat, character))
        return self

    def measures(self, name: str, life: int, attack: int) -> Table:
        """The numbers of a character that our sources leave open."""
        return self.do(Measured(self.seat(name), life, attack))

    def saddest(self, name: str) -> Table:
        return self.do(Began(self.seat(name)))

    def rolls(self, *faces: int) -> Table:
        return self.do(Rolled(faces))

    def turns_up(self, card: str) -> Table:
        return self.do(Revealed(self._slot(), (monsters()[card],)))

    def turns_up_other(self, *effects: Effect, name: str = "") -> Table:
        return self.do(RevealedOther(self._slot(), name, effects))

    def attacks(self, card: str) -> Table:
        return self.do(Attacked(self.monster(card).id))

    def attacks_deck(self) -> Table:
        return self.do(Attacked(DECK))

    def places(self, slot: int) -> Table:
        return self.do(Placed(slot))

    def orders(self, *ids: int) -> Table:
        return self.do(Ordered(ids))

    def plays(self, name: str, *effects: Effect, card: str = "", kind: Any = "loot") -> Table:
        return self.do(self.play(name, *effects, card=card, kind=kind))

    def play(self, name: str, *effects: Effect, card: str = "", kind: Any = "loot") -> Played:
        """The event as the prompt offers it to that player; who has no item without a name gets one to play."""
        if kind in ("activated", "paid") and not has_nameless(self.s, self.seat(name)):
            more = self.player(name).treasures + 1
            self.s = set_player(self.s, self.seat(name), treasures=more)
        offered = [c.event for c in self.asked.choices if isinstance(c.event, Played) and c.seat == self.seat(name)]
        how = next(event.how for event in offered if event.kind == kind)
        return Played(self.seat(name), kind, card, effects, how)

    def uses(self, name: str, item: str, *effects: Effect, cost: int | None = None) -> Table:
        """The player activates an item by its name, or pays ``cost`` for its effect."""
        return self.do(self.use(name, item, *effects, cost=cost))

    def use(self, name: str, item: str, *effects: Effect, cost: int | None = None) -> Played:
        kind = "activated" if cost is None else "paid"
        return Played(self.seat(name), kind, effects=effects, item=self.item(name, item).id, cost=cost or 0)

    def item(self, name: str, item: str) -> Owned:
        """An item that lies in front of that player."""
        return next(o for o in self.player(name).items if item in (o.name, o.card))

    def has(self, name: str, item: str) -> bool:
        return any(item in (o.name, o.card) for o in self.player(name).items)

    def names(self, name: str, item: str, **marks: Any) -> Table:
        """One of the player's items has that name and those marks; who has none without a name gets one."""
        seat = self.seat(name)
        if self.player(name).nameless < 1:
            self.by_hand(name, "treasures", 1)
        return self.do(Named(seat, 0, item, **marks))

    @property
    def offered(self) -> list[Event]:
        """What may be answered with one tap."""
        return [choice.event for choice in self.asked.choices if not choice.does.holes]

    def triggers(self, name: str, *effects: Effect, card: str = "") -> Table:
        return self.plays(name, *effects, card=card, kind="triggered")

    def nobody(self) -> Table:
        """Everybody still to pass passes."""
        top = self.s.stack.top
        return self.do(Passed(to_pass(self.s.stack, len(self.s.seats)), top.id if top else 0))

    def passes(self, name: str) -> Table:
        """That player alone passes; the active one has not ended the actions by that."""
        top = self.s.stack.top
        alone = Passed((self.seat(name),), top.id if top else 0)
        quiet = replace(alone, more=True)
        return self.do(quiet if quiet in self.offered else alone)

    def ends_turn(self) -> Table:
        return self.nobody()

    def offers_cents(self, giver: str, taker: str, cents: int, promise: str = "") -> Table:
        return self.do(Bartered(self.seat(giver), self.seat(taker), cents, promise))

    def accepts(self) -> Table:
        return self.do(Accepted(True))

    def declines(self) -> Table:
        return self.do(Accepted(False))

    def turns_up_room(self, name: str = "") -> Table:
        return self.do(RoomRevealed(self._slot(), name))

    def changes_room(self, slot: int) -> Table:
        return self.do(RoomChanged(slot))

    def keeps_room(self) -> Table:
        return self.changes_room(-1)

    def drafts(self, first: str = "", second: str = "") -> Table:
        return self.do(Drafted(first, second))

    def tells(self, *effects: Effect) -> Table:
        return self.do(Told(effects))

    def by_hand(self, name: str, what: str, by: int) -> Table:
        key = f"seat.{self.seat(name)}.{what}" if name in self.s.seats else f"monster.{self.monster(name).id}.{what}"
        return self.do(Adjusted(key, by))

    def in_play(self, yes: bool) -> Table:
        return self.do(Confirmed(yes))

    def goes_to(self, rule: str) -> Table:
        return self.do(WentTo(rule))

    def keeps_stack(self, stays: bool) -> Table:
        return self.do(StackKept(stays))

    def rules(self, switch: str, choice: str) -> Table:
        return self.do(Ruled(switch, choice))

    def passes_turn(self) -> Table:
        return self.do(TurnPassed())

    # --- what there is to see ------------------------------------------------------------------------------------

    @property
    def asked(self) -> Prompt:
        asked = prompt(self.s)
        assert asked is not None, "the game has ended"
        return asked

    @property
    def step(self) -> str:
        """The name of the step that asks."""
        return self.s.agenda[0].name.partition(".")[2]

    @property
    def holder(self) -> str:
        return self.s.seats[self.s.stack.holder]

    @property
    def stack(self) -> list[str]:
        """What is on the stack, the top first."""
        return [item.kind for item in reversed(self.s.stack.items)]

    @property
    def top(self) -> Item:
        top = self.s.stack.top
        assert top is not None
        return top

    @property
    def ruled(self) -> list[str]:
        """The rules behind what just happened by itself."""
        return [note.rule for note in self.notes]

    @property
    def decided(self) -> set[str]:
        """The switches behind what just happened."""
        return {note.switch for note in self.notes if note.switch}

    @property
    def first_decided(self) -> set[str]:
        """The switches behind what set-up did before it asked."""
        return {note.switch for note in self.first_notes if note.switch}

    def ruled_at_start(self) -> list[str]:
        """The rules behind what set-up did before it asked."""
        return [note.rule for note in self.first_notes]

    def roles(self) -> set[str]:
        return {choice.role for choice in self.asked.choices}

    def offers(self, kind: type[Event]) -> bool:
        return any(isinstance(choice.event, kind) for choice in self.asked.choices)

    def seat(self, name: str) -> int:
        return self.s.seats.index(name)

    def player(self, name: str) -> Player:
        return self.s.players[self.seat(name)]

    def monster(self, card: str) -> Monster:
        return next(monster for monster in self.s.monsters if monster.card.id == card)

    def there(self, card: str) -> bool:
        return any(monster.card.id == card for monster in self.s.monsters)

    def _slot(self) -> int:
        return int(self.s.agenda[0].args[0])

    # --- effects -------------------------------------------------------------------------------------------------

    def to(self, name: str, kind: Kind, amount: int = 0) -> Effect:
        """An effect on a player or an active monster."""
        if name in self.s.seats:
            return Effect(kind, Target("seat", self.seat(name)), amount)
        return Effect(kind, Target("monster", self.monster(name).id), amount)

    def plain(self, kind: Kind) -> Effect:
        """An effect without a target."""
        return Effect(kind)

    def gives_up(self, card: int) -> Table:
        return self.do(GaveUp(card))

    def on_top(self, kind: Kind, amount: int = 0) -> Effect:
        """An effect on the top of the stack."""
        return Effect(kind, Target("item", self.top.id), amount)


def table(*names: str, every: bool = False, monsters: tuple[str, str] = ("fly", "clotty"), **rulings: str) -> Table:
    """Two players or more in the first player's action phase, Isaac first."""
    names = names or ("Ana", "Beto")
    t = Table(*names, rulings=rulings, every=False)
    cast = dict(zip(names, ("isaac", "maggy", "judas", "eve"), strict=False))
    t.chooses(**cast).saddest(names[0])
    for card in monsters:
        t.turns_up(card)
    return t.rules("depth", "every") if every else t


def of(*characters: str, **rulings: str) -> Table:
    """The first player's action phase, everybody being who is named; the monsters are Fly and Clotty."""
    names = ("Ana", "Beto", "Cira", "Dani")[: len(characters)]
    t = Table(*names, rulings=rulings).chooses(**dict(zip(names, characters, strict=True)))
    while t.step != "saddest":
        t.do(next(c.event for c in t.asked.choices if c.role == "usual"))
    return t.saddest("Ana").turns_up("fly").turns_up("clotty")


__all__ = ["Effect", "State", "Table", "Target", "of", "table"]
