"""The one process that holds the tables and shows them to every browser of this computer."""

from __future__ import annotations

import logging
import secrets
import socket
import threading
import time
import webbrowser
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import flet as ft
import flet.fastapi
import uvicorn
from fastapi.middleware.gzip import GZipMiddleware

from . import uploads

HOST = "127.0.0.1"
PREFERRED = 8550
ASSETS = Path(__file__).with_name("assets")
SLEEP = 12 * 3600
"""Seconds that a phone may sleep before its session is forgotten: a whole evening."""
LARGEST = 64 * 2**20
"""Bytes of the largest message that a phone may send: a photo."""
Asgi = Callable[..., Awaitable[None]]


class PortTaken(OSError):  # noqa: N818 - the name says it
    """Another program listens there."""


def listening(port: int | None) -> socket.socket:
    """A socket of this computer only: the port asked for or raise ``PortTaken``; else the preferred one or any."""
    for number in (port,) if port is not None else (PREFERRED, 0):
        try:
            return _bound(number)
        except OSError as error:
            if port is not None:
                raise PortTaken(str(error)) from error
    raise PortTaken


def _bound(port: int) -> socket.socket:
    sock = socket.socket()
    try:
        # no SO_REUSEADDR on Windows: there it would let two programs share a port
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind((HOST, port))
        sock.listen()
    except OSError:
        sock.close()
        raise
    return sock


def address(sock: socket.socket) -> str:
    """Where a browser finds it."""
    return f"http://{HOST}:{sock.getsockname()[1]}/"


def application(main: Callable[[ft.Page], Any]) -> Asgi:
    """The web application that runs ``main`` for every phone."""
    # without no_cdn the page stays white on a computer without internet
    assets = str(ASSETS) if ASSETS.is_dir() else None
    app = flet.fastapi.app(
        main,
        no_cdn=True,
        assets_dir=assets,
        app_name="Sobremesa",
        session_timeout_seconds=SLEEP,
        upload_dir=str(uploads.folder()),
        upload_endpoint_path=uploads.PATH,
        max_upload_size=uploads.HEAVIEST,
        secret_key=secrets.token_hex(),
    )
    app.add_middleware(GZipMiddleware)
    return _same_origin(app)


def _same_origin(app: Asgi) -> Asgi:
    """Refuse other web pages that try to reach the table through this computer's browser."""

    async def guarded(scope: dict[str, Any], receive: Any, send: Any) -> None:
        headers = dict(scope.get("headers", ()))
        host, origin = headers.get(b"host", b"").decode(), headers.get(b"origin", b"").decode()
        if scope["type"] == "websocket" and not (local(host) and (not origin or urlsplit(origin).netloc == host)):
            await send({"type": "websocket.close", "code": 1008})
            return
        await app(scope, receive, send)

    return guarded


def local(host: str) -> bool:
    """Whether a page was asked for under this computer's own name."""
    return urlsplit(f"//{host}").hostname in {HOST, "localhost"}


def serve(main: Callable[[ft.Page], Any], sock: socket.socket, opened: Callable[[bool], None] | None = None) -> None:
    """Serve until interrupted; ``opened`` is told whether a browser could be opened, and none is opened without it."""
    # an open page never hangs up by itself: do not wait for it at the end
    config = uvicorn.Config(application(main), log_level="warning", ws_max_size=LARGEST, timeout_graceful_shutdown=1)
    server = _Server(config)
    if opened is not None:
        threading.Thread(target=_open, args=(server, address(sock), opened), daemon=True).start()
    with suppress(KeyboardInterrupt):  # how people end it
        server.run(sockets=[sock])


class _Server(uvicorn.Server):
    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)  # pages that are cut off are no news
        await super().shutdown(sockets)


def _open(server: uvicorn.Server, url: str, opened: Callable[[bool], None]) -> None:
    while not server.started:
        time.sleep(0.05)
    try:
        opened(webbrowser.open(url))
    except webbrowser.Error:
        opened(False)
