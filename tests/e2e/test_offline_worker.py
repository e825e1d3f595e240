"""The offline worker of the page without a server, on a page of three files."""

from __future__ import annotations

import random
import time
import zlib
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from page.build import write_worker
from tests.support.ui.published_page import FileHandler, PublishedPage

PARTS, PART_BYTES, PAUSE_SECONDS = 12, 500_000, 0.12
READER = "reader/parts.bin"
INDEX = """<script>
  globalThis.told = [];
  new BroadcastChannel('sobremesa-page').onmessage = ({ data }) => {
    if (['keeping', 'kept', 'interrupted'].includes(data.kind)) told.push(data);
  };
  navigator.serviceWorker.register('flutter_service_worker.js');
  navigator.serviceWorker.ready.then(({ active }) => active.postMessage('keep'));
</script>"""
"""A page that keeps its files and notes what is told of it."""


class _Trickle(FileHandler):
    """Sends the reader part by part, packed by gzip and without its length."""

    def do_GET(self) -> None:  # noqa: N802 - the handler's own name
        if not self.path.endswith(READER):
            return super().do_GET()
        packed = zlib.compressobj(wbits=31)
        self.send_response(200)
        self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        with Path(self.translate_path(self.path)).open("rb") as file:
            while part := file.read(PART_BYTES):
                self.wfile.write(packed.compress(part) + packed.flush(zlib.Z_SYNC_FLUSH))
                time.sleep(PAUSE_SECONDS)
        self.wfile.write(packed.flush())
        return None


@pytest.mark.landing
def test_what_is_still_missing_falls_within_a_file(chromium: Browser, tmp_path: Path) -> None:
    """Of a large file every megabyte that has come is told, packed and without a length as it may be."""
    folder = tmp_path / "table"
    (folder / "reader").mkdir(parents=True)
    (folder / "index.html").write_text(INDEX, "utf-8")
    (folder / "later.zip.zst").write_bytes(b"the games")
    (folder / READER).write_bytes(random.Random(1).randbytes(PARTS * PART_BYTES))
    write_worker(folder)
    page = PublishedPage(folder)
    page.handler = _Trickle
    page.start()
    try:
        tab = chromium.new_page()
        tab.goto(page.url)
        tab.wait_for_function("told.at(-1)?.kind === 'kept'")
        told = tab.evaluate("told")
        tab.close()
    finally:
        page.stop()
    assert [one["kind"] for one in told] == [*["keeping"] * (len(told) - 1), "kept"]
    missing = [one["total"] - one["done"] for one in told]
    assert all(isinstance(one["done"], int) for one in told), "the app takes whole bytes only"
    assert missing[0] == told[0]["total"]
    assert (missing[-1], 0 in missing[:-1]) == (0, False), "nothing is missing once it is kept"
    assert sorted(missing, reverse=True) == missing
    assert max(before - after for before, after in pairwise(missing)) < 2.5e6
    assert next(one for one in told if one["plays"])["done"] < 1e5, "the games come first"
