"""Server process: sockets, web application, sessions and lifecycle."""

from __future__ import annotations

import asyncio
import inspect
import logging
import secrets
import socket
import ssl
import threading
import time
import weakref
import webbrowser
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, NamedTuple

import flet as ft
import flet.fastapi
import uvicorn
from fastapi import FastAPI
from fastapi.middleware.gzip import GZipMiddleware
from flet.messaging.session import Session
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from companion import flet_speed
from companion.access import uploads
from companion.access.lan import LanAccess
from companion.access.uploads import INBOX
from companion.access.visitor import current_visitor, served_owner
from companion.decoding import pool
from companion.server.wire.admission import Admission, Peer
from companion.server.wire.http import LimitedHttpProtocol
from companion.server.wire.listener import Listener
from companion.server.wire.log_limits import limit_lines
from companion.server.wire.websocket import bounded_config

from .draining import Draining
from .html_pages import not_found_page
from .lan_listeners import LanListeners
from .middleware import authorize_requests
from .preload import preload
from .reception import Reception
from .sockets import local_url, port_of
from .table_paths import refuse_odd_paths
from .upload_endpoint import add_upload_endpoint
from .wire import flet_patches
from .wire.opening import opening

if TYPE_CHECKING:
    from .tls import CertificateAuthority


PageHandler = Callable[[ft.Page], Awaitable[None] | None]
"""A function that fills a new page."""


def forget_early_departures(main: PageHandler) -> Callable[[ft.Page], Awaitable[None]]:
    """Wrap the handler of new pages: a page that leaves before its first screen is forgotten."""

    async def opened(page: ft.Page) -> None:
        with opening(page.session):
            result = main(page)
            if inspect.isawaitable(result):
                await result

    return opened


MAX_DESCRIPTORS = 65_536
"""Number of descriptors that are requested; some systems would allow a thousand million."""


def raise_open_file_limit() -> int:
    """Raise the limit of this process as far as the system allows and return it.

    Windows has no such limit.
    """
    try:
        import resource
    except ImportError:
        return MAX_DESCRIPTORS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MAX_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):  # macOS has a lower limit that it does not report
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return MAX_DESCRIPTORS if soft == resource.RLIM_INFINITY else soft


UNUSED_PATHS = ("/docs", "/docs/oauth2-redirect", "/redoc", "/openapi.json", "/oauth_callback")
"""Paths of the API documentation and of the OAuth sign-in."""


def remove_unused_routes(app: FastAPI) -> None:
    """Answer 404 for the API documentation and the sign-in, which the app does not have."""
    used = [route for route in app.router.routes if getattr(route, "path", "") not in UNUSED_PATHS]
    app.router.routes[:] = [*(Route(path, _not_found, methods=None) for path in UNUSED_PATHS), *used]


async def _not_found(request: Request) -> Response:
    return not_found_page(request)


ASSETS = Path(__file__).with_name("assets")
SESSION_TIMEOUT_SECONDS = 12 * 3600
"""Seconds that a disconnected session is kept: a whole evening."""
MAX_SLEEPING_SESSIONS, MAX_SLEEPING_SESSIONS_IN_ALL, MAX_SLEEPING_SESSIONS_HOSTED = 3, 24, 200
"""Sleeping sessions kept per device, and in all by a household and by a hosted process.

Each is a page that was left or lost its connection, about 1 MB.

A device whose session was removed gets a new one at the same address.
"""
MAX_SLEEPING_SESSIONS_PER_OWNER = 60
"""Sleeping sessions kept per owner of tables by a hosted process."""
TICKS_PER_SWEEP = 10
"""Uvicorn ticks of 0.1 seconds between two checks for overdue connections."""
TICKS_PER_ADDRESS_CHECK = 50
"""Uvicorn ticks between two looks at this computer's addresses in the network."""


def create_app(main: PageHandler, reception: Reception | None = None, draining: Draining | None = None) -> ASGIApp:
    """Create the web application that runs ``main`` for every admitted device.

    With ``draining`` it answers the probes of whoever runs several processes.
    """
    # without no_cdn the page stays blank on a computer without internet
    assets = str(ASSETS) if ASSETS.is_dir() else None
    app = flet.fastapi.app(
        forget_early_departures(main),
        before_main=(
            SessionLimiter(MAX_SLEEPING_SESSIONS_PER_OWNER, MAX_SLEEPING_SESSIONS_HOSTED)
            if draining
            else SessionLimiter()
        ).register,
        no_cdn=True,
        assets_dir=assets,
        app_name="Sobremesa",
        session_timeout_seconds=SESSION_TIMEOUT_SECONDS,
        upload_endpoint_path=uploads.UPLOAD_PATH,
        secret_key=secrets.token_hex(),
    )
    remove_unused_routes(app)
    # the page is compressed for each request: level 9 takes four times as long and saves 1 % of the bytes
    app.add_middleware(GZipMiddleware, compresslevel=5)
    flet_patches.install_server()
    authorized = authorize_requests(add_upload_endpoint(app), reception, draining)
    return refuse_odd_paths(draining.add_probes(authorized) if draining else authorized)


class HouseholdNetwork(NamedTuple):
    """The local network of a household: who may come in, and where the server listens."""

    access: LanAccess
    listeners: LanListeners


class SessionLimiter:
    """Sessions with their visitors, limited so that pages that were left do not fill the memory."""

    def __init__(
        self, per_owner: int = MAX_SLEEPING_SESSIONS_IN_ALL, in_all: int = MAX_SLEEPING_SESSIONS_IN_ALL
    ) -> None:
        self._per_owner, self._in_all = per_owner, in_all
        self._known: list[tuple[tuple[str, str], weakref.ref[Session]]] = []
        """Each session with its owner of tables and its device."""

    async def register(self, page: ft.Page) -> None:
        """Register a new session and remove the oldest sleeping ones beyond a limit."""
        visitor, owner = current_visitor.get(), served_owner.get()
        INBOX.register_session(page.session, visitor)
        present = [(whose, session) for whose, known in self._known if (session := known()) is not None]
        asleep = sorted(
            ((whose, session) for whose, session in present if session.connection is None),
            key=lambda one: one[1].expires_at or datetime.now(UTC),
        )
        of_device = [session for whose, session in asleep if whose == (owner, visitor.id)]
        of_owner = [session for whose, session in asleep if whose[0] == owner]
        surplus = {
            *of_device[:-MAX_SLEEPING_SESSIONS],
            *of_owner[: -self._per_owner],
            *(session for _, session in asleep[: -self._in_all]),
        }
        for session in surplus:
            await session.disconnect(0)  # Flet removes it within ten seconds
        self._known = [(whose, weakref.ref(session)) for whose, session in present]
        self._known.append(((owner, visitor.id), weakref.ref(page.session)))


def serve(
    main: PageHandler,
    local_sockets: Sequence[socket.socket],
    on_browser_opened: Callable[[bool], None] | None = None,
    *,
    reception: Reception,
    network: HouseholdNetwork | None = None,
    certificate_authority: CertificateAuthority | None = None,
    draining: Draining | None = None,
) -> None:
    """Serve until interrupted.

    The ``local_sockets`` serve this computer: at the plain port, and with a ``certificate_authority`` at the one of
    https. With ``on_browser_opened`` a browser is opened, and it is called with whether that succeeded. Without a
    ``network`` all requests come through a proxy. With ``draining``, the end first sends the pages to other processes.
    """
    config = bounded_config(
        create_app(main, reception, draining),
        log_level="warning",
        http=LimitedHttpProtocol,
        timeout_graceful_shutdown=1,  # an open page never disconnects by itself: do not wait for it
        server_header=False,
        proxy_headers=False,  # the reception says whose headers are believed
    )
    context = certificate_authority.tls_context() if certificate_authority else None
    contexts = {port_of(sock): context for sock in local_sockets[1:]}
    server = _Server(config, network, contexts, draining)
    if on_browser_opened is not None:
        browsing = (server, local_url(local_sockets[0]), on_browser_opened)
        threading.Thread(target=_open_browser, args=browsing, daemon=True).start()
    flet_speed.space_out_collections()
    limit_lines()
    with pool.worker_pool():
        server.run(sockets=list(local_sockets))


class _Server(uvicorn.Server):
    """Uvicorn server with own listeners that count connections and close overdue ones."""

    def __init__(
        self,
        config: uvicorn.Config,
        network: HouseholdNetwork | None,
        contexts: Mapping[int, ssl.SSLContext | None],
        draining: Draining | None,
    ) -> None:
        super().__init__(config)
        self._network = network
        self._contexts = contexts
        self._listeners: list[Listener] = []
        self._admission = Admission(raise_open_file_limit(), is_behind_proxy=network is None)
        self._draining = draining

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        self._captured_signals.clear()  # else they are raised again after the end, before the games are saved

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await preload()  # two threads that import the same packages at once may fail: before anybody is served
        await super().startup([])
        self._listeners = [self._listen(sock) for sock in sockets or ()]
        if self._network is not None:
            self._network.listeners.start(self._listen, self._admission.close_devices)

    def _listen(self, sock: socket.socket) -> Listener:
        return Listener(sock, self._protocol, self._admission, self._contexts.get(port_of(sock)))

    def _protocol(self, peer: Peer) -> asyncio.Protocol:
        return LimitedHttpProtocol(self.config, self.server_state, self.lifespan.state, peer)

    async def on_tick(self, counter: int) -> bool:
        if counter % TICKS_PER_SWEEP == 0:
            self._admission.close_overdue()
            if self._draining is not None:
                self._draining.check_limits()
        if self._network is not None and counter % TICKS_PER_ADDRESS_CHECK == 0:
            await self._network.access.follow_addresses()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)  # interrupted pages are expected here
        if self._draining is not None:
            self._draining.end_checks()
            await self._draining.drain()
        for listener in self._listeners:
            await listener.close()
        if self._network is not None:
            await self._network.listeners.remove(self._network.listeners.hosts)
        await super().shutdown(sockets)


def _open_browser(server: uvicorn.Server, url: str, on_browser_opened: Callable[[bool], None]) -> None:
    while not server.started:
        time.sleep(0.05)
    try:
        on_browser_opened(webbrowser.open(url))
    except webbrowser.Error:
        on_browser_opened(False)
