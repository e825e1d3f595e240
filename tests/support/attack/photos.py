"""Hostile photos: huge pictures in small files, slow ones, many at once; and their cost."""

from __future__ import annotations

import http.client
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from tests.support.attack.attacked_server import AttackedServer
from tests.support.attack.client import Page
from tests.support.paths import FIXTURES
from tests.support.ui.browser import Server

FIVE = (FIXTURES / "scenes" / "5_green_wood.jpg").read_bytes()
READ = "Tirada de 5"
"""The log line once that photo of one die was read."""
Send = Callable[[Page, int, list[bytes]], None]


# --- pictures ----------------------------------------------------------------------------------------------------


@cache
def flat(side: int, end: str = ".jpg", wide: int = 0) -> bytes:
    """A grey picture of side x side pixels (or ``wide`` wide) in a few hundred kilobytes."""
    image = np.full((side, wide or side), 120, np.uint8)
    return cv2.imencode(end, image)[1].tobytes()


@cache
def slow(scans: int) -> bytes:
    """A slow progressive JPEG of 24 megapixels that repeats one scan that many times."""
    image = np.full((4900, 4900, 3), 120, np.uint8)
    data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1].tobytes()
    last = data.rindex(b"\xff\xda")
    return data[:last] + data[last:-2] * scans + data[-2:]


# --- sending -----------------------------------------------------------------------------------------------------


def picker_of(page: Page) -> int:
    """Open the dice sheet; return the id of the control that takes a photo."""
    page.tap("Cámara o tirar por mí")
    return page.kinds("FilePicker")[-1]


def in_messages(page: Page, picker: int, photos: list[bytes]) -> None:
    """Send each photo inside a message of the page, without waiting."""
    for n, data in enumerate(photos):
        file = {"id": n, "name": f"{n}.jpg", "size": len(data), "path": None, "bytes": data}
        page.event(picker, "result", {"files": [file]})


def by_upload(page: Page, picker: int, photos: list[bytes]) -> None:
    """Upload each photo as a phone does: choose it, put it to the server's address, report it."""
    for n, data in enumerate(photos):
        before = len(page.calls)
        file = {"id": n, "name": f"{n}.jpg", "size": len(data), "path": None, "bytes": None}
        page.event(picker, "result", {"files": [file]})
        url = _address(page, before)
        connection = http.client.HTTPConnection("127.0.0.1", page.port, timeout=30)
        headers = {"Host": page.host, "Cookie": page.cookie}
        connection.request("PUT", url, data, headers)
        connection.getresponse().read()
        connection.close()
        page.event(picker, "upload", {"file_name": f"{n}.jpg", "progress": 1.0, "error": None})


def _address(page: Page, before: int) -> str:
    """The upload address that the server gave for the latest file."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        for call in page.calls[before:]:
            if call["name"] == "upload":
                return str(call["args"]["files"][0]["upload_url"])
        page.listen(first=0.2, pause=0.05)
    raise AssertionError("the server wants no upload")


# --- cost --------------------------------------------------------------------------------------------------------


def number(house: Server) -> int:
    """The server's process id."""
    assert house._process is not None
    return house._process.pid


def family(pid: int) -> list[int]:
    """That process and all its descendants."""
    every = [pid]
    for parent in every:
        for thread in Path(f"/proc/{parent}/task").glob("*/children"):
            with suppress(OSError):
                every += [int(child) for child in thread.read_text("ascii").split()]
    return every


def workers(pid: int) -> list[int]:
    """The worker processes that decode pictures."""
    found = []
    for child in family(pid)[1:]:
        with suppress(OSError):
            if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                found.append(child)
    return found


def megabytes(pid: int) -> float:
    """Resident memory of a process in MB; 0 once it has ended."""
    with suppress(OSError, IndexError):
        return int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    return 0.0


def alive(pid: int) -> bool:
    """Whether the process exists and is no zombie."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()[0] != "Z"
    return False


def busy(pid: int) -> float:
    """Processor seconds that the process has used."""
    with suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def at_work(house: AttackedServer, within: float = 60) -> list[int]:
    """The workers, once one of them has been decoding for more than a second."""
    before = {pid: busy(pid) for pid in workers(number(house))}
    end = time.monotonic() + within
    while time.monotonic() < end:
        now = workers(number(house))
        if any(busy(pid) - before.get(pid, 2.0) > 1.0 for pid in now):
            return now
        time.sleep(0.05)
    raise AssertionError("no worker is busy")


def kill(pids: list[int]) -> None:
    """Kill the processes like ``kill -9``."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


class Cost:
    """Peak memory in MB and number of workers of a server while it was watched."""

    def __init__(self) -> None:
        self.before = self.most = 0.0
        self.workers = 0

    @property
    def more(self) -> float:
        """Megabytes above the start."""
        return self.most - self.before


@contextmanager
def watched(house: AttackedServer) -> Iterator[Cost]:
    """Sample memory and workers twenty times a second."""
    pid, cost, done = number(house), Cost(), threading.Event()
    cost.before = sum(map(megabytes, family(pid)))

    def look() -> None:
        while not done.wait(0.05):
            cost.most = max(cost.most, sum(map(megabytes, family(pid))))
            cost.workers = max(cost.workers, len(workers(pid)))

    thread = threading.Thread(target=look)
    thread.start()
    try:
        yield cost
    finally:
        done.set()
        thread.join()


def waited(page: Page, match: str, most: float) -> float:
    """Seconds until a host's page shows a table's history: the delay another phone notices."""
    page.go(f"/t/{match}")
    page.heard = b""
    began = time.monotonic()
    page.update(1, route=f"/t/{match}/history")
    page.event(1, "route_change", {"route": f"/t/{match}/history"})
    while b"Isaac" not in page.heard:
        page.listen(first=0.05, pause=0.01)
        if time.monotonic() - began > most:
            break
    return time.monotonic() - began
