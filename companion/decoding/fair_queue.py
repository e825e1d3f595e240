"""Work queue for pictures and files: two jobs at once, at most one per device.

The jobs do not use the threads of the tables.
"""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from companion.base.background import THREADS
from companion.base.errors import Trouble
from rules.engine import Text

P = ParamSpec("P")
T = TypeVar("T")
AT_ONCE = 2
"""Jobs at once, as many as there are workers."""
WAITING, ALL_WAITING = 3, 24
"""Maximum number of waiting jobs, of one device and in total."""
PATIENCE = 60.0
"""Seconds that a job may wait for its turn."""
BUSY = Text("Too many pictures and files have come at once. Wait a moment, then send it again.")
THREADS_OF_WORK = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="work")
VISITORS: WeakKeyDictionary[Any, str] = WeakKeyDictionary()
"""Visitor id by page; set when the page is built, so that no page can claim another's."""


class Busy(Trouble):
    """The queue is full; no part of the job was started."""


class Turns:
    """Queue of one event loop."""

    def __init__(self) -> None:
        self._running: set[str] = set()
        self._waiting: list[tuple[str, asyncio.Future[None]]] = []

    async def wait(self, visitor: str) -> None:
        """Wait for that visitor's turn, which lasts until ``finish``. Raises ``QueueFullError``."""
        if len(self._waiting) >= ALL_WAITING or sum(one == visitor for one, _ in self._waiting) >= WAITING:
            raise Busy(BUSY)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((visitor, turn))
        self._next()
        try:
            await asyncio.wait_for(asyncio.shield(turn), PATIENCE)
        except (TimeoutError, asyncio.CancelledError) as error:
            if turn.done():
                self.done(visitor)
            self._waiting = [one for one in self._waiting if one[1] is not turn]
            if isinstance(error, TimeoutError):
                raise Busy(BUSY) from error
            raise

    def done(self, visitor: str) -> None:
        """End that visitor's turn."""
        self._running.discard(visitor)
        self._next()

    def _next(self) -> None:
        """Start the jobs that may run, the longest waiting first."""
        for one in tuple(self._waiting):
            visitor, turn = one
            if len(self._running) < AT_ONCE and visitor not in self._running:
                self._running.add(visitor)
                self._waiting.remove(one)
                turn.set_result(None)


_TURNS: WeakKeyDictionary[asyncio.AbstractEventLoop, Turns] = WeakKeyDictionary()


async def in_turn(page: Any, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run the work in a thread of its own when it is the turn of that page's visitor.

    Returns or raises what the work does. Raises ``QueueFullError`` if too much is waiting. The turn lasts until the
    work ends, even if the caller is cancelled.
    """
    if not THREADS:
        await asyncio.sleep(0)
        return work(*args, **kwargs)
    loop, visitor = asyncio.get_running_loop(), VISITORS.get(page, "")
    turns = _TURNS.setdefault(loop, Turns())
    await turns.wait(visitor)
    run = partial(contextvars.copy_context().run, work, *args, **kwargs)
    future = loop.run_in_executor(THREADS_OF_WORK, run)
    future.add_done_callback(lambda _: turns.done(visitor))
    return await asyncio.shield(future)
