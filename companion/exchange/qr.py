"""QR codes of invitations (image or terminal text) and of small situations."""

from __future__ import annotations

import io

import segno

MAX_QR_VERSION = 25
"""Largest version that devices read from another device's screen: 117 modules a side."""


def url_png(url: str) -> bytes:
    """Create a PNG of a URL's code, black on white in any theme, as cameras expect."""
    out = io.BytesIO()
    _code(url).save(out, kind="png", scale=10, border=3)
    return out.getvalue()


def text_png(text: str) -> bytes:
    """Create a PNG of a text's code; empty if the text is too long for a readable code."""
    try:
        code = segno.make_qr(text, error="l")
    except segno.DataOverflowError:
        return b""
    if int(code.version) > MAX_QR_VERSION:
        return b""
    out = io.BytesIO()
    code.save(out, kind="png", scale=8, border=4)
    return out.getvalue()


def terminal_lines(url: str) -> str:
    """Return a URL's code as lines of text for a terminal; each block character is light."""
    out = io.StringIO()
    _code(url).terminal(out, compact=True, border=2)
    return out.getvalue().rstrip("\n")


def _code(url: str) -> segno.QRCode:
    return segno.make_qr(url, error="m")
