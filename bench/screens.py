"""The real screen over a whole turn of each game.

Each turn is played by taps in Chromium, in Spanish and in English, light and dark, with letters of 100 and 130 per
cent in either half. After every tap each observer of ``tests/support/screen`` looks: cut texts, also by comparison with
a screen twice as wide (in the tests only where a text is new), frames, numbers of rows and tiles, nameless nodes.
Printed is what is wrong in each turn. It ends with 1 if anything is.
"""

from __future__ import annotations

import sys
import tempfile
import time
from itertools import product
from pathlib import Path

import click
from playwright.sync_api import Browser, sync_playwright

from tests.support.screen.beginnings import SET_UPS
from tests.support.screen.look import RENDERER
from tests.support.screen.numbers import NUMBERS
from tests.support.screen.tables import TABLES
from tests.support.screen.turns import TURNS, Stage
from tests.support.screen.wins import WINS
from tests.support.ui import browser as driving

PLAYED = {**TURNS, **TABLES, **SET_UPS, **WINS, **NUMBERS}
"""What is played, by name: turns, full tables, set-ups, wins and tables of numbers."""
LOOKS = tuple(product(("es", "en"), (False, True), ((100, 130), (130, 100))))
"""Language, whether it is dark, and the sizes of letters in the two halves of a turn."""


def fault_of(game: str, chromium: Browser, folder: Path, sizes: tuple[int, int], lang: str, is_dark: bool) -> str:
    """Play a turn on a server of its own; what is wrong on a screen of it, or nothing."""
    server = driving.Server(folder)
    server.environment = dict(RENDERER)
    try:
        PLAYED[game](Stage(chromium, server.start(), sizes, lang, is_dark, is_thorough=True))
    except (AssertionError, driving.PlaywrightError) as error:
        return str(error) or "the turn did not go on"
    finally:
        server.kill()
    return ""


@click.command(help=__doc__)
@click.argument("names", metavar="[NAME]...", nargs=-1, type=click.Choice(tuple(PLAYED)))
def main(names: tuple[str, ...]) -> None:
    """Play the turns in every look."""
    wrong = 0
    with sync_playwright() as playwright, driving.chromium(playwright) as chromium:
        for game, (lang, is_dark, sizes) in product(names or PLAYED, LOOKS):
            began = time.monotonic()
            with tempfile.TemporaryDirectory() as folder:
                fault = fault_of(game, chromium, Path(folder), sizes, lang, is_dark)
            wrong += bool(fault)
            look = f"{lang} {'dark' if is_dark else 'light'} {sizes[0]}/{sizes[1]} %"
            print(f"{game}, {look}: {fault or 'nothing wrong'} ({time.monotonic() - began:.0f} s)", flush=True)
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
