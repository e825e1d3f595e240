"""Cards that act beside a player's items: borne curses, and rooms in the player's turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.engine import carries
from rules.engine.record import once_per_object
from rules.four_souls.model.catalogue import MonsterCard
from rules.four_souls.model.item import Owned
from rules.four_souls.model.item_catalogue import ItemCard, find_room, index_items, item_cards, passive_effects
from rules.four_souls.model.state import FourSouls, Player


class PlayersIndex(NamedTuple):
    """What state-based rules look at in the players, found once for each change of them.

    ``is_entering``, ``has_gold``: see ``ItemIndex``; ``bodies``: the numbers of all items that can be attacked;
    ``adding``: the seats whose items or curses add to numbers; ``missing``: those with fewer items than are named;
    ``has_fallen``: whether one has no life or a mark of a death.
    """

    is_entering: bool
    has_gold: bool
    bodies: dict[int, MonsterCard]
    adding: list[int]
    missing: list[int]
    has_fallen: bool


@once_per_object
def index_players(players: tuple[Player, ...]) -> PlayersIndex:
    """Return what state-based rules look at in those players."""
    is_entering = has_gold = has_fallen = False
    bodies: dict[int, MonsterCard] = {}
    adding, missing = [], []
    for seat, player in enumerate(players):
        items = index_items(player.items)
        if not items.is_quiet:
            is_entering, has_gold = is_entering or bool(items.entering), has_gold or items.has_gold
            bodies.update(items.bodies)
        if items.has_passives or (player.curses and _have_passives(player.curses)):
            adding.append(seat)
        if player.treasures < items.counted:
            missing.append(seat)
        if not player.life or player.doom != "none":
            has_fallen = True
    return PlayersIndex(is_entering, has_gold, bodies, adding, missing, has_fallen)


def _have_passives(curses: tuple[str, ...]) -> bool:
    return any(passive_effects(card.owned) for card in listed_curses(curses))


@carries("FS-21", "FS-105")
def cards_beside(s: FourSouls, seat: int) -> Iterator[Owned]:
    """Yield the listed curses of a player and, for the active player, the listed rooms.

    Each acts like an item.
    """
    is_bare = not s.players[seat].curses and not s.rooms  # nearly always, and asked after every step
    for card in () if is_bare else (*listed_curses(s.players[seat].curses), *(_rooms(s) if seat == s.active else ())):
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


def listed_curses(names: tuple[str, ...]) -> Iterator[ItemCard]:
    """Yield those of a player's curses that are listed."""
    found = (item_cards().get(name) for name in names)
    yield from (card for card in found if card is not None and card.kind == "curse")


def _rooms(s: FourSouls) -> Iterator[ItemCard]:
    if s.ruling("rooms", "off") != "on":
        return
    found = (find_room(name) for name in s.rooms if name)
    yield from (card for card in found if card is not None)
