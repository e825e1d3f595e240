"""Network faults between one phone and the server: silence, loss and reconnection."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class Air:
    """A proxy on a port of its own; what is sent while it is silent waits, as in a network."""

    def __init__(self, host: str, port: int) -> None:
        self._to = port
        self._sock = socket.create_server((host, 0))
        self.port = int(self._sock.getsockname()[1])
        self._clear = threading.Event()
        self._clear.set()
        self._there, self._is_lossy = True, False
        self.lag = 0.0
        """Seconds by which everything is late, in each direction."""
        self._ends: list[socket.socket] = []
        threading.Thread(target=self._listen, daemon=True).start()

    def silent(self) -> None:
        """Stop forwarding, without closing a connection."""
        self._clear.clear()

    def swallow(self) -> None:
        """Drop whatever is sent from now on, without closing a connection or refusing one."""
        self._is_lossy = True

    def back(self) -> None:
        """Forward what waited, and accept connections again; what was dropped stays lost."""
        self._there, self._is_lossy = True, False
        self._clear.set()

    def lose(self) -> None:
        """Close every connection with what was under way, and accept no new one."""
        self._there = False
        ends, self._ends = self._ends, []
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self._clear.set()

    def close(self) -> None:
        """Close the proxy."""
        self._sock.close()
        self.lose()

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                phone, _ = self._sock.accept()
                threading.Thread(target=self._connect, args=(phone,), daemon=True).start()

    def _connect(self, phone: socket.socket) -> None:
        self._clear.wait()
        try:
            if not self._there:
                raise ConnectionError
            server = socket.create_connection(("127.0.0.1", self._to))
        except OSError:
            phone.close()
            return
        self._ends += (phone, server)
        for here, there in ((phone, server), (server, phone)):
            threading.Thread(target=self._carry, args=(here, there), daemon=True).start()

    def _carry(self, here: socket.socket, there: socket.socket) -> None:
        with suppress(OSError):
            while said := here.recv(65536):
                self._clear.wait()
                if self.lag:
                    time.sleep(self.lag)
                if not self._is_lossy:
                    there.sendall(said)
        for end in (here, there):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


@contextmanager
def air(host: str, port: int) -> Iterator[Air]:
    """A proxy to that port."""
    one = Air(host, port)
    try:
        yield one
    finally:
        one.close()
