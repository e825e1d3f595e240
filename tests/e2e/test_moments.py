"""A moment in a real browser: a kill takes the screen and covers no seat and no answer, and a tap ends it."""

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

KILLED = re.compile("^Baja: Mosca")
UNCOVERED = {"Un monstruo", "No es un monstruo", "Deshacer", "Atrás", "Menú"}
"""The answers to the question after the kill, and what lies on the top bar."""
TRIES = 6
"""Kills of which one is ended by a tap in time: a busy machine takes longer than a moment for a tap."""


def on_the_brink(server: Server) -> str:
    """The address of a table at which the death of a monster is on the stack."""
    path = laid(server)
    storage = Storage(server.data)
    table = Library(storage, GAMES).matches.open(path.rpartition("/")[2])
    table.set_ruling("stop.kill", "on")
    table.adjust(f"monster.{table.state.slots[0].id}.life", -1)
    table.answer(table.prompt_id, Confirmed(True))
    storage.close()
    return path


def covered_names(phone: Phone) -> set[str]:
    """The names of what a tap would miss because a moment lies upon it."""
    return {name for name, other in phone.page.evaluate(OVER) if KILLED.match(other)}


def kill(phone: Phone) -> None:
    """Let the death of Fly happen."""
    phone.sees("Mosca").tap(re.compile("^Nadie responde"))


def take_back(phone: Phone) -> None:
    """Close the sheet that opens after the moment, and undo the death."""
    phone.sees("Toca los tres números").tap("Cerrar").tap("Deshacer")


@pytest.mark.landing
def test_a_kill_takes_the_screen_and_a_tap_gives_it_back(server: Server, phones: Callable[..., Phone]) -> None:
    """The moment covers the board, no seat and no answer; a tap ends it early, and an undo before the next try."""
    phone = phones(path=on_the_brink(server))
    lasted = list[float]()
    for _ in range(TRIES):
        kill(phone)
        with suppress(PlaywrightError):
            moment = phone.page.get_by_role("button", name=KILLED)
            moment.wait_for(timeout=3000)
            began, covered = time.monotonic(), covered_names(phone)
            assert covered.isdisjoint(UNCOVERED), covered
            assert not any(name.startswith(("Ana, vida", "Beto, vida")) for name in covered), covered
            assert any(name.startswith("Anillo de moscas: vida") for name in covered), covered
            moment.click(timeout=1000 * MOMENT_SECONDS)
            moment.wait_for(state="detached", timeout=1000 * MOMENT_SECONDS)
            lasted.append(time.monotonic() - began)
            if lasted[-1] < 0.9 * MOMENT_SECONDS:
                break
        take_back(phone)
    assert min(lasted, default=MOMENT_SECONDS) < 0.9 * MOMENT_SECONDS, lasted
    take_back(phone)
    kill(phone)
    phone.page.get_by_role("button", name=KILLED).wait_for()
    phone.sees_no("Baja: Mosca").sees("Toca los tres números")  # it goes by itself, and then the next card is named
