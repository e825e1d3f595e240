"""Rolls read by a camera at a table: what an undo says about the reader, and the log's pictures."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import flet as ft
import pytest

import vision
from companion.library.library import Library
from companion.match.table import Table
from companion.ui.app import build
from companion.ui.table import intents
from tests.support.paths import FIXTURES
from tests.support.ui.fake_camera import DOUBLE, FIVE, Lens, Sheet
from tests.toy.counting import GAME

SCENES = FIXTURES / "scenes"
SIX = DOUBLE.truth[1][0]
AtTable = Callable[[], Awaitable[tuple[Sheet, Table]]]


@pytest.fixture
def at_table(library: Library, monkeypatch: pytest.MonkeyPatch) -> AtTable:
    """Open the host's phone at a table that waits for one die, its camera over a die that shows a five."""
    library = Library(library.storage, {GAME.key: GAME})
    table = library.matches.create(GAME.key, ("Ana", "Bea"), (("cheers", "off"),))
    monkeypatch.setattr(intents, "TAP_GUARD_SECONDS", 0.0)

    async def sit() -> tuple[Sheet, Table]:
        phone = Sheet()
        phone.through(Lens([*FIVE.still(0.4), *FIVE.throw((0,)), *FIVE.still(0.2, (0,))]), monkeypatch)
        await phone.open(build(library), f"/t/{table.match.id}")
        return phone, table

    return sit


async def read_by_camera(phone: Sheet, table: Table) -> None:
    """Open the viewfinder and wait until it has read the five and the table has taken it."""
    await phone.tap("Cámara o tirar por mí")
    await phone.until(lambda: table.state.totals == (5, 0))


async def reading_record(phone: Sheet) -> str:
    """What the dice sheet says about how well dice are read; the sheet is left again."""
    await phone.tap("Cámara o tirar por mí")
    await phone.tap("Qué tal se leen los dados")
    text = phone.text
    await phone.tap("Volver a los dados")
    await phone.tap("Cerrar")
    return text


async def test_other_dice_typed_after_an_undo_are_an_error_of_the_reader(at_table: AtTable) -> None:
    """A five read without doubt, undone and typed as a three, was read wrong though sure."""
    phone, table = await at_table()
    await read_by_camera(phone, table)
    assert "De 1 que daba por seguros, 0 mal" in await reading_record(phone)
    await phone.tap("Deshacer")
    await phone.tap("Dado: 3")
    text = await reading_record(phone)
    assert "De 1 que daba por seguros, 1 mal" in text
    assert "leído como 5, es 3" in text


async def test_a_second_throw_after_an_undo_is_no_error_of_the_reader(at_table: AtTable) -> None:
    """A five is undone, its die was cocked, and the next throw is read without a person: both were read right."""
    phone, table = await at_table()
    await read_by_camera(phone, table)
    await phone.tap("Deshacer")
    phone.lens.shows([*FIVE.hand(0.6), *DOUBLE.throw((1,)), *DOUBLE.still(0.2, (1,))])
    await phone.tap("Cámara o tirar por mí")
    await phone.until(lambda: table.state.totals == (SIX, 0))
    assert "De 2 que daba por seguros, 0 mal" in await reading_record(phone)


async def test_the_same_dice_after_an_undo_were_read_right(at_table: AtTable) -> None:
    """Undone for another reason, the same roll is entered again: no error, nor is what a person changes after that."""
    phone, table = await at_table()
    await read_by_camera(phone, table)
    await phone.tap("Deshacer")
    await phone.tap("Dado: 5")
    assert "De 1 que daba por seguros, 0 mal" in await reading_record(phone)
    await phone.tap("Deshacer")
    await phone.tap("Dado: 2")
    assert "De 1 que daba por seguros, 0 mal" in await reading_record(phone), "a person had typed the five"


async def test_an_undo_without_other_dice_says_nothing_about_the_reader(at_table: AtTable) -> None:
    """A roll that comes back, that the app rolls, or that another player makes later is no error."""
    phone, table = await at_table()
    await read_by_camera(phone, table)
    await phone.tap("Deshacer")
    await phone.tap("Rehacer")
    assert table.state.totals == (5, 0)
    await phone.tap("Dado: 2")
    assert table.state.totals == (5, 2)
    assert "De 1 que daba por seguros, 0 mal" in await reading_record(phone), "this was the next roll"
    await phone.tap("Deshacer")
    await phone.tap("Deshacer")
    await phone.tap("Cámara o tirar por mí")
    await phone.tap("Tirar por mí")
    await phone.until(lambda: table.state.totals[0])
    assert "De 1 que daba por seguros, 0 mal" in await reading_record(phone), "virtual dice are other dice"


async def test_what_happens_between_the_undo_and_the_dice_does_not_hide_the_error(at_table: AtTable) -> None:
    """Undone too far and redone, or with a number set by hand between, the other dice still count."""
    phone, table = await at_table()
    await phone.tap("Dado: 1")
    phone.lens.shows([*FIVE.still(0.4), *FIVE.throw((0,)), *FIVE.still(0.2, (0,))])
    await phone.tap("Cámara o tirar por mí")
    await phone.until(lambda: table.state.totals == (1, 5))
    await phone.tap("Deshacer")
    await phone.tap("Deshacer")
    await phone.tap("Rehacer")
    table.adjust("total.0", 1)
    await phone.settle()
    await phone.tap("Dado: 4")
    assert table.state.totals == (2, 4)
    assert "leído como 5, es 4" in await reading_record(phone)


async def test_the_log_keeps_the_viewfinder_s_picture(at_table: AtTable) -> None:
    """The history shows the picture in which the viewfinder read a roll, and the dice can be read in it."""
    phone, table = await at_table()
    await read_by_camera(phone, table)
    assert read_in_history(await open_picture(phone, table)) == (5,)


async def test_the_log_keeps_a_photo_that_was_chosen(at_table: AtTable) -> None:
    """The history shows the photo that a browser sent, where the camera is refused."""
    phone, table = await at_table()
    phone.lens.trouble["initialize"] = "CameraAccessDenied"
    await phone.tap("Cámara o tirar por mí")
    await phone.sees("El navegador no deja usar la cámara")
    await phone.photo((SCENES / "5_green_wood.jpg").read_bytes())
    await phone.until(lambda: table.state.totals == (5, 0))
    assert read_in_history(await open_picture(phone, table)) == (5,)


async def open_picture(phone: Sheet, table: Table) -> bytes:
    """Open the only picture of the history, as a player does, and return it."""
    await phone.tap("Historial")
    await phone.tap("La foto de los dados")
    return bytes(phone.one(ft.Image).src)


def read_in_history(jpeg: bytes) -> tuple[int, ...]:
    """The dice in a picture of the history."""
    return vision.read(vision.decode(jpeg)).values
