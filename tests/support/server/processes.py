"""A real server in a thread of this process, with a known upload key."""

from __future__ import annotations

import random
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import flet as ft
import pytest

from companion.access import uploads
from companion.access.lan import LanAccess
from companion.server import app
from companion.server.reception import HouseholdReception
from companion.server.wire import budget
from companion.server.wire.websocket import bounded_config


def free_port() -> int:
    """A port that is free, as is the one after it, outside the range of outgoing connections."""
    while True:
        port = random.randrange(20_000, 32_000)
        with suppress(OSError), socket.socket() as one, socket.socket() as next_one:
            one.bind(("", port))
            next_one.bind(("", port + 1))
            return port


KEY = "a key that only this server has"


@contextmanager
def serving(sock: socket.socket, main: Callable[[ft.Page], Any], door: LanAccess | None = None) -> Iterator[None]:
    """Run a real server on that socket, with a small upload limit and no message budget."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(uploads, "MAX_FILE_BYTES", 1_000_000)
        for one in ("MAX_BURST_MESSAGES", "MESSAGES_PER_SECOND", "MAX_BURST_SECONDS", "BUSY_SECONDS_PER_SECOND"):
            patch.setattr(budget, one, 1e6)  # no delay between the taps of a test
        patch.setattr(app.secrets, "token_hex", lambda: KEY)
        config = bounded_config(
            app.create_app(main, HouseholdReception(door)),
            log_level="critical",
            timeout_graceful_shutdown=1,
        )
        server = app.uvicorn.Server(config)
        thread = threading.Thread(target=lambda: server.run(sockets=[sock]), daemon=True)
        thread.start()
        yield
        server.should_exit = True
        thread.join(20)
