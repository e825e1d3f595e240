"""Server process: sockets, web application, sessions and lifecycle."""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import secrets
import socket
import ssl
import threading
import time
import weakref
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import flet as ft
import flet.fastapi
import uvicorn
from fastapi.middleware.gzip import GZipMiddleware
from flet.messaging.session import Session

from . import descriptors, flet_patches, uploads, workers
from .admission import Admission, Peer
from .closed import close_unused
from .door import Door
from .guard import Asgi, guarded
from .limited import LimitedHttp
from .listening import Listener
from .opening import opening
from .preload import preload
from .uploads_endpoint import receiving
from .uploads_inbox import INBOX
from .visitor import current
from .websocket import SETTINGS, BoundedWebSocket

if TYPE_CHECKING:
    from .seal import Seal

HOST = "127.0.0.1"
EVERYWHERE = "0.0.0.0"
EVERYWHERE_6 = "::"
Sockets = tuple[socket.socket, ...]
PREFERRED = 8550
ASSETS = Path(__file__).with_name("assets")
SLEEP = 12 * 3600
"""Seconds that a disconnected session is kept: a whole evening."""
ASLEEP = 8
"""Sleeping sessions kept per device: each is a page that it left or that lost its connection."""
YOUNG = 10_000
"""Generation 0 threshold of the garbage collector.

A screen consists of thousands of objects, and collections took a fifth of the time of a tap.
"""


TICKS = 10
"""Uvicorn ticks of 0.1 seconds between two checks for overdue connections."""


class PortTaken(OSError):  # noqa: N818 - the name says it
    """Another program uses the port."""


def listening(port: int | None) -> socket.socket:
    """Open a socket for this computer only, at ``port``, else at the default port or any other.

    Raises ``PortInUseError`` if the given port is not free.
    """
    return _first(port, lambda number: (_bound(number, HOST),))[0]


def open_to_all(port: int | None) -> Sockets:
    """Open sockets on every interface at one port; the second is for IPv6, if available."""
    return _first(port, _everywhere)


def beside(port: int) -> Sockets:
    """Open sockets on every interface, at the port after ``port`` if it is free."""
    try:
        return _everywhere(port + 1)
    except (OSError, OverflowError):
        return _everywhere(0)


def _first(port: int | None, bound: Callable[[int], Sockets]) -> Sockets:
    for number in (port,) if port is not None else (PREFERRED, 0):
        try:
            return bound(number)
        except OSError as error:
            if port is not None:
                raise PortTaken(str(error)) from error
    raise PortTaken


def _everywhere(port: int) -> Sockets:
    first = _bound(port, EVERYWHERE)
    try:
        return first, _bound(first.getsockname()[1], EVERYWHERE_6)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:  # a guest using IPv6 would reach another program
            first.close()
            raise
    return (first,)


def _bound(port: int, host: str) -> socket.socket:
    sock = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        if sock.family == socket.AF_INET6:  # otherwise it would bind the IPv4 port too
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        # no SO_REUSEADDR on Windows: there it would let two programs share a port
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind((host, port))
        sock.listen()
    except OSError:
        sock.close()
        raise
    return sock


def address(sock: socket.socket) -> str:
    """Return the URL for this computer's browser."""
    return f"http://{HOST}:{sock.getsockname()[1]}/"


def application(
    main: Callable[[ft.Page], Any],
    door: Door | None = None,
    language: Callable[[], str] = str,
    authority: bytes = b"",
) -> Asgi:
    """Create the web application that runs ``main`` for every admitted device."""
    # without no_cdn the page stays blank on a computer without internet
    assets = str(ASSETS) if ASSETS.is_dir() else None
    app = flet.fastapi.app(
        opening(main),
        before_main=Sessions().came,
        no_cdn=True,
        assets_dir=assets,
        app_name="Sobremesa",
        session_timeout_seconds=SLEEP,
        upload_endpoint_path=uploads.PATH,
        secret_key=secrets.token_hex(),
    )
    close_unused(app)
    # the page is compressed for each request: level 9 takes four times as long and saves 1 % of the bytes
    app.add_middleware(GZipMiddleware, compresslevel=5)
    flet_patches.install_server()
    return guarded(receiving(app), door, language, authority)


class Sessions:
    """Sessions by visitor, limited so that nobody fills the memory with pages opened and left."""

    def __init__(self) -> None:
        self._of: dict[str, list[weakref.ref[Session]]] = {}

    async def came(self, page: ft.Page) -> None:
        """Register a new session and remove the oldest sleeping ones of its visitor."""
        visitor = current.get()
        INBOX.came(page.session, visitor)
        id = visitor.id
        mine = [one for known in self._of.get(id, ()) if (one := known()) is not None]
        asleep = [one for one in mine if one.connection is None]
        for session in asleep[:-ASLEEP]:
            await session.disconnect(0)  # Flet removes it within ten seconds
        self._of[id] = [weakref.ref(one) for one in (*mine, page.session)]


def serve(
    main: Callable[[ft.Page], Any],
    sock: socket.socket,
    opened: Callable[[bool], None] | None = None,
    *more: socket.socket,
    door: Door | None = None,
    language: Callable[[], str] = str,
    seal: Seal | None = None,
    sealed: Sockets = (),
) -> None:
    """Serve until interrupted.

    With ``on_browser_opened`` a browser is opened, and it is called with whether that succeeded. The ``https_sockets``
    use the certificate of the ``certificate_authority``.
    """
    config = uvicorn.Config(
        application(main, door, language, seal.authority if seal else b""),
        log_level="warning",
        http=LimitedHttp,
        ws=BoundedWebSocket,
        **SETTINGS,
        timeout_graceful_shutdown=1,  # an open page never disconnects by itself: do not wait for it
        server_header=False,
        proxy_headers=False,  # the client is the peer of the connection, whatever its headers claim
    )
    server = _Server(config, seal.context() if seal else None, sealed)
    if opened is not None:
        threading.Thread(target=_open, args=(server, address(sock), opened), daemon=True).start()
    gc.freeze()  # imported objects are never collected
    gc.set_threshold(YOUNG, 10, 10)
    with suppress(KeyboardInterrupt), workers.started():  # the usual way to stop it
        server.run(sockets=[sock, *more])


class _Server(uvicorn.Server):
    """Uvicorn server with own listeners that count connections and close overdue ones."""

    def __init__(self, config: uvicorn.Config, context: ssl.SSLContext | None, sealed: Sockets) -> None:
        super().__init__(config)
        self._context = context
        self._sealed = sealed
        self._listeners: list[Listener] = []
        self._admission = Admission(descriptors.raised())
        self._preloaded: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup([])
        listening = [*((sock, None) for sock in sockets or ()), *((sock, self._context) for sock in self._sealed)]
        self._listeners = [Listener(sock, self._protocol, self._admission, context) for sock, context in listening]
        self._preloaded = asyncio.create_task(preload())

    def _protocol(self, peer: Peer) -> asyncio.Protocol:
        return LimitedHttp(self.config, self.server_state, self.lifespan.state, peer)

    async def on_tick(self, counter: int) -> bool:
        if counter % TICKS == 0:
            self._admission.sweep()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)  # interrupted pages are expected here
        for listener in self._listeners:
            await listener.close()
        await super().shutdown(sockets)


def _open(server: uvicorn.Server, url: str, opened: Callable[[bool], None]) -> None:
    while not server.started:
        time.sleep(0.05)
    try:
        opened(webbrowser.open(url))
    except webbrowser.Error:
        opened(False)
