"""A King of Tokyo table with cards on it, for scenarios that read like play."""

from __future__ import annotations

from rules.engine import Event, Rolled, apply, prompt, start
from rules.engine.record import replace
from rules.king_of_tokyo.event import Began, Bought, TurnedUp, Used, UsedAside, Yielded
from rules.king_of_tokyo.game import GAME
from rules.king_of_tokyo.powercards import PowerCard, printed
from rules.king_of_tokyo.reveal import UNKNOWN
from rules.king_of_tokyo.state import Held, Monster, Tokyo, set_monster
from tests.support.games.king_of_tokyo import Seen, faces

NAMES = "ABCDEF"


class Table(Seen):
    """A, B, C …, the cards in front of each by their ids, and verbs. A is about to throw.

    All have 8 hearts, 5 points and no energy; ``city`` stands in Tokyo.
    """

    def __init__(self, *hands: str, city: int = 2, players: int = 3, rulings: dict[str, str] | None = None) -> None:
        s = start(GAME, tuple(NAMES[: max(players, len(hands))]), tuple((rulings or {}).items()))
        s = apply(GAME, s, Began(0))
        while prompt(s).rule == "KT-23":  # type: ignore[union-attr] # a shop that is followed: without names
            s = apply(GAME, s, TurnedUp(0))
        for seat in range(len(s.seats)):
            s = set_monster(s, seat, hearts=8, points=5)
        self.s: Tokyo = replace(s, city=city)
        for seat, hand in enumerate(hands):
            for id in hand.split():
                self.gives(seat, id)

    def gives(self, seat: int, id: str, **changes: int) -> int:
        """A card in front of that monster, as if it had been there for long; its number."""
        item = self.s.numbered + 1
        card = Held(item, id, cost=printed()[id].cost, **changes)
        self.s = set_monster(replace(self.s, numbered=item), seat, cards=(*self.s.monsters[seat].cards, card))
        return item

    def at(self, seat: int, **numbers: int) -> Table:
        """That monster's hearts, points, energy …"""
        self.s = set_monster(self.s, seat, **numbers)
        return self

    # --- what happens --------------------------------------------------------------------------------------------

    def do(self, event: Event) -> Table:
        self.s = apply(GAME, self.s, event)
        return self

    def rolls(self, letters: str) -> Table:
        return self.do(Rolled(faces(letters)))

    def uses(self, id: str, **how: int) -> Table:
        """The card of that name is used, whoever's it is."""
        offered = [c.event for c in self.asked.choices if isinstance(c.event, Used) and c.event.key == f"card.{id}"]
        assert offered, f"{id} is not offered: {[choice.event for choice in self.asked.choices]}"
        return self.do(replace(offered[0], **how))

    def aside(self, id: str) -> Table:
        """The card of that name is used beside what is asked."""
        offered = [c.event for c in GAME.remarks(self.s) if isinstance(c.event, UsedAside)]
        return self.do(next(event for event in offered if event.key == f"card.{id}"))

    def buys(self, id: str, seat: int = 0, place: int = UNKNOWN) -> Table:
        return self.do(Bought(seat, place, (record(id),)))

    def yields(self) -> Table:
        return self.do(Yielded(True))

    def usual(self) -> Table:
        """The usual answer, which has no holes."""
        return self.do(next(c.event for c in self.asked.choices if c.role == "usual" and not c.does.holes))

    def ends(self) -> Table:
        """Everybody gives the usual answers until dice are to be thrown, or it is over."""
        while self.s.outcome is None and self.asked.dice is None:
            self.usual()
        return self

    def passes(self) -> Table:
        """Throws that do nothing and the usual answers, until A is asked something in another turn."""
        turn = self.s.turn
        while self.s.active != 0 or self.s.turn == turn:
            if self.asked.dice is None:
                self.usual()
            else:
                self.rolls(self.nothing)
        return self

    @property
    def nothing(self) -> str:
        """A throw of all dice that does nothing."""
        dice = self.asked.dice
        return "112233he"[: dice.count if dice else 6]

    # --- what is -------------------------------------------------------------------------------------------------

    def offers(self, id: str) -> bool:
        """Whether that card may be used now."""
        return any(isinstance(c.event, Used) and c.event.key == f"card.{id}" for c in self.asked.choices)

    def monster(self, seat: int) -> Monster:
        return self.s.monsters[seat]

    def hand(self, seat: int) -> list[str]:
        """The cards in front of that monster."""
        return [held.card for held in self.s.monsters[seat].cards]


def record(id: str) -> PowerCard:
    """The card as it is looked up."""
    card = printed()[id]
    return PowerCard(id, card.name.en, card.cost, card.stays)
