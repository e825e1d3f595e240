"""The invitation as a picture: for a screen, and for a terminal in blocks of text."""

from __future__ import annotations

import io

import segno


def picture(url: str) -> bytes:
    """A PNG, black on white whatever the theme, for cameras expect that."""
    out = io.BytesIO()
    _code(url).save(out, kind="png", scale=10, border=3)
    return out.getvalue()


def blocks(url: str) -> str:
    """Lines of text: light where there is a block, dark where there is none."""
    out = io.StringIO()
    _code(url).terminal(out, compact=True, border=2)
    return out.getvalue().rstrip("\n")


def _code(url: str) -> segno.QRCode:
    return segno.make_qr(url, error="m")
