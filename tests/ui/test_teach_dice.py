"""The page on which a table teaches its dice: face by face, what is still needed, a throw to try, and all is kept."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import cv2
import flet as ft
import numpy as np
import pytest

from bench.symbols import LOTS, picture, skins
from companion import owndice
from companion.dicekinds import reader_for, stands
from companion.library import Library
from companion.screen import build
from companion.storage import Storage
from companion.table import Table
from companion.views import lesson
from rules.king_of_tokyo.dice import TOKYO
from tests.support.ui.app import App

LOT = LOTS[6]
MADE = skins(LOT, np.random.default_rng([6, 3]))


@pytest.fixture
def table(library: Library) -> Table:
    return library.new("king_of_tokyo", ("Ana", "Beto"))


def photos(face: int, count: int, first: int = 400_000) -> list[bytes]:
    images = (picture(LOT, MADE, (face,), first + 10 * face + n, alone=True)[0] for n in range(count))
    return [cv2.imencode(".jpg", image)[1].tobytes() for image in images]


def on_page(library: Library, table: Table, scene: Callable[[Any], Any]) -> None:
    async def run() -> None:
        app = await App().open(build(library), f"/table/{table.match.id}/dice")
        await until(app, "Enséñale")
        await scene(app)

    asyncio.run(run())


async def until(app: App, text: str) -> None:
    """Wait for what a thread finds out."""
    for _ in range(400):
        if text in app.text:
            return
        await app.settle()
    raise AssertionError(f"nowhere to be read: {text!r} in\n{app.text}")


async def choose(app: App, which: int, *files: bytes) -> None:
    """Choose these with the first or second button at the bottom."""
    pickers = [c.action.file_picker for c in app.controls() if isinstance(getattr(c, "action", None), ft.PickFiles)]
    chosen = [ft.FilePickerFile(id=n, name=f"{n}.jpg", size=len(data), bytes=data) for n, data in enumerate(files)]
    event = ft.FilePickerResultEvent(name="result", control=pickers[which], files=chosen)
    await pickers[which].on_result(event)


def test_dice_are_taught_face_by_face_and_read_from_then_on(library: Library, table: Table) -> None:
    """It says which faces are lacking, goes on to the next by itself, reads a throw in the end, and keeps it all."""

    for face in (2, 3, 4, 5):
        assert lesson.show(TOKYO, face, photos(face, 2), library.storage) is None

    async def scene(app: App) -> None:
        assert "Falta por enseñar: 1, garra." in app.text
        await choose(app, 0, *photos(1, 3))
        await until(app, "1: 3 fotos")
        assert "Falta por enseñar: garra." in app.text
        await until(app, "Fotos de 2")
        await app.tap("garra: 0 fotos")
        await choose(app, 0, *photos(6, 3))
        await until(app, "garra: 3 fotos")
        await until(app, "Pruébalo")
        assert "Falta por enseñar" not in app.text
        await choose(app, 1, *photos(5, 1, 410_004))  # how often a throw can be read is told by bench.enrol
        await until(app, "enseña su")

    on_page(library, table, scene)
    assert [len(each) for each in owndice.pictures(TOKYO, library.storage).values()] == [3, 2, 2, 2, 2, 3]
    image = picture(LOT, MADE, (5,), 410_010, alone=True)[0]
    read = reader_for(TOKYO, library.storage)(image).dice
    assert read
    assert all(die.value == 5 for die in read if die.unsure is None)
    library.storage.close()
    again = Storage(library.storage.path.parent)
    assert owndice.taught(TOKYO, again) is not None
    owndice.forget(TOKYO, again)
    assert owndice.taught(TOKYO, again) is None
    again.close()


def test_a_picture_without_a_die_keeps_nothing(library: Library, table: Table) -> None:
    """A bare table, bytes that are no picture, an empty file: a sentence each, and nothing is kept."""
    bare = cv2.imencode(".png", np.full((300, 400, 3), 120, np.uint8))[1].tobytes()

    async def scene(app: App) -> None:
        await choose(app, 0, bare)
        await until(app, "No veo ningún dado en esa foto")
        await choose(app, 0, b"no picture")
        await until(app, "Eso no es una imagen")

    on_page(library, table, scene)
    assert not any(owndice.pictures(TOKYO, library.storage).values())


def test_what_an_ordinary_die_stands_for_is_changed_with_two_taps(library: Library, table: Table) -> None:
    """A tap on the number, a tap on the face: they change places with what stood there."""

    async def scene(app: App) -> None:
        await app.tap("4 significa corazón")
        await app.tap("garra")
        await until(app, "4 significa garra")

    on_page(library, table, scene)
    assert stands(TOKYO, library.storage) == (1, 2, 3, 6, 5, 4)


def test_no_more_than_five_pictures_of_a_face_are_kept(library: Library) -> None:
    """The oldest goes; one that is not the die can be taken away."""
    for n in range(7):
        owndice.show(TOKYO, 2, np.full((96, 96, 3), 30 * n, np.uint8), library.storage)
    kept = owndice.pictures(TOKYO, library.storage)[2]
    assert len(kept) == 5
    owndice.drop(kept[0].id, library.storage)
    assert owndice.pictures(TOKYO, library.storage)[2] == kept[1:]
