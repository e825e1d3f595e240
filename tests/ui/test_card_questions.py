"""Known questions about a card: from its sheet to the answers, the rules, and a moment of one's own."""

from __future__ import annotations

import pytest

from companion.library.library import Library
from companion.match.table import Table
from rules.four_souls.assist.card_questions import questions_about
from rules.four_souls.model.events import Named
from rules.four_souls.model.state import FourSouls
from tests.support.ui.app import app_at
from tests.support.ui.headless import action_phase

PATIENCE = 200
"""Number of waits for the import, which another process checks."""


@pytest.fixture
def table(library: Library) -> Table:
    """A table at which Ana has Guppy's Paw."""
    table = action_phase(library)
    table.adjust("seat.0.treasures", 1)
    table.make_remark(Named(0, 0, "guppys-paw"))
    return table


async def test_a_card_leads_to_its_questions_and_a_moment_to_try_one(library: Library, table: Table) -> None:
    """Why? on Guppy's Paw shows the answers and the rules; the moment opens as a match of its own."""
    phone = await app_at(library, f"/t/{table.match.id}")
    for button in ("Ana, ", "Pata de Guppy", "¿Por qué?"):
        await phone.tap(button)
    question = questions_about("guppys-paw")[0]
    await phone.sees(question.question.es, question.answer.es, "Las reglas que lo deciden", "Efectos pagados")
    await phone.tap("Jugar este momento")
    for _ in range(PATIENCE):
        if phone.page.route.endswith("/card/guppys-paw"):
            await phone.wait()
    (opened,) = (match for match in library.matches.all() if match.id != table.match.id)
    assert phone.page.route == f"/t/{opened.id}"
    assert opened.seats == ("Ana", "Beto", "Cira")
    state = library.matches.open(opened.id).state
    assert isinstance(state, FourSouls)
    assert (state.players[0].life, state.players[0].items[-1].card) == (1, "guppys-paw")


async def test_a_card_without_questions_has_no_button(library: Library, table: Table) -> None:
    """The sheet of The D6, about which nothing is known, has no Why?; its page says so."""
    phone = await app_at(library, f"/t/{table.match.id}")
    for button in ("Ana, ", "El D6"):
        await phone.tap(button)
    assert not any(name == "¿Por qué?" for name, _ in phone.buttons())
    page = await app_at(library, f"/t/{table.match.id}/card/d6")
    await page.sees("Aquí no se conoce ninguna pregunta sobre esta carta.")


async def test_a_setting_that_decides_is_shown(library: Library, table: Table) -> None:
    """Portal forces an attack: the page says how this table plays it, and leads to the setting."""
    page = await app_at(library, f"/t/{table.match.id}/card/portal")
    await page.sees("PORTAL", "Gasta tu ataque si aún lo tienes.")
    await page.tap("Cambiar")
    await page.sees("Siempre es uno de más.")
