"""A game from phone to phone: its codes on one screen, the other's camera, and the system's own sheet."""

from __future__ import annotations

import pickle
import random
from functools import partial
from typing import Any

import cv2
import flet as ft
import numpy as np
import pytest

from companion.base.page_news import PageNews
from companion.decoding import pool, tasks
from companion.dice import live_reader
from companion.dice.input_method import InputMethod
from companion.exchange import qr
from companion.exchange.pieces import OTHER_GAME_TEXT, PieceCollection
from companion.library.library import Library
from companion.match.table import Table
from companion.ui.app import build
from companion.ui.files import code_reader, send
from companion.ui.screens.read import codes
from companion.ui.screens.start import receive
from tests.support.situation_letters import handed
from tests.support.stored_matches import ES, assert_same_match, start_match, win_four_souls
from tests.support.ui.app import App
from tests.support.ui.fake_camera import Lens, Sheet, before_a_camera
from tests.support.ui.guests import invited, opened
from vision.images.codes import read_qr_code

ROUNDS = 8
"""Times that a phone shows all its codes: a camera misses some of them while a frame is read."""


def frames_of(library: Library, table: Table) -> list[Any]:
    """Each code of that match before a camera, in an order of its own."""
    written = list(library.exchange.export_as_pieces(table.match.id, ES))
    random.Random(2).shuffle(written)
    return [before_a_camera(qr.text_png(code), number) for number, code in enumerate(written)]


class Receiver(Sheet):
    """A phone whose camera looks at another one."""

    async def receive(self, library: Library, lens: Lens, patch: pytest.MonkeyPatch) -> Receiver:
        """Open the page that takes codes in."""
        self.through(lens, patch)
        await self.open(build(library))
        await self.tap("por sus códigos")
        assert self.page.route == "/receive"
        return self


@pytest.fixture(params=["server", "page"])
def place(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Where frames are read: in a thread of the server, or in the page's reader, by pickle and JSON."""

    async def run(lane: Any, page: ft.Page, task: Any, *args: Any) -> Any:
        return pool.checked_answer(task, tasks.answer_job(pickle.dumps(partial(task, *args))))

    if request.param == "page":
        monkeypatch.setattr(code_reader, "IS_PAGE", True)
        monkeypatch.setattr(live_reader, "run_task_in_turn", run)
    return str(request.param)


async def test_a_game_is_taken_in_by_its_codes(
    library: Library, other: Library, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The camera collects them in any order, says how many there are, and the game is on the shelf."""
    table = win_four_souls(library)
    frames = frames_of(library, table)
    phone = await Receiver().receive(other, Lens(frames[:2] * ROUNDS), monkeypatch)
    await phone.sees(f"2 de {len(frames)} códigos")
    assert not other.matches.all()
    phone.lens.shows(frames * ROUNDS)
    await phone.sees("La partida de Ana, Beto está ahora en la estantería.")
    [match] = other.matches.all()
    assert_same_match(table, other.matches.open(match.id))
    await phone.tap("Volver al inicio")
    assert phone.page.route == "/"


async def test_codes_of_another_game_do_not_mix(
    library: Library, other: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is said, what was read stays, and one tap begins again."""
    first, second = frames_of(library, win_four_souls(library)), frames_of(library, start_match(library, "Eva", "Leo"))
    phone = await Receiver().receive(other, Lens(first[:1]), monkeypatch)
    await phone.sees(f"1 de {len(first)} códigos")
    phone.lens.shows(second * ROUNDS)
    await phone.sees(ES(OTHER_GAME_TEXT), f"1 de {len(first)} códigos")
    await phone.tap("Empezar de nuevo")
    phone.lens.shows(second * ROUNDS)
    await phone.sees("La partida de Eva, Leo está ahora en la estantería.")
    assert [match.seats for match in other.matches.all()] == [("Eva", "Leo")]


async def test_foreign_codes_are_a_sentence(library: Library, other: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """A shop's code is no game; the next right one goes on."""
    frames = frames_of(library, win_four_souls(library))
    phone = await Receiver().receive(other, Lens([before_a_camera(qr.url_png("https://shop.example"))]), monkeypatch)
    await phone.sees("Ese código no es de una partida de Sobremesa.")
    phone.lens.shows(frames[:1])
    await phone.sees(f"1 de {len(frames)} códigos")
    assert "no es de una partida" not in phone.text


async def test_a_game_that_is_here_already_is_said(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the whole claims is checked as a file's; nothing changes."""
    table = win_four_souls(library)
    before = library.matches.all()
    phone = await Receiver().receive(library, Lens(frames_of(library, table) * ROUNDS), monkeypatch)
    await phone.sees("Esta partida ya está aquí")
    assert library.matches.all() == before
    await phone.tap("Empezar de nuevo")
    await phone.sees("códigos")


async def test_a_situation_in_a_single_code_is_taken_in(
    library: Library, other: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The camera reads what “Share this game” shows, too."""
    code = before_a_camera(handed(start_match(library, "Eva", "Leo")).qr_png)
    phone = await Receiver().receive(other, Lens([code]), monkeypatch)
    await phone.sees("La partida de Eva, Leo está ahora en la estantería.")


async def test_a_device_without_a_camera_says_why(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """Refused, absent, or an address that no browser trusts."""
    lens = Lens([np.zeros((720, 1280, 3), np.uint8)])
    lens.trouble["get_available_cameras"] = "CameraAccessDenied"
    phone = await Receiver().receive(library, lens, monkeypatch)
    await phone.sees(ES(receive.NO_CAMERA_TEXTS["refused"]))
    lens.trouble.clear()
    await phone.tap("Probar otra vez")
    await phone.sees(ES(receive.POINT_TEXT))
    monkeypatch.setattr(receive, "choose_camera", lambda *_: InputMethod("photo", "plain"))
    phone = await Receiver().receive(library, lens, monkeypatch)
    assert ES(receive.NO_CAMERA_TEXTS["plain"]) in phone.text


async def test_the_codes_are_shown_one_after_the_other(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """They go round by themselves, stop with a tap, and are read off the pictures."""
    monkeypatch.setattr(codes, "CODE_SECONDS", 0.01)
    table = win_four_souls(library)
    phone = await App().open(build(library), f"/t/{table.match.id}/codes")
    written = library.exchange.export_as_pieces(table.match.id, ES)
    await phone.sees(f"2 de {len(written)}")
    await phone.tap("Parar")
    collection = PieceCollection()
    for _ in written:
        png = phone.one(ft.Image).src
        picture = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_GRAYSCALE)
        assert collection.add(read_qr_code(np.asarray(picture, np.uint8))), "another one each time"
        await phone.tap("El código siguiente")
    assert collection.is_whole


async def test_only_the_host_shows_and_takes_in(library: Library) -> None:
    """A guest's phone has neither page, and no button to them."""
    table = win_four_souls(library)
    guest = invited(library, table)
    for route in ("/receive", f"/t/{table.match.id}/codes", f"/t/{table.match.id}/situation"):
        phone = await opened(library, guest, route)
        assert "códigos" not in phone.text, route
        assert not any(isinstance(one, ft.ProgressBar) for one in phone.drawn()), route


@pytest.fixture
def news(monkeypatch: pytest.MonkeyPatch) -> PageNews:
    """The news of a page."""
    fresh = PageNews()
    monkeypatch.setattr(send, "PAGE_NEWS", fresh)
    return fresh


async def test_a_file_goes_through_the_system_s_sheet_where_there_is_one(library: Library, news: PageNews) -> None:
    """The button is there once the browser says so; the file is a text, which browsers share, and can be imported."""
    table = win_four_souls(library)
    phone = await App().open(build(library), f"/t/{table.match.id}/situation")
    await phone.sees("Mostrar sus códigos")
    assert "Enviarla…" not in phone.names()
    news.hear({"kind": "share", "can": True})
    await phone.settle()
    sent: list[Any] = []

    def take(body: Any) -> dict[str, str]:
        sent.extend(body.args["files"])
        return {"status": "success", "raw": ""}

    phone.answering.replies["share_files"] = take
    await phone.tap("Enviarla…")
    [file] = sent
    assert (file.mime_type, file.name.endswith(".txt")) == ("text/plain", True)
    assert file.data == library.exchange.export(table.match.id, ES)[1]
