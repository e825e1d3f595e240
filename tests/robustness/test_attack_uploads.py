"""D7: uploads that nobody asked for, too late, too often, for others, or without an end."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.support.attack.attacked_server import AttackedServer
from tests.support.attack.client import Page
from tests.support.attack.uploading import (
    MEGABYTE,
    NEVER,
    Sending,
    asked_address,
    grows,
    lying,
    photo_picker,
    put,
    says_progress,
    sending,
    settles,
)
from tests.support.paths import FIXTURES

PICTURE = (FIXTURES / "scenes" / "5_green_wood.jpg").read_bytes()
JPEG = b"\xff\xd8\xff"
EACH, ALL = 110, 300
"""Megabytes in transfer that are allowed for one phone, and for all guests."""


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for temporary files of each process of this test."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


@pytest.fixture
def house(tmp_path: Path, temporary: Path) -> Iterator[AttackedServer]:
    house = AttackedServer(tmp_path)
    try:
        yield house.start()  # type: ignore[misc]
    finally:
        house.kill()


def test_what_comes_after_it_was_said_to_be_there_does_not_stay(house: AttackedServer, temporary: Path) -> None:
    """A file sent after it was reported as arrived is deleted when its page is gone."""
    with house.guest() as page:
        picker = photo_picker(page)
        for _ in range(5):
            url = asked_address(page, picker)
            says_progress(page, picker)
            page.listen(pause=0.2)
            put(page, url, MEGABYTE * 5)
        assert lying(temporary) <= 10 * len(MEGABYTE)
    assert settles(temporary, 0, within=15) == 0


@pytest.mark.landing
@pytest.mark.parametrize("announced", [101_000_000, None], ids=["announced", "unannounced"])
def test_a_refused_file_does_not_stay(house: AttackedServer, temporary: Path, announced: int | None) -> None:
    """A file beyond the limit is refused with a sentence and deleted while the page is open."""
    with house.guest() as page:
        url = asked_address(page, photo_picker(page))
        with sending(page, url, announced) as file:
            file.megabytes(101)
            assert file.code() in (413, NEVER)
        assert page.hears("El archivo es demasiado grande")
        assert settles(temporary, 0, within=5) == 0


@pytest.mark.landing
def test_an_address_is_for_one_phone_and_one_file(house: AttackedServer, temporary: Path) -> None:
    """An upload address accepts one file, from its own phone only.

    Another guest's phone and the host's are refused.
    """
    with house.guest() as page, house.guest() as other, house.host() as host:
        url = asked_address(page, photo_picker(page))
        assert put(other, url, PICTURE) == 403
        assert put(host, url, PICTURE) == 403
        assert put(page, url, PICTURE) == 200
        assert page.hears("Tirada de 5") or JPEG in page.heard
        assert put(page, url, PICTURE) == 403
        assert settles(temporary, 0, within=5) == 0


def test_only_the_two_latest_files_of_a_phone_are_waited_for(house: AttackedServer) -> None:
    """Only the two latest upload addresses of a phone are valid."""
    with house.guest() as page:
        picker = photo_picker(page)
        urls = [asked_address(page, picker, f"file {k}") for k in range(20)]
        assert [put(page, url, PICTURE) for url in urls[:-2]] == [403] * 18
        assert put(page, urls[-1], PICTURE) == 200


def half_sent(page: Page, picker: int, stack: ExitStack, many: int) -> list[Sending]:
    """Two files of a phone, each sent up to that many megabytes and not ended."""
    urls = [asked_address(page, picker, f"file {k}") for k in range(2)]
    files = [stack.enter_context(sending(page, url)) for url in urls]
    for file in files:
        file.megabytes(many)
    return files


def test_one_phone_has_a_quota(house: AttackedServer, temporary: Path, say: Callable[[str], None]) -> None:
    """Of two files of 70 MB at once, one phone's second one is refused by its quota."""
    with house.guest() as page, ExitStack() as stack:
        first, second = half_sent(page, photo_picker(page), stack, 70)
        say(f"uploads: {lying(temporary) / 1e6:.0f} MB of one phone on the disk, of 140 MB sent")
        assert lying(temporary) <= (EACH + 1) * len(MEGABYTE)
        assert second.code() in (413, NEVER)
        assert page.hears("Hay demasiados archivos de camino")
        assert first.end() == 200


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="four phones send 340 MB: fast enough on one system")
def test_all_phones_together_have_a_quota(house: AttackedServer, temporary: Path, say: Callable[[str], None]) -> None:
    """Four guests who send 85 MB each do not fill the disk, and the host's photo is read."""
    with ExitStack() as stack:
        pages = [stack.enter_context(house.guest()) for _ in range(4)]
        for page in pages:
            file = stack.enter_context(sending(page, asked_address(page, photo_picker(page))))
            file.megabytes(85)
        settles(temporary, ALL * len(MEGABYTE), within=5)
        say(f"uploads: {lying(temporary) / 1e6:.0f} MB of four phones on the disk, of 340 MB sent")
        assert lying(temporary) <= (ALL + 4) * len(MEGABYTE)
        host = stack.enter_context(house.host())
        assert put(host, asked_address(host, photo_picker(host)), PICTURE) == 200
        for page in pages:
            page.socket.close()
    assert settles(temporary, 0, within=20) == 0


@pytest.mark.landing
@pytest.mark.skipif(os.name == "nt", reason="Windows ends a process in other ways")
@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGINT])
def test_nothing_stays_at_the_end(house: AttackedServer, temporary: Path, end: signal.Signals) -> None:
    """A process that is told to end deletes its upload folder and the unfinished file in it."""
    with house.guest() as page, sending(page, asked_address(page, photo_picker(page))) as file:
        file.megabytes(5)
        assert grows(temporary, 4 * len(MEGABYTE)) >= 4 * len(MEGABYTE)
        process = house._process
        assert process is not None
        process.send_signal(end)
        process.wait(30)
        assert list(temporary.iterdir()) == []


def test_what_a_killed_process_left_is_removed(tmp_path: Path, house: AttackedServer, temporary: Path) -> None:
    """The next start deletes what a ``kill -9`` left, but not the files of a live process."""
    other = AttackedServer(tmp_path / "other")
    try:
        other.start()
        with other.guest() as living, sending(living, asked_address(living, photo_picker(living))) as kept:
            kept.megabytes(3)
            with house.guest() as page, sending(page, asked_address(page, photo_picker(page))) as file:
                file.megabytes(5)
                before = grows(temporary, 7 * len(MEGABYTE))
                house.kill()
            assert before >= 7 * len(MEGABYTE)
            house.start()
            assert lying(temporary) <= before - 4 * len(MEGABYTE)
            assert kept.end() == 200
    finally:
        other.kill()


def test_a_photo_that_was_asked_for_is_read(house: AttackedServer) -> None:
    """Control: a photo sent as an honest page sends it is read and shown."""
    with house.guest() as page:
        assert put(page, asked_address(page, photo_picker(page)), PICTURE) == 200
        assert page.hears("Tirada de 5") or JPEG in page.heard
