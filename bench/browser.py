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

from playwright.sync_api import Page, sync_playwright

from bench.table import Row, ratio
from tests.support.ui import browser as driving

TAPS = 15


def until(page: Page, text: str) -> None:
    """Check on every frame until the text is on the page."""
    page.wait_for_function(f"text => ({driving.READ})().includes(text)", arg=text, polling="raf")


def timed(act: Callable[[], Any], page: Page, text: str) -> float:
    """Milliseconds from an action to a text on a screen."""
    begun = time.perf_counter()
    act()
    until(page, text)
    return 1000 * (time.perf_counter() - begun)


@contextmanager
def rival() -> Iterator[str]:
    """The address of the rival app, the bare counter."""
    port = driving._free_port()
    process = subprocess.Popen([sys.executable, "-m", "bench.counter", str(port)], cwd=Path(__file__).parents[1])
    try:
        yield f"http://127.0.0.1:{port}/"
    finally:
        process.kill()
        process.wait()


def counted(chromium: Any) -> float:
    """Seconds from the command to the first screen of the bare counter."""
    begun = time.perf_counter()
    with rival() as url:
        page = chromium.new_context(viewport={"width": 390, "height": 844}).new_page()
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


def counting(page: Page, url: str) -> list[float]:
    """Latency of taps on the bare counter."""
    open_counter(page, url)
    button = page.get_by_role("button", name="Grow")
    return [timed(button.click, page, f"={k}=") for k in range(1, TAPS + 1)]


def at_the_table(phone: driving.Phone) -> None:
    """A table of two players, with a panel open in which a number can be tapped."""
    phone.tap("Four Souls").tap("Empezar").sees("¿quién eres?")
    phone.page.get_by_role("button", name="¢ 3").first.click()
    phone.sees("Más: ¢")


def taps() -> Iterator[Row | tuple[str, str]]:
    """Latency of a tap that changes a number, on this and another phone, beside the counter."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright, rival() as url:
        server = driving.Server(Path(folder)).start()
        try:
            with driving.chromium(playwright) as chromium, driving.phone(chromium, server) as phone:
                at_the_table(phone)
                more = phone.page.get_by_role("button", name="Más: ¢").first
                ours = []
                for k in range(TAPS):
                    ours.append(timed(more.click, phone.page, f"+{k + 1},"))
                    time.sleep(0.3)
                theirs = counting(chromium.new_context(viewport={"width": 390, "height": 844}).new_page(), url)
                with driving.phone(chromium, server) as other:
                    other.open(phone.at_table()).sees(f"¢ {3 + TAPS}")
                    across = []
                    for k in range(TAPS):
                        across.append(timed(more.click, other.page, f"¢ {4 + TAPS + k}"))
                        time.sleep(0.3)
                bare = f"bare Flet counter: {median(theirs):.0f} ms"
                share = ratio(median(ours), median(theirs))
                yield Row("tap to screen, median", f"{median(ours):.0f} ms", "≤ 1.5 × the rival", bare, share)
                yield "tap on one phone to the other's screen, median", f"{median(across):.0f} ms"
                yield from memory(server, chromium)
        finally:
            server.kill()


def memory(server: driving.Server, chromium: Any) -> Iterator[tuple[str, str]]:
    """Server memory for a phone and for a table."""
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
            with driving.phone(chromium, server) as phone:
                phone.sees("Four Souls")
                ours, theirs = time.perf_counter() - begun, counted(chromium)
                yield "command to the server's first answer", f"{up:.1f} s"
                bare = f"bare Flet counter: {theirs:.1f} s"
                yield Row("command to the first screen", f"{ours:.1f} s", "", bare, ratio(ours, theirs))
        finally:
            server.kill()
