"""Compression of a text to characters for a small QR code, with a version prefix, and back."""

from __future__ import annotations

import base64
import binascii
import re
import zlib

PREFIX = "SOBREMESA1:"
"""Prefix of a packed text; the number is the version of the packing."""
PREFIX_PATTERN = re.compile(r"\s*SOBREMESA(\d+):", re.IGNORECASE)
"""Pattern of the prefix of any version."""
PIECE_PATTERN = re.compile(r"SOBREMESA-(\d{1,6}):")
"""Pattern of the prefix of one of several codes, of any version; see ``companion.exchange.pieces``."""
MESSAGE_PATTERN = re.compile(r"SOBREMESA\d{1,6}:[A-Z2-7=\s]*", re.IGNORECASE)
"""Pattern of packed letters within a message; words may follow them."""
UNLAWFUL_REMAINDERS = (1, 3, 6)
"""Numbers of letters beyond a multiple of eight that no Base32 text has."""


def pack(text: str) -> str:
    """Compress a text to Base32 letters, digits and a colon, which QR codes store best."""
    return PREFIX + base64.b32encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def find_code(text: str) -> str:
    """Return the packed text in a message, with its prefix; empty if there is none."""
    found = MESSAGE_PATTERN.search(text)
    return found[0] if found else ""


def unpack(code: str, max_bytes: int) -> str:
    """Decompress a packed text, ignoring white space and words behind it. Raises ``ValueError``.

    It stops as soon as there are more than ``max_bytes`` bytes: a small code may expand to a huge text.
    """
    if len(code) > 4 * max_bytes:  # a packed text has at most 1.7 times as many characters
        raise ValueError("too long")
    letters = "".join(code.split()).upper()
    if not letters.startswith(PREFIX):
        raise ValueError("packed in another way")
    letters = letters.removeprefix(PREFIX).rstrip("=")
    letters = letters[: len(letters) - (len(letters) % 8 in UNLAWFUL_REMAINDERS)]  # of a word that followed them
    decompressor = zlib.decompressobj()
    try:
        data = decompressor.decompress(base64.b32decode(letters + "=" * (-len(letters) % 8)), max_bytes + 1)
    except (binascii.Error, zlib.error) as error:
        raise ValueError("not whole") from error
    if len(data) > max_bytes or not decompressor.eof:
        raise ValueError("too long, or not whole")
    return data.decode()
