"""Listening sockets that register each connection before its TLS handshake.

The event loop's own servers report a connection only after its handshake, so that one whose handshake never ends would
not count.
"""

from __future__ import annotations

import asyncio
import errno
import socket
import ssl
from collections.abc import Callable
from contextlib import suppress

from .admission import Admission, Peer

BACKLOG = 2048
"""Connections that the system queues until they are accepted."""
TLS_HANDSHAKE_SECONDS = 10.0
"""Timeout of the TLS handshake, in seconds."""
TLS_SHUTDOWN_SECONDS = 3.0
"""Timeout of the TLS shutdown, in seconds."""
LAST_HANDSHAKES_SECONDS = 0.2
"""Seconds that pending handshakes get at the end."""
ACCEPT_PAUSE_SECONDS = 0.1
"""Seconds until the next accept after one has failed, for example without a free descriptor."""
EXHAUSTED_ERRNOS = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
ProtocolFactory = Callable[[Peer], asyncio.Protocol]


class Listener:
    """Accepts the connections of one socket until it is closed."""

    def __init__(
        self,
        sock: socket.socket,
        protocol: ProtocolFactory,
        admission: Admission,
        context: ssl.SSLContext | None = None,
    ) -> None:
        sock.setblocking(False)
        sock.listen(BACKLOG)
        self._sock = sock
        self._protocol = protocol
        self._admission = admission
        self._tls = (
            {
                "ssl": context,
                "ssl_handshake_timeout": TLS_HANDSHAKE_SECONDS,
                "ssl_shutdown_timeout": TLS_SHUTDOWN_SECONDS,
            }
            if context
            else {}
        )
        self._loop = asyncio.get_running_loop()
        self._handshakes: set[asyncio.Task[None]] = set()
        self._task = self._loop.create_task(self._accept())

    async def close(self) -> None:
        """Stop accepting and cancel handshakes that do not end."""
        self._task.cancel()
        if self._handshakes:  # a cancelled one would close a connection of which its protocol does not hear
            await asyncio.wait(self._handshakes, timeout=LAST_HANDSHAKES_SECONDS)
        tasks = (self._task, *self._handshakes)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._sock.close()

    async def _accept(self) -> None:
        while True:
            try:
                sock, address = await self._loop.sock_accept(self._sock)
            except OSError as error:
                await self._handle_accept_error(error)
                continue
            self._register(sock, str(address[0]))
            await asyncio.sleep(0)  # other tasks run between two connections of a flood

    async def _handle_accept_error(self, error: OSError) -> None:
        """Handle a failed accept: no descriptor is left, or the client has already gone."""
        if error.errno in EXHAUSTED_ERRNOS:
            self._admission.shed()
        await asyncio.sleep(ACCEPT_PAUSE_SECONDS)

    def _register(self, sock: socket.socket, address: str) -> None:
        peer = self._admission.admit(address)
        task = self._loop.create_task(self._start_protocol(sock, peer))
        peer.close = task.cancel  # type: ignore[assignment]
        self._handshakes.add(task)
        task.add_done_callback(self._handshakes.discard)

    async def _start_protocol(self, sock: socket.socket, peer: Peer) -> None:
        try:
            await self._loop.connect_accepted_socket(lambda: self._protocol(peer), sock, **self._tls)  # type: ignore[arg-type]
        except (OSError, asyncio.CancelledError):
            peer.release()
            with suppress(OSError):
                sock.close()
