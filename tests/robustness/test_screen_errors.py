"""Errors in the app's own code show a sentence and a way on, never a traceback."""

import asyncio
from typing import Any

import flet as ft
import pytest

from companion.i18n import translator
from companion.library.library import Library
from companion.storage.matches import DiskError
from companion.ui import app
from companion.ui.app import build
from companion.ui.screens.start import home
from companion.ui.screens.table import parts as table
from companion.ui.session import error_boundary
from companion.ui.session.error_boundary import ErrorBoundary
from rules.engine import Text
from tests.support.device_seats import BEA
from tests.support.ui.app import App, Scene, played
from tests.toy.counting import Stayed

pytestmark = pytest.mark.landing

ES = translator("es")
HUMAN = 0.4
"""Seconds between two taps that are meant as two."""
FULL = DiskError(Text("The disk is full: make room."))


def at(library: Library, scene: Scene, route: str = "/") -> None:
    """Play the scene on a phone that has just opened the app."""

    async def opened(phone: App) -> None:
        await phone.open(build(library), route)
        await scene(phone)

    played(opened)


def breaks(monkeypatch: pytest.MonkeyPatch, module: Any, name: str, error: Exception) -> None:
    """Let that part of a page raise an error from now on."""

    def broken(*args: Any, **more: Any) -> Any:
        raise error

    monkeypatch.setattr(module, name, broken)


def test_a_page_that_cannot_be_drawn_is_a_sentence_and_a_way_on(library, monkeypatch, caplog) -> None:
    """A page with a drawing error shows a sentence; "try again" draws the page again."""
    match = library.matches.create("counting", ("Ana", "Bea"))

    async def scene(phone: App) -> None:
        await phone.sees("Anyone?")
        with monkeypatch.context() as broken:
            breaks(broken, table, "_question", ValueError("stumbled"))
            match.answer(match.prompt_id, Stayed(), BEA)
            await phone.sees(ES(error_boundary.INTERNAL_ERROR))
            assert "stumbled" in caplog.text
            await phone.tap("Probar otra vez")
            await phone.sees(ES(error_boundary.INTERNAL_ERROR))
        await phone.tap("Probar otra vez")
        await phone.sees("Tirada")
        match.undo(BEA)
        await phone.sees("Anyone?")
        await asyncio.sleep(HUMAN)
        await phone.tap("Hush")
        await phone.sees("Tirada")

    at(library, scene, f"/t/{match.match.id}")


def test_the_way_home_leads_away_from_a_page_that_stays_broken(library, monkeypatch) -> None:
    """From a page that never can be drawn the home button leads to the other pages."""
    match = library.matches.create("counting", ("Ana", "Bea"))

    async def scene(phone: App) -> None:
        await phone.sees("Anyone?")
        breaks(monkeypatch, table, "_question", ValueError("stumbled"))
        match.answer(match.prompt_id, Stayed(), BEA)
        await phone.sees(ES(error_boundary.INTERNAL_ERROR))
        await phone.tap("Volver al inicio")
        await phone.sees("Seguir", "Ana · Bea")
        await phone.tap("Contar")
        await phone.sees(ES(error_boundary.INTERNAL_ERROR))

    at(library, scene, f"/t/{match.match.id}")


@pytest.mark.parametrize("where", [(home, "_new_game"), (app, "themed_game")])
def test_a_first_page_that_cannot_be_drawn_is_a_sentence(library, monkeypatch, where) -> None:
    """An error while drawing the first page is a sentence, including the disk's own reason."""
    module, name = where

    async def scene(phone: App) -> None:
        with monkeypatch.context() as broken:
            breaks(broken, module, name, FULL)
            await phone.open(build(library))
            await phone.sees(ES(FULL.reason))
        await phone.tap("Probar otra vez")
        await phone.sees("Contar")

    played(scene)


def test_an_answer_to_a_tap_that_fails_leaves_the_page(library, monkeypatch, caplog) -> None:
    """An error in a tap's handler shows a sentence over the page and keeps what was typed."""

    async def scene(phone: App) -> None:
        await phone.type("Jugador 1", "Ana")
        with monkeypatch.context() as broken:
            breaks(broken, library.matches, "create", ValueError("stumbled"))
            await phone.tap("Empezar")
            await phone.sees(ES(error_boundary.INTERNAL_ERROR))
            await phone.tap("Cerrar")
        assert "stumbled" in caplog.text
        await phone.tap("Empezar")
        await phone.sees("Anyone?")
        assert library.matches.all()[0].seats[0] == "Ana"

    at(library, scene, "/new/counting")


def test_an_effect_that_fails_is_a_sentence(caplog) -> None:
    """An error in a page's effect shows a sentence, and the page stays."""

    @ft.component
    def Stumbles() -> list[ft.View]:  # noqa: N802
        def effect() -> None:
            raise ValueError("stumbled")

        ft.use_effect(effect, [])
        return [ft.View(controls=[ft.Text("I stand")])]

    async def scene(phone: App) -> None:
        phone.language = "es"
        await phone.open(lambda page: ErrorBoundary(page, lambda: page.render_views(Stumbles)).draw())
        await phone.sees("I stand", ES(error_boundary.INTERNAL_ERROR))

    played(scene)


def test_drawing_goes_on_however_often_it_fails(caplog) -> None:
    """A page that fails at every other tap is redrawn each time."""

    @ft.component
    def Stumbles() -> list[ft.View]:  # noqa: N802
        taps, tap = ft.use_state(0)
        if taps == 1:
            raise ValueError("stumbled")
        return [ft.View(controls=[ft.TextButton(f"{taps} taps", on_click=lambda event: tap(lambda n: n + 1))])]

    async def scene(phone: App) -> None:
        phone.language = "es"
        await phone.open(lambda page: ErrorBoundary(page, lambda: page.render_views(Stumbles)).draw())
        for _ in range(3):
            await phone.tap("0 taps")
            await phone.tap("Probar otra vez")
        assert caplog.text.count("could not be drawn") == 3
        assert "0 taps" in phone.text

    played(scene)


@pytest.mark.parametrize(
    "route", ["/t/nothing", "/t/../../etc", "/t/%00", "/new/none", "//[", "/?" + "x" * 9999, "/#/new"]
)
def test_no_address_breaks_the_page(library, route: str) -> None:
    """Any address shows a page, or a sentence and the way home."""

    async def scene(phone: App) -> None:
        await phone.settle()
        if "Contar" not in phone.text:
            await phone.sees("Esta partida se ha borrado.")
            await phone.tap("Volver al inicio")
        await phone.sees("Contar")

    at(library, scene, route)
