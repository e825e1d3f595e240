"""Cards that act beside a player's items: borne curses, and rooms in the player's turn."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine import carries
from rules.four_souls.model.item import Owned
from rules.four_souls.model.item_catalogue import ItemCard, find_room, item_cards
from rules.four_souls.model.state import FourSouls, Player


@carries("FS-21", "FS-105")
def cards_beside(s: FourSouls, seat: int) -> Iterator[Owned]:
    """Yield the listed curses of a player and, for the active player, the listed rooms.

    Each acts like an item.
    """
    is_bare = not s.players[seat].curses and not s.rooms  # nearly always, and asked after every step
    for card in () if is_bare else (*borne_curses(s.players[seat]), *(_rooms(s) if seat == s.active else ())):
        yield card.owned


@carries("FS-105")
def rooms_in_play(s: FourSouls) -> tuple[Owned, ...]:
    """Return the listed rooms, each like an item.

    Before the first turn there is nothing that they could change.
    """
    return tuple(card.owned for card in _rooms(s)) if s.rooms and s.phase != "setup" else ()


def find_acting_card(s: FourSouls, seat: int, source: int, name: str) -> tuple[int, Owned] | None:
    """Return the item with that id, or the curse or room with that name, and whose it is."""
    if source:
        return s.find_owned_item(source)
    return next(((seat, card) for card in (*cards_beside(s, seat), *rooms_in_play(s)) if card.card == name), None)


def borne_curses(player: Player) -> Iterator[ItemCard]:
    """Yield the listed curses of a player."""
    found = (item_cards().get(name) for name in player.curses)
    yield from (card for card in found if card is not None and card.kind == "curse")


def _rooms(s: FourSouls) -> Iterator[ItemCard]:
    if s.ruling("rooms", "off") != "on":
        return
    found = (find_room(name) for name in s.rooms if name)
    yield from (card for card in found if card is not None)
