"""Work for pages, each piece in its turn.

It runs in a process of the server, in a thread, or in the page's worker. Each kind of work has its own queue, places
and processes, so that none waits for another kind.
"""

from __future__ import annotations

import asyncio
import contextvars
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, partial
from typing import TYPE_CHECKING, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from companion.base.background import HAS_THREADS, IS_PAGE
from companion.base.session_value import SessionValue
from rules.engine import Text
from vision.images.header import declared_size

from . import pool
from .browser_worker import PAGE_READER
from .fair_queue import QUEUE_FULL_TEXT, FairQueue, Job, QueueFullError, Requester

if TYPE_CHECKING:
    from flet import Page

P = ParamSpec("P")
T = TypeVar("T")
WAIT_TIMEOUT_SECONDS, FILE_WAIT_TIMEOUT_SECONDS = 60.0, 600.0
"""Seconds that a job may wait for its turn: one for which somebody holds a phone, and one of a file."""
AWAY_TIMEOUT_SECONDS = 10.0
"""Seconds without a page after which its work is not begun any more."""
LOOK_SECONDS = 1.0
"""Seconds between two looks whether a page that waits is still there."""
PICTURE_SECONDS, MEGAPIXEL_SECONDS, FRAME_SECONDS, FILE_SECONDS = 0.1, 0.04, 0.03, 0.5
"""Expected seconds of any picture, of each megapixel more, of a frame of a live camera, and of a file."""
PAGE_LEFT_TEXT = Text("This page was away for too long: send it again.")
MAX_MEGAPIXELS = 50
"""Megapixels above which a picture is refused by its header, and costs no more."""
requester_of_page = SessionValue("requester", Requester)
"""Who asks for a page; set when the page is built, so that no page can claim to be another's."""


class Lane:
    """A kind of work: its threads, its queue in each event loop, and its processes."""

    wait_seconds = WAIT_TIMEOUT_SECONDS
    """Seconds that a job may wait for its turn."""

    def __init__(self, name: str, places: int, kept: int = 0, workers: pool.Workers | None = None) -> None:
        self.workers = workers
        self._name, self._places, self._kept = name, places, kept
        self._turns: WeakKeyDictionary[asyncio.AbstractEventLoop, Turns] = WeakKeyDictionary()

    @cached_property
    def executor(self) -> ThreadPoolExecutor:
        """Threads of its own, as many as it has places."""
        return ThreadPoolExecutor(self._places, thread_name_prefix=self._name)

    @property
    def turns(self) -> Turns:
        """The queue of the running event loop."""
        loop = asyncio.get_running_loop()
        if loop not in self._turns:
            self._turns[loop] = Turns(FairQueue(self._places, self._kept), self.workers)
        return self._turns[loop]


class Turns:
    """The jobs of a queue with the futures that wait for their turn."""

    def __init__(self, queue: FairQueue, workers: pool.Workers | None) -> None:
        self._queue, self._workers = queue, workers
        self._futures: dict[Job, asyncio.Future[None]] = {}

    def add(self, job: Job) -> asyncio.Future[None]:
        """Return the future of the job's turn; that of a job without room has a ``QueueFullError``."""
        turn = self._futures[job] = asyncio.get_running_loop().create_future()
        for surplus in self._queue.add(job):
            self._futures.pop(surplus).set_exception(QueueFullError(QUEUE_FULL_TEXT))
        self._start()
        return turn

    def finish(self, job: Job, seconds: float = 0.0) -> None:
        """End a job, or give up one that waits."""
        self._futures.pop(job, None)
        self._queue.finish(job, seconds)
        self._start()

    def _start(self) -> None:
        while (job := self._queue.start_next()) is not None:
            self._futures.pop(job).set_result(None)
        if self._queue.keeps_waiting and self._workers is not None:
            pool.warm_up(self._workers)  # whoever has the kept place does not wait for a worker to start


class PageWatch:
    """Whether the page that asked for work still wants it."""

    def __init__(self, page: Page) -> None:
        self.requester = requester_of_page.get(page)
        self._session, self._last_seen, self._is_stopped = page.session, time.monotonic(), False

    def stop(self) -> None:
        """End its work, as somebody asked for it on the page."""
        self._is_stopped = True

    @property
    def is_gone(self) -> bool:
        """Whether it was stopped, or nobody has seen the page for a while."""
        if self._session.connection is not None:
            self._last_seen = time.monotonic()
        return self._is_stopped or time.monotonic() - self._last_seen > AWAY_TIMEOUT_SECONDS


READING = Lane("reading", pool.READERS.count, kept=1, workers=pool.READERS)
"""Photos of dice, and codes."""
TEACHING = Lane("teaching", pool.TEACHERS.count, workers=pool.TEACHERS)
"""Pictures of dice that are taught."""
IMPORTING = Lane("importing", pool.IMPORTERS.count, workers=pool.IMPORTERS)
"""Files of games and cards."""
IMPORTING.wait_seconds = FILE_WAIT_TIMEOUT_SECONDS
FRAMES = Lane("frames", 2)
"""Frames of live cameras, which are decoded in threads of this process."""


async def run_in_turn(
    lane: Lane, watch: PageWatch, cost: float, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs
) -> T:
    """Run the work in one of the lane's threads when it is the page's turn.

    ``cost`` are the seconds that it is expected to take. Returns or raises what the work does. Raises
    ``QueueFullError`` if too much is waiting, or if the page has left before its turn. The turn lasts until the work
    ends, even if the caller is cancelled.
    """
    if not HAS_THREADS:
        await asyncio.sleep(0)
        return work(*args, **kwargs)
    turns, job = lane.turns, Job(watch.requester, cost, sum(len(one) for one in args if isinstance(one, bytes)))
    try:
        await _wait(turns.add(job), watch, lane.wait_seconds)
    except BaseException:
        turns.finish(job)
        raise
    began = time.monotonic()
    run = partial(contextvars.copy_context().run, work, *args, **kwargs)
    future = asyncio.get_running_loop().run_in_executor(lane.executor, run)
    future.add_done_callback(lambda _: turns.finish(job, time.monotonic() - began))
    return await asyncio.shield(future)


async def _wait(turn: asyncio.Future[None], watch: PageWatch, seconds: float) -> None:
    """Wait for the turn. Raises ``QueueFullError``."""
    until = time.monotonic() + seconds
    while not turn.done():
        await asyncio.wait({turn}, timeout=LOOK_SECONDS)
        if not turn.done() and (watch.is_gone or time.monotonic() > until):
            raise QueueFullError(PAGE_LEFT_TEXT if watch.is_gone else QUEUE_FULL_TEXT)
    turn.result()


async def run_task_in_turn(lane: Lane, page: Page, task: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a task that decodes pictures from that page, and return its answer.

    The task is as for ``pool.run_task_of``. Raises what it raises, and ``QueueFullError`` if too much is waiting.
    """
    if IS_PAGE:
        return await PAGE_READER.run(task, *args, **kwargs)
    cost = sum(picture_cost(data) for data in args if isinstance(data, bytes))
    workers = lane.workers or pool.READERS

    def work(*given: P.args, **more: P.kwargs) -> T:
        return pool.run_task_of(workers, task, *given, **more)

    return await run_in_turn(lane, PageWatch(page), cost or PICTURE_SECONDS, work, *args, **kwargs)


def picture_cost(data: bytes) -> float:
    """Return the seconds that a picture is expected to take, from the size in its header."""
    width, height = declared_size(data) or (0, 0)
    return PICTURE_SECONDS + MEGAPIXEL_SECONDS * min(width * height / 1e6, MAX_MEGAPIXELS)
