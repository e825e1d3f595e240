"""Bad pictures on the dice sheet: each shows a sentence, and the dice already there stay."""

from __future__ import annotations

import struct
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import flet as ft
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import vision
from companion.dice import pictures
from companion.dice.capture_reading import PICTURE_ERRORS
from companion.i18n import translator
from companion.library.library import Library
from companion.storage.matches import Storage
from companion.ui.app import build
from companion.ui.dice.sheet import DiceRequest, DiceSheet, DiceSheetHandlers
from rules.engine import Dice, Text
from tests.support.device_seats import ANA
from tests.support.examples import law_settings
from tests.support.paths import FIXTURES
from tests.support.picture_files import encoded, exif, png
from tests.support.rendered_dice import Setting, render
from tests.support.ui.app import App, played
from tests.toy.counting import GAME, Stayed

pytestmark = pytest.mark.landing

ES, EN = translator("es"), translator("en")
SCENES = FIXTURES / "scenes"
FIVE = (SCENES / "5_green_wood.jpg").read_bytes()
THREE = (SCENES / "2-3-4_black_cloth.jpg").read_bytes()
PICTURE = vision.decode(FIVE)
DOUBTFUL = Text("I am not sure of a die: look at it and correct it.")
SLOWEST = 5 * 1.6
"""Seconds for a picture of any kind: five times the aim."""


def cut_off() -> bytes:
    """The photo cut off in the middle of the die."""
    x, _, width, _ = vision.read(PICTURE).dice[0].box
    return encoded(np.ascontiguousarray(PICTURE[:, : x + round(0.92 * width)]), ".jpg")


def turned(orientation: int, turns: int) -> bytes:
    """A photo with an EXIF orientation, as a phone held sideways writes it."""
    return exif(encoded(np.ascontiguousarray(np.rot90(PICTURE, -turns)), ".jpg"), orientation)


def declared(jpeg: bytes, wide: int, high: int) -> bytes:
    """The same JPEG, with a header that claims a larger size."""
    at = jpeg.index(b"\xff\xc0")
    return jpeg[: at + 5] + struct.pack(">HH", high, wide) + jpeg[at + 9 :]


BAD = {
    "a text": (b"these are no dice", "not-an-image"),
    "a film": (b"\0\0\0\x18ftypheic" + bytes(99), "not-an-image"),
    "a moving picture": (b"GIF89a" + bytes(99), "not-an-image"),
    "half a JPEG": (FIVE[: len(FIVE) // 2], "truncated"),
    "half a PNG": (encoded(PICTURE)[:40_000], "truncated"),
    "a PNG bomb": (png(100_000, 100_000), "too-large"),
    "a JPEG bomb": (declared(FIVE, 60_000, 60_000), "too-large"),
    "nothing": (b"", "gone"),
    "nobody knows": (None, "gone"),
    "what no phone sends": ("bytes?", "gone"),
}


class Sheet(App):
    """A phone with the dice sheet open; ``thrown`` is the answer it gave."""

    thrown: tuple[int, ...] | None = None
    language = "es"

    def took(self, faces: tuple[int, ...]) -> None:
        self.thrown = faces


def throwing(dice: Dice, scene: Callable[[Any], Any]) -> None:
    """Play the scene on a phone with the sheet open."""

    async def opened(sheet: Sheet) -> None:
        handlers = DiceSheetHandlers(lambda faces, *told: sheet.took(faces), lambda: None)
        await sheet.show(lambda: ft.View(controls=[DiceSheet(DiceRequest(dice), handlers)]))
        await scene(sheet)

    played(opened, Sheet)


def at_a_table(folder: Path, scene: Callable[[App, Any], Any], language: str = "es") -> None:
    """Play the scene on a phone at a table that asks for a roll, with the dice sheet open."""
    storage = Storage(folder)
    library = Library(storage, {GAME.key: GAME})
    library.settings.save("language", language)
    table = library.matches.create("counting", ("Ana", "Bea"))
    table.answer(table.prompt_id, Stayed(), ANA)

    async def opened(phone: App) -> None:
        await phone.open(build(library), f"/t/{table.match.id}")
        await phone.sees(translator(language)(Text("Roll")))
        await phone.tap(translator(language)(Text("Camera, or roll for me")))
        await scene(phone, table)

    try:
        played(opened)
    finally:
        storage.close()


# --- files that are no picture -----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["es", "en"])
def test_no_bad_file_takes_the_question_away(tmp_path: Path, language: str) -> None:
    """Each kind of bad file shows its sentence; the same prompt waits and accepts the roll."""
    words = {"es": ES, "en": EN}[language]

    async def scene(phone: App, table: Any) -> None:
        asked = table.prompt_id
        for kind, (data, reason) in BAD.items():
            await phone.photo(data)
            assert words(PICTURE_ERRORS[reason]) in phone.text, kind
            assert words(Text("Roll")) in phone.text, kind
        assert table.prompt_id == asked
        await phone.photo(FIVE)
        assert table.state.totals == (5, 0)

    at_a_table(tmp_path, scene, language)


@pytest.mark.parametrize("kind", BAD)
def test_no_bad_file_takes_typed_dice_away(kind: str) -> None:
    """Typed dice stay after a bad file."""
    data, reason = BAD[kind]

    async def scene(sheet: Sheet) -> None:
        await sheet.tap("3")
        await sheet.photo(data)
        assert ES(PICTURE_ERRORS[reason]) in sheet.text
        await sheet.tap("4")
        assert ES(PICTURE_ERRORS[reason]) not in sheet.text, "it has been said"
        await sheet.tap("Es ")
        assert sheet.thrown == (3, 4)

    throwing(Dice("faces", 2), scene)


def test_no_bad_file_takes_corrections_away() -> None:
    """A corrected die and an added die stay after a bad file."""

    async def scene(sheet: Sheet) -> None:
        await sheet.photo(FIVE)
        await sheet.tap("Dado 1: 5")
        await sheet.tap("6")
        await sheet.tap("Un dado más")
        await sheet.tap("2")
        await sheet.photo(FIVE[:5000])
        assert ES(PICTURE_ERRORS["truncated"]) in sheet.text
        await sheet.tap("Es ")
        assert sheet.thrown == (6, 2)

    throwing(Dice("faces", 2), scene)


@pytest.mark.parametrize("more", [{"size": None}, {"size": "7"}, {"size": -1, "bytes": 10**9}, {"bytes": [1, 2]}])
def test_what_no_phone_sends_is_a_sentence(more: dict[str, Any]) -> None:
    """An upload result of the wrong shape is a file that could not be read."""

    async def scene(sheet: Sheet) -> None:
        await sheet.photo(None, **more)
        assert any(ES(PICTURE_ERRORS[reason]) in sheet.text for reason in ("gone", "not-an-image"))
        await sheet.tap("4")
        assert sheet.thrown == (4,)

    throwing(Dice("faces"), scene)


def test_a_reader_that_stumbles_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """An error of the reader shows a sentence, keeps typed dice, and is logged."""

    def stumbles(*seen: Any) -> Any:
        raise MemoryError("stumbled")

    async def scene(sheet: Sheet) -> None:
        await sheet.tap("3")
        with monkeypatch.context() as broken:
            broken.setattr(pictures, "make_capture", stumbles)
            await sheet.photo(FIVE)
        assert ES(PICTURE_ERRORS["odd"]) in sheet.text
        await sheet.tap("4")
        await sheet.tap("Es ")
        assert sheet.thrown == (3, 4)

    throwing(Dice("faces", 2), scene)
    assert "stumbled" in caplog.text


# --- unusual but good pictures -----------------------------------------------------------------------------------


ODD = {
    "upside down": lambda: turned(3, 2),
    "to the left": lambda: turned(6, 3),
    "to the right": lambda: turned(8, 1),
    "16 bits": lambda: encoded(PICTURE.astype(np.uint16) * 257),
    "grey": lambda: encoded(cv2.cvtColor(PICTURE, cv2.COLOR_BGR2GRAY)),
    "transparent": lambda: encoded(cv2.cvtColor(PICTURE, cv2.COLOR_BGR2BGRA)),
    "WebP": lambda: encoded(PICTURE, ".webp"),
    "larger than a message": lambda: encoded(np.pad(PICTURE, ((0, 2400), (0, 2400), (0, 0))), ".bmp"),
}


@pytest.mark.parametrize("kind", ODD)
def test_an_odd_picture_is_read_like_the_plain_one(kind: str) -> None:
    """An unusual but good picture is read like the plain one, and its die is the roll.

    Turned by EXIF, 16 bits, grey, transparent, or of 30 megabytes.
    """

    async def scene(sheet: Sheet) -> None:
        await sheet.photo(ODD[kind]())
        assert sheet.thrown == (5,)

    throwing(Dice("faces"), scene)


def test_a_turned_photo_is_shown_upright() -> None:
    """The dice of a photo with EXIF orientation have the same boxes as the upright one's."""
    upright, lying = (vision.read(vision.decode(data)).dice[0].box for data in (FIVE, turned(6, 3)))
    assert all(abs(a - b) <= 3 for a, b in zip(upright, lying, strict=True))


# --- pictures that give no roll ----------------------------------------------------------------------------------


@pytest.mark.parametrize("doubts", [{"cut off"}, {"contradictory", "blurred", "faint"}])
def test_a_doubtful_die_is_asked_about(doubts: set[str]) -> None:
    """A die cut off or far out of focus is marked as doubtful, and a tap settles it."""
    soft = cv2.GaussianBlur(render(Setting((5, 3), elevation=40), 1).image, (0, 0), 12)
    data = cut_off() if "cut off" in doubts else encoded(np.asarray(soft, np.uint8), ".png")
    dice = vision.read(vision.decode(data)).dice
    assert doubts & {die.doubt for die in dice}

    async def scene(sheet: Sheet) -> None:
        await sheet.photo(data)
        assert ES(DOUBTFUL) in sheet.text
        for _ in [die for die in dice if die.doubt]:
            await sheet.tap(next(name for name in sheet.names() if "dudoso" in name))
            await sheet.tap("2")
        assert ES(DOUBTFUL) not in sheet.text
        await sheet.tap("Es ")
        assert sheet.thrown is not None
        assert 2 in sheet.thrown

    throwing(Dice("faces", len(dice)), scene)


def test_a_new_photo_can_be_taken_back() -> None:
    """A new photo replaces corrected dice; one tap brings them back."""

    async def scene(sheet: Sheet) -> None:
        await sheet.photo(THREE)
        first = next(name for name in sheet.names() if name.startswith("Dado 1"))
        await sheet.tap(first)
        await sheet.tap("6")
        corrected = [name for name in sheet.names() if name.startswith("Dado")]
        await sheet.photo(FIVE)
        assert "Solo veo 1 dado en vez de 4." in sheet.text
        await sheet.tap("Los dados de antes")
        assert [name for name in sheet.names() if name.startswith("Dado")] == corrected
        await sheet.tap("Un dado más")
        await sheet.tap("1")
        await sheet.tap("Es ")
        assert sheet.thrown is not None
        assert (sheet.thrown[0], sheet.thrown[3]) == (6, 1)

    throwing(Dice("faces", 4), scene)


# --- random bytes ------------------------------------------------------------------------------------------------


SMALL = cv2.resize(PICTURE, (160, 120), interpolation=cv2.INTER_AREA)
WHOLE = [exif(encoded(SMALL, ".jpg"), 6), *(encoded(SMALL, end) for end in (".jpg", ".png", ".webp", ".bmp"))]


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A picture with bytes changed, removed or inserted, more often near its head."""
    data = bytearray(draw(st.sampled_from(WHOLE)))
    for _ in range(draw(st.integers(1, 6))):
        at = min(draw(st.one_of(st.integers(0, 90), st.integers(0, len(data)))), len(data))
        gone, put = draw(st.integers(0, 8)), draw(st.binary(max_size=8))
        data[at : at + gone] = put
    return bytes(data)


@law_settings(100, derandomize=False)
@given(st.one_of(damaged(), damaged(), st.binary(max_size=400)))
def test_any_bytes_are_a_reading_or_unreadable(data: bytes) -> None:
    """Any bytes give a reading or an error with its reason, in bounded time."""
    began = time.monotonic()
    try:
        reading = vision.read(vision.decode(data))
    except vision.UnreadableImage as error:
        reason = error.reason
    else:
        reason = ""
        assert isinstance(reading, vision.Reading)
        assert all(1 <= die.value <= 6 for die in reading.dice)
    assert reason in ("", *vision.REASONS)
    assert time.monotonic() - began < SLOWEST


def dots(spacing: int, radius: int) -> Any:
    """A table cloth full of pips."""
    cloth = np.full((1200, 1200, 3), 230, np.uint8)
    for y in range(10, 1200, spacing):
        for x in range(10, 1200, spacing):
            cv2.circle(cloth, (x, y), radius, (20, 20, 20), -1, cv2.LINE_AA)
    return cloth


@pytest.mark.parametrize("kind", ["coarse", "fine", "noise", "long"])
def test_the_worst_pictures_end_in_time(kind: str) -> None:
    """Cloths full of pips, noise, and a one-line picture are read in the usual time."""
    noise = np.random.default_rng(0).integers(0, 256, (1200, 900, 3), np.uint8)
    long = np.full((1, 500_000, 3), 90, np.uint8)
    image = {"coarse": dots(16, 5), "fine": dots(9, 3), "noise": noise, "long": long}[kind]
    began = time.monotonic()
    vision.read(vision.decode(encoded(image)))
    assert time.monotonic() - began < SLOWEST
