"""D4: photos that are small as files, but large, slow or fatal to decode."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.attack import photos
from tests.support.attack.attacked_server import AttackedServer
from tests.support.attack.photos import FIVE, READ
from tests.support.picture_files import png

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes through /proc")

BROKEN_OFF = "Leer esta imagen costaba demasiado"
TOO_LARGE = "La imagen es demasiado grande"
MOST_MEMORY, MOST_WAIT = 900, 1.0
"""The aims: megabytes of server and workers together; seconds of another phone's tap."""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[AttackedServer]:
    house = AttackedServer(tmp_path)
    try:
        yield house.start()  # type: ignore[misc]
    finally:
        left = photos.family(photos.number(house))
        house.kill()
        photos.kill(left[1:])


@pytest.mark.parametrize("send", [photos.in_messages, photos.by_upload], ids=lambda send: send.__name__)
def test_twelve_large_photos_cost_bounded_memory_and_stop_no_tap(
    house: AttackedServer, send: photos.Send, say: Callable[[str], None]
) -> None:
    """Twelve JPEGs of 49 megapixels at once use bounded memory, and taps are answered meanwhile."""
    large = photos.flat(7000)
    with house.host() as host, house.guest() as page:
        quiet = max(photos.waited(host, house.match, 60) for _ in range(2))
        picker = photos.picker_of(page)
        with photos.watched(house) as cost:
            send(page, picker, [large] * 12)
            waits, end = [], time.monotonic() + 8
            while time.monotonic() < end:
                waits.append(photos.waited(host, house.match, 60))
        say(
            f"12 photos of 49 MP, {len(large) // 1000} KB each ({send.__name__}): +{cost.more:.0f} MB (aim"
            f" {MOST_MEMORY}), {cost.workers} workers; another phone's tap {max(waits):.2f} s (aim {MOST_WAIT}),"
            f" {quiet:.2f} s before"
        )
        assert cost.more < MOST_MEMORY
        assert cost.workers <= 2
        assert max(waits) < 5 * MOST_WAIT
        page.heard = b""
        assert _read_at_last(page, picker)


def _read_at_last(page: photos.Page, picker: int) -> bool:
    """Whether an ordinary photo is read, with retries while many wait."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        photos.in_messages(page, picker, [FIVE])
        if page.hears(READ, within=6):
            return True
    return False


@pytest.mark.landing
@pytest.mark.parametrize("kind", ["49 MP", "16 bits", "bomb"])
def test_a_large_png_is_refused_from_its_header(house: AttackedServer, kind: str) -> None:
    """A PNG of 49 megapixels, or one that claims 10,000 million, is refused unread.

    The next photo is read.
    """
    data = {"49 MP": lambda: photos.flat(7000, ".png"), "16 bits": deep, "bomb": lambda: png(100_000, 100_000)}[kind]()
    with house.guest() as page:
        picker = photos.picker_of(page)
        assert _read_once(page, picker), "the workers are there"
        with photos.watched(house) as cost:
            photos.in_messages(page, picker, [data])
            assert page.hears(TOO_LARGE, within=20)
        assert cost.more < 100


def deep() -> bytes:
    """A PNG of 16 megapixels with 16 bits for each color and for alpha."""
    import cv2
    import numpy as np

    return cv2.imencode(".png", np.full((4000, 4000, 4), 40_000, np.uint16))[1].tobytes()


def _read_once(page: photos.Page, picker: int) -> bool:
    """Whether a picture is answered, by the table as the roll or else by the dice sheet."""
    photos.in_messages(page, picker, [FIVE[: len(FIVE) // 2]])
    return page.hears("no ha llegado entera", within=30)


@pytest.mark.landing
def test_a_worker_that_is_killed_costs_one_photo(house: AttackedServer) -> None:
    """After ``kill -9`` of a worker its phone gets a sentence, and the next photo is read."""
    with house.guest() as page:
        picker = photos.picker_of(page)
        assert _read_once(page, picker)
        photos.in_messages(page, picker, [photos.slow(20_000)])
        photos.kill(photos.at_work(house))
        assert page.hears(BROKEN_OFF, within=20)
        photos.in_messages(page, picker, [FIVE])
        assert page.hears(READ, within=30)


def test_a_picture_without_an_end_is_given_up(house: AttackedServer, say: Callable[[str], None]) -> None:
    """A JPEG that takes minutes to decode is stopped, and others are served meanwhile."""
    with house.host() as host, house.guest() as page:
        picker = photos.picker_of(page)
        began = time.monotonic()
        photos.in_messages(page, picker, [photos.slow(20_000)])
        photos.at_work(house)
        assert photos.waited(host, house.match, 60) < 5 * MOST_WAIT
        with house.guest() as other:
            assert _read_once(other, photos.picker_of(other))
        assert page.hears(BROKEN_OFF, within=60)
        size, took = len(photos.slow(20_000)) // 1000, time.monotonic() - began
        say(f"a picture whose decoding takes minutes, {size} KB: given up after {took:.0f} s")
        assert not any(photos.busy(pid) > 60 for pid in photos.workers(photos.number(house)))


def test_no_worker_outlives_a_killed_server(house: AttackedServer) -> None:
    """After ``kill -9`` of the server during a decode its workers end within seconds."""
    with house.guest() as page:
        photos.in_messages(page, photos.picker_of(page), [photos.slow(20_000)])
        left = photos.at_work(house)
        house.kill()
        assert _gone(left)


def test_a_server_that_is_ended_waits_for_no_picture(house: AttackedServer) -> None:
    """Ctrl+C during a decode ends the server and its workers at once."""
    with house.guest() as page:
        photos.in_messages(page, photos.picker_of(page), [photos.slow(20_000)])
        left = photos.at_work(house)
        assert house._process is not None
        house._process.send_signal(signal.SIGINT)
        house._process.wait(timeout=10)
        assert _gone(left)


def _gone(pids: list[int]) -> bool:
    """Whether these processes end within five seconds."""
    end = time.monotonic() + 5
    while any(map(photos.alive, pids)) and time.monotonic() < end:
        time.sleep(0.05)
    return not any(map(photos.alive, pids))
