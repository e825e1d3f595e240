"""Picture files as bytes, valid and invalid."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import cv2

import vision


def encoded(image, end=".png"):
    return cv2.imencode(end, image)[1].tobytes()


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(wide, high):
    """A PNG whose header announces a large picture, with almost no data."""
    header = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    parts = [chunk(b"IHDR", header), chunk(b"IDAT", zlib.compress(b"\0" * 1000)), chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def exif(jpeg, orientation):
    """The same JPEG with an EXIF orientation."""
    entry = struct.pack("<HHIHH", 0x112, 3, 1, orientation, 0)
    tiff = b"II*\0" + struct.pack("<I", 8) + struct.pack("<H", 1) + entry + struct.pack("<I", 0)
    body = b"Exif\0\0" + tiff
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + jpeg[2:]


def picture(path: Path) -> vision.Image:
    """A picture file, decoded as the reader does it."""
    return vision.decode(path.read_bytes())
