"""The dice sheet without a browser: photo, typed and virtual rolls, and their corrections."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import flet as ft
import numpy as np
import pytest

import vision
from companion.access import uploads
from companion.access.uploads import INBOX, LOCK_FILE
from companion.access.visitor import LOCAL_BROWSER
from companion.dice.capture import Capture, crop_box, read_capture_file
from companion.dice.capture_reading import EMPTY_READING, PICTURE_ERRORS, check_upload, with_die, with_face, without_die
from companion.dice.pictures import encode_crop
from companion.i18n import translator
from companion.ui.dice.sheet import DiceRequest, DiceSheet, DiceSheetHandlers
from rules.engine import Dice
from tests.support.paths import FIXTURES
from tests.support.ui.app import App
from vision import Die, Reading, Reject
from vision.reading import POSSIBLE_DIE, Image

ES = translator("es")
SCENES = FIXTURES / "scenes"
FIVE = (SCENES / "5_green_wood.jpg").read_bytes()
THREE = (SCENES / "2-3-4_black_cloth.jpg").read_bytes()


class Sheet(App):
    """A phone with the dice sheet open; ``thrown`` is the answer it gave."""

    thrown: tuple[int, ...] | None = None
    closed = False
    language = "es"

    async def open_for(self, dice: Dice) -> None:
        def rolled(faces: tuple[int, ...]) -> None:
            self.thrown = faces

        def close() -> None:
            self.closed = True

        await self.show(
            lambda: ft.View(
                controls=[DiceSheet(DiceRequest(dice), DiceSheetHandlers(lambda faces, *told: rolled(faces), close))]
            )
        )


async def throwing(dice: Dice) -> Sheet:
    """Return a phone with the sheet open."""
    sheet = Sheet()
    await sheet.open_for(dice)
    return sheet


async def test_the_dice_are_named_on_the_picture_and_each_has_its_own() -> None:
    """Each die can be tapped by its number and value; it is shown with its crop and the reader's certainty."""
    sheet = await throwing(Dice("faces", 4))
    await sheet.photo(THREE)
    named = [name for name in sheet.names() if name.startswith("Dado")]
    assert len(named) == 6, "each die once on the picture and once below it"
    assert sorted(name[-1] for name in set(named)) == ["2", "3", "4"]
    pictures = [bytes(one.src) for one in sheet.drawn() if isinstance(one, ft.Image)]
    assert len(pictures) == len(set(pictures)) == 1 + 3, "the whole, and each die"
    assert len(re.findall(r"\b(?:100|9\d) %", sheet.text)) == 3


FIRST = "Dado 1"
ROLLS: dict[str, tuple[Dice, bytes, str, tuple[str, ...], Callable[[int], Any]]] = {
    "a sure photo": (Dice("faces"), FIVE, "", (), lambda first: (5,)),
    "a die too many": (
        Dice("faces", 2),
        THREE,
        "Veo 3 dados en vez de 2: toca el que sobra.",
        (FIRST, "Este no cuenta", "Es "),
        lambda first: 9 - first,
    ),
    "a missing die": (
        Dice("faces", 2),
        FIVE,
        "Solo veo 1 dado en vez de 2.",
        ("Un dado más", "2", "Es "),
        lambda _: (5, 2),
    ),
    "a misread die": (
        Dice("faces", 4),
        THREE,
        "",
        (FIRST, "6", "Un dado más", "1", "Es "),
        lambda first: 9 - first + 6 + 1,
    ),
    "one die typed": (Dice("faces"), b"", "", ("4",), lambda _: (4,)),
    "two dice typed": (Dice("faces", 2), b"", "", ("3", "1", "Dado 2: 1", "2", "Es "), lambda _: (3, 2)),
    "other dice typed": (Dice("faces", sides=20), b"", "", ("17",), lambda _: (17,)),
}
"""Rolls: what is asked, the photo, what is said of it, the taps, and the roll, or its sum, given the first die read."""


@pytest.mark.parametrize(("dice", "photo", "says", "taps", "rolled"), ROLLS.values(), ids=ROLLS)
async def test_a_roll_is_read_typed_and_put_right(
    dice: Dice, photo: bytes, says: str, taps: tuple[str, ...], rolled: Callable[[int], Any]
) -> None:
    """A sure photo is the roll at once; dice are removed, added and changed by taps, of which the last counts."""
    sheet = await throwing(dice)
    if photo:
        await sheet.photo(photo)
    assert says in sheet.text
    first = next((name for name in sheet.names() if name.startswith(FIRST)), "Dado 1: 0")
    for k, tap in enumerate(taps):
        assert sheet.thrown is None
        assert not (k == 0 and any(name.startswith("Es ") for name in sheet.names())), "the count is wrong"
        await sheet.tap(first if tap == FIRST else tap)
    expected = rolled(int(first[-1]))
    assert sheet.thrown is not None
    assert (sheet.thrown if isinstance(expected, tuple) else sum(sheet.thrown)) == expected


async def test_a_die_that_may_have_been_missed_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """A place where one more die may lie is marked, said, and adds one when it is tapped; the roll can be entered."""
    box = vision.read(vision.decode(FIVE)).dice[0].box
    maybe = Reject((box[0] - 2 * box[2], *box[1:]), POSSIBLE_DIE)

    def read(image: Image, **how: Any) -> Reading:
        return replace(read_pips(image, **how), rejects=(maybe,))

    read_pips = vision.read
    monkeypatch.setattr(vision, "read", read)
    sheet = await throwing(Dice("faces"))
    await sheet.photo(FIVE)
    assert sheet.thrown is None
    assert "Puede haber un dado más" in sheet.text
    assert any(name.startswith("Es ") for name in sheet.names())
    await sheet.tap("Quizá un dado más")
    await sheet.tap("2")
    assert "Puede haber un dado más" not in sheet.text
    assert "Quizá un dado más" not in sheet.names()


async def test_the_machine_throws_what_is_asked_for_and_other_dice_are_not_photographed() -> None:
    """A virtual roll takes one tap and has as many faces as asked for; dice without six faces offer no photo."""
    sheet = await throwing(Dice("faces", 4, sides=20))
    assert not any("oto" in name for name in sheet.names())
    await sheet.tap("Tirar por mí")
    assert sheet.thrown is not None
    assert len(sheet.thrown) == 4
    assert set(sheet.thrown) <= set(range(1, 21))


def uploads_to(sheet: Sheet, data: bytes | None, error: str = "") -> None:
    """Send the phone's files to the server from now on; ``data`` is what arrives."""

    def send(body: Any) -> None:
        [file] = body.args["files"]
        name = file["upload_url"].rpartition("=")[2] if isinstance(file, dict) else file.upload_url.rpartition("=")[2]
        upload = INBOX.begin(name, LOCAL_BROWSER)
        assert upload is not None
        if data is not None:
            upload.path.write_bytes(data)
            upload.mark_complete()
        told = {"file_name": "photo.jpg", "progress": None if error else 1.0, "error": error or None}
        sheet.wire.loop.create_task(sheet.session.dispatch_event(body.control_id, "upload", told))

    sheet.answering.get_upload_url = lambda name, expires: f"/upload?f={name}"  # type: ignore[method-assign]
    sheet.answering.replies["upload"] = send


async def test_a_photo_comes_beside_the_page() -> None:
    """A photo sent by upload is read, and its file is then deleted."""
    sheet = await throwing(Dice("faces"))
    uploads_to(sheet, FIVE)
    await sheet.photo(None)
    assert sheet.thrown == (5,)
    assert [path.name for path in INBOX.folder.iterdir()] == [LOCK_FILE]


async def test_a_photo_that_does_not_arrive_says_so() -> None:
    """A failed upload shows a sentence and leaves the sheet unchanged."""
    sheet = await throwing(Dice("faces"))
    uploads_to(sheet, None, "the net is gone")
    await sheet.photo(None)
    assert ES(PICTURE_ERRORS["gone"]) in sheet.text
    await sheet.tap("3")
    assert sheet.thrown == (3,)


async def test_a_photo_without_dice_says_so() -> None:
    """A photo without dice says so, and the dice can still be typed below it."""
    blank = encode_crop(np.full((300, 400, 3), 90, np.uint8), (0, 0, 400, 300))
    sheet = await throwing(Dice("faces"))
    await sheet.photo(blank)
    assert "No veo ningún dado." in sheet.text
    await sheet.tap("4")
    assert sheet.thrown == (4,)


def test_a_heavy_file_is_not_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file above the size limit is refused before anything is decoded."""
    monkeypatch.setattr(uploads, "MAX_FILE_BYTES", 10)
    assert check_upload(FIVE) == PICTURE_ERRORS["heavy"]


def test_the_picture_shows_the_dice_or_everything() -> None:
    """The picture is cropped around the dice, or whole while some may be missing."""
    reading = Reading((Die(3, (500, 400, 50, 50), 1.0),), (), (2000, 1000))
    left, top, width, height = crop_box(reading, 1)
    assert left < 500 < 550 < left + width < 700
    assert top < 400 < 450 < top + height < 600
    assert crop_box(reading, 2) == (0, 0, 2000, 1000)


def test_a_photo_becomes_small() -> None:
    """The picture sent to the phone is small, whatever the size of the photo."""
    capture = read_capture_file(THREE, 3)
    assert isinstance(capture, Capture)
    assert len(capture.log_jpeg) < len(capture.jpeg) < 400_000
    assert capture.reading.size[0] >= capture.shown_box[2]


def test_a_person_is_always_right() -> None:
    """Correcting, removing or adding a die leaves the other dice unchanged."""
    reading = with_die(with_die(EMPTY_READING, 2), 5)
    assert [die.value for die in with_face(reading, 0, 6).dice] == [6, 5]
    assert with_face(reading, 0, 6).dice[0].doubt is None
    assert [die.value for die in without_die(reading, 0).dice] == [5]
