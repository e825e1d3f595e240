"""Contact sheets of every screen: ``python -m bench.sheets [GAME…]``.

The PNGs go to ``bench/out/sheets/``. Each moment is opened once for every language, text size and theme that is asked
for (by default four combinations that contain each pair), and photographed in each size. Layout errors found by the
semantics (cut off, overlapping, too small for a thumb, without a name) are printed, and the sheet shows the screen's
name in another colour."""

from __future__ import annotations

import argparse
import shutil
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from bench.sheets.moments import Moment, Shelf, called, common, of_game
from bench.sheets.paste import paste
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


def main() -> None:
    """Photograph what is asked for, and print the layout errors."""
    asked = _asked()
    begun, folder = time.monotonic(), Path(tempfile.mkdtemp())
    moments = {name: list(found) for name, found in _moments(folder, asked.games, asked.only)}
    server = driving.Server(folder).start()
    wrong: dict[str, int] = defaultdict(int)
    try:
        with sync_playwright() as playwright, driving.chromium(playwright) as chromium:
            for name, look in product(moments, asked.looks):
                for said in shoot(
                    chromium, server, moments[name], look, asked.sizes, OUT / f"{name}{asked.only and '-only'}", folder
                ):
                    wrong[said.split(": ")[1]] += 1
                    print(f"{name} {look} {said}", flush=True)
    finally:
        server.kill()
        shutil.rmtree(folder)
    print(f"{sum(map(len, moments.values()))} moments in {time.monotonic() - begun:.0f} s; {dict(wrong)}")


def _asked() -> Any:
    parser = argparse.ArgumentParser("python -m bench.sheets", description=__doc__)
    parser.add_argument(
        "games", nargs="*", default=["home", *GAMES], help="games, or home; all of them if none is named"
    )
    parser.add_argument("--sizes", nargs="+", default=SIZES)
    parser.add_argument("--only", default="", help="only moments with this in their name; into a folder of their own")
    parser.add_argument("--lang", choices=("es", "en"))
    parser.add_argument("--text", type=int, choices=(100, 200))
    parser.add_argument("--dark", action="store_true")
    asked = parser.parse_args()
    chosen = asked.lang or asked.text or asked.dark
    asked.looks = (Look(asked.lang or "es", asked.text or 100, asked.dark),) if chosen else LOOKS
    return asked


def _moments(folder: Path, games: list[str], only: str) -> Iterator[tuple[str, Iterator[Moment]]]:
    storage = Storage(folder)
    shelf = Shelf(Library(storage, GAMES))
    for game in games:
        every = of_game(shelf, game) if game in GAMES else common(shelf)
        yield game, [moment for moment in every if only in moment.name]
    storage.close()


# --- one look ----------------------------------------------------------------------------------------------------


def shoot(
    chromium: Browser, server: driving.Server, moments: list[Moment], look: Look, sizes: Any, out: Path, folder: Path
) -> Iterator[str]:
    """Photograph the moments in one look; yields errors as ``size moment: what: where``."""
    out.mkdir(parents=True, exist_ok=True)
    shots: dict[str, list[tuple[str, bool, Path]]] = defaultdict(list)
    with opened(chromium, look) as context:
        for number, moment in enumerate(moments):
            phone = driving.Phone(context.new_page(), server)  # a page that is opened again has its sheets still open
            phone.page.set_default_timeout(PATIENCE)
            wire = reach.Wire(phone.page, server)
            trouble = _go(phone, wire, moment, look, sizes[0])
            for size in sizes:
                path = folder / f"{number}-{size}.png"
                found = [*trouble, *seen(phone.page, wire, size, path)]
                shots[size].append((moment.name, bool(found), path))
                yield from (f"{size} {moment.name}: {said}" for said in found)
            phone.page.close()
    for size, taken in shots.items():
        for old in out.glob(f"{look}-{size}-*.png"):
            old.unlink()
        paste(taken, out, f"{look}-{size}")


@contextmanager
def opened(chromium: Browser, look: Look) -> Iterator[BrowserContext]:
    """Phones with that look and without animation."""
    colours = "dark" if look.dark else "light"
    context = chromium.new_context(locale=f"{look.lang}-GB", color_scheme=colours, bypass_csp=True)
    context.add_init_script(reach.habits(look.text))
    try:
        yield context
    finally:
        context.close()


def _go(phone: driving.Phone, wire: reach.Wire, moment: Moment, look: Look, size: str) -> list[str]:
    """Open the moment in that width, high enough to avoid scrolling; failed taps are errors."""
    phone.page.set_viewport_size({"width": int(size.split("x")[0]), "height": 1200})
    phone.open(moment.route)
    reach.still(phone.page, wire)
    words = translator(look.lang)
    if moment.taps and phone.can_tap(close := words(Text("Close"))):  # some prompts open their sheet by themselves
        phone.tap(close)
        reach.still(phone.page, wire)
    for tap in moment.taps:
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
