"""The page that teaches a table's dice: pictures a face, mapping, what is stored, and the live camera."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import cv2
import numpy as np
import pytest

from bench.footage import Tray
from companion.access.permissions import Access
from companion.dice import custom_sets
from companion.dice.kinds import pip_mapping
from companion.library.library import Library
from companion.match.table import Table
from companion.ui.app import build
from rules.king_of_tokyo.model.dice import TOKYO_DIE
from tests.support.paths import FIXTURES
from tests.support.picture_files import encoded
from tests.support.ui.fake_camera import FIVE, THREE, Lens, Sheet
from tests.support.ui.teach_dice import choose, on_page, until
from vision.custom_dice import MAX_EXAMPLES


@pytest.fixture
def table(library: Library) -> Table:
    return library.matches.create("king_of_tokyo", ("Ana", "Beto"))


async def test_a_picture_without_a_die_keeps_nothing(library: Library, table: Table) -> None:
    """A photo without a die, or a file that is no picture, shows a sentence and stores nothing."""
    bare = cv2.imencode(".png", np.full((300, 400, 3), 120, np.uint8))[1].tobytes()
    app = await on_page(library, table)
    await choose(app, 0, bare)
    await until(app, "No veo ningún dado en esa foto")
    await choose(app, 0, b"no picture")
    await until(app, "No puedo leer ese tipo de archivo")
    assert not any(custom_sets.samples_by_face(TOKYO_DIE, library.storage).values())


async def test_what_an_ordinary_die_stands_for_is_changed_with_two_taps(library: Library, table: Table) -> None:
    """Two taps, a number and a face, swap two entries of an ordinary die's mapping."""
    app = await on_page(library, table)
    await app.tap("4 significa corazón")
    await app.tap("garra")
    await until(app, "4 significa garra")
    assert pip_mapping(TOKYO_DIE, library.storage) == (1, 2, 3, 6, 5, 4)


def test_no_more_than_five_pictures_of_a_face_are_kept(library: Library) -> None:
    """A sixth picture of a face replaces the oldest, and any picture can be deleted."""
    for n in range(7):
        custom_sets.add_sample(
            TOKYO_DIE, 2, encoded(np.full((96, 96, 3), 30 * n, np.uint8)), Access(library.storage, True)
        )
    kept = custom_sets.samples_by_face(TOKYO_DIE, library.storage)[2]
    assert len(kept) == 5 == MAX_EXAMPLES
    custom_sets.delete_sample(kept[0].id, Access(library.storage, True))
    assert custom_sets.samples_by_face(TOKYO_DIE, library.storage)[2] == kept[1:]


# --- with the live camera --------------------------------------------------------------------------------------------


SCENES = FIXTURES / "scenes"
Teaching = Callable[..., Awaitable[Sheet]]
SEES = "Veo el dado"


@pytest.fixture
def teaching(library: Library, monkeypatch: pytest.MonkeyPatch) -> Teaching:
    """Open the page where a game's dice are taught, on a phone with that camera."""

    async def open_page(lens: Lens, game: str = "king_of_tokyo") -> Sheet:
        table = library.matches.create(game, ("Ana", "Beto"))
        phone = Sheet()
        phone.through(lens, monkeypatch)
        await phone.open(build(library), f"/t/{table.match.id}/dice")
        return await phone.sees("Enséñale")

    return open_page


def taught(library: Library) -> dict[int, int]:
    """The number of pictures of each face that has any."""
    samples = custom_sets.samples_by_face(TOKYO_DIE, library.storage)
    return {face: len(each) for face, each in samples.items() if each}


def lying(tray: Tray, *dice: int) -> Lens:
    """A camera over those dice of a tray."""
    return Lens(tray.still(0.6, dice))


async def test_a_die_is_taught_with_one_tap_under_a_camera_that_stays_open(
    library: Library, teaching: Teaching
) -> None:
    """The camera opens on request; each tap is one more picture of the face that is asked for, or of a chosen one.

    After three pictures the next face is asked for; stopping the camera leaves the photo button.
    """
    phone = await teaching(lying(FIVE, 0))
    assert phone.lens.opened == 0, "nobody is asked for a camera before they want it"
    await phone.tap("Cámara en directo")
    await phone.sees(SEES)
    for n in range(1, 4):
        await phone.tap("Enseñar 1")
        await phone.sees(f"1: {n} foto")
    await phone.sees("Fotos de 2")
    await phone.tap("corazón: 0 fotos")
    await phone.until(lambda: "Enseñar corazón" in phone.names())
    await phone.tap("Enseñar corazón")
    await phone.sees("corazón: 1 foto")
    assert (phone.lens.opened, taught(library)) == (1, {1: 3, 4: 1})
    await phone.tap("Parar la cámara")
    asked = len(phone.lens.asked)
    await phone.sees("Cámara en directo")
    await phone.settle()
    assert len(phone.lens.asked) <= asked + 1, "a frame that was on its way may still come"
    await choose(phone, 0, (SCENES / "5_green_wood.jpg").read_bytes())
    await phone.sees("corazón: 2 fotos")


async def test_what_is_no_die_is_not_taught(library: Library, teaching: Teaching) -> None:
    """Over an empty tray the page says so before and after the tap, and the camera goes on."""
    phone = await teaching(lying(FIVE))
    await phone.tap("Cámara en directo")
    await phone.sees("No veo ningún dado: pon uno")
    await phone.tap("Enseñar 1")
    await phone.sees("No veo ningún dado en esa foto")
    phone.lens.shows(FIVE.still(0.6, (0,)))
    await phone.sees(SEES)
    await phone.tap("Enseñar 1")
    await phone.sees("1: 1 foto")
    assert taught(library) == {1: 1}


async def test_the_torch_is_offered_in_the_dark(library: Library, teaching: Teaching) -> None:
    """Where it is too dark to see a die well, its light is one tap away, as where dice are read."""
    dark = [np.asarray(frame * 0.045, np.uint8) for frame in FIVE.still(0.6, (0,))]
    phone = await teaching(Lens(dark))
    await phone.tap("Cámara en directo")
    await phone.sees("Más luz sobre los dados.")
    await phone.tap("Enseñar 1")
    await phone.settle()
    assert not taught(library)
    await phone.tap("Encender la luz")
    assert phone.lens.torch == "torch"
    await phone.tap("Apagar la luz")
    assert phone.lens.torch == "off"


async def test_a_refused_camera_leaves_the_photo(library: Library, teaching: Teaching) -> None:
    """The page says why there is no camera, offers it again, and learns from a photo meanwhile."""
    lens = lying(FIVE, 0)
    lens.trouble["initialize"] = "CameraAccessDenied"
    phone = await teaching(lens)
    await phone.tap("Cámara en directo")
    await phone.sees("El navegador no deja usar la cámara")
    await choose(phone, 0, (SCENES / "5_green_wood.jpg").read_bytes())
    await phone.sees("1: 1 foto")
    lens.trouble.clear()
    await phone.tap("Probar otra vez la cámara en directo")
    await phone.sees(SEES)
    assert "El navegador no deja" not in phone.text
    assert taught(library) == {1: 1}


async def test_without_a_camera_a_picture_is_chosen(teaching: Teaching) -> None:
    """On a computer without a camera the page says so and offers it no more."""
    lens = lying(FIVE, 0)
    lens.cameras = 0
    phone = await teaching(lens)
    await phone.tap("Cámara en directo")
    await phone.sees("No encuentro ninguna cámara aquí: elige una foto.")
    assert not [name for name in phone.names() if "directo" in name]
    assert "Enseñar 1" in phone.names()


async def test_a_mirrored_camera_teaches_the_die_as_it_lies(library: Library, teaching: Teaching) -> None:
    """Browsers mirror a front camera: the picture that is taught is the table's, not its mirror image."""

    async def sample(lens: Lens) -> Any:
        phone = await teaching(lens)
        await phone.tap("Cámara en directo")
        await phone.sees(SEES)
        await phone.tap("Enseñar 1")
        await phone.until(lambda: taught(library).get(1))
        [kept] = custom_sets.samples_by_face(TOKYO_DIE, library.storage)[1]
        custom_sets.delete_sample(kept.id, Access(library.storage, True))
        return np.asarray(cv2.imdecode(np.frombuffer(kept.jpeg, np.uint8), cv2.IMREAD_COLOR), float)

    back = await sample(lying(FIVE, 0))
    front = await sample(Lens(FIVE.still(0.6, (0,)), faces="front"))
    assert np.abs(front - back).mean() < np.abs(front[:, ::-1] - back).mean() / 2


async def test_a_trial_roll_is_taken_from_the_camera(library: Library, teaching: Teaching) -> None:
    """Once every face has a picture, all dice of the camera's picture are read as a trial roll, not the middle one."""
    blank = encoded(np.full((96, 96, 3), 120, np.uint8))
    for face in range(1, 7):
        custom_sets.add_sample(None, face, blank, Access(library.storage, True))
    phone = await teaching(lying(THREE, 0, 1, 2), "four_souls")
    await phone.tap("Cámara en directo")
    await phone.sees(SEES)
    await phone.tap("Probar una tirada")
    await phone.sees("Cada dado se lee sin duda")
    read = phone.text.partition("\nProbar\n")[2].partition("Cada dado")[0].split()
    assert sorted(read) == ["2", "3", "4"]
