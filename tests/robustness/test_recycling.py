"""A hosted process that misbehaves ends by itself: whoever runs it starts another, and the other one goes on."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import postgres
from tests.support.server.processes import free_port
from tests.support.ui.browser import Server

pytestmark = pytest.mark.landing

STALLING = """
import sys, time
from companion.server import app, sockets
from companion.server.draining import Draining
from companion.server.reception import HouseholdReception

class Standing(HouseholdReception):
    def as_sent(self, scope):
        time.sleep(600)

host = "127.0.0.1"
listening = sockets.bind_each(int(sys.argv[1]), (host,))[host]
print("waiting", flush=True)
app.serve(
    lambda page: None,
    [listening],
    reception=Standing(),
    draining=Draining(max_stall_seconds=2.5),
)
"""
"""A server whose event loop stands still from the first request on."""


@pytest.fixture
def database() -> Iterator[str]:
    """The address of an empty database."""
    with postgres.server() as one:
        yield one.database("games")


def test_a_process_that_takes_too_much_memory_ends_in_good_order(database: str, tmp_path: Path) -> None:
    """It says how much it takes, and drains: its pages would move to another process. Below its limit it runs on."""
    large = Server(tmp_path, "--database", database, "--memory-limit", "4000").start()
    try:
        command = [sys.executable, "-m", "companion", "--no-browser", "--data", str(tmp_path), "--database", database]
        small = subprocess.run([*command, "--memory-limit", "20"], capture_output=True, text=True, timeout=120)
        assert small.returncode in (0, -signal.SIGTERM)
        assert "MiB of memory, more than 20, and ends" in small.stderr
        assert "Traceback" not in small.stderr
        with urllib.request.urlopen(f"{large.url}ready", timeout=10) as answer:
            assert answer.status == 200
    finally:
        large.kill()


def test_a_process_that_stands_still_is_killed_and_says_where_it_stood(tmp_path: Path) -> None:
    """After its time it writes where each thread stands and exits, whatever its event loop does."""
    port = free_port()
    with subprocess.Popen(
        [sys.executable, "-c", STALLING, str(port)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "waiting\n"
        with contextlib.suppress(OSError):
            urllib.request.urlopen(f"http://localhost:{port}/outage.json", timeout=20).close()
        try:
            _, said = process.communicate(timeout=30)
        finally:
            process.kill()
    assert process.returncode == 1
    assert "as_sent" in said
