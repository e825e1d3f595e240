"""The page without a server in a browser: its size, its start and its taps.

It builds the page and prints the figures beside an empty Flet page on the same runtime, measured in the same run.
"""

from __future__ import annotations

import io
import json
import re
import shutil
import sys
import tarfile
import tempfile
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import click
import zstandard
from playwright.sync_api import Browser, Page, sync_playwright

from bench.browser import resident
from companion.base.later_code import PACKED
from page.archive import pack
from page.build import HOME_MODULES, WORKER, build_page, write_worker
from tests.support.ui import browser as driving
from tests.support.ui.die_photo import FACE, PHOTO
from tests.support.ui.four_souls_setup import sit_down
from tests.support.ui.published_page import PATIENCE, UNTOLD, PublishedPage, wait_until_kept

EMPTY_APP = """
import flet as ft

async def main(page):
    count = ft.Text("0")
    def add(event):
        count.value = str(int(count.value) + 1)
    page.add(ft.Text("Darkmoor"), count, ft.Button("Empezar", on_click=add))

ft.run(main)
"""
"""A page that counts, with the texts that ``opened`` waits for."""
FLET = {"flet", "msgpack", "repath", "six", "typing_extensions"}
"""Packages that an empty Flet page needs."""
PYTHONS = set(sys.stdlib_module_names)
ROUNDS = 3


def make_empty(page: Path, folder: Path) -> None:
    """Copy a page with a program that counts in place of the app and its packages."""
    shutil.copytree(page, folder)
    app = folder.with_suffix(".app")
    with tarfile.open(folder / "app.tar.gz") as archive:
        archive.extractall(app, filter="data")
    whole = io.BytesIO(zstandard.decompress((folder / PACKED).read_bytes()))
    with zipfile.ZipFile(whole) as later:  # what it needs of Flet and of Python, and our home page does not
        later.extractall(app / "__pypackages__")
    for path in (*app.iterdir(), *(app / "__pypackages__").iterdir()):
        if path.name != "__pypackages__" and path.stem not in FLET | PYTHONS:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    (app / "main.py").write_text(EMPTY_APP, "utf-8")
    pack(app, folder / "app.tar.gz")
    write_worker(folder)


def opened(page: PublishedPage, tab: Page) -> tuple[driving.Phone, float]:
    """Open the page; the phone, and seconds until its home page can be read."""
    begun = time.perf_counter()
    phone = page.open(tab).sees("Darkmoor")
    return phone, time.perf_counter() - begun


def plays(phone: driving.Phone) -> Iterator[float]:
    """Start a match of two players; seconds from each tap to the next question."""
    phone.tap("Retreat to Darkmoor").tap("2 jugadores").tap("Empezar").sees("Ubicación 1 de 3")
    for says in ("Ubicación 2 de 3", "Ubicación 3 de 3", "Se descubre el primer"):
        yield tapped(phone, "PV 4", says)


def counts(phone: driving.Phone) -> Iterator[float]:
    """Tap the counter of the empty page; seconds from each tap to its number."""
    for number in range(1, 4):
        yield tapped(phone, "Empezar", str(number))


def tapped(phone: driving.Phone, name: str, says: str) -> float:
    """Seconds from a tap to a text."""
    place = phone.find(name)
    phone.page.wait_for_timeout(driving.HUMAN)
    begun = time.perf_counter()
    place.click()
    phone.sees(says)
    return time.perf_counter() - begun


def measured(page: PublishedPage, chromium: Browser, play: object) -> tuple[float, float, float]:
    """Seconds of a first visit, of later ones with the server gone, and of a tap (medians)."""
    context = chromium.new_context(viewport={"width": 390, "height": 844}, locale="es-ES")
    context.add_init_script(driving.HINTS_SEEN)
    tab = context.new_page()
    phone, first = opened(page, tab)
    taps = median(play(phone))  # type: ignore[operator]
    wait_until_kept(tab)
    tab.wait_for_timeout(2000)
    page.stop()
    later = median(opened(page, tab)[1] for _ in range(ROUNDS))
    page.start()
    context.close()
    return first, later, taps


DRAWN = "addEventListener('page-drawn', () => { globalThis.drawn = Date.now() / 1000; });"
"""Script that notes when the home page is drawn."""
KEPT = "async () => (await (await caches.open('sobremesa-files')).keys()).map(({ url }) => url)"
"""Script that lists the kept files, whose addresses end with their SHA-256."""
MODULES = "() => self.pyodide.runPython('import sys; chr(10).join(sorted(sys.modules))')"
"""Script for the app's worker that lists what it has imported."""


def print_sizes(page: PublishedPage, chromium: Browser) -> None:
    """Print what a first visit fetches, packed as hosts do it."""
    worker = (page.folder / WORKER).read_text("utf-8")
    files = json.loads(worker.partition("const FILES = ")[2].partition("};")[0] + "}")
    context = chromium.new_context(viewport={"width": 390, "height": 844}, locale="es-ES")
    context.add_init_script(DRAWN)
    page.asked.clear()
    tab = context.new_page()
    tab.goto(page.url, wait_until="commit")
    tab.wait_for_function("globalThis.drawn", timeout=PATIENCE)
    wait_until_kept(tab)
    hashes = {url.rpartition("/")[2] for url in tab.evaluate(KEPT)}
    early = {path.partition("?")[0] for when, path in page.asked if when < tab.evaluate("drawn")}
    context.close()
    packed = {path: size for path, (sha256, _, size) in files.items() if sha256 in hashes}
    first = sum(size for path, size in packed.items() if f"/{page.folder.name}/{path}" in early)
    print_figure("packed, until the home page", f"{first / 1e6:.1f} MB")
    print_figure("packed, all that is kept", f"{sum(packed.values()) / 1e6:.1f} MB")


def print_memory(page: PublishedPage, chromium: Browser) -> None:
    """Print the resident memory of the page's process, before and after a photo of dice was read."""
    context = chromium.new_context(viewport={"width": 390, "height": 844}, locale="es-ES")
    context.add_init_script(driving.HINTS_SEEN)
    phone, _ = opened(page, context.new_page())
    print_figure("memory of the page", f"{_renderer():.0f} MiB")
    sit_down(phone)
    phone.tap("Atacar Anillo de moscas").tap(re.compile("^Cámara")).upload(PHOTO, "Foto de los dados")
    phone.sees(f"Tirada de {FACE}: ¿alguien responde?")
    print_figure("… once its reader has read a photo", f"{_renderer():.0f} MiB")
    context.close()


def _renderer() -> float:
    """Return the resident memory of the largest process that shows a page, in MiB."""
    named = [path for path in Path("/proc").glob("[0-9]*/cmdline") if b"--type=renderer" in path.read_bytes()]
    return max(resident(int(path.parent.name)) for path in named)


def note_modules(page: PublishedPage, chromium: Browser) -> None:
    """Write down which modules the home page has imported that shows a saved match, and nothing after it."""
    context = chromium.new_context(viewport={"width": 390, "height": 844}, locale="es-ES")
    context.add_init_script(driving.HINTS_SEEN)
    tab = context.new_page()
    list(plays(opened(page, tab)[0]))
    tab.wait_for_timeout(2000)  # until it is saved
    tab.add_init_script(DRAWN + UNTOLD)
    tab.goto("about:blank")
    tab.goto(page.url, wait_until="commit")
    tab.wait_for_function("globalThis.drawn", timeout=PATIENCE)
    tab.wait_for_timeout(2000)
    app = next(worker for worker in tab.workers if worker.url.endswith("/python-worker.js"))
    names = [name for name in app.evaluate(MODULES).split() if name.isascii()]
    HOME_MODULES.write_text("\n".join(names) + "\n", "ascii")
    print_figure("modules of the home page", f"{len(names)}")


@click.command(help=__doc__)
@click.option("--note", is_flag=True, help="Only write the names of the modules that the home page imports.")
@click.option("--page", type=click.Path(exists=True, path_type=Path), help="a page that was built before")
def main(page: Path | None, note: bool) -> None:
    """Run the measurement and print it."""
    driving.PATIENCE = PATIENCE
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        ours = Path(name, "table")
        if page:
            shutil.copytree(page, ours)
        else:
            build_page(ours, "registry")
        empty = Path(name, "empty")
        make_empty(ours, empty)
        with driving.chromium(playwright) as chromium:
            if note:
                note_modules(PublishedPage(ours).start(), chromium)
                return
            print_sizes(PublishedPage(ours).start(), chromium)
        with driving.chromium(playwright) as chromium:  # a new one, whose largest page is this one
            print_memory(PublishedPage(ours).start(), chromium)
        with driving.chromium(playwright) as chromium:
            rows = [
                measured(PublishedPage(folder).start(), chromium, play)
                for folder, play in ((empty, counts), (ours, plays))
            ]
        for what, rival, own in zip(("first visit", "offline, from the cache", "tap"), *rows, strict=True):
            print_figure(f"{what}: ours, an empty page, ratio", f"{own:.2f} s  {rival:.2f} s  {own / rival:.2f}")
        print(json.dumps({"first": rows[1][0], "offline": rows[1][1], "tap": rows[1][2]}))


def print_figure(what: str, figure: str) -> None:
    print(f"{what:<58} {figure}", flush=True)


if __name__ == "__main__":
    main()
