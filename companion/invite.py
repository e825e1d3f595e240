"""The invitation in a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click

from rules.engine import Text

from . import qr
from .door import Door
from .words import translator

NO_NETWORK = Text("This computer is in no network: join the Wi-Fi, and look at the invitation again.")
NOBODY = Text("No phone has come yet. What to look for:")


def written(door: Door, language: str) -> Iterator[str]:
    """The likeliest address as a code, and every address in letters."""
    words, urls = translator(language), door.urls()
    if not urls:
        yield words(NO_NETWORK)
        return
    yield words(Text("Phones of this network come in with this code, or under one of these addresses:"))
    blocks = qr.blocks(urls[0])
    if _can_show(blocks):
        # white on black whatever the terminal's colours are: an inverted code is not read by every camera
        yield from (click.style(line, fg="bright_white", bg="black") for line in blocks.splitlines())
    yield from (f"  {url}" for url in urls)


def alone(door: Door, language: str) -> Iterator[str]:
    """What to look for when nobody has come; nothing while there is no need."""
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
