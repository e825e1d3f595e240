"""Work queue for pictures and files: two jobs at once, at most one per device.

The jobs do not use the threads of the tables.
"""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from companion.base.background import HAS_THREADS
from companion.base.errors import SobremesaError
from companion.base.session_value import SessionValue
from rules.engine import Text

if TYPE_CHECKING:
    from flet import Page

P = ParamSpec("P")
T = TypeVar("T")
MAX_RUNNING = 2
"""Jobs at once, as many as there are workers."""
MAX_WAITING_PER_DEVICE, MAX_WAITING = 3, 24
"""Maximum number of waiting jobs, of one device and in total."""
WAIT_TIMEOUT_SECONDS = 60.0
"""Seconds that a job may wait for its turn."""
QUEUE_FULL_TEXT = Text("Too many pictures and files have come at once. Wait a moment, then send it again.")
WORK_EXECUTOR = ThreadPoolExecutor(MAX_RUNNING, thread_name_prefix="work")
visitor_of_page = SessionValue("visitor", str)
"""Visitor id of a page; set when the page is built, so that no page can claim another's."""


class QueueFullError(SobremesaError):
    """The queue is full; no part of the job was started."""


class WorkQueue:
    """Queue of one event loop."""

    def __init__(self) -> None:
        self._running: set[str] = set()
        self._waiting: list[tuple[str, asyncio.Future[None]]] = []

    async def wait(self, visitor_id: str) -> None:
        """Wait for that visitor's turn, which lasts until ``finish``. Raises ``QueueFullError``."""
        if (
            len(self._waiting) >= MAX_WAITING
            or sum(one == visitor_id for one, _ in self._waiting) >= MAX_WAITING_PER_DEVICE
        ):
            raise QueueFullError(QUEUE_FULL_TEXT)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((visitor_id, turn))
        self._start_next()
        try:
            await asyncio.wait_for(asyncio.shield(turn), WAIT_TIMEOUT_SECONDS)
        except (TimeoutError, asyncio.CancelledError) as error:
            if turn.done():
                self.finish(visitor_id)
            self._waiting = [one for one in self._waiting if one[1] is not turn]
            if isinstance(error, TimeoutError):
                raise QueueFullError(QUEUE_FULL_TEXT) from error
            raise

    def finish(self, visitor_id: str) -> None:
        """End that visitor's turn."""
        self._running.discard(visitor_id)
        self._start_next()

    def _start_next(self) -> None:
        """Start the jobs that may run, the longest waiting first."""
        for one in tuple(self._waiting):
            visitor, turn = one
            if len(self._running) < MAX_RUNNING and visitor not in self._running:
                self._running.add(visitor)
                self._waiting.remove(one)
                turn.set_result(None)


_QUEUES: WeakKeyDictionary[asyncio.AbstractEventLoop, WorkQueue] = WeakKeyDictionary()


async def run_in_turn(page: Page, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run the work in a thread of its own when it is the turn of that page's visitor.

    Returns or raises what the work does. Raises ``QueueFullError`` if too much is waiting. The turn lasts until the
    work ends, even if the caller is cancelled.
    """
    if not HAS_THREADS:
        await asyncio.sleep(0)
        return work(*args, **kwargs)
    loop, visitor_id = asyncio.get_running_loop(), visitor_of_page.get(page)
    queue = _QUEUES.setdefault(loop, WorkQueue())
    await queue.wait(visitor_id)
    run = partial(contextvars.copy_context().run, work, *args, **kwargs)
    future = loop.run_in_executor(WORK_EXECUTOR, run)
    future.add_done_callback(lambda _: queue.finish(visitor_id))
    return await asyncio.shield(future)
