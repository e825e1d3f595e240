"""The connection that hears of the changes by others, and asks whether the database answers."""

from __future__ import annotations

import logging
import select
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Protocol

import psycopg

from .time_limits import CONNECT_SECONDS, LimitedConnection, time_limit

CHANNEL = "sobremesa"
"""The channel of all notices."""
GAP_SECONDS = 10.0
"""Seconds after which everything is read again, in case a notice was lost."""
FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 0.2, 1.0
"""Seconds before a lost connection is opened again: at first, and after many failures."""
ROUND_TRIPS = 6
"""Statements of an action in a table, beside the begin and the end of its transaction."""
PROMPT_SECONDS, PROBE_SECONDS = 0.8, 3.0
"""Seconds for as many statements after which the database is slow, and after which it is away."""
PROBE = f"SELECT pg_logical_emit_message(true, '{CHANNEL}', '')"
"""A statement that changes no row, and is answered once the disk of the server has taken it."""


class GapCallback(Protocol):
    """What is called where notices may have been missed."""

    def __call__(self, *, was_deaf: bool, is_slow: bool) -> None:
        """Take up what may have been missed; a database that ``is_slow`` must not be waited for."""


class ChangeListener:
    """A thread with one LISTEN connection, which is opened again whenever it is lost.

    ``on_notice`` is called with the payload of each notice. ``on_gap`` is called where notices may have been missed and
    the database has just answered: from time to time, and with ``was_deaf`` after ``check`` and after each new
    connection but the first, for which the constructor waits.
    """

    def __init__(
        self, connect: Callable[[], LimitedConnection], on_notice: Callable[[str], None], on_gap: GapCallback
    ) -> None:
        """Start to listen; ``connect`` opens a connection without transactions."""
        self.is_connected = False
        self._connect, self._on_notice, self._on_gap = connect, on_notice, on_gap
        self._stopping, self._listening = threading.Event(), threading.Event()
        self._woken, self._wakes = socket.socketpair()
        self._woken.setblocking(False)
        self._wakes.setblocking(False)
        self._thread = threading.Thread(target=self._run, name="database notices", daemon=True)
        self._thread.start()
        self._listening.wait(CONNECT_SECONDS + PROBE_SECONDS)  # nothing can be missed before anything has been read
        self._listening.set()

    def check(self) -> None:
        """Ask the database at once, and again until it answers; then ``on_gap`` is called."""
        with suppress(OSError):  # it has been told so often that it cannot miss it, or is stopping
            self._wakes.send(b"?")

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
                with self._connect() as connection:
                    is_slow = self._is_slow(connection)
                    with time_limit(PROBE_SECONDS):
                        connection.execute(f"LISTEN {CHANNEL}")
                    pause = FIRST_PAUSE_SECONDS
                    self._listen(connection, is_slow=is_slow)
            except psycopg.Error as error:
                if pause == FIRST_PAUSE_SECONDS:  # said once, not at every attempt
                    logging.getLogger(__name__).warning("notices of the database do not arrive: %s", error)
            finally:
                self.is_connected = False
            self._stopping.wait(pause)
            pause = min(2 * pause, LONGEST_PAUSE_SECONDS)

    def _is_slow(self, connection: LimitedConnection) -> bool:
        """Return whether a transaction takes longer than an action may, twice in turn.

        The first may have begun while the database stood still. Raises ``psycopg.Error`` where it does not end.
        """
        return all(_probe(connection) > PROMPT_SECONDS for _ in range(2))

    def _listen(self, connection: LimitedConnection, *, is_slow: bool) -> None:
        """Pass notices on until the connection is lost or the thread is to end."""
        self.is_connected = True
        if self._listening.is_set():
            self._safely(partial(self._on_gap, was_deaf=True, is_slow=is_slow))
        self._listening.set()
        next_gap = time.monotonic() + (LONGEST_PAUSE_SECONDS if is_slow else GAP_SECONDS)
        while not self._stopping.is_set():
            for notice in connection.notifies(timeout=0):
                self._safely(partial(self._on_notice, notice.payload))
            left = max(0.0, next_gap - time.monotonic())
            woken, _, _ = select.select([connection.fileno(), self._woken.fileno()], [], [], left)
            is_asked = self._woken.fileno() in woken and self._is_asked()
            if is_asked or time.monotonic() >= next_gap:
                was_slow, is_slow = is_slow or is_asked, self._is_slow(connection)
                self._safely(partial(self._on_gap, was_deaf=was_slow, is_slow=is_slow))
                next_gap = time.monotonic() + (LONGEST_PAUSE_SECONDS if is_slow else GAP_SECONDS)

    def _is_asked(self) -> bool:
        with suppress(BlockingIOError):
            return bool(self._woken.recv(4096))
        return False

    def _safely(self, act: Callable[[], None]) -> None:
        try:
            act()
        except Exception:  # an error of a screen ends no listening
            logging.getLogger(__name__).exception("a change by another process could not be shown")


def _probe(connection: LimitedConnection) -> float:
    """Return the seconds of a transaction such as an action's, which changes no row."""
    began = time.monotonic()
    with time_limit(PROBE_SECONDS), connection.transaction():
        for _ in range(ROUND_TRIPS):
            connection.execute(PROBE)
    return time.monotonic() - began
