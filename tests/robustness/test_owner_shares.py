"""One owner of a public process that opens as much as it can: the process lives, and another owner goes on."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from companion.access.connections import MAX_CONNECTIONS_PER_DEVICE, MAX_PAGES_PER_OWNER, MEMORY_WITHOUT_PAGES
from companion.access.host_devices import MAX_HOST_DEVICES
from companion.cli.serving import DEFAULT_MEMORY_LIMIT
from companion.server.wire.admission import MAX_ANONYMOUS_PER_ADDRESS
from tests.support import postgres
from tests.support.attack import photos
from tests.support.attack.client import Page
from tests.support.attack.flood import dial, ended
from tests.support.attack.public_server import PublicServer
from tests.support.postgres import PostgresServer
from tests.support.server.public_address import Browser

Say = Callable[[str], None]
PAGES_EACH = MAX_CONNECTIONS_PER_DEVICE
CLOSE_SURPLUS, ACCEPTED = 4409, 200
ATTACKER, OTHER = "198.51.100.7", "203.0.113.9"
PATIENCE = 2.0
"""Seconds within which an answer of another owner has to come."""


@pytest.fixture(scope="module")
def machine() -> Iterator[PostgresServer]:
    """A PostgreSQL server for this file."""
    with postgres.server("-c fsync=off") as one:
        yield one


@contextmanager
def running(machine: PostgresServer, folder: Path, *options: str) -> Iterator[tuple[PublicServer, str, Browser]]:
    """A process; the invitation to an attacker's tables, and the browser of another owner."""
    name = folder.name.lower()[:60]
    process = PublicServer(folder, machine.database(name), *options)
    process.start()
    try:
        process.browser(ATTACKER).begin()
        invitation = str(machine.sql("SELECT value FROM setting WHERE key = 'invitation'", name)[0][0])
        (other := process.browser(OTHER)).begin()
        yield process, invitation, other
    finally:
        process.kill()


class Taps:
    """An owner's page that is tapped all the time, and how long each answer took."""

    def __init__(self, page: Page) -> None:
        self._page = page
        page.listen(first=20)
        self.waits: list[float] = []
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._tap)

    def __enter__(self) -> Taps:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _tap(self) -> None:
        while not self._over.wait(0.2):
            began = time.monotonic()
            route = "/new/king_of_tokyo" if len(self.waits) % 2 else "/"
            self._page.update(1, route=route)
            self._page.event(1, "route_change", {"route": route})
            self._page.listen(first=PATIENCE, pause=0.05)
            self.waits.append(time.monotonic() - began - 0.05)


def pages_of(process: PublicServer, invitation: str, devices: int, stack: ExitStack) -> list[Page]:
    """As many pages as a host's devices may have."""
    pages = []
    for _ in range(devices):
        device = process.browser(ATTACKER)
        assert device.get(f"/?i={invitation}").status == ACCEPTED
        for _ in range(PAGES_EACH):
            pages.append(stack.enter_context(process.page(device)))
            pages[-1].introduce()
            pages[-1].listen(first=PATIENCE, pause=0.02)
    return pages


def attack(machine: PostgresServer, folder: Path, devices: int, most: int, mebibytes: int) -> str:
    """Open so many pages of one owner: all but ``most`` are ended, and another owner's answers come in time.

    Returns the figures.
    """
    options = ("--memory-limit", str(mebibytes))
    with running(machine, folder, *options) as (process, invitation, other), ExitStack() as stack:
        (tapped := stack.enter_context(process.page(other))).introduce()
        taps = stack.enter_context(Taps(tapped))
        pages = pages_of(process, invitation, devices, stack)
        codes = [page.ended(0.1) for page in pages]
        assert codes.count(CLOSE_SURPLUS) == len(pages) - most
        assert codes.count(None) == most
        memory = photos.megabytes(photos.number(process)) * 1e6 / 2**20
        assert memory < mebibytes
    assert len(taps.waits) > 3
    slow = sorted(taps.waits)[int(0.95 * len(taps.waits))]
    assert slow < PATIENCE
    return f"shares: {len(pages)} pages asked for, {memory:.0f} MiB, 95 % of answers within {slow:.2f} s"


@pytest.mark.landing
def test_where_memory_is_short_the_owner_with_most_pages_loses_some(
    machine: PostgresServer, tmp_path: Path, say: Say
) -> None:
    """Where the pages of all owners would pass the limit of memory, the owner with most loses its oldest."""
    room = 24
    say(attack(machine, tmp_path, 5, room - 1, MEMORY_WITHOUT_PAGES + room))


def test_one_owner_opens_as_many_pages_as_it_may_and_no_more(machine: PostgresServer, tmp_path: Path, say: Say) -> None:
    """Thirty devices with eight pages each stay below the memory limit, and another owner's answers come in time."""
    say(attack(machine, tmp_path, 30, MAX_PAGES_PER_OWNER, DEFAULT_MEMORY_LIMIT))


def test_the_hosts_link_lets_in_so_many_devices(machine: PostgresServer, tmp_path: Path) -> None:
    """Of many devices by the host's link those that are away make room for new ones, and the first host stays."""
    with running(machine, tmp_path) as (process, invitation, _):
        for _ in range(MAX_HOST_DEVICES + 5):
            assert process.browser(ATTACKER).get(f"/?i={invitation}").status == ACCEPTED
        owner = f"(SELECT owner FROM setting WHERE key = 'invitation' AND value = '{invitation}')"
        rows = machine.sql(
            f"SELECT count(*) FROM guest WHERE host <> 0 AND owner = {owner}", tmp_path.name.lower()[:60]
        )
        assert rows == [(MAX_HOST_DEVICES,)]


def test_strangers_behind_a_proxy_count_by_their_own_address(machine: PostgresServer, tmp_path: Path) -> None:
    """Of a stranger's connections some stay open, and those of others are not closed for them."""
    with running(machine, tmp_path) as (process, _, _), ExitStack() as stack:

        def asked(address: str) -> socket.socket:
            one = stack.enter_context(dial(process.port))
            head = f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{process.port}\r\nX-Forwarded-For: {address}\r\n\r\n"
            one.sendall(head.encode())
            assert one.recv(65536).startswith(b"HTTP/1.1 403")
            return one

        others = [asked(f"203.0.113.{n}") for n in range(40)]
        many = [asked(ATTACKER) for _ in range(MAX_ANONYMOUS_PER_ADDRESS + 10)]
        assert not any(ended(one, 0.02) for one in others)
        assert sum(ended(one, 0.02) for one in many) == 10
