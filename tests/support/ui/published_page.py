"""The page without a server, built once and served as plain files that can be taken away and changed."""

from __future__ import annotations

import functools
import http.server
import os
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page

from page.build import build_page
from tests.support.ui import browser as driving

PATIENCE = 180_000
"""Milliseconds to wait for a page: Python and OpenCV start in it, twice, beside other tests."""

STATE = """async () => JSON.stringify({
  shown: document.body.innerText,
  locks: await navigator.locks?.query(),
  workers: (await navigator.serviceWorker?.getRegistrations()).map(({ active, waiting, installing }) =>
    [active, waiting, installing].map((worker) => worker?.state)),
  files: performance.getEntriesByType('resource').map(({ name, duration }) => [name, Math.round(duration)]),
})"""
"""Script that tells what a page shows, which locks are held, and which files it has."""

UNTOLD = """
const { prototype } = BroadcastChannel;
const post = prototype.postMessage;
prototype.postMessage = function postMessage(data) { if (data.kind !== 'drawn') post.call(this, data); };
"""
"""Script that does not tell the app that it is drawn, after which it would load the rest."""


class _Server(http.server.ThreadingHTTPServer):
    asked: list[tuple[float, str]]


class FileHandler(http.server.SimpleHTTPRequestHandler):
    """Answers with a file, and notes what was asked for."""

    server: _Server

    def do_GET(self) -> None:
        self.server.asked.append((time.time(), self.path))
        super().do_GET()

    def log_message(self, *args: object) -> None:
        """Log nothing."""


class PublishedPage:
    """The page's files on a plain file server, which always has the same address."""

    handler: type[FileHandler] = FileHandler
    worked = 0.0
    """Seconds that the server worked, as its phones ask: the app runs in the browser."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._port = 0
        self._server: _Server | None = None
        self.asked: list[tuple[float, str]] = []
        """What was asked for, with the time of each request."""

    @property
    def url(self) -> str:
        """Address of the page, in a folder of its host."""
        return f"http://127.0.0.1:{self._port}/{self.folder.name}/"

    def start(self) -> PublishedPage:
        handler = functools.partial(self.handler, directory=str(self.folder.parent))
        self._server = _Server(("127.0.0.1", self._port), handler)
        self._server.asked = self.asked
        self._port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def stop(self) -> None:
        """Take the server away: the browser is offline."""
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    def open(self, tab: Page, route: str = "") -> driving.Phone:
        """Load the page, at a route if one is given, and wait until something can be tapped."""
        tab.goto("about:blank")  # another route of the same page would not load it anew
        try:
            with tab.expect_console_message(lambda said: "worker initialized" in said.text, timeout=PATIENCE):
                tab.goto(self.url + route, wait_until="commit")
        except PlaywrightError as error:
            raise AssertionError(f"the page does not start: {tab.evaluate(STATE)}") from error
        tab.wait_for_selector("flt-semantics-placeholder", state="attached", timeout=PATIENCE)
        return driving.Phone(tab, self).wake()  # type: ignore[arg-type] # its address is all that a phone asks for


def wait_until_kept(tab: Page) -> int:
    """Wait until the browser keeps every file of the page; returns their number."""
    heard = tab.evaluate(
        """() => new Promise((resolve) => {
          const channel = new BroadcastChannel('sobremesa-page');
          channel.onmessage = ({ data }) => { if (data.kind === 'kept') resolve(data.total); };
          navigator.serviceWorker.ready.then((registration) => registration.active.postMessage('keep'));
        })"""
    )
    assert heard > 0
    return int(tab.evaluate("async () => (await (await caches.open('sobremesa-files')).keys()).length"))


@contextmanager
def published(folder: Path) -> Iterator[PublishedPage]:
    """Serve a page that was built here, or a copy of the one that SOBREMESA_PAGE names."""
    built = os.environ.get("SOBREMESA_PAGE")
    if built:
        shutil.copytree(built, folder / "table")
    else:
        build_page(folder / "table", "registry")
    page = PublishedPage(folder / "table").start()
    try:
        yield page
    finally:
        page.stop()
