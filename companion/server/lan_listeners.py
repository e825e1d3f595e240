"""Listeners in the local network, which come and go while the server runs."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable

from .sockets import HOST, HostSockets, bind_each, close_each, port_of
from .wire.listener import Listener


class LanListeners:
    """Listeners at this computer's addresses in the local network, at each port of the server.

    Each address has a socket of its own, beside the one for this computer only: so all of them can be closed without
    touching the page of this computer's browser. Not thread-safe: to be called in the event loop of the server.
    """

    def __init__(self, *by_port: HostSockets) -> None:
        """Create it from the sockets of each port, with the one for this computer only.

        The others accept connections once the server has started.
        """
        self._ports = [port_of(bound[HOST]) for bound in by_port]
        self._sockets: dict[str, list[socket.socket]] = {}
        self._listeners: dict[str, list[Listener]] = {}
        self._listen: Callable[[socket.socket], Listener] | None = None
        self._disconnect: Callable[[], None] = lambda: None
        self._insert(by_port)

    @property
    def hosts(self) -> frozenset[str]:
        """The addresses at which this computer listens."""
        return frozenset(self._sockets)

    def start(self, listen: Callable[[socket.socket], Listener], disconnect: Callable[[], None]) -> None:
        """Accept connections, in the running event loop.

        ``listen`` starts the listener of a socket, ``disconnect`` closes all connections of other devices.
        """
        self._listen, self._disconnect = listen, disconnect
        self._accept()

    def add(self, hosts: Iterable[str]) -> None:
        """Listen at these addresses too.

        Raises ``OSError``, and listens at none of them, if another program has a port at one.
        """
        new = [host for host in hosts if host not in self._sockets]
        bound: list[HostSockets] = []
        try:
            for port in self._ports:
                bound.append(bind_each(port, new))
        except OSError:
            for one in bound:
                close_each(one)
            raise
        self._insert(bound)
        self._accept()

    async def remove(self, hosts: Iterable[str]) -> None:
        """Listen at these addresses no more; their connections stay."""
        for host in hosts:
            waiting = self._sockets.pop(host, [])
            for listener in self._listeners.pop(host, []):
                await listener.close()
            for sock in waiting:
                sock.close()

    async def close(self) -> None:
        """Listen at no address any more, and close all connections of other devices."""
        await self.remove(tuple(self._sockets))
        self._disconnect()

    def _insert(self, by_port: Iterable[HostSockets]) -> None:
        for bound in by_port:
            for host, sock in bound.items():
                if host != HOST:
                    self._sockets.setdefault(host, []).append(sock)

    def _accept(self) -> None:
        if self._listen is not None:
            for host, waiting in self._sockets.items():
                if host not in self._listeners:
                    self._listeners[host] = [self._listen(sock) for sock in waiting]
