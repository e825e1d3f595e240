"""Server process: sockets, web application, sessions and lifecycle."""

from __future__ import annotations

import errno
import socket
from collections.abc import Callable

HOST = "127.0.0.1"
ALL_IPV4 = "0.0.0.0"
ALL_IPV6 = "::"
Sockets = tuple[socket.socket, ...]
DEFAULT_PORT = 8550


class PortInUseError(OSError):
    """Another program uses the port."""


def open_local_socket(port: int | None) -> socket.socket:
    """Open a socket for this computer only, at ``port``, else at the default port or any other.

    Raises ``PortInUseError`` if the given port is not free.
    """
    return _first_available(port, lambda number: (_bind(number, HOST),))[0]


def open_lan_sockets(port: int | None) -> Sockets:
    """Open sockets on every interface at one port; the second is for IPv6, if available."""
    return _first_available(port, _bind_everywhere)


def open_sockets_after(port: int) -> Sockets:
    """Open sockets on every interface, at the port after ``port`` if it is free."""
    try:
        return _bind_everywhere(port + 1)
    except (OSError, OverflowError):
        return _bind_everywhere(0)


def _first_available(port: int | None, bind: Callable[[int], Sockets]) -> Sockets:
    for number in (port,) if port is not None else (DEFAULT_PORT, 0):
        try:
            return bind(number)
        except OSError as error:
            if port is not None:
                raise PortInUseError(str(error)) from error
    raise PortInUseError


def _bind_everywhere(port: int) -> Sockets:
    first = _bind(port, ALL_IPV4)
    try:
        return first, _bind(first.getsockname()[1], ALL_IPV6)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:  # a guest using IPv6 would reach another program
            first.close()
            raise
    return (first,)


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
    return f"http://{HOST}:{sock.getsockname()[1]}/"
