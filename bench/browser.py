"""Latencies in a real Chromium: tap to screen, to the other phone's screen, process start."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from bench.table import Row, ratio, spread
from bench.usual import UsualAnswer, usual_answers
from tests.support.server.processes import free_port
from tests.support.ui import browser as driving

TAPS = 15
PAUSE = 500
"""Milliseconds between two taps, in which everything comes to rest."""
SIZE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 1}
"""The size of every page, of ours and the rival's."""
PHONE: dict[str, Any] = {**SIZE, "draws_few": False}
"""Our phones draw every frame, as the rival does."""


def until(page: Page, text: str, gone: str = "") -> None:
    """Check on every frame until the text is on the page, and the other is gone."""
    said = f"(({driving.READ})())"
    shown = f"([text, gone]) => {said}.includes(text) && !(gone && {said}.includes(gone))"
    page.wait_for_function(shown, arg=[text, gone], polling="raf")


def timed(act: Callable[[], Any], page: Page, text: str, gone: str = "") -> float:
    """Milliseconds from an action to a text on a screen that no longer shows the other."""
    begun = time.perf_counter()
    act()
    until(page, text, gone)
    return 1000 * (time.perf_counter() - begun)


@contextmanager
def rival(controls: int = 3) -> Iterator[str]:
    """The address of the rival app, the bare counter with that many controls."""
    port = free_port()
    command = [sys.executable, "-m", "bench.counter", str(port), str(controls)]
    process = subprocess.Popen(command, cwd=Path(__file__).parents[1])
    try:
        yield f"http://127.0.0.1:{port}/"
    finally:
        process.kill()
        process.wait()


def counted(chromium: Browser) -> float:
    """Seconds from the command to the first screen of the bare counter."""
    begun = time.perf_counter()
    with rival() as url:
        page = chromium.new_context(**SIZE).new_page()
        open_counter(page, url)
        until(page, "=0=")
        return time.perf_counter() - begun


def open_counter(page: Page, url: str) -> None:
    """Open the counter's page as soon as it is served."""
    for _ in range(100):
        try:
            page.goto(url)
            break
        except driving.PlaywrightError:
            time.sleep(0.1)
    page.wait_for_selector("flt-semantics-placeholder", state="attached")
    page.evaluate("document.querySelector('flt-semantics-placeholder')?.click()")


def counting(chromium: Browser, controls: int) -> list[float]:
    """Milliseconds from taps to the screen of the bare counter with that many controls."""
    context = chromium.new_context(**SIZE)
    with rival(controls) as url:
        page = context.new_page()
        open_counter(page, url)
        button = page.get_by_role("button", name="Grow")
        spent = []
        for k in range(1, TAPS + 1):
            spent.append(timed(button.click, page, f"={k}=", f"={k - 1}="))
            page.wait_for_timeout(PAUSE)
    context.close()
    return spent


def answering(phone: driving.Phone, one: UsualAnswer, watcher: driving.Phone | None = None) -> list[float]:
    """Milliseconds from the usual answer to the next question, on the phone itself or on another; each is undone."""
    page, spent = (watcher or phone).page, []
    for _ in range(TAPS):
        for lead in one.leads:
            phone.tap(lead)
        button = phone.find(one.button)
        phone.page.wait_for_timeout(PAUSE)
        spent.append(timed(button.click, page, one.after, one.before))
        phone.page.wait_for_timeout(PAUSE)
        phone.find("Deshacer").click()
        until(page, one.before, one.after)
        phone.page.wait_for_timeout(PAUSE)
    return spent


def taps() -> Iterator[Row]:
    """Latency of the usual answer of each game, on its phone and another, beside a counter with as many controls.

    Where a usual answer brings a moment there are rows with one too.
    """
    with tempfile.TemporaryDirectory() as folder:
        answers = usual_answers(Path(folder))
        with sync_playwright() as playwright, driving.chromium(playwright) as chromium:
            server = driving.Server(Path(folder)).start()
            try:
                for one in answers:
                    yield from answer_rows(chromium, server, one)
            finally:
                server.kill()


def answer_rows(chromium: Browser, server: driving.Server, one: UsualAnswer) -> Iterator[Row]:
    """The rows of one game."""
    theirs = counting(chromium, one.controls)
    with driving.phone(chromium, server, one.path, **PHONE) as phone:
        ours = answering(phone, one)
        with driving.phone(chromium, server, one.path, **PHONE) as other:
            across = answering(phone, one, other)
    bare = f"counter with {one.controls} controls: {spread(theirs)}"
    for what, spent, goal in (("its screen", ours, 1.3), ("another phone's", across, 1.5)):
        share = ratio(median(spent), median(theirs))
        name = f"{one.game}, usual answer {'with a moment ' if one.has_moment else ''}to {what}"
        yield Row(name, spread(spent), f"≤ {goal} × the rival", bare, share)


def memory() -> Iterator[tuple[str, str]]:
    """Server memory with a phone at a table, and for each phone more."""
    with tempfile.TemporaryDirectory() as folder:
        one, *_ = usual_answers(Path(folder), ("four_souls",))
        with sync_playwright() as playwright, driving.chromium(playwright) as chromium:
            server = driving.Server(Path(folder)).start()
            try:
                with driving.phone(chromium, server, one.path, **PHONE):
                    yield from memory_rows(server, chromium)
            finally:
                server.kill()


def memory_rows(server: driving.Server, chromium: Browser) -> Iterator[tuple[str, str]]:
    """The rows of a server that runs."""
    process = server._process
    assert process is not None
    before = resident(process.pid)
    pages = [chromium.new_context().new_page() for _ in range(3)]
    for page in pages:
        page.goto(server.url)
        page.wait_for_selector("flt-semantics-placeholder", state="attached")
    time.sleep(1)
    yield "memory of the server", f"{before:.0f} MiB"
    yield "memory a phone more", f"{(resident(process.pid) - before) / len(pages):.1f} MiB"


def resident(pid: int) -> float:
    """Resident memory of a process in MiB."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024


def start() -> Iterator[Row | tuple[str, str]]:
    """Time from the command to the first screen."""
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        driving.chromium(playwright) as chromium,
    ):
        server, begun = driving.Server(Path(folder)), time.perf_counter()
        try:
            server.start()
            up = time.perf_counter() - begun
            with driving.phone(chromium, server, **PHONE) as phone:
                phone.sees("Four Souls")
                ours, theirs = time.perf_counter() - begun, counted(chromium)
                yield "command to the server's first answer", f"{up:.1f} s"
                bare = f"bare Flet counter: {theirs:.1f} s"
                yield Row(
                    "command to the first screen", f"{ours:.1f} s", "≤ 1.3 × the rival", bare, ratio(ours, theirs)
                )
        finally:
            server.kill()
