"""Pool of worker processes that decode foreign files, to protect the server process.

There are at most two. Each is started when it is first needed, runs one task at a time, and is killed by the parent if
a task takes too long or too much memory. Without a server (on a device, in a page) tasks run in this process.
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

from . import process_memory, worker

P = ParamSpec("P")
T = TypeVar("T")
MOST = 2
"""Maximum number of workers."""
SPARE = 450_000_000
"""Memory in bytes that a task may use beyond the libraries, where the system can limit it (Linux)."""
RESIDENT = 650_000_000
"""Resident memory in bytes at which the parent kills a worker; after loading it has about 120 million."""
GROWN = 250_000_000
"""Resident memory in bytes after a task, from which a worker is replaced."""
TASKS = 50
"""Number of tasks after which a worker is replaced."""
STARTING, WORKING = 60.0, 30.0
"""Timeouts in seconds for the start of a worker and for a task."""
LARGEST = 64_000_000
"""Maximum size of an answer, in bytes."""


class Ended(Exception):  # noqa: N818 - a state of the worker
    """The worker was killed or exited before it had an answer; the task would end any worker."""


class Failed(Exception):  # noqa: N818 - a state of the task
    """The task raised an exception; the message is its traceback."""


class _Left(Exception):  # noqa: N818
    """The worker exited after its idle time just when a task came."""


class Worker:
    """One process and the pipe to it; used by one thread at a time."""

    def __init__(self) -> None:
        from multiprocessing import get_context  # not available in a browser page

        system = get_context("spawn")
        self._pipe, theirs = system.Pipe()
        self._process = system.Process(target=worker.run, args=(theirs, SPARE), name="decoder", daemon=True)
        self._process.start()
        theirs.close()
        self._done = 0
        self._ready = False
        self._why = "it was ended"

    def ask(self, job: partial[T]) -> T:
        """Run a task and return its answer.

        Raises ``WorkerDiedError``, ``TaskFailedError`` or ``_WorkerGone``; after the first and the last the worker
        cannot be used again.
        """
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
        """Send a job, if any, and return the next answer; the process is watched meanwhile."""
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
        """Kill the process when its time is over or it uses too much memory."""
        while not done.wait(process_memory.PAUSE):
            if time.monotonic() > until:
                self._why = "it took too long"
            elif self.resident > RESIDENT:
                self._why = "it took too much memory"
            else:
                continue
            self.kill()
            return

    def _over(self) -> Exception:
        """Return the exception for a process that no longer answers."""
        self._process.join(0.2)  # a process that exited by itself keeps its exit code
        self.end()
        if self._ready and self._process.exitcode == 0:
            return _Left()
        return Ended(f"{self._why} (exit code {self._process.exitcode})")

    @property
    def resident(self) -> int:
        """Resident memory in bytes; 0 if it cannot be determined."""
        return process_memory.resident(self._process.pid or 0)

    @property
    def fit(self) -> bool:
        """Whether it can run one more task."""
        return self._process.is_alive() and self._done < TASKS and self.resident < GROWN

    def end(self) -> None:
        """Kill the process and close the pipe."""
        self.kill()
        self._process.join(5)
        self._pipe.close()

    def kill(self) -> None:
        """Kill the process; a thread that waits for its answer gets ``WorkerDiedError``."""
        self._process.kill()


class Pool:
    """Pool of up to ``MAX_WORKERS`` workers."""

    def __init__(self) -> None:
        self._room = threading.Semaphore(MOST)
        self._lock = threading.RLock()
        self._free: list[Worker] = []
        self._all: set[Worker] = set()
        self._stopped = False

    def run(self, job: partial[T]) -> T:
        """Run a task in the first free worker. Raises ``WorkerDiedError`` or ``TaskFailedError``."""
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
        """Return a free reusable worker, or a new one."""
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
        """Kill all workers, also busy ones."""
        with self._lock:
            self._stopped = True
            workers = tuple(self._all)
        for one in workers:
            one.kill()


class _Server:
    """Setting made at the start of this process."""

    pool: Pool | None = None


@contextmanager
def started() -> Iterator[None]:
    """Run tasks in worker processes inside this context; none is started before the first task."""
    _Server.pool = Pool()
    try:
        yield
    finally:
        _Server.pool.stop()
        _Server.pool = None


def apart() -> bool:
    """Return whether tasks run in worker processes."""
    return _Server.pool is not None


def warm() -> None:
    """Start a worker in the background, because a file is likely to arrive soon."""
    if _Server.pool is not None:
        threading.Thread(target=_Server.pool.warm, daemon=True).start()


def run(task: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
    """Run a task and return its answer, in a worker process if this process is a server.

    The task is a function at module level, its arguments can be pickled, and pydantic can write its declared return
    type as JSON. Raises ``WorkerDiedError`` if it took too long or too much memory or its process died, and
    ``TaskFailedError`` if it raised an exception; without a server, that exception itself.
    """
    if _Server.pool is None:
        return task(*args, **named)
    try:
        return _Server.pool.run(partial(task, *args, **named))
    except Ended as ended:
        logging.getLogger(__name__).warning("a worker was lost over %s: %s", task.__name__, ended)
        raise
