"""Hostile uploads: addresses asked for by hand, bodies cut, stopped or repeated."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.support.attack.client import Page

MEGABYTE = b"x" * 1_000_000
NEVER = 0
"""Stands for the answer's status when the server hangs up or sends nothing."""


def photo_picker(page: Page) -> int:
    """Open the dice sheet; return the id of the control that takes a photo."""
    page.tap("Cámara o tirar por mí")
    return page.kinds("FilePicker")[-1]


def asked_address(page: Page, picker: int, name: str = "x", size: int = 1) -> str:
    """Report that a file was chosen; return the upload address that the server gives."""
    before = len(page.calls)
    page.event(picker, "result", {"files": [{"id": 1, "name": name, "size": size, "path": None, "bytes": None}]})
    end = time.monotonic() + 10
    while time.monotonic() < end:
        for call in page.calls[before:]:
            if call["name"] == "upload":
                return str(call["args"]["files"][0]["upload_url"])
        page.listen(pause=0.1)
    raise AssertionError("the server asked for no file")


def says_progress(page: Page, picker: int, name: str = "x") -> None:
    """Report that the file was uploaded."""
    page.event(picker, "upload", {"file_name": name, "progress": 1.0, "error": None})


class Sending:
    """A PUT of one file, sent as slowly as the caller likes."""

    def __init__(self, page: Page, url: str, length: int | None = None) -> None:
        """``length`` is the announced number of bytes, or None for a chunked body."""
        self.chunked = length is None
        self.socket = socket.create_connection(("127.0.0.1", page.port), timeout=20)
        size = "Transfer-Encoding: chunked" if self.chunked else f"Content-Length: {length}"
        head = f"PUT {url} HTTP/1.1\r\nHost: {page.host}\r\nCookie: {page.cookie}\r\n{size}\r\n\r\n"
        self.socket.sendall(head.encode())

    def megabytes(self, many: int) -> bool:
        """Send that many megabytes; return whether the server accepted them all."""
        for _ in range(many):
            body = b"%x\r\n%s\r\n" % (len(MEGABYTE), MEGABYTE) if self.chunked else MEGABYTE
            try:
                self.socket.sendall(body)
            except OSError:
                return False
        return True

    def kilobytes(self, many: int) -> None:
        """Send that many kilobytes of a chunked body."""
        self.socket.sendall(b"%x\r\n%s\r\n" % (1000 * many, bytes(1000 * many)))

    def end(self) -> int:
        """End a chunked body; return the answer's status."""
        if self.chunked:
            with suppress(OSError):
                self.socket.sendall(b"0\r\n\r\n")
        return self.code()

    def code(self, within: float = 20) -> int:
        """The answer's status, waited for."""
        self.socket.settimeout(within)
        try:
            answer = self.socket.recv(65536)
        except OSError:
            return NEVER
        return int(answer.split(b" ")[1]) if answer.startswith(b"HTTP/1.1 ") else NEVER


@contextmanager
def sending(page: Page, url: str, length: int | None = None) -> Iterator[Sending]:
    """A PUT that is closed at the end."""
    one = Sending(page, url, length)
    try:
        yield one
    finally:
        one.socket.close()


def put(page: Page, url: str, data: bytes) -> int:
    """Send a whole file; return the answer's status."""
    with sending(page, url, len(data)) as one:
        with suppress(OSError):
            one.socket.sendall(data)
        return one.code()


def lying(folder: Path) -> int:
    """Bytes of the files in this product's folders below the temporary folder."""
    total = 0
    for path in folder.glob("sobremesa-*/*"):
        with suppress(OSError):
            total += path.stat().st_size
    return total


def settles(folder: Path, most: int, within: float) -> int:
    """Those bytes once they are at most that many, or after that many seconds."""
    end = time.monotonic() + within
    while lying(folder) > most and time.monotonic() < end:
        time.sleep(0.2)
    return lying(folder)


def grows(folder: Path, least: int, within: float = 10) -> int:
    """Those bytes once they are at least that many, or after that many seconds."""
    end = time.monotonic() + within
    while lying(folder) < least and time.monotonic() < end:
        time.sleep(0.2)
    return lying(folder)
