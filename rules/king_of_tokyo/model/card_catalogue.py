"""Catalogue of the power cards and costumes, read from the data files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Literal

from rules.card_data import CardRow, reading, toml_rows
from rules.engine import CatalogueCard, Name, Text

from .card_abilities import CardAbilities, card_abilities

EDITIONS = ("base", "dark", "origins")
"""The editions; each has a deck of its own."""
COSTUME_SET = "costumes"
"""Name of the data file with the costumes, and the key of their copies in a deck."""


@dataclass(frozen=True, slots=True)
class PowerCard:
    """A power card as saved in the log.

    ``id`` is its id in the catalogue; a card that was typed has none, and perhaps only its ``cost``. ``keep``: it stays
    with the buyer.
    """

    id: str = ""
    name: str = ""
    cost: int = 0
    keep: bool = True


@dataclass(frozen=True)
class PrintedPowerCard:
    """The printed facts of a power card or costume.

    ``costs`` are those of editions in which the cost differs, ``copies`` the number of copies by edition; ``abilities``
    is what it does by itself; ``is_outside_tokyo_only``: nobody in Tokyo can buy it.
    """

    id: str
    number: int
    name: Name
    kind: Literal["keep", "discard", "costume"]
    cost: int
    costs: Mapping[str, int]
    copies: Mapping[str, int]
    effect: Name
    abilities: CardAbilities
    is_outside_tokyo_only: bool

    def cost_in(self, edition: str) -> int:
        """Its cost in energy, in that edition."""
        return self.costs.get(edition, self.cost)

    @property
    def is_permanent(self) -> bool:
        """Whether it stays in front of its buyer."""
        return self.kind != "discard"


@cache
def printed_power_cards() -> dict[str, PrintedPowerCard]:
    """Every card and costume, by id."""
    return {id: _printed_power_card(id, row) for file in (*EDITIONS, COSTUME_SET) for id, row in _rows(file).items()}


def _rows(file: str) -> dict[str, CardRow]:
    return toml_rows("king_of_tokyo", f"{file}.toml")


def _printed_power_card(id: str, row: CardRow) -> PrintedPowerCard:
    with reading(row.file, id, "does"):
        abilities = card_abilities(row["does"])
    return PrintedPowerCard(
        id,
        row["number"],
        Name(row["es"], row["en"]),
        row["kind"],
        row["cost"],
        MappingProxyType(row.get("costs", {})),
        MappingProxyType(row["copies"]),
        Name(**row["effect"]),
        abilities,
        row.get("outside", False),
    )


@cache
def copies_in_deck(edition: str, costumes: bool = False) -> Mapping[str, int]:
    """Count the copies of each card in the deck of an edition.

    ``costumes`` adds the costumes, which go into the deck unless they were dealt.
    """
    sets = (edition, COSTUME_SET) if costumes else (edition,)
    counted = {id: sum(card.copies.get(name, 0) for name in sets) for id, card in printed_power_cards().items()}
    return MappingProxyType({id: n for id, n in counted.items() if n})


def catalogue_key(edition: str, costumes: bool = False) -> str:
    """Key of the catalogue in which the cards of that deck are looked up."""
    return f"powers.{edition}" + (f".{COSTUME_SET}" if costumes else "")


@cache
def catalogues() -> dict[str, tuple[CatalogueCard, ...]]:
    """The cards of every deck for the search by name, in either language, or by price."""
    decks = ((edition, costumes) for edition in EDITIONS for costumes in (False, True))
    return {
        catalogue_key(*key): tuple(_card(printed_power_cards()[id], key[0]) for id in copies_in_deck(*key))
        for key in decks
    }


def record_of(card: PrintedPowerCard, edition: str) -> PowerCard:
    """The record of a card in the catalogue of that edition."""
    return PowerCard(card.id, card.name.en, card.cost_in(edition), card.is_permanent)


def _card(card: PrintedPowerCard, edition: str) -> CatalogueCard:
    numbers = ((Text("cost"), card.cost_in(edition)),)
    return CatalogueCard(record_of(card, edition), card.name, numbers, card.effect, ("cost",))
