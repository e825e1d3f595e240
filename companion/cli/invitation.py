"""The host's invitation as printed in a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click

from companion.access.invitation_text import GUESTS, HOSTS, NO_NETWORK, NOBODY, PLAIN, TRUST
from companion.access.lan import Door
from companion.exchange import qr
from companion.i18n import translator
from rules.engine import Text


def written(door: Door, language: str, fingerprint: str = "") -> Iterator[str]:
    """Yield the lines of the invitation: the likeliest address as a QR code, and all addresses.

    With https, the address where a device installs the certificate comes first.
    """
    words, urls, first = translator(language), door.urls(), door.first()
    if not urls:
        yield words(NO_NETWORK)
        return
    if first:
        yield words(TRUST)
        yield from _code(first)
        yield f"  {first}"
        yield words(Text("Who wants to be sure compares the certificate's SHA-256 fingerprint:"))
        yield f"  {fingerprint}"
    yield words(HOSTS)
    yield from _code(urls[0])
    yield from (f"  {url}" for url in urls)
    yield words(GUESTS)
    if not first:
        yield words(PLAIN)


def _code(url: str) -> Iterator[str]:
    blocks = qr.blocks(url)
    if _can_show(blocks):
        # white on black whatever the terminal's colours are, because some cameras do not read an inverted code
        yield from (click.style(line, fg="bright_white", bg="black") for line in blocks.splitlines())


def alone(door: Door, language: str) -> Iterator[str]:
    """Yield what to check if no device has come; nothing otherwise."""
    if door.lonely:
        words = translator(language)
        yield words(NOBODY)
        yield from (f"  - {words(hint)}" for hint in door.hints())


def _can_show(blocks: str) -> bool:
    try:
        blocks.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True
