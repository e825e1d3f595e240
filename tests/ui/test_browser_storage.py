"""The settings' panel of a page without a server, and the shortcuts of the installed page."""

from __future__ import annotations

from datetime import date

import pytest

from companion.access.visitor import LOCAL_BROWSER, Visitor
from companion.base.browser_storage import BrowserSaves, StorageUsage, storage_usage
from companion.library.library import Library
from companion.storage.daily_copies import backup_path, make_backup
from companion.storage.sqlite_database import SqliteDatabase
from companion.ui.app import build, shortcut_target
from companion.ui.files import match_files
from companion.ui.screens.host import browser_storage
from companion.ui.screens.start import home
from companion.ui.screens.table import unsaved
from tests.support.ui.app import LOOKS, App

UNSAVED = "El navegador no guarda nada"


def told(monkeypatch: pytest.MonkeyPatch, usage: StorageUsage | None) -> None:
    """A page whose browser tells that."""

    async def tell() -> StorageUsage | None:
        return usage

    monkeypatch.setattr(browser_storage, "IS_PAGE", True)
    monkeypatch.setattr(browser_storage, "storage_usage", tell)


async def settings(library: Library) -> App:
    table = library.matches.create("king_of_tokyo", ("Ana", "Beto"), ())
    app = await App().open(build(library), f"/t/{table.match.id}/settings")
    for _ in range(LOOKS):
        if "Este teléfono" in app.text:
            break
        await app.wait()
    return app


async def test_a_page_says_how_full_the_browser_is(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """Room, and what may happen to the games; all games go into a file and out of it."""
    told(monkeypatch, StorageUsage(82_400_000, 1_200_000_000, is_persistent=False))
    app = await settings(library)
    await app.sees("Sobremesa ocupa 82 MB de los 1200 MB", "el navegador puede borrar tus partidas")
    assert {"Guardar todas las partidas en un archivo", "Importar una partida de un archivo"} <= set(app.names())


async def test_a_browser_that_keeps_the_games_is_not_warned_of(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    told(monkeypatch, StorageUsage(1, 2, is_persistent=True))

    app = await (await settings(library)).sees("El navegador guarda tus partidas hasta que las borres.")
    assert "puede borrar" not in app.text


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


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch) -> BrowserSaves:
    """The saves of a page without a server."""
    saves = BrowserSaves()
    monkeypatch.setattr(unsaved, "IS_PAGE", True)
    monkeypatch.setattr(match_files, "IS_PAGE", True)
    monkeypatch.setattr(unsaved, "BROWSER_SAVES", saves)
    return saves


@pytest.mark.parametrize("at_table", [True, False])
async def test_a_browser_that_cannot_save_says_so_until_somebody_knows(
    library: Library, browser: BrowserSaves, at_table: bool
) -> None:
    """At the table and on the home page: all games can be exported; it says so again when it fails again."""
    table = library.matches.create("king_of_tokyo", ("Ana", "Beto"), ())
    app = await App().open(build(library), f"/t/{table.match.id}" if at_table else "/")
    assert UNSAVED not in app.text
    browser.note(True)
    await app.settle()
    assert UNSAVED in app.text
    files: list[str] = []
    app.answering.replies["save_file"] = lambda body: files.append(body.args["file_name"])
    await app.tap("Exportar ahora")
    assert [name.endswith(".zip") for name in files] == [True], "all games are offered as a file"
    await app.tap("Entendido")
    assert UNSAVED not in app.text
    browser.note(False)
    browser.note(True)
    await app.settle()
    assert UNSAVED in app.text
    browser.note(False)
    await app.settle()
    assert UNSAVED not in app.text


async def test_after_ten_games_a_page_reminds_of_the_export(library: Library, browser: BrowserSaves) -> None:
    """On the home page; once somebody has exported, or knows of it, it does so after ten more."""

    def play(count: int) -> None:
        for _ in range(count):
            library.matches.create("king_of_tokyo", ("Ana", "Beto"), ())

    async def home() -> App:
        return await App().open(build(library), "/")

    play(9)
    assert "guardadlas en un archivo" not in (await home()).text
    play(1)
    app = await home()
    assert "10 partidas están solo en este navegador: guardadlas en un archivo." in app.text
    await app.tap("Exportar ahora")
    assert "guardadlas en un archivo" not in (await home()).text
    play(10)
    app = await home()
    assert "10 partidas están solo" in app.text
    await app.tap("Entendido")
    assert "guardadlas en un archivo" not in app.text


async def test_games_that_are_gone_come_back_from_a_daily_copy(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The settings name the copies; one tap brings back what is missing, and changes nothing of what is here."""
    told(monkeypatch, None)
    lost = library.matches.create("king_of_tokyo", ("Ana", "Caro"), ())
    app = await settings(library)
    assert "Cada día" not in app.text
    database = library.storage.database
    assert isinstance(database, SqliteDatabase)
    assert make_backup(database.path, date(2026, 11, 22))
    here = library.matches.all()
    library.matches.delete(lost.match.id)
    app = await (await settings(library)).sees("Quedan: 22/11/2026.")
    await app.tap("Recuperar 1 partida que solo está en la copia del 22/11/2026")
    for _ in range(LOOKS):
        await app.wait()
        if library.storage.has_match(lost.match.id):
            break
    assert {match.id for match in here} <= {match.id for match in library.matches.all()}
    assert "Recuperar" not in (await settings(library)).text


async def test_a_copy_brings_games_back_on_the_home_page(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no game is left, and while games are deleted; otherwise a deleted game is not held out again and again."""
    monkeypatch.setattr(home, "IS_PAGE", True)
    lost = [library.matches.create("king_of_tokyo", ("Ana", name), ()).match.id for name in ("Caro", "Dani")]
    database = library.storage.database
    assert isinstance(database, SqliteDatabase)
    make_backup(database.path, date(2026, 11, 22))
    library.matches.delete(lost[0])
    app = await App().open(build(library))
    assert "Recuperar" not in app.text
    await app.tap("Exportar o borrar partidas")
    await app.sees("Recuperar 1 partida que solo está en la copia del 22/11/2026")
    library.matches.delete(lost[1])
    app = await App().open(build(library))
    await app.tap("Recuperar 2 partidas")
    await app.sees("Ana · Caro", "Ana · Dani")
    assert {match.id for match in library.matches.all()} == set(lost)


async def test_a_copy_that_is_gone_is_a_sentence(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy that was damaged since it was offered changes nothing."""
    told(monkeypatch, None)
    lost = library.matches.create("king_of_tokyo", ("Ana", "Caro"), ())
    database = library.storage.database
    assert isinstance(database, SqliteDatabase)
    make_backup(database.path, date(2026, 11, 22))
    library.matches.delete(lost.match.id)
    app = await (await settings(library)).sees("Recuperar 1 partida")
    backup_path(database.path, date(2026, 11, 22)).unlink()
    await app.tap("Recuperar 1 partida")
    assert "Esa copia no se puede leer. No ha cambiado nada." in app.text
