"""What the home page of a page without a server says: what works offline, and how the page becomes an app."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from companion.base import page_news
from companion.base.page_news import PageNews
from companion.library.library import Library
from companion.ui.app import build
from companion.ui.screens.host import browser_storage
from companion.ui.screens.start import match_status, page_notices
from tests.support.ui.app import App

KEEPING = {"kind": "keeping", "total": 60_000_000}
SHARE = "Añadir a pantalla de inicio"


@pytest.fixture
def news(monkeypatch: pytest.MonkeyPatch) -> PageNews:
    """The news of a page that has just opened."""
    fresh = PageNews()
    for module in (page_notices, browser_storage, page_news):
        monkeypatch.setattr(module, "IS_PAGE", True)
    for module in (page_notices, browser_storage, match_status):
        monkeypatch.setattr(module, "PAGE_NEWS", fresh)
    return fresh


def finish(library: Library, count: int) -> None:
    """Let that many games have been played to their end."""
    storage = library.matches.storage
    for _ in range(count):
        begun = storage.load_match(library.matches.create("darkmoor", ("Ana", "Beto"), ()).match.id)
        played = replace(begun, id=f"{begun.id}-played", finished=2.0)
        storage.insert_match(played, storage.entry_rows(begun.id), ())


async def test_it_says_what_is_missing_until_nothing_is(library: Library, news: PageNews) -> None:
    """The games come first, then the reader; once all is kept it works offline, and a later start says nothing."""
    app = await App().open(build(library))

    async def says(message: dict[str, object]) -> str:
        news.hear(message)
        await app.settle()
        return " ".join(app.texts())

    assert "sin conexión" not in " ".join(app.texts())
    assert "faltan 46 MB" in await says({**KEEPING, "done": 14_000_001, "plays": False})
    assert "Ya se puede jugar sin conexión. Para leer dados faltan 31 MB." in await says(
        {**KEEPING, "done": 29_000_001, "plays": True}
    )
    assert "Sin conexión se puede jugar; para leer dados con la cámara faltan 31 MB." in await says(
        {"kind": "interrupted", "error": "TypeError"}
    )
    told = await says({"kind": "kept", "total": 60_000_000})
    assert "Ya funciona sin conexión." in told
    assert "MB" not in told


async def test_what_was_kept_before_is_not_told_again(library: Library, news: PageNews) -> None:
    app = await App().open(build(library))
    news.hear({"kind": "kept", "total": 60_000_000})
    await app.settle()
    assert "sin conexión" not in " ".join(app.texts())


async def test_installing_is_offered_after_the_second_game(
    library: Library, news: PageNews, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the browser offers it, a button asks it to; nobody is asked again who did not want it."""
    asked: list[str] = []
    monkeypatch.setattr(PageNews, "_post", lambda self, kind: asked.append(kind))
    news.hear({"kind": "install", "how": "button"})
    finish(library, 1)
    assert "Instalar" not in (await App().open(build(library))).names()
    finish(library, 1)
    app = await App().open(build(library))
    await app.tap("Instalar")
    assert asked == ["install-now"]
    await app.tap("Ahora no")
    assert "Instalar" not in (await App().open(build(library))).names()


async def test_the_sentence_for_iphones_is_for_iphones(library: Library, news: PageNews) -> None:
    """Only there, on the home page after the second game and in the settings."""
    finish(library, 2)
    match = library.matches.create("king_of_tokyo", ("Ana", "Beto"), ()).match.id
    for how in ("", "button", "iphone"):
        news.hear({"kind": "install", "how": how})
        for route in ("/", f"/t/{match}/settings"):
            texts = " ".join((await App().open(build(library), route)).texts())
            assert (SHARE in texts) == (how == "iphone"), (how, route)


def test_messages_of_another_form_change_nothing() -> None:
    """Whatever another tab of the same place says, it is not believed."""
    told = PageNews()
    for message in (
        {},
        {"kind": "keeping", "done": "1"},
        {"kind": "install", "how": "<b>"},
        None,
        3,
        {"kind": "touch"},
    ):
        told.hear(message)
    assert told.state == page_news.PageState()


async def test_a_page_hears_when_it_is_drawn_and_what_it_shares(news: PageNews) -> None:
    """What can wait begins after the drawing; a claim of another form is passed over."""
    waits = asyncio.create_task(news.wait_until_drawn())
    await asyncio.sleep(0.01)
    assert not waits.done()
    news.hear({"kind": "drawn"})
    await waits
    for said in ("yes", None, 1):
        news.hear({"kind": "share", "can": said})
        assert not news.state.shares_files
    news.hear({"kind": "share", "can": True})
    assert news.state.shares_files


async def test_the_question_of_a_game_is_told_after_the_first_drawing(library: Library, news: PageNews) -> None:
    """A home page with a saved game is drawn without the game's code, and then says what that game asks."""
    library.matches.create("darkmoor", ("Ana", "Beto"), ())
    app = await App().open(build(library))
    assert "Ana · Beto" in app.texts()
    assert "Ubicación 1 de 3" not in app.text
    news.hear({"kind": "drawn"})
    await app.wait()
    assert "Ubicación 1 de 3" in app.text
