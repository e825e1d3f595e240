"""Contact sheets of every screen.

The PNGs go to ``bench/out/sheets/``. Each screen is opened once for every language, text size and theme that is asked
for (by default four combinations that contain each pair), and photographed in each size. Layout errors found by the
semantics (cut off, overlapping, too small for a thumb, without a name) are printed, and the sheet shows the screen's
name in another color.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import click
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from bench.sheets.paste import paste
from bench.sheets.screens import Screen, Shelf, called, common, of_game
from companion.i18n import translator
from companion.library.library import Library
from companion.storage.matches import Storage
from rules.engine import Text
from rules.registry import GAMES
from tests.support.ui import browser as driving
from tests.support.ui import layout as reach

OUT = Path(__file__).parents[1] / "out" / "sheets"
SIZES = ("320x568", "390x844", "844x390", "1280x800")


@dataclass(frozen=True)
class Look:
    """Language, text size in per cent, and theme."""

    lang: str
    text: int
    dark: bool

    def __str__(self) -> str:
        return f"{self.lang}-{self.text}-{'dark' if self.dark else 'light'}"


PATIENCE = 8_000
"""Milliseconds to wait for something to tap."""
LOOKS = (Look("es", 100, False), Look("en", 100, True), Look("es", 200, True), Look("en", 200, False))


@click.command(help=__doc__)
@click.argument("games", metavar="[GAME]...", nargs=-1, type=click.Choice(("home", *GAMES)))
@click.option("--size", "sizes", multiple=True, default=SIZES, show_default=True, help="can be given again")
@click.option("--only", default="", help="only screens with this in their name; into a folder of their own")
@click.option("--lang", type=click.Choice(("es", "en")))
@click.option("--text", type=click.Choice((100, 200)), help="size of the letters in per cent")
@click.option("--dark", is_flag=True)
def main(
    games: tuple[str, ...], sizes: tuple[str, ...], only: str, lang: str | None, text: int | None, dark: bool
) -> None:
    """Photograph what is chosen, and print the layout errors."""
    looks = (Look(lang or "es", text or 100, dark),) if lang or text or dark else LOOKS
    begun, folder = time.monotonic(), Path(tempfile.mkdtemp())
    screens = {name: list(found) for name, found in _screens(folder, games or ("home", *GAMES), only)}
    server = driving.Server(folder).start()
    wrong: dict[str, int] = defaultdict(int)
    try:
        with sync_playwright() as playwright, driving.chromium(playwright) as chromium:
            for name, look in product(screens, looks):
                out = OUT / f"{name}{only and '-only'}"
                for error in shoot(chromium, server, screens[name], look, sizes, out, folder):
                    wrong[error.split(": ")[1]] += 1
                    print(f"{name} {look} {error}", flush=True)
    finally:
        server.kill()
        shutil.rmtree(folder)
    print(f"{sum(map(len, screens.values()))} screens in {time.monotonic() - begun:.0f} s; {dict(wrong)}")


def _screens(folder: Path, games: Sequence[str], only: str) -> Iterator[tuple[str, Iterator[Screen]]]:
    storage = Storage(folder)
    shelf = Shelf(Library(storage, GAMES))
    for game in games:
        every = of_game(shelf, game) if game in GAMES else common(shelf)
        yield game, [screen for screen in every if only in screen.name]
    storage.close()


# --- one look ----------------------------------------------------------------------------------------------------


def shoot(
    chromium: Browser, server: driving.Server, screens: list[Screen], look: Look, sizes: Any, out: Path, folder: Path
) -> Iterator[str]:
    """Photograph the screens in one look; yields errors as ``size screen: what: where``."""
    out.mkdir(parents=True, exist_ok=True)
    shots: dict[str, list[tuple[str, bool, Path]]] = defaultdict(list)
    with opened(chromium, look) as context:
        for number, screen in enumerate(screens):
            phone = driving.Phone(context.new_page(), server)  # a page that is opened again has its sheets still open
            phone.page.set_default_timeout(PATIENCE)
            wire = reach.Wire(phone.page, server)
            trouble = _go(phone, wire, screen, look, sizes[0])
            for size in sizes:
                path = folder / f"{number}-{size}.png"
                found = [*trouble, *seen(phone.page, wire, size, path)]
                shots[size].append((screen.name, bool(found), path))
                yield from (f"{size} {screen.name}: {said}" for said in found)
            phone.page.close()
    for size, taken in shots.items():
        for old in out.glob(f"{look}-{size}-*.png"):
            old.unlink()
        paste(taken, out, f"{look}-{size}")


@contextmanager
def opened(chromium: Browser, look: Look) -> Iterator[BrowserContext]:
    """Phones with that look and without animation."""
    colors = "dark" if look.dark else "light"
    context = chromium.new_context(locale=f"{look.lang}-GB", color_scheme=colors, bypass_csp=True)
    context.add_init_script(reach.habits(look.text))
    try:
        yield context
    finally:
        context.close()


def _go(phone: driving.Phone, wire: reach.Wire, screen: Screen, look: Look, size: str) -> list[str]:
    """Open the screen in that width, high enough to avoid scrolling; failed taps are errors."""
    phone.page.set_viewport_size({"width": int(size.split("x")[0]), "height": 1200})
    phone.open(screen.route)
    reach.still(phone.page, wire)
    words = translator(look.lang)
    if screen.taps and phone.can_tap(close := words(Text("Close"))):  # some prompts open their sheet by themselves
        phone.tap(close)
        reach.still(phone.page, wire)
    for tap in screen.taps:
        name = called(tap, words)
        try:
            phone.find(name)
        except AssertionError:
            return [f"unreached: {name}"]
        phone.tap(name)
        reach.still(phone.page, wire)
    return []


def seen(page: Page, wire: reach.Wire, size: str, path: Path) -> list[str]:
    """Photograph the page in that size; returns its layout errors."""
    width, height = map(int, size.split("x"))
    page.set_viewport_size({"width": width, "height": height})
    picture, boxes = reach.still(page, wire)
    path.write_bytes(picture)
    return [*(["broken: a grey box"] if reach.broken(picture) else []), *reach.wrong(boxes, width)]


if __name__ == "__main__":
    main()
