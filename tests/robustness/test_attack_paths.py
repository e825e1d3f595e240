"""D1: a guest that names a file of the host's computer instead of sending a photo."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.support.attack.attacked_server import AttackedServer
from tests.support.attack.client import Page
from tests.support.paths import FIXTURES

PICTURE = FIXTURES / "scenes" / "5_green_wood.jpg"
REFUSED = "No se ha podido leer el archivo", "could not be read"
JPEG = b"\xff\xd8\xff"
AIM = 1.0
"""Longest time in seconds until another page shows its table."""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[AttackedServer]:
    house = AttackedServer(tmp_path)
    try:
        yield house.start()  # type: ignore[misc]
    finally:
        house.kill()


def asks_for_a_photo(page: Page) -> int:
    """Open the dice sheet that asks for a photo; the number of its file picker."""
    page.tap("Cámara o tirar por mí")
    return page.kinds("FilePicker")[-1]


def names(page: Page, picker: int, path: str) -> bytes:
    """Send that path as the chosen file; the answer up to a refusal or a picture."""
    before = len(page.heard)
    file = {"id": 1, "name": "x", "size": 1, "path": path, "bytes": None}
    page.event(picker, "result", {"files": [file]})
    end = time.monotonic() + 20
    while time.monotonic() < end:
        page.listen()
        told = page.heard[before:]
        if JPEG in told or any(words.encode() in told for words in REFUSED):
            break
    return page.heard[before:]


def native(page: Page) -> None:
    """Claim after registering that the page is no browser."""
    page.update(1, web=False)


def native_from_the_start(page: Page) -> None:
    """Nothing to send: the claim was made when the page registered."""


@pytest.mark.landing
@pytest.mark.parametrize("lie", [native, native_from_the_start], ids=lambda lie: lie.__name__)
def test_no_picture_of_the_hosts_disk_comes_back(
    house: AttackedServer, tmp_path: Path, lie: Callable[[Page], None]
) -> None:
    """A readable picture of the host and a missing file get the same sentence, no picture byte."""
    secret = tmp_path / "holiday.png"
    cv2.imwrite(str(secret), cv2.imread(str(PICTURE)))
    answers = []
    for path in (secret, tmp_path / "not there.png"):
        with house.guest(web=lie is native) as page:
            picker = asks_for_a_photo(page)
            lie(page)
            told = names(page, picker, str(path))
            assert any(words.encode() in told for words in REFUSED), told
            assert JPEG not in told
            answers.append(len(told))
    assert answers[0] == pytest.approx(answers[1], abs=64)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_that_nobody_writes_stops_no_table(house: AttackedServer, tmp_path: Path) -> None:
    """Sixteen named pipes that never end block no other page."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with house.guest(web=False) as page:
        picker = asks_for_a_photo(page)
        for _ in range(16):
            file = {"id": 1, "name": "x", "size": 1, "path": str(pipe), "bytes": None}
            page.event(picker, "result", {"files": [file]})
        page.listen(first=2)
    before = time.monotonic()
    with house.host() as host:
        assert host.hears("Tira un dado contra")
    assert time.monotonic() - before < 5 * AIM


@pytest.mark.landing
@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no /dev/zero")
def test_an_endless_file_fills_no_memory(house: AttackedServer) -> None:
    """A device file without an end is not read."""
    with house.guest(web=False) as page:
        picker = asks_for_a_photo(page)
        before = house.memory
        names(page, picker, "/dev/zero")
        time.sleep(1)
        assert house.memory - before < 60


def test_a_photo_that_was_sent_is_still_read(house: AttackedServer) -> None:
    """Control: a picture sent as bytes by a browser is read and shown."""
    ok, data = cv2.imencode(".png", np.asarray(cv2.imread(str(PICTURE))))
    assert ok
    with house.guest() as page:
        picker = asks_for_a_photo(page)
        file = {"id": 1, "name": "x.png", "size": len(data), "path": None, "bytes": data.tobytes()}
        page.event(picker, "result", {"files": [file]})
        assert page.hears("Tirada de 5", within=20) or JPEG in page.heard
