"""Random taps on the table screen."""

from __future__ import annotations

import random

import pytest

from companion.library.library import Library
from companion.match.table import Table
from tests.support.ui.headless import Phone, action_phase, on_phone

pytestmark = pytest.mark.usefixtures("quick")


@pytest.fixture
def table(library: Library) -> Table:
    return action_phase(library)


@pytest.mark.parametrize("seed", [pytest.param(0, marks=pytest.mark.landing), 1, 2])
def test_no_series_of_taps_breaks_the_screen(table, library, seed):
    """After any series of taps the prompt is still on the screen, and no error occurred."""
    chance = random.Random(seed)

    async def journey(phone: Phone, table: Table) -> None:
        for _ in range(20):
            names = [name for name in phone.names() if not name.startswith(("Photo", "One die"))]
            name = chance.choice([name for name in names if not getattr(phone.find(name), "disabled", False)])
            await phone.tap(name)
            prompt = table.prompt
            assert phone.names(), name
            assert prompt is None or "Close" in phone.names() or "Details" in phone.names(), name

    table.set_ruling("depth", ("guided", "every", "numbers")[seed])
    on_phone(table, library, journey, (390, 1280, 390)[seed])
