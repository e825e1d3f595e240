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
from companion.dice.capture_reading import (
    EMPTY_READING,
    PICTURE_ERRORS,
    check_upload,
    with_die,
    with_face,
    without_die,
)
from companion.dice.pictures import encode_crop
from companion.i18n import translator
from companion.ui.dice.sheet import DiceRequest, DiceSheet, DiceSheetHandlers
from rules.engine import Dice
from tests.support.paths import FIXTURES
from tests.support.ui.app import App, played
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


def throwing(dice: Dice, scene: Callable[[Any], Any]) -> None:
    """Play the scene on a phone with the sheet open."""

    async def opened(sheet: Sheet) -> None:
        await sheet.open_for(dice)
        await scene(sheet)

    played(opened, Sheet)


def test_a_sure_photo_is_the_roll() -> None:
    """A photo in which all dice are read without doubt is taken as the roll at once."""

    async def scene(sheet: Sheet) -> None:
        await sheet.photo(FIVE)
        assert sheet.thrown == (5,)

    throwing(Dice("faces"), scene)


def test_the_dice_are_named_on_the_picture() -> None:
    """Each die in the picture can be tapped, and its label has its number and value."""

    async def scene(sheet: Sheet) -> None:
        await sheet.photo(THREE)
        named = [name for name in sheet.names() if name.startswith("Dado")]
        assert len(named) == 6, "each die once on the picture and once below it"
        assert sorted(name[-1] for name in set(named)) == ["2", "3", "4"]

    throwing(Dice("faces", 4), scene)


def test_each_die_has_its_own_picture() -> None:
    """Each die read is shown with its crop of the picture and the reader's certainty."""

    async def scene(sheet: Sheet) -> None:
        await sheet.photo(THREE)
        pictures = [one for one in sheet.drawn() if isinstance(one, ft.Image)]
        assert len(pictures) == 1 + 3, "the whole, and each die"
        crops = {bytes(one.src) for one in pictures}
        assert len(crops) == 4
        assert len(re.findall(r"\b(?:100|9\d) %", sheet.text)) == 3

    throwing(Dice("faces", 4), scene)


def test_a_wrong_count_is_said_and_mended() -> None:
    """A roll with one die too many cannot be confirmed until a die is removed."""

    async def scene(sheet: Sheet) -> None:
        await sheet.photo(THREE)
        assert "Veo 3 dados en vez de 2: toca el que sobra." in sheet.text
        assert not any(name.startswith("Es ") for name in sheet.names())
        first = next(name for name in sheet.names() if name.startswith("Dado 1"))
        await sheet.tap(first)
        await sheet.tap("Este no cuenta")
        await sheet.tap("Es ")
        assert sheet.thrown is not None
        assert sum(sheet.thrown) == 9 - int(first[-1])

    throwing(Dice("faces", 2), scene)


def test_a_missing_die_is_added() -> None:
    """A die that was not read can be added by typing, and comes last."""

    async def scene(sheet: Sheet) -> None:
        await sheet.photo(FIVE)
        assert "Solo veo 1 dado en vez de 2." in sheet.text
        await sheet.tap("Un dado más")
        await sheet.tap("2")
        await sheet.tap("Es ")
        assert sheet.thrown == (5, 2)

    throwing(Dice("faces", 2), scene)


def test_a_die_that_may_have_been_missed_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """A place where one more die may lie is marked, said, and adds one when it is tapped; the roll can be entered."""
    box = vision.read(vision.decode(FIVE)).dice[0].box
    maybe = Reject((box[0] - 2 * box[2], *box[1:]), POSSIBLE_DIE)

    def read(image: Image, **how: Any) -> Reading:
        return replace(read_pips(image, **how), rejects=(maybe,))

    read_pips = vision.read
    monkeypatch.setattr(vision, "read", read)

    async def scene(sheet: Sheet) -> None:
        await sheet.photo(FIVE)
        assert sheet.thrown is None
        assert "Puede haber un dado más" in sheet.text
        assert any(name.startswith("Es ") for name in sheet.names())
        await sheet.tap("Quizá un dado más")
        await sheet.tap("2")
        assert "Puede haber un dado más" not in sheet.text
        assert "Quizá un dado más" not in sheet.names()

    throwing(Dice("faces"), scene)


def test_a_misread_die_is_corrected() -> None:
    """Tapping a die and then a face corrects the die and clears its doubt."""

    async def scene(sheet: Sheet) -> None:
        await sheet.photo(THREE)
        first = next(name for name in sheet.names() if name.startswith("Dado 1"))
        await sheet.tap(first)
        await sheet.tap("6")
        await sheet.tap("Un dado más")
        await sheet.tap("1")
        await sheet.tap("Es ")
        assert sheet.thrown is not None
        assert sum(sheet.thrown) == 9 - int(first[-1]) + 6 + 1

    throwing(Dice("faces", 4), scene)


def test_one_die_is_typed_with_a_tap() -> None:
    """For a single die, one tap on a face is the roll."""

    async def scene(sheet: Sheet) -> None:
        await sheet.tap("4")
        assert sheet.thrown == (4,)

    throwing(Dice("faces"), scene)


def test_several_dice_are_typed_one_after_the_other() -> None:
    """Several typed dice can be corrected like those of a photo, and are confirmed together."""

    async def scene(sheet: Sheet) -> None:
        await sheet.tap("3")
        assert sheet.thrown is None
        await sheet.tap("1")
        await sheet.tap("Dado 2: 1")
        await sheet.tap("2")
        await sheet.tap("Es ")
        assert sheet.thrown == (3, 2)

    throwing(Dice("faces", 2), scene)


def test_the_machine_throws_what_is_asked_for() -> None:
    """A virtual roll takes one tap and has as many faces as asked for."""

    async def scene(sheet: Sheet) -> None:
        await sheet.tap("Tirar por mí")
        assert sheet.thrown is not None
        assert len(sheet.thrown) == 4
        assert set(sheet.thrown) <= set(range(1, 21))

    throwing(Dice("faces", 4, sides=20), scene)


def test_other_dice_are_not_photographed() -> None:
    """Dice without six faces offer no photo, but every face can be typed."""

    async def scene(sheet: Sheet) -> None:
        assert not any("oto" in name for name in sheet.names())
        await sheet.tap("17")
        assert sheet.thrown == (17,)

    throwing(Dice("faces", sides=20), scene)


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


def test_a_photo_comes_beside_the_page() -> None:
    """A photo sent by upload is read, and its file is then deleted."""

    async def scene(sheet: Sheet) -> None:
        uploads_to(sheet, FIVE)
        await sheet.photo(None)
        assert sheet.thrown == (5,)
        assert [path.name for path in INBOX.folder.iterdir()] == [LOCK_FILE]

    throwing(Dice("faces"), scene)


def test_a_photo_that_does_not_arrive_says_so() -> None:
    """A failed upload shows a sentence and leaves the sheet unchanged."""

    async def scene(sheet: Sheet) -> None:
        uploads_to(sheet, None, "the net is gone")
        await sheet.photo(None)
        assert ES(PICTURE_ERRORS["gone"]) in sheet.text
        await sheet.tap("3")
        assert sheet.thrown == (3,)

    throwing(Dice("faces"), scene)


@pytest.mark.parametrize(
    ("data", "reason"), [(b"no picture", "not-an-image"), (FIVE[:2000], "truncated"), (b"", "gone"), (None, "gone")]
)
def test_a_bad_file_takes_nothing_away(data: bytes | None, reason: str) -> None:
    """A file that is not a picture shows a sentence and keeps the dice already there."""

    async def scene(sheet: Sheet) -> None:
        await sheet.photo(FIVE)
        await sheet.photo(data)
        assert ES(PICTURE_ERRORS[reason]) in sheet.text
        await sheet.tap("Un dado más")
        await sheet.tap("2")
        await sheet.tap("Es 5")
        assert sheet.thrown == (5, 2)

    throwing(Dice("faces", 2), scene)


def test_a_photo_without_dice_says_so() -> None:
    """A photo without dice says so, and the dice can still be typed below it."""
    blank = encode_crop(blank_picture(), (0, 0, 400, 300))

    async def scene(sheet: Sheet) -> None:
        await sheet.photo(blank)
        assert "No veo ningún dado." in sheet.text
        await sheet.tap("4")
        assert sheet.thrown == (4,)

    throwing(Dice("faces"), scene)


def blank_picture() -> Any:
    return np.full((300, 400, 3), 90, np.uint8)


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
