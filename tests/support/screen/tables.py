"""Tables with many numbers beside the rows: shop and tower, items and piles, fate decks."""

from __future__ import annotations

from collections.abc import Callable

from rules.engine import Adjusted, FactSet
from rules.four_souls.model.events import Named, RoomRevealed
from rules.king_of_tokyo.model.card_catalogue import PowerCard
from rules.king_of_tokyo.model.events import TurnedUp

from .turns import NAMES, OPENINGS, Stage

CANDLE = "Vela negra"
"""A treasure of the table's own, with an effect that is paid for."""


def shop_and_tower(stage: Stage) -> None:
    """Three cards for sale, owners of the tower, a card with counters, tokens; somebody enters Tokyo and buys."""
    shop = (TurnedUp(k, (PowerCard(card),)) for k, card in enumerate(("acid_attack", "gourmet", "herbivore")))
    facts = (
        *(FactSet(f"tower.{level}.owner", seat) for level, seat in enumerate((2, 1))),
        FactSet("seat.1.card", "smoke_cloud"),
        Adjusted("held.1.counters", 3),
        Adjusted("seat.1.poison", 2),
        Adjusted("seat.0.energy", 7),
    )
    rulings = {"variant.tower": "on", "follow.shop": "on"}
    match = stage.lay("king_of_tokyo", *OPENINGS["king_of_tokyo"], *shop, *facts, **rulings)
    for half in (0, 1):
        with stage.watch(match, half) as turn:
            turn.tap("Fernanda, ").sees("Nube de humo").tap("Nube de humo: 3 contadores").tap("Cerrar")


def items_and_piles(stage: Stage) -> None:
    """A room, bonus souls in a pile, an item with a price and counters."""
    begun = (RoomRevealed(0, ""), *OPENINGS["four_souls"])
    item = Adjusted("seat.1.treasures", 1), Named(1, 0, CANDLE, use="paid", cost=2), Adjusted("owned.4.counters", 3)
    match = stage.lay("four_souls", *begun, *item, rooms="on", bonus_souls="on")
    for half in (0, 1):
        with stage.watch(match, half) as turn:
            turn.tap("Fernanda, ").tap(f"{CANDLE}: ").tap("Más: contadores").tap("Cerrar").tap("La mesa. ").tap(
                "Cerrar"
            )


def fate_decks(stage: Stage) -> None:
    """The fate decks in the app: what is left, discarded and held, and the last flip."""
    match = stage.lay("malifaux", *OPENINGS["malifaux"], names=NAMES[1:], deck="virtual")
    for half in (0, 1):
        with stage.watch(match, half) as turn:
            turn.tap("Nadie gasta")


TABLES: dict[str, Callable[[Stage], None]] = {
    "shop_and_tower": shop_and_tower,
    "items_and_piles": items_and_piles,
    "fate_decks": fate_decks,
}
"""The tables by name."""
