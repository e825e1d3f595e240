"""The viewfinder without a browser: a still and certain roll is taken, others are asked."""

from __future__ import annotations

import pickle
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import Any

import cv2
import flet as ft
import flet_camera as fc
import numpy as np
import pytest

import vision
from companion.access.permissions import Access
from companion.decoding import pool, tasks
from companion.dice import corrections, live_reader
from companion.dice.frame_analysis import decode_frame
from companion.dice.input_method import REASON_TEXTS
from companion.dice.pictures import LOG_PICTURE_SIDE
from companion.dice.roll import CONFIRM_TEXT
from companion.library.library import Library
from companion.storage.matches import Storage
from companion.ui.app import build
from companion.ui.dice.browser_camera import BrowserCamera
from companion.ui.dice.words import ADVICE_TEXTS
from rules.engine import Dice, Rolled, Text
from rules.king_of_tokyo.model.dice import TOKYO_DIE
from tests.support.device_seats import ANA
from tests.support.ui.fake_camera import DOUBLE, ES, FIVE, THREE, Lens, Sheet
from tests.toy.counting import GAME, Stayed
from vision.reading import Image
from vision.stream.lighting import ADVICE as WANTED

ONE, TWO, ALL = Dice("faces"), Dice("faces", 2), Dice("faces", 3)


async def read_again(sheet: Sheet) -> None:
    """Tap that button of the review, which a roll opens a moment after its answer."""
    await sheet.until(lambda: "Leer otra vez" in sheet.names())
    await sheet.tap("Leer otra vez")


@pytest.fixture
def looking(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Awaitable[Sheet]]:
    """Open the dice sheet on a phone whose camera is that lens."""
    return lambda dice, lens, **more: Sheet().look(dice, lens, monkeypatch, **more)


@pytest.fixture
def page_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """Analyse frames as a page does: each task pickled, its answer in JSON, none of the app's objects shared."""

    async def run(lane: Any, page: ft.Page, task: Any, *args: Any) -> Any:
        return pool.checked_answer(task, tasks.answer_job(pickle.dumps(partial(task, *args))))

    monkeypatch.setattr(live_reader, "IS_PAGE", True)
    monkeypatch.setattr(live_reader, "run_task_in_turn", run)


def rolls_in(tray: Any = FIVE, dice: tuple[int, ...] = (0,)) -> Iterator[Image]:
    """Frames of an empty tray, then of a roll."""
    yield from tray.still(0.6)
    yield from tray.throw(dice)
    yield from tray.still(0.2, dice)


async def test_nothing_is_read_while_it_moves_or_nothing_lies_there(looking: Any) -> None:
    """An empty tray or a moving hand is no roll, and the viewfinder says what it waits for."""
    sheet = await looking(ONE, Lens(FIVE.still(0.5)))
    await sheet.sees(ES(Text("Roll: I read it by myself.")))
    sheet.lens.shows([*FIVE.hand(1.2), *FIVE.still(0.1)])
    await sheet.sees(ES(Text("I wait until everything lies still.")))
    await sheet.sees(ES(Text("Roll: I read it by myself.")))
    assert sheet.thrown == []


async def test_the_window_counts_what_it_sees_against_what_is_asked(looking: Any) -> None:
    """A wrong count is no roll: the dice are outlined and counted against those needed.

    Their names and the total are shown. Without the surplus die the rest is read by itself.
    """
    sheet = await looking(TWO, Lens(rolls_in(THREE, (0, 1, 2))))
    await sheet.sees("Sobra 1 dado", "= 9", "Veo 3 dados en vez de 2: toca el que sobra.")
    assert sorted(name[-1] for name in sheet.outlined()) == ["2", "3", "4"]
    assert sheet.thrown == []
    sheet.lens.shows([*THREE.hand(1.0, (0, 1, 2)), *THREE.still(0.2, (1, 2))])
    await sheet.until(lambda: sheet.thrown)
    assert sorted(sheet.thrown[0]) == sorted(THREE.truth[k][0] for k in (1, 2))


async def test_a_correction_is_two_taps_and_sticks(looking: Any, storage: Storage) -> None:
    """A correction takes two taps, the outlined die and a face, and is kept with the roll."""
    sheet = await looking(Dice("faces", 4), Lens(rolls_in(THREE, (0, 1, 2))), access=Access(storage, True))
    await sheet.sees("Falta 1 dado")
    first = sheet.outlined()[0]
    await sheet.tap(first)
    await sheet.tap("1")
    await sheet.tap("Un dado más")
    await sheet.tap("6")
    await sheet.tap("Es ")
    assert sum(sheet.thrown[0]) == 9 - int(first[-1]) + 1 + 6
    kept = corrections.latest_corrections(Access(storage, True))
    assert {(one.read_face, one.true_face) for one in kept} == {(int(first[-1]), 1), (None, 6)}
    assert vision.decode(sheet.pictures[0]).shape[1] <= LOG_PICTURE_SIDE, "the log keeps its picture"
    crop = next(one.crop for one in kept if one.read_face)
    assert cv2.imdecode(np.frombuffer(crop, np.uint8), cv2.IMREAD_COLOR).shape[0] > 30


async def test_the_reader_s_errors_can_be_seen_switched_off_and_erased(looking: Any, storage: Storage) -> None:
    """The sheet shows the reader's accuracy and its corrected dice.

    One tap unfolds them, with the switch and the erase button.
    """
    sheet = await looking(Dice("faces", 4), Lens(rolls_in(THREE, (0, 1, 2))), access=Access(storage, True))
    await sheet.sees("Falta 1 dado")
    await sheet.tap(sheet.outlined()[0])
    await sheet.tap("Este no cuenta")
    await sheet.tap("Un dado más")
    await sheet.tap("6")
    await sheet.tap("Un dado más")
    await sheet.tap("6")
    await sheet.tap("Es ")
    await sheet.tap("Qué tal se leen los dados")
    await sheet.sees("3 dados leídos", "2 de 3 bien (66.7 %)", "Últimas correcciones", "2 dados no se vieron")
    await sheet.change(sheet.one(ft.Switch), False)
    assert not corrections.is_enabled(storage)
    await sheet.tap("Borrarlo todo")
    await sheet.tap("Borrarlo")
    await sheet.sees("Aún no se ha leído nada.")
    assert corrections.latest_corrections(Access(storage, True)) == ()


async def test_the_shutter_reads_what_does_not_lie_still(looking: Any) -> None:
    """The shutter button reads the current frame while the view still moves."""
    shaken = [FIVE.lying((0,)) for _ in range(2)]
    shaken[1] = np.asarray(np.roll(shaken[1], (40, 60), (0, 1)), np.uint8)
    sheet = await looking(ONE, Lens(shaken * 500))
    await sheet.sees(ES(Text("I wait until everything lies still.")))
    await sheet.tap("Leer ahora")
    await sheet.throws(5)


async def test_a_throw_is_read_untouched_and_not_counted_again(looking: Any) -> None:
    """A roll is read without a tap; a die of the last roll is not read again, and a new roll of it is."""
    sheet = await looking(ONE, Lens(rolls_in()))
    await sheet.throws(5)
    assert (sheet.lens.opened, sheet.closed) == (1, False)
    sheet.thrown.clear()
    await read_again(sheet)
    await sheet.sees("Estos dados ya están contados: tira.")
    sheet.lens.shows([*DOUBLE.still(0.2), *DOUBLE.throw((1,)), *DOUBLE.still(0.2, (1,))])
    await sheet.throws(DOUBLE.truth[1][0])


async def test_a_page_without_a_server_reads_live_too(looking: Any, page_reader: None) -> None:
    """The page's reader reads a roll, knows its dice the next time, and keeps the frame that is tapped."""
    sheet = await looking(ONE, Lens(rolls_in()))
    await sheet.throws(5)
    assert vision.decode(sheet.pictures[0]).shape[1] <= LOG_PICTURE_SIDE, "the log keeps its picture"
    sheet.thrown.clear()
    await read_again(sheet)
    await sheet.sees("Estos dados ya están contados: tira.")
    sheet.lens.shows([*DOUBLE.still(0.2), *DOUBLE.throw((0, 1)), *DOUBLE.still(0.2, (0, 1))])
    await sheet.sees("Sobra 1 dado")
    await sheet.tap(sheet.outlined()[0])
    await sheet.sees("¿Qué muestra el dado 1?")


async def test_a_page_whose_reader_fails_goes_on_with_photos(
    looking: Any, page_reader: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reader that ends is a camera that does not answer: photo and typing are there."""

    async def run(lane: Any, page: ft.Page, task: Any, *args: Any) -> Any:
        raise pool.WorkerDiedError("the browser has ended it")

    monkeypatch.setattr(live_reader, "run_task_in_turn", run)
    sheet = await looking(ONE, Lens(rolls_in()))
    await sheet.sees(ES(REASON_TEXTS["silent"]), "Foto de los dados")


async def test_the_last_throw_seen_from_elsewhere_is_asked_about(looking: Any) -> None:
    """An old face seen after the camera moved is asked about: one tap says if it is a new roll."""
    way = cv2.getRotationMatrix2D((320, 240), 150, 1) + np.array([[0, 0, 150], [0, 0, 60]])
    tilted = np.asarray(cv2.warpAffine(FIVE.lying((0,)), way, (640, 480), borderMode=cv2.BORDER_REFLECT), np.uint8)
    sheet = await looking(ONE, Lens(rolls_in()))
    await sheet.throws(5)
    sheet.thrown.clear()
    sheet.lens.shows([tilted])
    await read_again(sheet)
    await sheet.sees("Veo las caras de la última tirada. ¿Es una nueva?")
    assert sheet.thrown == []
    await sheet.tap("Es una tirada nueva")
    await sheet.throws(5)


async def test_dice_that_may_be_thrown_again_count_at_a_tap(looking: Any, storage: Storage) -> None:
    """Dice that may be rolled again are shown with their symbols and counted at one tap."""

    dice = Dice("faces", 3, kind=TOKYO_DIE, may_reroll=True)
    sheet = await looking(dice, Lens(rolls_in(THREE, (0, 1, 2))), access=Access(storage, True))
    await sheet.sees("Veo los 3 dados", ES(CONFIRM_TEXT), "corazón")
    assert any("corazón" in name for name in sheet.outlined()), "four pips stand for a heart"
    for _ in range(5):
        await sheet.settle()
    assert sheet.thrown == []
    await sheet.tap("Valen")
    assert sorted(sheet.thrown[0]) == [2, 3, 4]


async def test_on_a_stand_every_throw_is_read_without_a_tap(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    """In stand mode each roll that the rules await opens the viewfinder, and needs no tap.

    The die of the last roll is still recognised.
    """
    library = Library(storage, {GAME.key: GAME})
    table = library.matches.create("counting", ("Ana", "Bea"))
    table.answer(table.prompt_id, Stayed(), ANA)

    phone = Sheet()
    phone.through(Lens(FIVE.still(0.4)), monkeypatch)
    await phone.open(build(library), f"/t/{table.match.id}")
    await phone.sees("Tirada")
    await phone.tap("Cámara o tirar por mí")
    await phone.sees(ES(Text("Roll: I read it by myself.")))
    await phone.tap("Modo trípode")
    phone.lens.shows([*FIVE.throw((0,)), *FIVE.still(0.2, (0,))])
    await phone.until(lambda: table.state.totals == (5, 0))
    table.answer(table.prompt_id, Stayed(), ANA)
    await phone.sees("Estos dados ya están contados: tira.")
    phone.lens.shows([*FIVE.hand(0.6), *DOUBLE.throw((1,)), *DOUBLE.still(0.2, (1,))])
    await phone.until(lambda: table.state.totals[1])
    assert table.state.totals == (5, DOUBLE.truth[1][0])
    read = {line.entry.seq for line in table.log() if isinstance(line.entry.event, Rolled)}
    assert table.pictured_entries() == read, "each with its picture"


@pytest.mark.parametrize("went", [[], None])
async def test_own_dice_are_taught_from_here(looking: Any, went: list[str] | None) -> None:
    """One tap leads to teaching the table's dice, only where they can be taught."""
    teach = None if went is None else lambda: went.append("there")
    sheet = await looking(ONE, Lens([FIVE.empty]), teach=teach)
    assert ("Enseñar tus dados" in sheet.names()) == (went is not None)
    if went is not None:
        await sheet.tap("Enseñar tus dados")
        assert went == ["there"]


# --- light -------------------------------------------------------------------------------------------------------


def test_every_want_can_be_said() -> None:
    """Every advice of the light measurement has its sentence."""
    assert set(WANTED) == set(ADVICE_TEXTS)


async def test_poor_light_is_one_instruction_and_the_torch(looking: Any) -> None:
    """In poor light the viewfinder says so and offers the torch, unless the phone has none."""
    dark = [np.asarray(frame * 0.045, np.uint8) for frame in THREE.still(0.6, (0, 1, 2))]
    sheet = await looking(ALL, Lens(dark))
    await sheet.sees("Más luz sobre los dados.")
    await sheet.tap("Encender la luz")
    assert sheet.lens.torch == "torch"
    await sheet.tap("Apagar la luz")
    assert sheet.lens.torch == "off"
    sheet.lens.trouble["set_flash_mode"] = "torchModeNotSupported"
    await sheet.tap("Encender la luz")
    await sheet.settle()
    assert "Encender la luz" not in sheet.names()


# --- other ways to roll ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fails", "error", "why"),
    [
        ("get_available_cameras", "CameraAccessDenied: no", "refused"),
        ("initialize", "CameraException(CameraAccessDenied, no)", "refused"),
        ("initialize", "cameraNotReadable", "taken"),
        ("take_picture", "cameraNotStarted", "silent"),
    ],
)
async def test_a_camera_that_cannot_be_had_shows_its_way_on(looking: Any, fails: str, error: str, why: str) -> None:
    """A camera refused, in use or silent shows its sentence, photo, typing and a retry.

    The retry works once the cause is gone.
    """
    lens = Lens(rolls_in())
    lens.trouble[fails] = error
    sheet = await looking(ONE, lens)
    await sheet.sees(ES(REASON_TEXTS[why]), "Foto de los dados")
    lens.trouble.clear()
    await sheet.tap("Probar otra vez la cámara en directo")
    await sheet.throws(5)


async def test_without_a_camera_the_faces_are_there_to_type(looking: Any) -> None:
    """Without a camera a sentence says so, and one tap on a face is the roll."""
    sheet = await looking(ONE, Lens([FIVE.empty], cameras=0))
    await sheet.sees(ES(REASON_TEXTS["none"]))
    await sheet.tap("4")
    await sheet.throws(4)


async def test_the_other_camera_is_one_tap(looking: Any) -> None:
    """The rear camera comes first, and one tap changes to the other."""
    sheet = await looking(ONE, Lens(FIVE.still(0.4), cameras=2))
    await sheet.sees(ES(Text("Roll: I read it by myself.")))
    await sheet.tap("Otra cámara")
    assert sheet.lens.opened == 2


async def test_typing_is_the_same_page(looking: Any) -> None:
    """Typing is on the same page: a typed roll counts, and the camera comes back on request."""
    sheet = await looking(TWO, Lens(THREE.still(0.4)))
    await sheet.tap("Escribirlos")
    await sheet.tap("3")
    await sheet.tap("Cámara en directo")
    await sheet.sees("dado")
    await sheet.tap("Escribirlos")
    await sheet.tap("3")
    await sheet.tap("4")
    await sheet.tap("Es 3 + 4")
    assert sheet.thrown == [(3, 4)]


async def test_a_tab_that_slept_opens_its_camera_again(looking: Any) -> None:
    """A page in the background takes no picture; in the foreground it opens the camera again."""
    sheet = await looking(ONE, Lens(FIVE.still(0.5)))
    await sheet.sees(ES(Text("Roll: I read it by myself.")))
    await sheet.session.dispatch_event(sheet.page._i, "app_lifecycle_state_change", {"state": "hide"})
    shown_again = sheet.page._Page__app_visible_event
    await sheet.until(lambda: shown_again._waiters)
    taken = sheet.lens.asked.count("take_picture")
    for _ in range(5):
        await sheet.settle()
    assert sheet.lens.asked.count("take_picture") == taken
    sheet.lens.shows(rolls_in())
    await sheet.session.dispatch_event(sheet.page._i, "app_lifecycle_state_change", {"state": "show"})
    await sheet.throws(5)
    assert sheet.lens.opened == 2


async def test_a_camera_that_failed_is_asked_for_again_as_the_page_shows(looking: Any) -> None:
    """Another app has the camera; after a look at that app, which gave it back, the viewfinder is there by itself.

    Faces that somebody has begun to type stay.
    """
    lens = Lens(FIVE.still(0.5))
    lens.trouble["initialize"] = "cameraNotReadable"
    sheet = await looking(TWO, lens)
    await sheet.sees(ES(REASON_TEXTS["taken"]))
    lens.trouble.clear()
    await hide_and_show(sheet)
    await sheet.sees(ES(Text("Roll: I read it by myself.")))
    lens.trouble["take_picture"] = "cameraStill: no frame comes"
    await sheet.sees(ES(REASON_TEXTS["silent"]))
    lens.trouble.clear()
    await sheet.tap("4")
    await hide_and_show(sheet)
    assert "Dado 1: 4" in sheet.names()


async def hide_and_show(sheet: Sheet) -> None:
    """Hide the page for a moment, as a look at another app does."""
    for state in ("hide", "show"):
        await sheet.session.dispatch_event(sheet.page._i, "app_lifecycle_state_change", {"state": state})
        await sheet.settle()


# --- frame shapes ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wide", "high", "faces"), [(640, 480, "front"), (1280, 720, "back"), (720, 1280, "external"), (4000, 3000, "back")]
)
async def test_any_shape_and_any_mirror_is_seen_whole(looking: Any, wide: int, high: int, faces: str) -> None:
    """Frames of any shape, mirrored or not, are shown whole with their dice outlined.

    4:3, 16:9, upright, 12 megapixels.
    """
    ground = np.asarray(cv2.resize(THREE.lying((0, 1, 2)), (wide, wide * 3 // 4)), np.uint8)
    below = ((0, max(0, high - len(ground))), (0, 0), (0, 0))
    sheet = await looking(
        Dice("faces", 9), Lens([np.asarray(np.pad(ground[:high], below, "edge"), np.uint8)], faces=faces)
    )
    await sheet.sees("Corregirlo aquí")
    assert sheet.outlined()
    window = sheet.one(ft.Stack, lambda one: any(isinstance(part, fc.Camera) for part in one.controls))
    assert window.width / window.height == pytest.approx(wide / high, rel=0.02)
    assert window.width <= 390
    assert window.scale.scale_x == (1 if faces == "back" else -1), "what browsers mirror is shown as it lies"


def test_a_mirror_is_read_as_the_table_lies() -> None:
    """A frame that the browser mirrors (any camera but the rear one) is read unmirrored."""
    jpeg = cv2.imencode(".jpg", cv2.flip(THREE.lying((0,)), 1))[1].tobytes()
    front, back = (
        fc.CameraDescription(way.value, way, 0) for way in (fc.CameraLensDirection.FRONT, fc.CameraLensDirection.BACK)
    )
    eye = BrowserCamera()
    eye.cameras = [front, back]
    assert cv2.absdiff(decode_frame(jpeg, eye.is_mirrored), THREE.lying((0,))).mean() < 2
    eye.camera_index = 1
    assert cv2.absdiff(decode_frame(jpeg, eye.is_mirrored), THREE.lying((0,))).mean() > 5
