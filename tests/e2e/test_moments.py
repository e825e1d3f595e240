"""A moment in a real browser: a death takes the screen and covers no seat and no answer, and a tap ends it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from contextlib import suppress

import pytest
from playwright.sync_api import Error as PlaywrightError

from companion.library.library import Library
from companion.storage.matches import Storage
from companion.ui.table.zones.moment import MOMENT_SECONDS
from rules.engine import Confirmed
from rules.registry import GAMES
from tests.support.screen.look import OVER
from tests.support.ui.browser import Phone, Server
from tests.support.ui.four_souls_setup import laid

DEATH = re.compile("^Muerte: Beto")
UNCOVERED = {"Terminar el turno", "Jugar botín", "Deshacer", "Atrás", "Menú"}
"""The answers to the question after the death, and what lies on the top bar."""
TRIES = 6
"""Deaths of which one is ended by a tap in time: a busy machine takes longer than a moment for a tap."""


def on_the_brink(server: Server) -> str:
    """The address of a table at which the death of Beto is on the stack."""
    path = laid(server)
    storage = Storage(server.data)
    table = Library(storage, GAMES).matches.open(path.rpartition("/")[2])
    table.adjust("seat.1.life", -table.state.players[1].life)
    table.answer(table.prompt_id, Confirmed(True))
    storage.close()
    return path


def covered_names(phone: Phone) -> set[str]:
    """The names of what a tap would miss because a moment lies upon it."""
    return {name for name, other in phone.page.evaluate(OVER) if DEATH.match(other)}


def die(phone: Phone) -> None:
    """Let the death happen."""
    phone.sees("Muerte de Beto").tap(re.compile("^Nadie responde"))


def take_back(phone: Phone) -> None:
    """Undo the death."""
    phone.sees("¿Qué haces?").tap("Deshacer")


@pytest.mark.landing
def test_a_death_takes_the_screen_and_a_tap_gives_it_back(server: Server, phones: Callable[..., Phone]) -> None:
    """The moment covers the board, no seat and no answer; a tap ends it early, and an undo before the next try."""
    phone = phones(path=on_the_brink(server))
    lasted = list[float]()
    for _ in range(TRIES):
        die(phone)
        with suppress(PlaywrightError):
            moment = phone.page.get_by_role("button", name=DEATH)
            moment.wait_for(timeout=3000)
            began, covered = time.monotonic(), covered_names(phone)
            assert covered.isdisjoint(UNCOVERED), covered
            assert not any(name.startswith(("Ana, vida", "Beto, vida")) for name in covered), covered
            assert any("Anillo de moscas: vida" in name for name in covered), covered
            moment.click(timeout=1000 * MOMENT_SECONDS)
            moment.wait_for(state="detached", timeout=1000 * MOMENT_SECONDS)
            lasted.append(time.monotonic() - began)
            if lasted[-1] < 0.9 * MOMENT_SECONDS:
                break
        take_back(phone)
    assert min(lasted, default=MOMENT_SECONDS) < 0.9 * MOMENT_SECONDS, lasted
    take_back(phone)
    die(phone)
    phone.page.get_by_role("button", name=DEATH).wait_for()
    phone.sees_no("Muerte: Beto").sees("¿Qué haces?")  # it goes by itself
