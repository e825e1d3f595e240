"""The connection on which a process hears of the changes by others."""

from __future__ import annotations

import logging
import select
import socket
import threading
from collections.abc import Callable
from functools import partial
from typing import Protocol

import psycopg

CHANNEL = "sobremesa"
"""The channel of all notices."""
GAP_SECONDS = 10.0
"""Seconds without notices after which everything is read again."""
FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 0.2, 5.0
"""Seconds before a lost connection is opened again: at first, and after many failures."""
CONNECT_SECONDS = 3
"""Seconds after which a server that does not answer is given up."""


class GapCallback(Protocol):
    """What is called where notices may have been missed."""

    def __call__(self, *, was_deaf: bool) -> None:
        """Take up what may have been missed."""


class ChangeListener:
    """A thread with one LISTEN connection, which is opened again whenever it is lost.

    ``on_notice`` is called with the payload of each notice, ``on_gap`` where notices may have been missed: from time to
    time, and with ``was_deaf`` after each new connection but the first, for which the constructor waits.
    """

    def __init__(self, address: str, on_notice: Callable[[str], None], on_gap: GapCallback) -> None:
        self.is_connected = False
        self._address, self._on_notice, self._on_gap = address, on_notice, on_gap
        self._stopping, self._listening = threading.Event(), threading.Event()
        self._woken, self._wakes = socket.socketpair()
        self._thread = threading.Thread(target=self._run, name="database notices", daemon=True)
        self._thread.start()
        self._listening.wait(CONNECT_SECONDS)  # nothing can be missed before anything has been read
        self._listening.set()

    def stop(self) -> None:
        """Close the connection and wait for the thread."""
        self._stopping.set()
        self._wakes.close()  # which the thread's ``select`` notices
        self._thread.join()
        self._woken.close()

    def _run(self) -> None:
        pause = FIRST_PAUSE_SECONDS
        while not self._stopping.is_set():
            try:
                with psycopg.connect(self._address, autocommit=True, connect_timeout=CONNECT_SECONDS) as connection:
                    pause = FIRST_PAUSE_SECONDS
                    self._listen(connection)
            except psycopg.Error as error:
                if pause == FIRST_PAUSE_SECONDS:  # said once, not at every attempt
                    logging.getLogger(__name__).warning("notices of the database do not arrive: %s", error)
            finally:
                self.is_connected = False
            self._stopping.wait(pause)
            pause = min(2 * pause, LONGEST_PAUSE_SECONDS)

    def _listen(self, connection: psycopg.Connection[tuple[object, ...]]) -> None:
        """Pass notices on until the connection is lost or the thread is to end."""
        connection.execute(f"LISTEN {CHANNEL}")
        self.is_connected = True
        if self._listening.is_set():
            self._safely(partial(self._on_gap, was_deaf=True))
        self._listening.set()
        while not self._stopping.is_set():
            for notice in connection.notifies(timeout=0):
                self._safely(partial(self._on_notice, notice.payload))
            if not select.select([connection.fileno(), self._woken.fileno()], [], [], GAP_SECONDS)[0]:
                self._safely(partial(self._on_gap, was_deaf=False))

    def _safely(self, act: Callable[[], None]) -> None:
        """Run it; an error of a screen ends no listening."""
        try:
            act()
        except Exception:
            logging.getLogger(__name__).exception("a change by another process could not be shown")
