"""One turn on four phones without a browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.library.library import Library
from tests.support.games.four_souls_stacks import action
from tests.support.ui.four_phones import ANA, ATTACK, BETO, CIRA, DANI, Round, round_, taken
from tests.support.ui.headless import Phone

pytestmark = pytest.mark.usefixtures("quick")


def test_a_turn_on_four_phones_costs_one_pass_a_window(library: Library, say: Callable[[str], None]) -> None:
    """In a turn on four phones Ana taps once beside dice and passes, the others once a window.

    The turn has three hits and a miss.
    """
    table = taken(action(library), library, 0, 1, 2, 3)
    faces, spent = [4, 1, 5, 6], {name: {"passes": 0, "dice": 0, "besides": 0} for name in table.match.seats}
    windows: set[str] = set()

    async def tap(round_: Round, seat: int, what: str, kind: str) -> None:
        await round_.phones[seat].tap(what)
        spent[table.match.seats[seat]][kind] += 1
        await round_.heard()

    async def scene(round_: Round, ana: Phone, *others: Phone) -> None:
        await tap(round_, 0, ATTACK, "besides")
        while table.prompt and (table.prompt.window or table.prompt.dice):
            if table.prompt.dice:
                await tap(round_, 0, f"Die: {faces.pop(0)}", "dice")
                continue
            windows.add(table.prompt_id)
            for seat in table.prompt.window:
                await tap(round_, seat, "Pass", "passes")

    round_(table, library, scene, ANA, BETO, CIRA, DANI)
    say(f"taps of a fight with four attack rolls on four phones, {len(windows)} windows: {spent}")
    assert faces == []
    assert spent["Ana"] == {"passes": len(windows), "dice": 4, "besides": 1}
    assert all(spent[who] == {"passes": len(windows), "dice": 0, "besides": 0} for who in ("Beto", "Cira", "Dani"))
