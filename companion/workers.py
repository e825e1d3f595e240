"""The worker processes in which a server decodes what phones send, so that no file harms the process of the tables.

There are at most two. Each is started when it is first needed, does one task at a time, and is ended by the parent when
a task takes too long or too much memory. Without a server (on a phone, in a page) tasks are done in this process.
"""

from __future__ import annotations

import logging
import pickle
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import ParamSpec, TypeVar, cast

from pydantic import ValidationError

from . import memory, worker

P = ParamSpec("P")
T = TypeVar("T")
MOST = 2
"""Workers at once."""
SPARE = 450_000_000
"""Bytes that a task may take beside the libraries, where the system can limit that (Linux)."""
RESIDENT = 650_000_000
"""Bytes of a worker in all, beyond which the parent ends it; with its libraries it begins at about 120 million."""
GROWN = 250_000_000
"""Bytes of a worker that has done its task, from which another one takes its place."""
TASKS = 50
"""Tasks after which another worker takes its place."""
STARTING, WORKING = 60.0, 30.0
"""Seconds for a worker to start, and for a task."""
LARGEST = 64_000_000
"""Bytes of the longest answer that is taken from a worker."""


class Ended(Exception):  # noqa: N818 - a state of the worker
    """The worker was ended, or ended itself, before it had an answer: the task is bad for whoever does it."""


class Failed(Exception):  # noqa: N818 - a state of the task
    """The task raised an exception; the text is its traceback."""


class _Left(Exception):  # noqa: N818
    """The worker had been idle and ended itself in the moment in which a task came."""


class Worker:
    """One process and the pipe to it; used by one thread at a time."""

    def __init__(self) -> None:
        from multiprocessing import get_context  # a page in the browser does not have it

        system = get_context("spawn")
        self._pipe, theirs = system.Pipe()
        self._process = system.Process(target=worker.run, args=(theirs, SPARE), name="decoder", daemon=True)
        self._process.start()
        theirs.close()
        self._done = 0
        self._ready = False
        self._why = "it was ended"

    def ask(self, job: partial[T]) -> T:
        """The task's answer. Raises ``Ended``, ``Failed`` or ``_Left``; after the first and the last it is over."""
        try:
            if not self._ready:
                self._heard(None, STARTING)
                self._ready = True
            told = self._heard(pickle.dumps(job), WORKING)
        except (EOFError, OSError) as error:
            raise self._over() from error
        self._done += 1
        if told.startswith(worker.FULL):
            raise Ended("it had not enough memory")
        if not told.startswith(worker.DONE):
            raise Failed(told[1:].decode(errors="replace"))
        try:
            return cast(T, worker.answers(job.func).validate_json(told[1:])[0])
        except ValidationError as error:
            raise Failed("the answer has another form") from error

    def _heard(self, job: bytes | None, seconds: float) -> bytes:
        """What it says next, after that job if there is one; it is watched until then."""
        done = threading.Event()
        watch = threading.Thread(target=self._watch, args=(done, time.monotonic() + seconds), daemon=True)
        watch.start()
        try:
            if job is not None:
                self._pipe.send_bytes(job)
            return self._pipe.recv_bytes(LARGEST)
        finally:
            done.set()
            watch.join()

    def _watch(self, done: threading.Event, until: float) -> None:
        """End it when its time is over or its memory is too much."""
        while not done.wait(memory.PAUSE):
            if time.monotonic() > until:
                self._why = "it took too long"
            elif self.resident > RESIDENT:
                self._why = "it took too much memory"
            else:
                continue
            self.kill()
            return

    def _over(self) -> Exception:
        """Why it no longer answers."""
        self._process.join(0.2)  # one that has ended itself keeps its own exit code
        self.end()
        if self._ready and self._process.exitcode == 0:
            return _Left()
        return Ended(f"{self._why} (exit code {self._process.exitcode})")

    @property
    def resident(self) -> int:
        """Bytes of memory that it occupies; 0 where that cannot be known."""
        return memory.resident(self._process.pid or 0)

    @property
    def fit(self) -> bool:
        """Whether it can do one more task."""
        return self._process.is_alive() and self._done < TASKS and self.resident < GROWN

    def end(self) -> None:
        """End the process, whatever it does, and close the pipe."""
        self.kill()
        self._process.join(5)
        self._pipe.close()

    def kill(self) -> None:
        """End the process; whoever waits for its answer gets ``Ended``."""
        self._process.kill()


class Pool:
    """Up to ``MOST`` workers."""

    def __init__(self) -> None:
        self._room = threading.Semaphore(MOST)
        self._lock = threading.RLock()
        self._free: list[Worker] = []
        self._all: set[Worker] = set()
        self._stopped = False

    def run(self, job: partial[T]) -> T:
        """The task's answer, from the first worker that is free. Raises ``Ended`` or ``Failed``."""
        with self._room:
            for _ in range(2):
                with suppress(_Left):
                    return self._asked(self._taken(), job)
            raise Ended("two workers in a row have left")

    def warm(self) -> None:
        """Start a worker if there is none."""
        with self._lock, suppress(Ended):
            if not self._all:
                self._given_back(self._taken())

    def _asked(self, worker: Worker, job: partial[T]) -> T:
        try:
            return worker.ask(job)
        finally:
            self._given_back(worker)

    def _taken(self) -> Worker:
        """A free worker that is fit, or a new one."""
        with self._lock:
            if self._stopped:
                raise Ended("the server ends")
            while self._free:
                if (known := self._free.pop()).fit:
                    return known
                self._forgotten(known)
            try:
                new = Worker()
            except OSError as error:  # no process, or no descriptor is left
                raise Ended(f"no worker could be started: {error}") from error
            self._all.add(new)
            return new

    def _given_back(self, worker: Worker) -> None:
        with self._lock:
            if worker.fit and not self._stopped:
                self._free.append(worker)
            else:
                self._forgotten(worker)

    def _forgotten(self, worker: Worker) -> None:
        self._all.discard(worker)
        worker.end()

    def stop(self) -> None:
        """End all workers, also those that are at work."""
        with self._lock:
            self._stopped = True
            workers = tuple(self._all)
        for one in workers:
            one.kill()


class _Server:
    """What the start of this process decided."""

    pool: Pool | None = None


@contextmanager
def started() -> Iterator[None]:
    """Have tasks done by worker processes as long as this process serves phones; none is started before one comes."""
    _Server.pool = Pool()
    try:
        yield
    finally:
        _Server.pool.stop()
        _Server.pool = None


def apart() -> bool:
    """Whether tasks are done in worker processes."""
    return _Server.pool is not None


def warm() -> None:
    """Start a worker process without waiting for it, because a file is likely to come soon."""
    if _Server.pool is not None:
        threading.Thread(target=_Server.pool.warm, daemon=True).start()


def run(task: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
    """The task's answer, from a worker process while this process serves phones.

    The task is a function at the top of a module, its arguments can be pickled, and pydantic can write what it is
    declared to return as JSON. Raises ``Ended`` if it took too long or too much memory or its process died, and
    ``Failed`` if it raised an exception; without a server, that exception.
    """
    if _Server.pool is None:
        return task(*args, **named)
    try:
        return _Server.pool.run(partial(task, *args, **named))
    except Ended as ended:
        logging.getLogger(__name__).warning("a worker was lost over %s: %s", task.__name__, ended)
        raise
