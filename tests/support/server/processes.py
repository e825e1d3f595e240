"""A real server in a thread of this process, its upload key known."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import flet as ft
import pytest

from companion import budget, serve, uploads
from companion.door import Door
from companion.websocket import SETTINGS, BoundedWebSocket


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind((serve.HOST, 0))
        return int(sock.getsockname()[1])


KEY = "a key that only this server has"


@contextmanager
def serving(sock: socket.socket, main: Callable[[ft.Page], Any], door: Door | None = None) -> Iterator[None]:
    """A real server on that socket, whose messages and uploads are small."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(uploads, "HEAVIEST", 1_000_000)
        for one in ("MESSAGES", "MESSAGES_A_SECOND", "SECONDS", "SECONDS_A_SECOND"):
            patch.setattr(budget, one, 1e6)  # what tests tap is heard as fast as it comes
        patch.setattr(serve.secrets, "token_hex", lambda: KEY)
        config = serve.uvicorn.Config(
            serve.application(main, door),
            log_level="critical",
            ws=BoundedWebSocket,
            **SETTINGS,
            timeout_graceful_shutdown=1,
        )
        server = serve.uvicorn.Server(config)
        thread = threading.Thread(target=lambda: server.run(sockets=[sock]), daemon=True)
        thread.start()
        yield
        server.should_exit = True
        thread.join(20)
