"""Hints of the first turn: at their question, once a device, skippable, and shown again if asked for."""

from __future__ import annotations

import pytest

from companion.i18n import translator
from companion.library.library import Library
from companion.match.table import Table
from companion.ui.app import build
from companion.ui.design.hints import HINTS_KEY, parse_hints
from companion.ui.games.scenes import scene_of
from companion.ui.table.model.hints import UNDO_TEXT, USUAL_TEXT
from rules.four_souls.model.events import Attacked
from rules.registry import GAMES
from tests.support.ui.app import App
from tests.support.ui.headless import action_phase, say

ES = translator("es")
CARD, UNDO, SKIP = ES(USUAL_TEXT), ES(UNDO_TEXT), "Entendido"


class Device:
    """A browser whose storage outlives its pages."""

    def __init__(self, library: Library) -> None:
        self.library, self.stored = library, dict[str, str]()

    async def opens(self, table: Table, route: str = "") -> App:
        return await App(kept=self.stored).open(build(self.library), f"/t/{table.match.id}{route}")


@pytest.fixture
def device(library: Library) -> Device:
    return Device(library)


async def test_a_hint_is_shown_at_its_question_and_never_again(library: Library, device: Device) -> None:
    """The first turn's question explains itself, the next one something else; nothing is said twice."""
    table = action_phase(library)
    phone = await device.opens(table)
    await phone.sees("¿Qué haces?", CARD, SKIP)
    say(table, Attacked(table.state.slots[0].id))
    await phone.settle()
    await phone.sees("Tira un dado")
    assert CARD not in phone.text
    assert "four_souls.usual" in device.stored[HINTS_KEY].split()
    phone = await device.opens(action_phase(library))
    await phone.sees("¿Qué haces?")
    assert CARD not in phone.text


async def test_one_tap_skips_all_hints_of_a_game(library: Library, device: Device) -> None:
    """Whoever needs none is not told any more of this game, on this device, also in the next match."""
    phone = await device.opens(action_phase(library))
    await phone.sees("¿Qué haces?")
    await phone.tap(SKIP)
    assert CARD not in phone.text
    phone = await device.opens(action_phase(library))
    await phone.sees("¿Qué haces?")
    assert SKIP not in phone.text
    assert {f"four_souls.{hint.key}" for hint in scene_of("four_souls").model.first_turn} <= set(
        device.stored[HINTS_KEY].split()
    )


async def test_only_the_first_turn_explains_itself(library: Library, device: Device) -> None:
    """Who comes to a later turn is told nothing."""
    table = action_phase(library)
    while table.state.turn == 1:
        say(table, next(choice.event for choice in table.table_state.prompt.choices if choice.role == "exit"))
    phone = await device.opens(table)
    await phone.sees("¿Qué haces?")
    assert SKIP not in phone.text


async def test_the_hints_are_shown_again_if_somebody_asks(library: Library, device: Device) -> None:
    """The button in the settings brings the hints back on this device."""
    table = action_phase(library)
    phone = await device.opens(table)
    await phone.sees("¿Qué haces?")
    await phone.tap(SKIP)
    phone = await device.opens(table, "/settings")
    await phone.sees("Este teléfono")
    await phone.tap("Volver a explicar el primer turno")
    phone = await device.opens(table)
    await phone.sees("¿Qué haces?", CARD)


def test_each_game_says_little() -> None:
    """Every game has three to five hints of at most two sentences, and different keys."""
    for key in GAMES:
        hints = scene_of(key).model.first_turn
        assert 3 <= len(hints) <= 5
        assert len({hint.key for hint in hints}) == len(hints)
        for hint in hints:
            for words in (ES(hint.text), translator("en")(hint.text)):
                assert len(words) <= 120
                assert words.count(". ") <= 1


@pytest.mark.parametrize("saved", [None, 7, "", "x" * 500, "<b> ../ \0", "a " * 10_000])
def test_what_the_browser_stores_may_be_anything(saved: object) -> None:
    """Damaged storage is no hint seen, and never an error."""
    assert parse_hints(saved) <= {"a"}
