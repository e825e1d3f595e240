"""A film of the page without a server: a first visit over a slow line, and then a start without a network.

``python -m bench.film FOLDER`` lays a picture of every other second into the folder, named by its second, and prints
when the home page stood and when everything was kept.
"""

from __future__ import annotations

import gzip
import tempfile
import threading
import time
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import click
from playwright.sync_api import BrowserContext, ViewportSize, sync_playwright

from tests.support.ui import browser as driving
from tests.support.ui.published_page import PATIENCE, FileHandler, PublishedPage, published

MEGABITS, EVERY, CHUNK, LONGEST = 10.0, 2.0, 16_384, 240.0
"""Speed of the line in Mbit/s, seconds between two pictures, bytes sent at a time, seconds of the longest film."""
SIZE: ViewportSize = {"width": 390, "height": 664}
NOTED = """
addEventListener('page-drawn', () => { globalThis.drawn = performance.now() / 1000; });
new BroadcastChannel('sobremesa-page').onmessage = ({ data }) => {
  if (data.kind === 'kept') globalThis.kept ??= performance.now() / 1000;
};
"""
"""Script that notes, in seconds from the start of the visit, when the home page is drawn and everything is kept."""


class Line:
    """A line of so many Mbit/s, which all that is sent at a time shares."""

    def __init__(self, megabits: float) -> None:
        self._bytes_a_second, self._free, self._lock = megabits * 1e6 / 8, 0.0, threading.Lock()

    def send(self, data: bytes, write: Callable[[bytes], object]) -> None:
        """Write the data as fast as the line lets it through."""
        for begin in range(0, len(data), CHUNK):
            part = data[begin : begin + CHUNK]
            with self._lock:
                self._free = max(self._free, time.monotonic()) + len(part) / self._bytes_a_second
                wait = self._free - time.monotonic()
            time.sleep(max(0.0, wait))
            write(part)


LINE = Line(MEGABITS)


class SlowHandler(FileHandler):
    """Sends every file packed, as hosts do, over the line."""

    def do_GET(self) -> None:  # noqa: N802 - the handler's own name
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            return self.send_error(404)
        data = _packed(path)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        return LINE.send(data, self.wfile.write)


@lru_cache(None)
def _packed(path: Path) -> bytes:
    return gzip.compress(path.read_bytes())


def film(context: BrowserContext, page: PublishedPage, folder: Path, *, until: str) -> dict[str, float | None]:
    """Film a visit until the page has noted that; returns when it was drawn and kept, in seconds."""
    folder.mkdir(parents=True, exist_ok=True)
    tab = context.new_page()
    tab.add_init_script(NOTED)
    begun = time.monotonic()
    tab.goto(page.url, wait_until="commit", timeout=PATIENCE)
    second, is_done = 0.0, False
    while not is_done and second < LONGEST:
        tab.wait_for_timeout(max(0.0, 1000 * (second - (time.monotonic() - begun))))
        tab.screenshot(path=folder / f"{time.monotonic() - begun:05.1f}.png", timeout=PATIENCE)
        second += EVERY
        is_done = bool(tab.evaluate(f"globalThis.{until}"))
    noted: dict[str, float | None] = tab.evaluate("({ drawn: globalThis.drawn, kept: globalThis.kept })")
    tab.close()
    return noted


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def main(folder: Path) -> None:
    """Film both visits and print when they were ready."""
    with (
        tempfile.TemporaryDirectory() as name,
        sync_playwright() as playwright,
        published(Path(name)) as page,
        driving.chromium(playwright) as chromium,
    ):
        page.stop()
        page.handler = SlowHandler
        page.start()
        context = chromium.new_context(viewport=SIZE, locale="es-ES", device_scale_factor=2)
        first = film(context, page, folder / "first", until="kept")
        page.stop()
        offline = film(context, page, folder / "offline", until="drawn")
    print(f"first visit at {MEGABITS:.0f} Mbit/s: home page {_told(first['drawn'])}, all kept {_told(first['kept'])}")
    print(f"start without a network: home page {_told(offline['drawn'])}")


def _told(seconds: float | None) -> str:
    return f"not within {LONGEST:.0f} s" if seconds is None else f"{seconds:.1f} s"


if __name__ == "__main__":
    main()
