"""Moments of three more kinds in a real browser: each after the tap that makes it, upon no answer, and then gone."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress

import pytest
from playwright.sync_api import Error as PlaywrightError

from companion.library.library import Library
from companion.storage.matches import Storage
from rules.registry import GAMES
from tests.support.screen.look import OVER
from tests.support.ui.browser import Phone, Server
from tests.support.ui.kept import opened_after

TRIES = 4
"""Undone and made again as often: on a busy machine a moment may be over before the page is read."""


def before(server: Server, match: str, count: int) -> str:
    """The address of a committed match after that many entries."""
    storage = Storage(server.data)
    table, _ = opened_after(Library(storage, GAMES), match, count)
    storage.close()
    return f"/t/{table.match.id}"


@pytest.mark.parametrize(
    ("match", "count", "asked", "tapped", "moments"),
    [
        (
            "boss_monster-three",
            46,
            "¿alguien hace algo?",
            "Nadie hace nada",
            ("Fin del héroe: Clérigo (8)", "Fuera de la partida: Cira"),
        ),
        (
            "king_of_tokyo-two-cursed",
            47,
            "¿Volver a tirar",
            "Nada",
            ("Fuera de la partida: Beto", "Victoria: Gana Ana"),
        ),
        ("malifaux-fate-decks", 212, "¿se queda así?", "Se queda", ("El volteo final: 5 de cuervos",)),
    ],
)
def test_a_moment_comes_after_its_tap_and_covers_no_answer(
    server: Server,
    phones: Callable[..., Phone],
    match: str,
    count: int,
    asked: str,
    tapped: str,
    moments: tuple[str, ...],
) -> None:
    """One after the other takes the screen; what can be answered next lies free; then all are gone."""
    phone = phones(path=before(server, match, count))
    seen = list[str]()
    for _ in range(TRIES):
        seen.clear()
        phone.sees(asked).tap(re.compile(f"^{tapped}"))
        with suppress(PlaywrightError):
            for name in moments:
                phone.page.get_by_role("button", name=re.compile(f"^{re.escape(name)}")).wait_for(timeout=4000)
                covered = {under for under, over in phone.page.evaluate(OVER) if over.startswith(name)}
                assert covered.isdisjoint({"Deshacer", "Atrás", "Menú"}), covered
                seen.append(name)
        phone.sees_no(*moments)
        if seen == list(moments):
            break
        if phone.can_tap("Cerrar"):
            phone.tap("Cerrar")
        phone.tap("Deshacer")
    assert seen == list(moments)
