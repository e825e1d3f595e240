"""The air between one phone and the server: it can go silent, lose what is under way, and come back."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class Air:
    """A port of its own that leads to the server's. What is said while it is silent waits, as on a real network."""

    def __init__(self, host: str, port: int) -> None:
        self._to = port
        self._sock = socket.create_server((host, 0))
        self.port = int(self._sock.getsockname()[1])
        self._clear = threading.Event()
        self._clear.set()
        self._there = True
        self._ends: list[socket.socket] = []
        threading.Thread(target=self._listen, daemon=True).start()

    def silent(self) -> None:
        """Nothing comes through any more, and nobody is told."""
        self._clear.clear()

    def back(self) -> None:
        """All that waited comes through, and whoever comes gets in."""
        self._there = True
        self._clear.set()

    def lose(self) -> None:
        """Every connection is dead, with all that was under way in it, and there is no new one."""
        self._there = False
        ends, self._ends = self._ends, []
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self._clear.set()

    def close(self) -> None:
        """Nobody comes any more."""
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
                there.sendall(said)
        for end in (here, there):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


@contextmanager
def air(host: str, port: int) -> Iterator[Air]:
    """Air to that port, until nobody needs it."""
    one = Air(host, port)
    try:
        yield one
    finally:
        one.close()
