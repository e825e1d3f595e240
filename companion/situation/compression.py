"""Compression of a text to characters for a small QR code, with a version prefix, and back."""

from __future__ import annotations

import base64
import binascii
import re
import zlib

MARK = "SOBREMESA1:"
"""Prefix of a packed text; the number is the version of the packing."""
MARKED = re.compile(r"\s*SOBREMESA(\d+):", re.IGNORECASE)
"""Pattern of the prefix of any version."""


def packed(text: str) -> str:
    """Compress a text to Base32 letters, digits and a colon, which QR codes store best."""
    return MARK + base64.b32encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def unpacked(code: str, most: int) -> str:
    """Decompress a packed text, ignoring white space. Raises ``ValueError``.

    It stops as soon as there are more than ``max_bytes`` bytes: a small code may expand to a huge text.
    """
    if len(code) > 4 * most:  # a packed text has at most 1.7 times as many characters
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
