"""The host's invitation as printed in a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click

from companion.access.lan import (
    GUEST_CODE_TEXT,
    HOST_CODE_TEXT,
    INSTALL_CERTIFICATE_TEXT,
    NO_NETWORK_TEXT,
    NOBODY_JOINED_TEXT,
    PLAIN_HTTP_TEXT,
    LanAccess,
)
from companion.exchange import qr
from companion.i18n import translator
from rules.engine import Text


def invitation_lines(lan_access: LanAccess, language: str, fingerprint: str = "") -> Iterator[str]:
    """Yield the lines of the invitation: the likeliest address as a QR code, and all addresses.

    With https, the address where a device installs the certificate comes first.
    """
    translate, urls, certificate_url = translator(language), lan_access.invitation_urls(), lan_access.certificate_url()
    if not urls:
        yield translate(NO_NETWORK_TEXT)
        return
    if certificate_url:
        yield translate(INSTALL_CERTIFICATE_TEXT)
        yield from _qr_lines(certificate_url)
        yield f"  {certificate_url}"
        yield translate(Text("Who wants to be sure compares the certificate's SHA-256 fingerprint:"))
        yield f"  {fingerprint}"
    yield translate(HOST_CODE_TEXT)
    yield from _qr_lines(urls[0])
    yield from (f"  {url}" for url in urls)
    yield translate(GUEST_CODE_TEXT)
    if not certificate_url:
        yield translate(PLAIN_HTTP_TEXT)


def _qr_lines(url: str) -> Iterator[str]:
    blocks = qr.terminal_lines(url)
    if _can_show(blocks):
        # white on black whatever the terminal's colors are, because some cameras do not read an inverted code
        yield from (click.style(line, fg="bright_white", bg="black") for line in blocks.splitlines())


def nobody_joined_lines(lan_access: LanAccess, language: str) -> Iterator[str]:
    """Yield what to check if no device has come; nothing otherwise."""
    if lan_access.nobody_joined:
        translate = translator(language)
        yield translate(NOBODY_JOINED_TEXT)
        yield from (f"  - {translate(hint)}" for hint in lan_access.hints())


def _can_show(blocks: str) -> bool:
    try:
        blocks.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True
