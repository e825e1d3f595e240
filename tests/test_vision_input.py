"""What the reader makes of odd files and odd pictures."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

import vision

SCENE = Path(__file__).parent / "fixtures" / "scenes" / "5_green_wood.jpg"


@pytest.fixture
def image():
    return vision.decode(SCENE.read_bytes())


def encoded(image, end=".png"):
    return cv2.imencode(end, image)[1].tobytes()


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(wide, high):
    """A PNG that promises a large picture and holds next to nothing."""
    header = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    parts = [chunk(b"IHDR", header), chunk(b"IDAT", zlib.compress(b"\0" * 1000)), chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def exif(jpeg, orientation):
    """The same JPEG, marked as turned."""
    entry = struct.pack("<HHIHH", 0x112, 3, 1, orientation, 0)
    tiff = b"II*\0" + struct.pack("<I", 8) + struct.pack("<H", 1) + entry + struct.pack("<I", 0)
    body = b"Exif\0\0" + tiff
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + jpeg[2:]


@pytest.mark.parametrize("end", [".jpg", ".png", ".webp", ".bmp"])
def test_every_format_reads_the_same(image, end):
    """JPEG, PNG, WebP and BMP give the same dice."""
    assert vision.read(vision.decode(encoded(image, end))).values == (5,)


def test_grey_picture_becomes_colour(image):
    """A grey file is decoded to three planes and read."""
    grey = vision.decode(encoded(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)))
    assert grey.shape == image.shape
    assert vision.read(grey).values == (5,)


def test_alpha_is_dropped(image):
    """A transparent file is decoded to three planes and read."""
    decoded = vision.decode(encoded(cv2.cvtColor(image, cv2.COLOR_BGR2BGRA)))
    assert np.array_equal(decoded, image)


def test_sixteen_bits_become_eight(image):
    """A file with 16 bits a plane is decoded to 8."""
    decoded = vision.decode(encoded(image.astype(np.uint16) * 257))
    assert decoded.dtype == np.uint8
    assert np.abs(decoded.astype(int) - image).max() <= 1


@pytest.mark.parametrize(("orientation", "turns"), [(3, 2), (6, 3), (8, 1)])
def test_turned_photo_is_turned_back(image, orientation, turns):
    """A photo marked by EXIF as turned is decoded upright."""
    data = exif(encoded(image, ".jpg"), orientation)
    plain = vision.decode(encoded(image, ".jpg"))
    assert np.array_equal(vision.decode(data), np.rot90(plain, turns))


@pytest.mark.parametrize("end", [".jpg", ".png", ".webp", ".bmp"])
def test_truncated_file_is_refused(image, end):
    """Half a picture is no picture: what is missing could hold a die."""
    data = encoded(image, end)
    with pytest.raises(vision.Unreadable) as error:
        vision.decode(data[: len(data) // 2])
    assert error.value.reason == "truncated"


@pytest.mark.parametrize("data", [b"", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"BM", b"RIFF", b"GIF89a", b"dice" * 99])
def test_other_bytes_are_no_image(data):
    """Anything but a picture with a size is refused as such."""
    with pytest.raises(vision.Unreadable) as error:
        vision.decode(data)
    assert error.value.reason == "not-an-image"


@pytest.mark.parametrize(("wide", "high"), [(10_000, 5_001), (100_000, 100_000), (2**31 - 1, 2**31 - 1)])
def test_bomb_is_refused_by_its_header(monkeypatch, wide, high):
    """A file that promises more than 50 megapixels is refused before anything is unpacked."""
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("it was unpacked"))
    with pytest.raises(vision.Unreadable) as error:
        vision.decode(png(wide, high))
    assert error.value.reason == "too-large"


def test_jpeg_bomb_is_refused_by_its_header(image):
    """The size that a JPEG declares is found behind its other segments."""
    data = exif(encoded(image, ".jpg"), 1)
    frame = data.index(b"\xff\xc0")
    data = data[: frame + 5] + struct.pack(">HH", 60_000, 60_000) + data[frame + 9 :]
    with pytest.raises(vision.Unreadable) as error:
        vision.decode(data)
    assert error.value.reason == "too-large"


def test_empty_picture_has_no_size():
    """A picture that declares no pixels is refused."""
    with pytest.raises(vision.Unreadable):
        vision.decode(png(0, 10))


@pytest.mark.parametrize("size", [(1, 1), (2, 300), (300, 2), (15, 15), (17, 16), (3000, 16)])
def test_tiny_picture_has_no_dice(size):
    """However small or narrow a picture is, it is read without trouble."""
    grain = np.random.default_rng(1).integers(0, 256, (*size, 3), np.uint8)
    reading = vision.read(grain)
    assert vision.annotate(grain, reading).shape == grain.shape
    assert reading.size == size[::-1]


@pytest.mark.parametrize("level", [0, 128, 255])
def test_empty_picture_has_no_dice(level):
    """A picture of one colour shows no dice and leaves nothing over."""
    reading = vision.read(np.full((480, 640, 3), level, np.uint8))
    assert (reading.dice, reading.rejects, reading.sure) == ((), (), False)


@pytest.mark.parametrize("wrong", [np.zeros((9, 9), np.uint8), np.zeros((9, 9, 4), np.uint8), np.zeros((9, 9, 3))])
def test_only_colour_pictures_are_read(wrong):
    """An array that is no 8-bit BGR picture is a mistake of the caller."""
    with pytest.raises(ValueError, match="HxWx3"):
        vision.read(wrong)


def test_annotating_leaves_the_picture_alone(image):
    """The dice are drawn on a copy; a doubtful die looks different."""
    reading = vision.read(image)
    before = image.copy()
    sure = vision.annotate(image, reading)
    doubtful = vision.Die(5, reading.dice[0].box, 0.4, "faint")
    unsure = vision.annotate(image, vision.Reading((doubtful,), (), reading.size))
    assert np.array_equal(image, before)
    assert not np.array_equal(sure, image)
    assert not np.array_equal(sure, unsure)
