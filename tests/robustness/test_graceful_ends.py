"""An end that was asked for is no fault: exit code 0, every page told, no traceback."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from companion.server.draining import MOVING_NOTICE
from tests.support import postgres
from tests.support.attack.attacked_server import AttackedServer
from tests.support.server.command_line import start
from tests.support.server.processes import free_port

if sys.platform != "win32":
    import resource

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows ends a process in other ways")
SHORT, LONG = 2, 20
PAGES, PHONES = 6, 6
"""Pages that stay open until the end, and phones that open and drop sockets all the time."""
PATIENCE = 30
UPGRADE = (
    "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    """The address of a database of hosted processes."""
    with postgres.server("-c fsync=off") as one:
        yield one.database("games")


def started(*options: str) -> tuple[subprocess.Popen[str], int]:
    """A process that serves, and its port."""
    port = free_port()
    process = start("--port", str(port), "--no-browser", "--lang", "en", *options)
    assert process.stdout is not None
    assert f":{port}/" in process.stdout.readline()
    return process, port


@contextlib.contextmanager
def churn(port: int) -> Iterator[None]:
    """Phones that open sockets and drop them, politely or not, at whatever moment."""
    over = threading.Event()

    def phone(seed: int) -> None:
        chance = random.Random(seed)
        while not over.is_set():
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 5) as one:
                one.sendall(UPGRADE.format(port=port).encode())
                one.settimeout(chance.choice((0.001, 0.02, 0.1)))
                with contextlib.suppress(TimeoutError):
                    one.recv(4096)
                if chance.random() < 0.5:  # a reset, as of a phone that left the network
                    one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            time.sleep(0.005)

    phones = [threading.Thread(target=phone, args=(seed,)) for seed in range(PHONES)]
    for one in phones:
        one.start()
    try:
        yield
    finally:
        over.set()
        for one in phones:
            one.join()


def end_of(process: subprocess.Popen[str], *signals: signal.Signals) -> str:
    """Send the signals; what the process says on its way, which must be the good one."""
    for number in signals:
        process.send_signal(number)
        time.sleep(0.2 if len(signals) > 1 else 0)
    try:
        said = "".join(process.communicate(timeout=PATIENCE))
    finally:
        process.kill()
    assert process.returncode == 0, said
    assert "Traceback" not in said
    return said


def told(page: object) -> bool:
    """Whether the page gets the notice that its process ends, before it is closed."""
    with contextlib.suppress(ConnectionClosed, TimeoutError):
        while True:
            if page.recv(timeout=PATIENCE) == MOVING_NOTICE:  # type: ignore[attr-defined]
                return True
    return False


@pytest.mark.parametrize("rounds", [pytest.param(SHORT, marks=pytest.mark.landing), LONG])
def test_an_end_among_sockets_that_come_and_go_is_graceful(database: str, rounds: int) -> None:
    """SIGTERM while phones open and drop sockets: exit code 0 each time, and each page that stays reads the notice."""
    for k in range(rounds):
        process, port = started("--database", database)
        with contextlib.ExitStack() as stack:
            stack.callback(process.kill)
            pages = [stack.enter_context(connect(f"ws://127.0.0.1:{port}/ws")) for _ in range(PAGES)]
            stack.enter_context(churn(port))
            time.sleep(0.5)
            process.send_signal(signal.SIGTERM)
            time.sleep(0.5)
            pages.append(stack.enter_context(connect(f"ws://127.0.0.1:{port}/ws")))  # one that comes at the last moment
            assert all(map(told, pages)), k
            end_of(process)


@pytest.mark.parametrize(
    "number", [signal.SIGINT, signal.SIGTERM, pytest.param(signal.SIGHUP, marks=pytest.mark.landing)]
)
def test_a_household_ends_gracefully_by_every_signal(tmp_path: Path, number: signal.Signals) -> None:
    """Ctrl+C, SIGTERM and a closed window end it at once and twice is no more than once, with a page open."""
    process, port = started("--data", str(tmp_path))
    with connect(f"ws://127.0.0.1:{port}/ws"):
        end_of(process, number, number)


def test_a_signal_during_the_start_is_an_end_too(tmp_path: Path) -> None:
    """SIGTERM at any moment of the start: exit code 0, and the next start works."""
    for k in range(LONG):
        process = start("--port", str(free_port()), "--no-browser", "--data", str(tmp_path))
        time.sleep(0.35 + 0.06 * k)
        process.send_signal(signal.SIGTERM)
        said = "".join(process.communicate(timeout=PATIENCE))
        assert "Traceback" not in said
        assert process.returncode in ((0, -signal.SIGTERM) if k < 3 else (0,)), k  # before any import of ours
    process, _ = started("--data", str(tmp_path))
    end_of(process, signal.SIGTERM)


@pytest.mark.skipif(sys.platform != "linux", reason="a process's writes are limited where Linux limits them")
@pytest.mark.parametrize(
    "number", [pytest.param(signal.SIGTERM, marks=pytest.mark.landing), signal.SIGHUP, signal.SIGKILL]
)
def test_an_end_writes_what_the_disk_did_not_take(tmp_path: Path, number: signal.Signals) -> None:
    """A tap that waits in memory for room on the disk is written by every end; a kill loses what was named, no more."""
    house = AttackedServer(tmp_path)
    house.start()
    try:
        with house.host() as page:
            assert house._process is not None
            before = entries(house)
            most = resource.RLIM_INFINITY
            resource.prlimit(house._process.pid, resource.RLIMIT_FSIZE, (1, most))
            page.tap("Dado: 6")
            assert page.hears("1 paso está solo en la memoria")
            resource.prlimit(house._process.pid, resource.RLIMIT_FSIZE, (most, most))
            house._process.send_signal(number)
            house._process.wait(PATIENCE)
        assert entries(house) == before + (number != signal.SIGKILL)
    finally:
        house.kill()


def entries(house: AttackedServer) -> int:
    """How many steps of its table are stored."""
    storage = house.open_storage()
    try:
        return len(storage.entry_rows(house.match))
    finally:
        storage.close()
