"""Which of King of Tokyo's cards act by themselves, which ask, and the test of each."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

import rules.king_of_tokyo.game  # noqa: F401 - registers the effects of all cards
from rules.king_of_tokyo.effects.registry import effects
from rules.king_of_tokyo.model.card_catalogue import PrintedPowerCard, printed_power_cards

TESTS = Path(__file__).parents[1] / "tests" / "rules"
AUDIT = "audit/king_of_tokyo/test_king_of_tokyo"
FILES = ("king_of_tokyo/test_cards", "king_of_tokyo/test_asked", f"{AUDIT}_cards", f"{AUDIT}_shop")
"""Tests of the cards; those of the shop, and of cards that the text explains, are by chapter of the text."""
STEPS = ("card.opportunist", "card.unstable_dna")
"""Effect keys of cards that ask by a step of their own, at their moment."""


def asks_somebody() -> frozenset[str]:
    """Ids of the cards that need a choice or a hidden card; all others act by themselves."""
    return frozenset(id for id in printed_power_cards() if f"card.{id}" in (*effects.offer.keys(), *STEPS))


@dataclass(frozen=True)
class Row:
    """A card, whether it asks somebody, and the first test that exercises it."""

    card: PrintedPowerCard
    asks: bool
    test: str


def rows() -> tuple[Row, ...]:
    """Every card, in the order of the data files."""
    tests, asking = tuple(_tests()), asks_somebody()
    return tuple(Row(card, id in asking, _holding(id, tests)) for id, card in printed_power_cards().items())


def _tests() -> Iterator[tuple[str, frozenset[str]]]:
    """Each test of the cards, and the words in its strings, among them the cards on its table."""
    for file in FILES:
        tree = ast.parse((TESTS / f"{file}.py").read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                strings = (n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str))
                words = frozenset(word for string in strings for word in re.findall(r"[a-z_]+", string))
                yield f"{file.rpartition('test_')[2]}::{node.name}", words


def _holding(id: str, tests: tuple[tuple[str, frozenset[str]], ...]) -> str:
    """The test that names the card, before one that has a word of it in its own name."""
    found = [name for name, words in tests if id in words]
    about = [name for name in found if any(word in name for word in id.split("_") if len(word) > 3)]
    return next(iter((*about, *found)), "")


def share(found: tuple[Row, ...]) -> str:
    """The share of cards that act by themselves."""
    alone = sum(not row.asks for row in found)
    return f"{alone} of {len(found)} cards act by themselves ({alone / len(found):.0%}), {len(found) - alone} ask"


@click.command(help=__doc__)
def main() -> None:
    """Print the table, base game first, and the shares."""
    found = rows()
    for row in found:
        print(f"{row.card.name.en:<32} {'asks' if row.asks else 'itself':<7} {row.test}")
    base = tuple(row for row in found if "base" in row.card.copies)
    print(f"base game: {share(base)}")
    print(f"all sets: {share(found)}")


if __name__ == "__main__":
    main()
