"""Image size and format, read from the first bytes of a file without decoding it."""

from __future__ import annotations

from collections.abc import Iterator

Extent = tuple[int, int]

PNG = b"\x89PNG\r\n\x1a\n"
JPEG = b"\xff\xd8\xff"
FRAMES = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
"""JPEG markers of frames, which state the size."""
PROGRESSIVE = frozenset({0xC2, 0xC6, 0xCA, 0xCE})
"""JPEG frame markers of progressive files, whose decoder keeps all passes in memory."""
TABLES = frozenset({0xC4, 0xCC, *range(0xDA, 0xDE), *range(0xE0, 0xF0), 0xFE})
"""Other JPEG markers that may come before the image data, each with a length.

libjpeg skips no further ones.
"""
SCAN = 0xDA
"""JPEG marker after which the image data follows."""
BITMAPS = frozenset({12, 40, 52, 56, 64, 108, 124})
"""Sizes that the second header of a BMP file may have; text that begins with BM has none."""


def extent(data: bytes) -> Extent | None:
    """(width, height) in pixels that a JPEG, PNG, WebP or BMP file declares; None otherwise."""
    if data.startswith(PNG) and data[12:16] == b"IHDR" and len(data) >= 24:
        return number(data, 16, 4, "big"), number(data, 20, 4, "big")
    if data.startswith(JPEG):
        return jpeg(data)
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP" and len(data) >= 30:
        return webp(data)
    if data[:2] == b"BM" and len(data) >= 26 and number(data, 14, 4, "little") in BITMAPS:
        return bitmap(data)
    return None


def begun(data: bytes) -> bool:
    """Whether the data begins like a JPEG, PNG or WebP file.

    If it does and has no size, the file must have been cut or damaged.
    """
    return data.startswith((PNG, JPEG)) or (data[:4] == b"RIFF" and data[8:12] == b"WEBP")


def transparent(data: bytes) -> bool:
    """Whether a PNG or WebP file declares transparency; assumes a known size."""
    if data.startswith(PNG):
        return data[25:26] in (b"\4", b"\6") or any(kind == b"tRNS" for kind, _ in chunks(data))
    if data[:4] != b"RIFF":
        return False
    return bool(data[20] & 0x10) if data[12:16] == b"VP8X" else data[12:16] == b"VP8L" and bool(data[24] & 0x10)


def complete(data: bytes) -> bool:
    """Whether the file is complete; assumes a known size."""
    if data.startswith(PNG):
        return any(kind == b"IEND" and end <= len(data) for kind, end in chunks(data))
    if data.startswith(JPEG):
        scan = next((at for marker, at in segments(data) if marker == SCAN), len(data))
        return data.find(b"\xff\xd9", scan) >= 0
    if data[:4] == b"RIFF":
        return len(data) >= number(data, 4, 4, "little") + 8
    return len(data) >= number(data, 2, 4, "little")


def number(data: bytes, at: int, count: int, order: str) -> int:
    """Read an unsigned integer of `count` bytes; `order` is "big" or "little"."""
    return int.from_bytes(data[at : at + count], "big" if order == "big" else "little")


def chunks(data: bytes) -> Iterator[tuple[bytes, int]]:
    """Iterate over (kind, end offset) of PNG chunks, up to the first beyond the file's end."""
    at = len(PNG)
    while at + 8 <= len(data):
        kind, at = data[at + 4 : at + 8], at + 12 + number(data, at, 4, "big")
        yield kind, at


def segments(data: bytes) -> Iterator[tuple[int, int]]:
    """Iterate over (marker, content offset) of JPEG segments, up to the scan.

    Anything unusual ends it as well. Markers without a length (RST, TEM) end it too: libjpeg skips them in another way,
    so that a file could declare one size to us and another one to the decoder.
    """
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        if marker not in FRAMES | TABLES:
            return
        yield marker, at + 4
        if marker == SCAN:
            return
        at += 2 + number(data, at + 2, 2, "big")


def jpeg(data: bytes) -> Extent | None:
    """Size of a JPEG file."""
    for marker, at in segments(data):
        if marker in FRAMES and at + 5 <= len(data):
            return number(data, at + 3, 2, "big"), number(data, at + 1, 2, "big")
    return None


def progressive(data: bytes) -> bool:
    """Whether a JPEG file is progressive; assumes a known size."""
    return next((marker in PROGRESSIVE for marker, _ in segments(data) if marker in FRAMES), False)


def deep(data: bytes) -> bool:
    """Whether a PNG file has 16 bits a channel, which doubles the memory; assumes a known size."""
    return data.startswith(PNG) and data[24:25] == b"\x10"


def webp(data: bytes) -> Extent | None:
    """Size of a WebP file of any of its three kinds."""
    kind = data[12:16]
    if kind == b"VP8X":
        return number(data, 24, 3, "little") + 1, number(data, 27, 3, "little") + 1
    if kind == b"VP8L":
        bits = number(data, 21, 4, "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind == b"VP8 ":
        return number(data, 26, 2, "little") & 0x3FFF, number(data, 28, 2, "little") & 0x3FFF
    return None


def bitmap(data: bytes) -> Extent:
    """Size of a BMP file; the oldest header is short, and the height may be negative."""
    if number(data, 14, 4, "little") == 12:
        return number(data, 18, 2, "little"), number(data, 20, 2, "little")
    width, height = (int.from_bytes(data[at : at + 4], "little", signed=True) for at in (18, 22))
    return abs(width), abs(height)
