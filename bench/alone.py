"""The page without a server in a browser: its size, its start and its taps.

It builds the page and prints the figures beside an empty Flet page on the same runtime, measured in the same run.
"""

from __future__ import annotations

import json
import shutil
import tarfile
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import click
from playwright.sync_api import Browser, Page, sync_playwright

from page.archive import pack
from page.build import build_page, write_worker
from tests.support.ui import browser as driving
from tests.support.ui.published_page import PATIENCE, PublishedPage, wait_until_kept

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
ROUNDS = 3


def make_empty(page: Path, folder: Path) -> None:
    """Copy a page with a program that counts in place of the app and its packages."""
    shutil.copytree(page, folder)
    app = folder.with_suffix(".app")
    with tarfile.open(folder / "app.tar.gz") as archive:
        archive.extractall(app, filter="data")
    for path in (*app.iterdir(), *(app / "__pypackages__").iterdir()):
        if path.name != "__pypackages__" and path.stem not in FLET:
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


@click.command(help=__doc__)
@click.option("--page", type=click.Path(exists=True, path_type=Path), help="a page that was built before")
def main(page: Path | None) -> None:
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
        files = [file for file in ours.rglob("*") if file.is_file()]
        print_figure("the page, all of it", f"{sum(file.stat().st_size for file in files) / 2**20:.0f} MiB")
        print_figure("of it the app and its packages", f"{(ours / 'app.tar.gz').stat().st_size / 2**20:.1f} MiB")
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
