"""Image size and format, read from the first bytes of a file without decoding it."""

from __future__ import annotations

from collections.abc import Iterator

ImageSize = tuple[int, int]

PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
JPEG_SIGNATURE = b"\xff\xd8\xff"
FRAME_MARKERS = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
"""JPEG markers of frames, which state the size."""
PROGRESSIVE_MARKERS = frozenset({0xC2, 0xC6, 0xCA, 0xCE})
"""JPEG frame markers of progressive files, whose decoder keeps all passes in memory."""
TABLE_MARKERS = frozenset({0xC4, 0xCC, *range(0xDA, 0xDE), *range(0xE0, 0xF0), 0xFE})
"""Other JPEG markers that may come before the image data, each with a length.

libjpeg skips no further ones.
"""
SCAN_MARKER = 0xDA
"""JPEG marker after which the image data follows."""
BMP_HEADER_SIZES = frozenset({12, 40, 52, 56, 64, 108, 124})
"""Sizes that the second header of a BMP file may have; text that begins with BM has none."""


def declared_size(data: bytes) -> ImageSize | None:
    """(width, height) in pixels that a JPEG, PNG, WebP or BMP file declares; None otherwise."""
    if data.startswith(PNG_SIGNATURE) and data[12:16] == b"IHDR" and len(data) >= 24:
        return read_unsigned(data, 16, 4, "big"), read_unsigned(data, 20, 4, "big")
    if data.startswith(JPEG_SIGNATURE):
        return jpeg_size(data)
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP" and len(data) >= 30:
        return webp_size(data)
    if data[:2] == b"BM" and len(data) >= 26 and read_unsigned(data, 14, 4, "little") in BMP_HEADER_SIZES:
        return bmp_size(data)
    return None


def has_known_signature(data: bytes) -> bool:
    """Whether the data begins like a JPEG, PNG or WebP file.

    If it does and has no size, the file must have been cut or damaged.
    """
    return data.startswith((PNG_SIGNATURE, JPEG_SIGNATURE)) or (data[:4] == b"RIFF" and data[8:12] == b"WEBP")


def has_transparency(data: bytes) -> bool:
    """Whether a PNG or WebP file declares transparency; assumes a known size."""
    if data.startswith(PNG_SIGNATURE):
        return data[25:26] in (b"\4", b"\6") or any(kind == b"tRNS" for kind, _ in png_chunks(data))
    if data[:4] != b"RIFF":
        return False
    return bool(data[20] & 0x10) if data[12:16] == b"VP8X" else data[12:16] == b"VP8L" and bool(data[24] & 0x10)


def is_complete(data: bytes) -> bool:
    """Whether the file is complete; assumes a known size."""
    if data.startswith(PNG_SIGNATURE):
        return any(kind == b"IEND" and end <= len(data) for kind, end in png_chunks(data))
    if data.startswith(JPEG_SIGNATURE):
        scan = next((at for marker, at in jpeg_segments(data) if marker == SCAN_MARKER), len(data))
        return data.find(b"\xff\xd9", scan) >= 0
    if data[:4] == b"RIFF":
        return len(data) >= read_unsigned(data, 4, 4, "little") + 8
    return len(data) >= read_unsigned(data, 2, 4, "little")


def read_unsigned(data: bytes, offset: int, count: int, order: str) -> int:
    """Read an unsigned integer of `count` bytes; `order` is "big" or "little"."""
    return int.from_bytes(data[offset : offset + count], "big" if order == "big" else "little")


def png_chunks(data: bytes) -> Iterator[tuple[bytes, int]]:
    """Iterate over (kind, end offset) of PNG chunks, up to the first beyond the file's end."""
    at = len(PNG_SIGNATURE)
    while at + 8 <= len(data):
        kind, at = data[at + 4 : at + 8], at + 12 + read_unsigned(data, at, 4, "big")
        yield kind, at


def jpeg_segments(data: bytes) -> Iterator[tuple[int, int]]:
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
        if marker not in FRAME_MARKERS | TABLE_MARKERS:
            return
        yield marker, at + 4
        if marker == SCAN_MARKER:
            return
        at += 2 + read_unsigned(data, at + 2, 2, "big")


def jpeg_size(data: bytes) -> ImageSize | None:
    """Size of a JPEG file."""
    for marker, at in jpeg_segments(data):
        if marker in FRAME_MARKERS and at + 5 <= len(data):
            return read_unsigned(data, at + 3, 2, "big"), read_unsigned(data, at + 1, 2, "big")
    return None


def is_progressive(data: bytes) -> bool:
    """Whether a JPEG file is progressive; assumes a known size."""
    return next((marker in PROGRESSIVE_MARKERS for marker, _ in jpeg_segments(data) if marker in FRAME_MARKERS), False)


def is_16_bit_png(data: bytes) -> bool:
    """Whether a PNG file has 16 bits a channel, which doubles the memory; assumes a known size."""
    return data.startswith(PNG_SIGNATURE) and data[24:25] == b"\x10"


def webp_size(data: bytes) -> ImageSize | None:
    """Size of a WebP file of any of its three kinds."""
    kind = data[12:16]
    if kind == b"VP8X":
        return read_unsigned(data, 24, 3, "little") + 1, read_unsigned(data, 27, 3, "little") + 1
    if kind == b"VP8L":
        bits = read_unsigned(data, 21, 4, "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind == b"VP8 ":
        return read_unsigned(data, 26, 2, "little") & 0x3FFF, read_unsigned(data, 28, 2, "little") & 0x3FFF
    return None


def bmp_size(data: bytes) -> ImageSize:
    """Size of a BMP file; the oldest header is short, and the height may be negative."""
    if read_unsigned(data, 14, 4, "little") == 12:
        return read_unsigned(data, 18, 2, "little"), read_unsigned(data, 20, 2, "little")
    width, height = (int.from_bytes(data[at : at + 4], "little", signed=True) for at in (18, 22))
    return abs(width), abs(height)
