"""A King of Tokyo table with cards in front of its monsters."""

from __future__ import annotations

from typing import Any, Self

from rules.engine.record import replace
from rules.king_of_tokyo.model.card_catalogue import PowerCard, printed_power_cards
from rules.king_of_tokyo.model.events import Bought, TurnedUp
from rules.king_of_tokyo.shop.reveal import FROM_UNFOLLOWED_SHOP
from tests.support.games.king_of_tokyo import KingOfTokyoTable

NAMES = "ABCDEF"


class CardTable(KingOfTokyoTable):
    """Monsters A, B, C …, each with its cards by their ids; A is about to roll.

    All have 8 hearts, 5 points and no energy; the monster in the seat ``city`` stands in Tokyo (−1: nobody).
    """

    def __init__(self, *hands: str, city: int = 2, players: int = 3, **rulings: Any) -> None:
        super().__init__(*NAMES[: max(players, len(hands))], **rulings)
        while self.asked.rule == "KT-23":  # with a tracked shop, without names
            self.do(TurnedUp(0))
        for name in self.s.seats:
            self.has(name, hearts=8, points=5)
        self.change(replace, city=city)
        for name, hand in zip(NAMES, hands, strict=False):
            for id in hand.split():
                self.holds(name, id)

    def holds(self, name: str, card: str, **fields: int) -> int:
        """Give that monster a card, as if it had paid for it; return its id."""
        return super().holds(name, card, **{"cost": printed_power_cards()[card].cost, **fields})

    def buys(self, id: str, name: str = "A", place: int = FROM_UNFOLLOWED_SHOP) -> Self:
        return self.do(Bought(self.seat(name), place, (record(id),)))

    def next_turn(self) -> Self:
        """Play turns without an effect until A is asked something in another turn."""
        turn = self.s.turn
        while self.s.active != 0 or self.s.turn == turn:
            if self.asked.dice is None:
                self.usual()
            else:
                self.throws(self.nothing)
        return self

    @property
    def nothing(self) -> str:
        """A roll of all dice without an effect."""
        dice = self.asked.dice
        return "112233he"[: dice.count if dice else 6]

    def hand(self, name: str) -> list[str]:
        """The cards in front of that monster."""
        return [held.card for held in self.monster(name).cards]


def record(id: str) -> PowerCard:
    """The catalogue record of the card."""
    card = printed_power_cards()[id]
    return PowerCard(id, card.name.en, card.cost, card.is_permanent)
