"""Rolls read by a camera at a table: what an undo says about the reader, and the log's pictures."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import flet as ft
import pytest

import vision
from companion.access.permissions import Access
from companion.dice.corrections import latest_corrections
from companion.library.library import Library
from companion.match.table import Table
from companion.ui.app import build
from companion.ui.table import intents
from rules.engine import Rolled
from tests.support.paths import FIXTURES
from tests.support.ui.fake_camera import FIVE, Lens, Sheet
from tests.toy.counting import GAME

SCENES = FIXTURES / "scenes"
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


UNDO, REDO, BY_HAND = "undo", "redo", "by hand"
STORIES: dict[str, tuple[tuple[Any, ...], list[tuple[int, int]]]] = {
    "its die was cocked, and the next throw is read": ((("camera", 5), UNDO, ("camera", 6)), []),
    "undone for another reason": ((("camera", 5), UNDO, ("typed", 5)), []),
    "a person had typed the five": ((("camera", 5), UNDO, ("typed", 5), UNDO, ("typed", 2)), []),
    "this was the next roll": ((("camera", 5), UNDO, REDO, ("typed", 2)), []),
    "virtual dice are other dice": ((("camera", 5), UNDO, ("virtual", 2)), []),
    "undone too far and redone": ((("typed", 1), ("camera", 5), UNDO, UNDO, REDO, ("typed", 4)), [(5, 4)]),
    "a number set by hand between": ((("camera", 5), UNDO, BY_HAND, ("typed", 4)), [(5, 4)]),
}
"""What is done at a table one after the other, and the errors of the reader in it."""


@pytest.mark.parametrize(("steps", "errors"), STORIES.values(), ids=STORIES)
def test_an_undo_is_an_error_of_the_reader_only_where_a_person_then_says_other_dice(
    library: Library, steps: tuple[Any, ...], errors: list[tuple[int, int]]
) -> None:
    """What happens between the undo and the dice does not hide the error; other rolls are none."""
    library = Library(library.storage, {GAME.key: GAME})
    table = library.matches.create(GAME.key, ("Ana", "Bea"), (("cheers", "off"),))
    acts = {UNDO: table.undo, REDO: table.redo, BY_HAND: partial(table.adjust, "total.0", 1)}
    for step in steps:
        if step in acts:
            acts[step]()
        else:
            table.answer(table.prompt_id, Rolled((step[1],)), source=step[0])
    found = latest_corrections(Access(library.storage, True))
    assert [(one.read_face, one.true_face) for one in found] == errors


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
    await phone.tap("Detalles")
    await phone.tap("Historial")
    await phone.tap("La foto de los dados")
    return bytes(phone.one(ft.Image).src)


def read_in_history(jpeg: bytes) -> tuple[int, ...]:
    """The dice in a picture of the history."""
    return vision.read(vision.decode(jpeg)).values
