"""Letters as a QR code: an invitation for a screen or a terminal, or a whole situation, if it is small enough."""

from __future__ import annotations

import io

import segno

LARGEST = 25
"""The version of the largest code that phones read from another phone's screen: 117 modules a side."""


def picture(url: str) -> bytes:
    """A PNG, black on white whatever the theme, for cameras expect that."""
    out = io.BytesIO()
    _code(url).save(out, kind="png", scale=10, border=3)
    return out.getvalue()


def small(letters: str) -> bytes:
    """A PNG like ``picture``; empty if there are too many letters for a code that is read easily."""
    try:
        code = segno.make_qr(letters, error="l")
    except segno.DataOverflowError:
        return b""
    if int(code.version) > LARGEST:
        return b""
    out = io.BytesIO()
    code.save(out, kind="png", scale=8, border=4)
    return out.getvalue()


def blocks(url: str) -> str:
    """Lines of text: light where there is a block, dark where there is none."""
    out = io.StringIO()
    _code(url).terminal(out, compact=True, border=2)
    return out.getvalue().rstrip("\n")


def _code(url: str) -> segno.QRCode:
    return segno.make_qr(url, error="m")
