"""Connection floods: hundreds of connections, incomplete requests, unread answers."""

from __future__ import annotations

import itertools
import socket
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress

HALF = b"GET / HTTP/1.1\r\nHost: table.local\r\nX: "
"""The start of a request whose head does not end."""


def dial(port: int, source: str = "127.0.0.1") -> socket.socket:
    """Open a connection from that address of this computer."""
    return socket.create_connection(("127.0.0.1", port), 5, (source, 0))


@contextmanager
def hold_connections(
    port: int, many: int, said: bytes, source: Callable[[int], str] = lambda n: "127.0.0.1"
) -> Iterator[list[socket.socket]]:
    """Hold that many connections which send that and nothing more; refused ones are left out."""
    with ExitStack() as stack:
        open_ones = []
        for n in range(many):
            with suppress(OSError):
                open_ones.append(stack.enter_context(dial(port, source(n))))
                open_ones[-1].sendall(said)
        yield open_ones


@contextmanager
def flooded(port: int, source: Callable[[int], str], at_once: int = 600) -> Iterator[list[int]]:
    """Keep opening incomplete requests; the yielded list grows by one with each.

    Beyond ``at_once`` the oldest connections are closed.
    """
    over, come = threading.Event(), list[int]()

    def flood() -> None:
        with ExitStack() as stack:
            for n in itertools.takewhile(lambda _: not over.is_set(), itertools.count()):
                with suppress(OSError):
                    mine.append(stack.enter_context(dial(port, source(n))))
                    mine[-1].sendall(HALF)
                come.append(n)
                if len(mine) > at_once:
                    mine.popleft().close()

    mine: deque[socket.socket] = deque()
    flooding = threading.Thread(target=flood)
    flooding.start()
    try:
        yield come
    finally:
        over.set()
        flooding.join()


def neighbours(n: int) -> str:
    """One of sixteen loopback addresses."""
    return f"127.0.1.{n % 16 + 1}"


def ended(sock: socket.socket, within: float) -> bool:
    """Whether the other side closes the connection in time; earlier data is discarded."""
    sock.settimeout(within)
    try:
        while sock.recv(65536):
            pass
    except TimeoutError:
        return False
    except OSError:
        pass
    return True
