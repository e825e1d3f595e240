"""The settings' panel of a page without a server, and the shortcuts of the installed page."""

from __future__ import annotations

import pytest

from companion.access.visitor import LOCAL_BROWSER, Visitor
from companion.base.browser_storage import StorageUsage, storage_usage
from companion.library.library import Library
from companion.ui.app import build, shortcut_target
from companion.ui.screens.host import browser_storage
from tests.support.ui.app import App


def told(monkeypatch: pytest.MonkeyPatch, usage: StorageUsage | None) -> None:
    """A page whose browser tells that."""

    async def tell() -> StorageUsage | None:
        return usage

    monkeypatch.setattr(browser_storage, "IS_PAGE", True)
    monkeypatch.setattr(browser_storage, "storage_usage", tell)


async def settings(library: Library) -> App:
    table = library.matches.create("king_of_tokyo", ("Ana", "Beto"), ())
    return await App().open(build(library), f"/t/{table.match.id}/settings")


async def test_a_page_says_how_full_the_browser_is(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """Room, and what may happen to the games; all games go into a file and out of it."""
    told(monkeypatch, StorageUsage(82_400_000, 1_200_000_000, is_persistent=False))
    app = await settings(library)
    texts = " ".join(app.texts())
    assert "Sobremesa ocupa 82 MB de los 1200 MB" in texts
    assert "el navegador puede borrar tus partidas" in texts
    assert {"Guardar todas las partidas en un archivo", "Importar una partida de un archivo"} <= set(app.names())


async def test_a_browser_that_keeps_the_games_is_not_warned_of(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    told(monkeypatch, StorageUsage(1, 2, is_persistent=True))

    texts = " ".join((await settings(library)).texts())
    assert "El navegador guarda tus partidas hasta que las borres." in texts
    assert "puede borrar" not in texts


async def test_a_server_says_nothing_of_a_browser(library: Library) -> None:

    assert "Este navegador" not in (await settings(library)).texts()
    assert await storage_usage() is None


def test_shortcuts_lead_to_the_game_that_was_played_last(library: Library) -> None:
    """The last unfinished game, a new game of the same kind; the home page where there is none."""
    assert (shortcut_target(library, LOCAL_BROWSER, "/resume"), shortcut_target(library, LOCAL_BROWSER, "/new")) == (
        "/",
        "/",
    )
    library.matches.create("darkmoor", ("Ana", "Beto"), ())
    table = library.matches.create("king_of_tokyo", ("Ana", "Beto"), ())
    assert shortcut_target(library, LOCAL_BROWSER, "/resume") == f"/t/{table.match.id}"
    assert shortcut_target(library, LOCAL_BROWSER, "/new") == "/new/king_of_tokyo"
    assert shortcut_target(library, LOCAL_BROWSER, "/new/darkmoor") == "/new/darkmoor"
    assert shortcut_target(library, Visitor("guest"), "/resume") == "/", "a guest is told of no match"
