"""The page's reader by itself, without the app: pictures go to its worker as the app sends them."""

from __future__ import annotations

import base64
import pickle
import time
from collections.abc import Iterable, Iterator
from functools import partial

from playwright.sync_api import Page

from companion.decoding.pool import checked_answer
from companion.dice.capture import Capture, read_capture_file

from .published_page import PublishedPage

START = """() => new Promise((resolve, reject) => {
  globalThis.reader = new Worker('reader-worker.js', { type: 'module' });
  reader.onmessage = ({ data: [kind, why] }) => {
    if (kind === 'ready') resolve();
    if (kind === 'failed') reject(new Error(why));
  };
  reader.postMessage('load');
})"""
READ = """async ([id, job]) => {
  const bytes = new Uint8Array(await (await fetch(`data:;base64,${job}`)).arrayBuffer());
  const begun = performance.now();
  const answer = await new Promise((resolve) => {
    reader.onmessage = ({ data }) => { if (data[0] === id) resolve(data[1]); };
    reader.postMessage([id, bytes]);
  });
  const took = performance.now() - begun;
  return [btoa(Array.from(answer, (one) => String.fromCharCode(one)).join('')), took];
}"""
"""Takes a number and a job in base64; returns the answer in base64 and the milliseconds that it took."""


def start_reader(page: PublishedPage, tab: Page) -> float:
    """Start the page's reader in a tab without the app; seconds until it reads."""
    tab.goto(page.url + "version.json")
    begun = time.perf_counter()
    tab.evaluate(START)
    return time.perf_counter() - begun


def read_in_page(tab: Page, pictures: Iterable[bytes]) -> Iterator[tuple[Capture | str, float]]:
    """Read each picture, its dice uncounted; what was read, or why it was not, and the seconds that it took."""
    for number, picture in enumerate(pictures):
        job = base64.b64encode(pickle.dumps(partial(read_capture_file, picture, 0))).decode()
        answer, took = tab.evaluate(READ, [number, job])
        yield checked_answer(read_capture_file, base64.b64decode(answer)), took / 1000


def reading_summary(result: Capture | str) -> object:
    """Return what the table takes from a picture: each face with its doubt, in reading order, or the reason."""
    if isinstance(result, str):
        return result
    return [(die.value, die.doubt is not None) for die in result.reading.dice]
