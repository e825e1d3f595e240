"""Decoding of files and arrays of unusual kinds."""

from __future__ import annotations

import struct
import zlib

import cv2
import numpy as np
import pytest

import vision
from tests.support.paths import FIXTURES
from tests.support.picture_files import chunk, encoded, exif, png

SCENE = FIXTURES / "scenes" / "5_green_wood.jpg"


@pytest.fixture
def image():
    return vision.decode(SCENE.read_bytes())


def small_png(kind, rows, *more):
    """A PNG of 2x1 pixels of 8 bits, of any color type, with extra chunks."""
    parts = [chunk(b"IHDR", struct.pack(">IIBBBBB", 2, 1, 8, kind, 0, 0, 0)), *more]
    return b"\x89PNG\r\n\x1a\n" + b"".join([*parts, chunk(b"IDAT", zlib.compress(rows)), chunk(b"IEND", b"")])


def riff(kind, data):
    """A chunk of a WebP file."""
    return kind + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)


def canvas(flags, wide, high, *parts):
    """An extended WebP file that declares a canvas before its contents."""
    head = riff(b"VP8X", bytes([flags, 0, 0, 0]) + (wide - 1).to_bytes(3, "little") + (high - 1).to_bytes(3, "little"))
    body = b"WEBP" + head + b"".join(parts)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def moving(*images):
    """An animated WebP with a tenth of a second a picture."""
    high, wide = images[0].shape[:2]
    size = (wide - 1).to_bytes(3, "little") + (high - 1).to_bytes(3, "little")
    still = bytes(6) + size + (100).to_bytes(3, "little") + b"\0"
    frames = [riff(b"ANMF", still + encoded(image, ".webp")[12:]) for image in images]
    return canvas(2, wide, high, riff(b"ANIM", bytes(6)), *frames)


def printed(image):
    """A JPEG in CMYK with a scan for each ink, without black."""
    inks = [encoded(np.ascontiguousarray(plane), ".jpg") for plane in cv2.split(image[..., ::-1])]
    inks.append(encoded(np.full(image.shape[:2], 255, np.uint8), ".jpg"))
    frame, scan = (inks[0].index(marker) for marker in (b"\xff\xc0", b"\xff\xda"))
    parts = b"".join(bytes([n, 0x11, 0]) for n in range(1, 5))
    head = b"\xff\xc0" + struct.pack(">HB", 20, 8) + inks[0][frame + 5 : frame + 9] + b"\4" + parts
    rest = inks[0][frame + 2 + int.from_bytes(inks[0][frame + 2 : frame + 4], "big") : scan]
    scans = [b"\xff\xda\0\x08\1" + bytes([n, 0, 0, 63, 0]) + ink[scan + 10 : -2] for n, ink in enumerate(inks, 1)]
    adobe = b"\xff\xee\0\x0eAdobe\0\x64" + bytes(5)
    return b"\xff\xd8" + adobe + inks[0][2:frame] + head + rest + b"".join(scans) + b"\xff\xd9"


@pytest.mark.parametrize("end", [".jpg", ".png", ".webp", ".bmp"])
def test_every_format_reads_the_same(image, end):
    """JPEG, PNG, WebP and BMP files of one picture give the same dice."""
    assert vision.read(vision.decode(encoded(image, end))).values == (5,)


def test_grey_picture_becomes_color(image):
    """A grey file is decoded to three planes and read."""
    grey = vision.decode(encoded(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)))
    assert grey.shape == image.shape
    assert vision.read(grey).values == (5,)


@pytest.mark.parametrize(("end", "deeper"), [(".png", 1), (".png", 257), (".webp", 1)])
def test_what_is_seen_through_lies_on_white(image, end, deeper):
    """A transparent file is decoded over white to three planes, whatever its hidden pixels."""
    below = np.dstack([image, np.full(image.shape[:2], 255, np.uint8)])
    below[:9, :, 3] = 0
    below[9:18, :, 3] = 128
    shown = vision.decode(encoded(below * np.uint16(deeper) if deeper > 1 else below, end))
    assert np.all(shown[:9] == 255)
    assert np.abs(shown[9:18] - (255 - (255.0 - image[9:18]) * 128 / 255)).max() <= 1
    assert np.array_equal(shown[18:], image[18:])


PALETTE = chunk(b"PLTE", bytes([1, 2, 3, 200, 100, 50]))


@pytest.mark.parametrize(
    ("data", "pixels"),
    [
        (small_png(0, bytes([0, 9, 8])), [[9, 9, 9], [8, 8, 8]]),
        (small_png(3, bytes([0, 0, 1]), PALETTE), [[3, 2, 1], [50, 100, 200]]),
        (small_png(4, bytes([0, 9, 255, 20, 0])), [[9, 9, 9], [255, 255, 255]]),
        (small_png(3, bytes([0, 0, 1]), PALETTE, chunk(b"tRNS", b"\xff\0")), [[3, 2, 1], [255, 255, 255]]),
        (small_png(2, bytes([0, 1, 2, 3, 4, 5, 6]), chunk(b"tRNS", b"\0\1\0\2\0\3")), [[255, 255, 255], [6, 5, 4]]),
    ],
    ids=["grey", "palette", "grey with alpha", "palette with a hole", "color with a hole"],
)
def test_every_kind_of_png_is_shown(data, pixels):
    """PNG files with grey, palette, alpha or a transparent color are decoded as shown."""
    assert vision.decode(data).tolist() == [pixels]


@pytest.mark.parametrize("flag", [cv2.IMWRITE_JPEG_PROGRESSIVE, cv2.IMWRITE_JPEG_OPTIMIZE])
def test_every_way_of_writing_a_jpeg_reads_the_same(image, flag):
    """Progressive and optimized JPEG files are decoded like plain ones."""
    data = cv2.imencode(".jpg", image, [flag, 1])[1].tobytes()
    assert np.abs(vision.decode(data).astype(int) - vision.decode(encoded(image, ".jpg"))).max() <= 4
    assert vision.read(vision.decode(data)).values == (5,)


def test_picture_for_print_reads_the_same(image):
    """A CMYK JPEG is decoded to its colors."""
    decoded = vision.decode(printed(image))
    assert np.abs(decoded.astype(int) - image).mean() < 3
    assert vision.read(decoded).values == (5,)


def test_of_moving_pictures_the_first_counts(image):
    """An animated WebP is decoded to its first picture."""
    assert np.array_equal(vision.decode(moving(image, np.zeros_like(image))), image)


def test_sixteen_bits_become_eight(image):
    """A file with 16 bits a plane is decoded to 8."""
    decoded = vision.decode(encoded(image.astype(np.uint16) * 257))
    assert decoded.dtype == np.uint8
    assert np.abs(decoded.astype(int) - image).max() <= 1


UPRIGHT = {
    1: lambda image: image,
    2: np.fliplr,
    3: lambda image: np.rot90(image, 2),
    4: np.flipud,
    5: lambda image: image.transpose(1, 0, 2),
    6: lambda image: np.rot90(image, 3),
    7: lambda image: np.rot90(image.transpose(1, 0, 2), 2),
    8: np.rot90,
}
"""What turns a photo upright, by its EXIF orientation."""


@pytest.mark.parametrize("orientation", UPRIGHT)
def test_turned_photo_is_turned_back(image, orientation):
    """A photo marked by EXIF as turned or mirrored is decoded upright."""
    data = exif(encoded(image, ".jpg"), orientation)
    plain = vision.decode(encoded(image, ".jpg"))
    assert np.array_equal(vision.decode(data), UPRIGHT[orientation](plain))


@pytest.mark.parametrize("tenths", range(1, 10))
@pytest.mark.parametrize("end", [".jpg", ".png", ".webp", ".bmp"])
def test_truncated_file_is_refused(image, end, tenths):
    """A truncated file is refused, as the missing part could show a die."""
    data = encoded(image, end)
    with pytest.raises(vision.UnreadableImage) as error:
        vision.decode(data[: len(data) * tenths // 10])
    assert error.value.reason == "truncated"


def test_photo_cut_before_its_size_is_truncated(image):
    """A photo truncated within its metadata is refused as truncated."""
    data = exif(encoded(image, ".jpg"), 6)
    for length in (3, 20, 60, 200):
        with pytest.raises(vision.UnreadableImage) as error:
            vision.decode(data[:length])
        assert error.value.reason == "truncated"


OTHERS = {
    "nothing": b"",
    "text": b"dice" * 99,
    "text like a bitmap": b"BMW and other cars, a list of them all, as long as you like",
    "bitmap without a size": b"BM",
    "sound": b"RIFF\x24\0\0\0WAVEfmt " + bytes(99),
    "RIFF": b"RIFF",
    "GIF": b"GIF89a" + bytes(99),
    "HEIC": b"\0\0\0\x18ftypheic" + bytes(99),
    "AVIF": b"\0\0\0\x1cftypavif" + bytes(99),
    "TIFF": encoded(np.zeros((20, 20, 3), np.uint8), ".tiff"),
    "PDF": b"%PDF-1.7" + bytes(99),
}


@pytest.mark.parametrize("data", OTHERS.values(), ids=OTHERS)
def test_other_bytes_are_no_image(data):
    """Anything but a JPEG, PNG, WebP or BMP file is refused as no image.

    Other formats of pictures too.
    """
    with pytest.raises(vision.UnreadableImage) as error:
        vision.decode(data)
    assert error.value.reason == "not-an-image"


@pytest.mark.parametrize(("wide", "high"), [(10_000, 5_001), (100_000, 100_000), (2**31 - 1, 2**31 - 1)])
def test_bomb_is_refused_by_its_header(monkeypatch, wide, high):
    """A PNG that declares more than 50 megapixels is refused before it is decoded."""
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("it was unpacked"))
    with pytest.raises(vision.UnreadableImage) as error:
        vision.decode(png(wide, high))
    assert error.value.reason == "too-large"


def relabelled(data, wide, high, honest):
    """The same PNG with another declared size, and a valid checksum or not."""
    head = struct.pack(">II", wide, high) + data[24:29]
    return data[:8] + (chunk(b"IHDR", head) if honest else data[8:16] + head + data[29:33]) + data[33:]


@pytest.mark.parametrize("honest", [True, False])
@pytest.mark.parametrize(("wide", "high"), [(960, 7200), (9600, 720), (9600, 5200)])
def test_png_that_lies_is_damaged(image, wide, high, honest):
    """A PNG that holds less than it declares is refused, with or without a valid checksum."""
    with pytest.raises(vision.UnreadableImage) as error:
        vision.decode(relabelled(encoded(image), wide, high, honest))
    assert error.value.reason == "truncated"


def test_png_chunk_that_is_a_bomb_is_refused(monkeypatch, image):
    """A PNG chunk that declares more bytes than the file has is refused before decoding."""
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("it was unpacked"))
    data = encoded(image)
    note = struct.pack(">I", 2**31 - 1) + b"tEXt" + bytes(20)
    with pytest.raises(vision.UnreadableImage) as error:
        vision.decode(data[:33] + note + data[33:])
    assert error.value.reason == "truncated"


def test_webp_that_lies_is_damaged(image):
    """A WebP whose canvas is smaller than its contents is refused, as its size is unreliable."""
    with pytest.raises(vision.UnreadableImage) as error:
        vision.decode(canvas(0, 64, 48, encoded(image, ".webp")[12:]))
    assert error.value.reason == "truncated"


@pytest.mark.parametrize(("kind", "size"), [(".webp", (60_000, 60_000)), (".bmp", (60_000, 60_000))])
def test_other_bombs_are_refused_by_their_headers(monkeypatch, image, kind, size):
    """WebP and BMP files that declare too many pixels are refused before decoding."""
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("it was unpacked"))
    bitmap = encoded(image, ".bmp")
    data = canvas(0, *size) if kind == ".webp" else bitmap[:18] + struct.pack("<ii", size[0], -size[1]) + bitmap[26:]
    with pytest.raises(vision.UnreadableImage) as error:
        vision.decode(data)
    assert error.value.reason == "too-large"


def test_old_bitmap_is_decoded():
    """A BMP with the oldest, short header is decoded."""
    rows = bytes([1, 2, 3, 4, 5, 6, 0, 0])
    head = struct.pack("<IHHHH", 12, 2, 1, 1, 24)
    data = b"BM" + struct.pack("<IHHI", 26 + len(rows), 0, 0, 26) + head + rows
    assert vision.decode(data).tolist() == [[[1, 2, 3], [4, 5, 6]]]


@pytest.mark.parametrize("size", [(3000, 4000), (7000, 7000)])
def test_large_photo_is_read_like_a_small_one(image, size):
    """Photos of 12 and 49 megapixels are read, with boxes in their own pixels."""
    data = encoded(cv2.resize(image, size[::-1], interpolation=cv2.INTER_LINEAR), ".jpg")
    reading = vision.read(vision.decode(data))
    assert (reading.values, reading.size) == ((5,), size[::-1])
    (x, y, *_), (plain, below, *_) = reading.dice[0].box, vision.read(image).dice[0].box
    assert np.allclose((x / size[1], y / size[0]), (plain / 960, below / 720), atol=0.05)


@pytest.mark.parametrize("size", [(1, 1), (5000, 1), (1, 5000)])
@pytest.mark.parametrize("end", [".jpg", ".png", ".webp", ".bmp"])
def test_narrow_file_is_decoded(size, end):
    """A file of one pixel, one row or one column is decoded, and shows no dice."""
    decoded = vision.decode(encoded(np.full((*size, 3), 90, np.uint8), end))
    assert decoded.shape == (*size, 3)
    assert vision.read(decoded).dice == ()


def test_jpeg_bomb_is_refused_by_its_header(image):
    """A JPEG that declares too many pixels after other segments is refused."""
    data = exif(encoded(image, ".jpg"), 1)
    frame = data.index(b"\xff\xc0")
    data = data[: frame + 5] + struct.pack(">HH", 60_000, 60_000) + data[frame + 9 :]
    with pytest.raises(vision.UnreadableImage) as error:
        vision.decode(data)
    assert error.value.reason == "too-large"


def test_empty_picture_has_no_size():
    """A picture that declares no pixels is refused."""
    with pytest.raises(vision.UnreadableImage):
        vision.decode(png(0, 10))


@pytest.mark.parametrize("size", [(1, 1), (2, 300), (300, 2), (15, 15), (17, 16), (3000, 16)])
def test_tiny_picture_has_no_dice(size):
    """A tiny or narrow picture is read and annotated without an error."""
    grain = np.random.default_rng(1).integers(0, 256, (*size, 3), np.uint8)
    reading = vision.read(grain)
    assert vision.annotate(grain, reading).shape == grain.shape
    assert reading.size == size[::-1]


@pytest.mark.parametrize("level", [0, 128, 255])
def test_empty_picture_has_no_dice(level):
    """A picture of one color shows no dice and no rejects."""
    reading = vision.read(np.full((480, 640, 3), level, np.uint8))
    assert (reading.dice, reading.rejects, reading.is_sure) == ((), (), False)


@pytest.mark.parametrize("wrong", [np.zeros((9, 9), np.uint8), np.zeros((9, 9, 4), np.uint8), np.zeros((9, 9, 3))])
def test_only_color_pictures_are_read(wrong):
    """An array that is no 8-bit BGR picture raises ValueError."""
    with pytest.raises(ValueError, match="height, width, 3"):
        vision.read(wrong)


VIEWS = {
    "mirrored": lambda image: image[:, ::-1],
    "planes swapped": lambda image: image[..., ::-1],
    "on its side": lambda image: image.transpose(1, 0, 2),
    "every second pixel": lambda image: image[::2, ::2],
    "a part": lambda image: image[10:, 10:],
    "by columns": np.asfortranarray,
}


@pytest.mark.parametrize("view", VIEWS)
def test_arrays_lie_as_they_like(image, view):
    """A view of an array reads like its copy, and is not modified."""
    seen = VIEWS[view](image)
    before = seen.copy()
    seen.flags.writeable = False
    assert vision.read(seen) == vision.read(np.ascontiguousarray(before))
    assert np.array_equal(seen, before)


def test_annotating_leaves_the_picture_alone(image):
    """Annotating draws on a copy, and draws doubtful dice differently."""
    reading = vision.read(image)
    before = image.copy()
    sure = vision.annotate(image, reading)
    doubtful = vision.Die(5, reading.dice[0].box, 0.4, "faint")
    unsure = vision.annotate(image, vision.Reading((doubtful,), (), reading.size))
    assert np.array_equal(image, before)
    assert not np.array_equal(sure, image)
    assert not np.array_equal(sure, unsure)
