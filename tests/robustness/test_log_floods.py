"""However much strangers send that is none of ours, the log takes a line of each kind in a minute."""

from __future__ import annotations

import logging
import signal
import socket
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from companion.server.wire.log_limits import WINDOW_SECONDS, LineLimit
from tests.support.attack.flood import dial
from tests.support.server.command_line import start
from tests.support.server.processes import free_port

HOST = b"Host: table.local\r\n"
UPGRADE = b"GET /ws HTTP/1.1\r\n" + HOST + b"Connection: Upgrade\r\n"
MALFORMED = {
    "TLS at the plain port": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500),
    "an upgrade to h2c": b"GET / HTTP/1.1\r\n" + HOST + b"Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "garbage": bytes(range(256)),
    "an odd WebSocket": UPGRADE + b"Upgrade: websocket\r\nSec-WebSocket-Version: 12\r\n\r\n",
    "a broken body": b"POST / HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
    "a wrong invitation": b"GET /?i=%d HTTP/1.1\r\n" + HOST + b"\r\n",
    "a wrong key": b"GET / HTTP/1.1\r\n" + HOST + b"Cookie: sobremesa=\xff%d\r\n\r\n",
}
EACH, KINDS = 300 // len(MALFORMED), 4
"""Requests of each, and kinds of lines that they cause."""


@pytest.mark.landing
def test_malformed_requests_write_a_line_of_each_kind(tmp_path: Path) -> None:
    """Three hundred requests that no browser sends cause a few lines and no traceback."""
    port = free_port()
    process = start("--port", str(port), "--no-browser", "--data", str(tmp_path), "--lan")
    try:
        assert process.stdout is not None
        process.stdout.readline()
        reading = ThreadPoolExecutor(1).submit(process.communicate)  # else a full pipe would stop the process
        for data in MALFORMED.values():
            for k in range(EACH):
                with suppress(OSError), dial(port) as one:
                    one.sendall(data.replace(b"%d", b"%d" % k))
                    one.shutdown(socket.SHUT_WR)
                    one.settimeout(5)
                    one.recv(4096)
        process.send_signal(signal.SIGTERM if sys.platform != "win32" else signal.SIGINT)
        _, said = reading.result(30)
    finally:
        process.kill()
    assert "Traceback" not in said
    assert 0 < len(said.splitlines()) <= KINDS, said


def test_what_was_left_out_is_counted() -> None:
    """The next line that is written says how many like it were not, and another kind has a line of its own."""
    now = [0.0]
    limit = LineLimit(1, lambda: now[0])

    def written(text: str, *values: object) -> str:
        record = logging.LogRecord("x", logging.WARNING, "", 1, text, values, None)
        return record.getMessage() if limit.filter(record) else ""

    assert written("wrong from %s", "a") == "wrong from a"
    assert [written("wrong from %s", n) for n in range(299)] == [""] * 299
    assert written("another") == "another"
    now[0] += WINDOW_SECONDS
    assert written("wrong from %s", "b") == "wrong from b (and 299 more like it before)"
    now[0] += WINDOW_SECONDS
    assert written("wrong from %s", "c") == "wrong from c"
