"""Catalogue of items, loot and other cards with known names, read from their data files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import cast

from rules.card_grammar import Ability, parse_abilities
from rules.engine import Name

from .catalogue import read_rows
from .item import DestructionResult, Owned
from .item_abilities import KEPT, ItemAbilities, compile_item, marks_of

FILES = {"items.csv": "", "loot.csv": "loot", "treasures.csv": "treasure"}
"""Data files, and the kind of their cards where it is not a column."""
BASE_SET = "b2"
PLAYED_KINDS = ("loot", "event")
"""Kinds of cards that are played and go on the stack."""
KNOWN_BY_NAME = ("butter-bean", "lost-soul", "holy-chest")
"""Ids of the cards that a typed name means too."""
NO_ABILITIES = ItemAbilities()


@dataclass(frozen=True)
class ItemCard:
    """A card of the data files.

    ``set_key``: the box in which it comes first; ``lacks``: words of its notation that the rules do not know, so that
    the table says what it does; ``is_for_three``: only for three players or more.
    """

    id: str
    kind: str
    name: Name
    owned: Owned
    does: ItemAbilities = NO_ABILITIES
    set_key: str = BASE_SET
    lacks: tuple[str, ...] = ()
    is_for_three: bool = False

    @property
    def is_item(self) -> bool:
        """Whether it can lie in play as an item.

        All but events and the loot cards that leave at once.
        """
        return self.kind in ("starting", "treasure") or self.does.activations == (KEPT,)


@cache
def item_cards() -> dict[str, ItemCard]:
    """Return every card of the data files, by id."""
    return {card.id: card for file, kind in FILES.items() for row in read_rows(file) for card in [_card(row, kind)]}


def _card(row: dict[str, str], kind: str) -> ItemCard:
    abilities = parse_abilities(row["does"]) if row["does"] else ()
    lacks, tags = tuple((row.get("lacks") or "").split()), (row.get("tags") or "").split()
    return ItemCard(
        row["id"],
        kind or row["kind"],
        Name(row["es"], row["en"]),
        _owned(row, abilities, tags),
        _untracked(abilities) if lacks else compile_item(abilities),
        row.get("set") or BASE_SET,
        lacks,
        "3p" in tags,
    )


def _untracked(abilities: tuple[Ability, ...]) -> ItemAbilities:
    """Return what is known of a card whose effects the table says: whether it stays in play."""
    return ItemAbilities((KEPT,)) if any(ability.is_trinket for ability in abilities) else NO_ABILITIES


def _owned(row: dict[str, str], abilities: tuple[Ability, ...], tags: list[str]) -> Owned:
    marks = marks_of(abilities)
    return Owned(
        0,
        row["en"],
        card=row["id"],
        activated=marks.activated,
        cost=marks.cost,
        pays=marks.pays,
        eternal="eternal" in tags,
        guppy="guppy" in tags,
        souls=int(row["souls"]),
        ends=cast(DestructionResult, row["ends"] or "discard"),
        when=marks.when,
        whose=marks.whose,
        faces=marks.faces,
        once=marks.once,
    )


def passive_sum(item: Owned, what: str) -> int:
    """Return what an item in play adds to that number of its owner.

    Attack, health, or rolls of an attack.
    """
    card = item_cards().get(item.card) if item.card else None
    return sum(effect.amount for effect in card.does.passive if effect.kind == what) if card else 0


@cache
def item_names() -> dict[str, Name]:
    """Return the names in both languages, by id."""
    return {card.id: card.name for card in item_cards().values()}


@cache
def _items_by_name() -> dict[str, ItemCard]:
    cards = (card for card in item_cards().values() if card.is_item)
    return {text.casefold(): card for card in cards for text in (card.id, card.name.en, card.name.es)}


@cache
def _played_by_name() -> dict[str, ItemCard]:
    cards = (card for card in item_cards().values() if card.kind in PLAYED_KINDS)
    return {text.casefold(): card for card in cards for text in (card.name.en, card.name.es)}


def find_item(name: str) -> ItemCard | None:
    """Return the item with that id or name, in either language; None if there is none."""
    return _items_by_name().get(name.strip().casefold())


def find_played(name: str) -> ItemCard | None:
    """Return the loot card or event that a play means, by its id; None if there is none.

    A typed name means nothing but the name, as in logs from before these cards were known, but for the few that were.
    """
    card = item_cards().get(name) or find_played_name(name)
    known = card is not None and card.kind in PLAYED_KINDS and (card.id == name or card.id in KNOWN_BY_NAME)
    return card if known else None


def find_played_name(name: str) -> ItemCard | None:
    """Return the loot card or event with that name, in either language; None if there is none."""
    return _played_by_name().get(name.strip().casefold())


def find_card(name: str) -> ItemCard | None:
    """Return the card with that id or name, in either language; None if there is none."""
    return find_item(name) or find_played(name) or find_played_name(name)


def make_item(name: str) -> Owned:
    """Return an item with that name, with the data of a known card."""
    card = find_item(name)
    return card.owned if card else Owned(0, name)


def cards_of(kind: str, sets: frozenset[str], seat_count: int) -> Iterator[ItemCard]:
    """Yield the cards of that kind in those sets that so many players use."""
    for card in item_cards().values():
        if card.kind == kind and card.set_key in sets and (seat_count > 2 or not card.is_for_three):
            yield card


@cache
def names_of(kind: str, sets: frozenset[str], seat_count: int) -> tuple[str, ...]:
    """Return the names of those cards, in both languages."""
    names = (card.name for card in cards_of(kind, sets, seat_count))
    return tuple(dict.fromkeys(text for name in names for text in (name.es, name.en)))
