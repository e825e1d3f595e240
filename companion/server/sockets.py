"""Listening sockets: the port and the addresses at which the server is reached."""

from __future__ import annotations

import errno
import socket
from collections.abc import Iterable

HOST = "127.0.0.1"
HostSockets = dict[str, socket.socket]
"""Sockets of one port, by the addresses at which they listen."""
DEFAULT_PORT = 8550
MISSING_ADDRESS_ERRNOS = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)
"""Errors of an address that this computer does not have any more, or not yet."""


class PortInUseError(OSError):
    """Another program uses the port."""


def open_local_socket(port: int | None) -> socket.socket:
    """Open a socket for this computer only, at ``port``, else at the default port or any other.

    Raises ``PortInUseError`` if the given port is not free.
    """
    return open_sockets(port)[HOST]


def open_sockets(port: int | None, hosts: Iterable[str] = ()) -> HostSockets:
    """Open a socket for this computer and one at each address, all at one port.

    It is ``port``, else the default port or any other. Raises ``PortInUseError`` if the given port is not free.
    """
    addresses = (HOST, *hosts)
    for number in (port,) if port is not None else (DEFAULT_PORT, 0):
        try:
            return bind_each(number, addresses)
        except OSError as error:
            if port is not None:
                raise PortInUseError(str(error)) from error
    raise PortInUseError


def open_sockets_after(port: int, hosts: Iterable[str] = ()) -> HostSockets:
    """Open a socket for this computer and one at each address, all at one port.

    It is the port after ``port`` if that is free.
    """
    addresses = (HOST, *hosts)
    try:
        return bind_each(port + 1, addresses)
    except (OSError, OverflowError):
        return bind_each(0, addresses)


def bind_each(port: int, hosts: Iterable[str]) -> HostSockets:
    """Bind a socket at each address, all at one port; port 0 is any that is free at the first.

    Addresses that this computer does not have are left out. Raises ``OSError``, and binds none, if another program has
    the port at one of them.
    """
    bound: HostSockets = {}
    for host in hosts:
        try:
            bound[host] = _bind(port, host.strip("[]"))
        except OSError as error:
            if error.errno not in MISSING_ADDRESS_ERRNOS:
                close_each(bound)
                raise
        else:
            port = port_of(bound[host])
    return bound


def close_each(bound: HostSockets) -> None:
    """Close sockets that no listener has."""
    for sock in bound.values():
        sock.close()


def _bind(port: int, host: str) -> socket.socket:
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


def local_url(sock: socket.socket) -> str:
    """Return the URL for this computer's browser."""
    return f"http://{HOST}:{port_of(sock)}/"


def port_of(sock: socket.socket) -> int:
    """Return the port at which the socket listens."""
    return int(sock.getsockname()[1])
