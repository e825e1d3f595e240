"""A text as letters that fit into a small QR code: compressed, with its kind and version in front, and back."""

from __future__ import annotations

import base64
import binascii
import re
import zlib

MARK = "SOBREMESA1:"
"""What a packed text begins with; the number is the way in which it is packed."""
MARKED = re.compile(r"\s*SOBREMESA(\d+):", re.IGNORECASE)
"""What any version of it begins with."""


def packed(text: str) -> str:
    """Capital letters, digits and a colon: the letters of which a QR code holds most."""
    return MARK + base64.b32encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def unpacked(code: str, most: int) -> str:
    """The text that was packed, spaces and line ends among its letters apart. Raises ``ValueError``.

    It is refused as soon as it has more than ``most`` bytes: a small code may hold a mountain.
    """
    if len(code) > 4 * most:  # packed, a text of that length has at most 1.7 times as many letters
        raise ValueError("too long")
    letters = "".join(code.split()).upper()
    if not letters.startswith(MARK):
        raise ValueError("packed in another way")
    letters = letters.removeprefix(MARK)
    unpacking = zlib.decompressobj()
    try:
        data = unpacking.decompress(base64.b32decode(letters + "=" * (-len(letters) % 8)), most + 1)
    except (binascii.Error, zlib.error) as error:
        raise ValueError("not whole") from error
    if len(data) > most or not unpacking.eof:
        raise ValueError("too long, or not whole")
    return data.decode()
