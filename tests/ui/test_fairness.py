"""The fairness page: bars and sentences, for all matches or for a guest's own table."""

from __future__ import annotations

from typing import Any

from companion.access.visitor import Visitor
from companion.library.library import Library
from companion.ui.screens.read.fairness import load_roll_samples
from companion.ui.session.phone import Phone
from rules.engine import Rolled
from tests.support.device_seats import ANA
from tests.support.ui.app import app_at


def thrown(library: Library, *faces: int, machine: int = 0) -> Any:
    table = library.matches.create("counting", ("Ana", "Bea"), (("cheers", "off"), ("goal", "999")))
    for n, face in enumerate(faces, 1):
        how = "virtual" if n == machine else "typed"
        table.answer(table.prompt_id, Rolled((face,)), ANA, source=how)
    return table


async def test_the_page_counts_and_says_what_that_allows(library: Library) -> None:
    """The page counts faces, keeps virtual rolls apart, and says how many rolls are lacking."""
    table = thrown(library, 1, 2, 2, machine=3)
    phone = await app_at(library, f"/t/{table.match.id}/fairness")
    await phone.sees("¿Son justos los dados?", "Dados de puntos, escritos a mano: 2 dados")
    await phone.sees("Dados de puntos, tirados por la app: 1 dado", "faltan 58 dados más")


async def test_an_empty_table_says_so(library: Library) -> None:
    """Before the first roll the page says that there is nothing to show."""
    table = thrown(library)
    await (await app_at(library, f"/t/{table.match.id}/fairness")).sees("Todavía no hay tiradas contadas.")


def test_a_guest_sees_the_throws_of_its_own_table_only(library: Library) -> None:
    """A guest sees the rolls of its own table only."""
    mine, _ = thrown(library, 3), thrown(library, 4, 4)

    def phone(visitor: Visitor) -> Phone:
        nothing = lambda *args: None  # noqa: E731
        return Phone(library, "es", nothing, nothing, nothing, visitor=visitor)

    def total(visitor: Visitor) -> int:
        piles: Any = load_roll_samples(phone(visitor), mine.match.id)
        return sum(pile.dice_count for pile in piles if not pile.player)

    assert total(Visitor("", True)) == 3
    assert total(Visitor("someone", False)) == 1
