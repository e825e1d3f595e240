"""Connections to PostgreSQL that are closed where it does not answer in time.

A server that stands still, or whose packets are dropped, never says so: only a clock on this side does.
"""

from __future__ import annotations

import asyncio
import math
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Self, TypeVar

import psycopg
from psycopg.abc import PQGen, PQGenConn
from psycopg.rows import TupleRow

RV = TypeVar("RV")
C = TypeVar("C")

TRANSACTION_SECONDS, LOOP_SECONDS = 2.0, 1.0
"""Seconds for one transaction or query: in a thread, and on the event loop, where others wait meanwhile."""
CONNECT_SECONDS = 1.0
"""Seconds for one attempt to connect; an address with several hosts has one for each."""
PATIENT_SECONDS = 600.0
"""Seconds for what takes long by its nature, such as an upgrade of all rows."""
SLOW_SECONDS = 10.0
"""Seconds for a transaction that writes what waits in memory, in a thread for which nobody waits."""
LOCK_SECONDS = 0.5
"""Seconds that a transaction waits for others: shorter than any limit here, because waiting for them is no outage."""
SERVER_SECONDS = 3.0
"""Seconds after which the server gives up what its client has given up: a statement, or an idle transaction."""
SERVER_OPTIONS = " ".join(
    f"-c {name}={round(1000 * seconds)}"
    for name, seconds in (
        ("statement_timeout", SERVER_SECONDS),
        ("lock_timeout", LOCK_SECONDS),
        ("idle_in_transaction_session_timeout", SERVER_SECONDS),
    )
)
"""Options of a connection, in libpq's form."""
NO_SERVER_LIMITS = (
    "SET LOCAL statement_timeout = 0",
    "SET LOCAL lock_timeout = 0",
    "SET LOCAL idle_in_transaction_session_timeout = 0",
)
"""Statements that let a transaction take its time."""


class _Limit(threading.local):
    """Until when the database may keep this thread waiting."""

    seconds = math.inf
    end = math.inf
    is_exceeded = False


_limit = _Limit()


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Give the database that long for the block; within another limit that one holds."""
    if _limit.end < math.inf:
        yield
        return
    _limit.seconds, _limit.end, _limit.is_exceeded = seconds, time.monotonic() + seconds, False
    try:
        yield
    finally:
        _limit.end = math.inf


def usual_seconds() -> float:
    """Return how long the database may keep this thread waiting for one transaction."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return TRANSACTION_SECONDS
    return LOOP_SECONDS


def renew_time_limit() -> None:
    """Give the database the same time again: it has answered, and more is to be done."""
    if _limit.end < math.inf:
        _limit.end = time.monotonic() + _limit.seconds


def is_time_limited() -> bool:
    """Return whether the database is asked within a time limit of this thread already."""
    return _limit.end < math.inf


def is_limit_exceeded() -> bool:
    """Return whether the present or latest limit of this thread was exceeded."""
    return _limit.is_exceeded


def open_in_time(connect: Callable[[], C]) -> C:
    """Return a new connection, if the time limit of this thread leaves any time for it.

    Raises ``psycopg.OperationalError``.
    """
    if time.monotonic() >= _limit.end:
        raise psycopg.OperationalError("no time is left to connect")
    connection = connect()
    _limit.is_exceeded = False  # by one of several hosts
    renew_time_limit()
    return connection


class LimitedConnection(psycopg.Connection[TupleRow]):
    """A connection that is closed when it keeps its thread waiting beyond the time limit."""

    @classmethod
    def _connect_gen(cls, conninfo: str = "") -> PQGenConn[Self]:
        """Connect to one host within ``CONNECT_SECONDS``: psycopg itself waits twice as long."""
        connecting, end = super()._connect_gen(conninfo), time.monotonic() + CONNECT_SECONDS
        try:
            waits_for = next(connecting)
            while time.monotonic() < end:
                waits_for = connecting.send((yield waits_for))
        except StopIteration as connected:
            found: Self = connected.value
            return found
        connecting.close()
        _limit.is_exceeded = True
        raise psycopg.errors.ConnectionTimeout("the server does not answer")

    def wait(self, gen: PQGen[RV], interval: float = 0.1, timeout: float | None = None) -> RV:
        """Wait for the server within the time limit of this thread."""
        left = max(0.0, _limit.end - time.monotonic())
        if left == math.inf:
            return super().wait(gen, interval, timeout)
        try:
            return super().wait(gen, interval, left if timeout is None else min(left, timeout))
        except psycopg.OperationalError:
            if time.monotonic() >= _limit.end:
                _limit.is_exceeded = True
                self.close()
            raise
