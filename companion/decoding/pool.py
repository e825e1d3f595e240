"""Pools of worker processes that decode foreign files, to protect the server process.

Each kind of work has a pool of its own. A worker is started when it is first needed, runs one task at a time, and is
killed by the parent if a task takes too long or too much memory. Without a server (on a device, in a page) tasks run in
this process.
"""

from __future__ import annotations

import logging
import pickle
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, cast, get_type_hints

from companion.base.measurements import MEASUREMENTS

from . import process_memory, tasks, worker

if TYPE_CHECKING:
    from pydantic import TypeAdapter

P = ParamSpec("P")
T = TypeVar("T")
MAX_WORKERS = 2
"""Maximum number of workers that read photos."""
TASK_MEMORY_BYTES = 450_000_000
"""Memory in bytes that a task may use beyond the libraries, where the system can limit it (Linux)."""
MAX_RESIDENT_BYTES = 650_000_000
"""Resident memory in bytes at which the parent kills a worker; after loading it has about 120 million."""
REPLACE_ABOVE_BYTES = 250_000_000
"""Resident memory in bytes after a task, from which a worker is replaced."""
MAX_TASKS_PER_WORKER = 50
"""Number of tasks after which a worker is replaced."""
START_TIMEOUT_SECONDS, TASK_TIMEOUT_SECONDS = 60.0, 30.0
"""Timeouts in seconds for the start of a worker and for a task."""
MAX_ANSWER_BYTES = 64_000_000
"""Maximum size of an answer, in bytes."""


@dataclass(frozen=True)
class Workers:
    """A kind of worker: how many there are, and how far they stand back for others."""

    name: str
    count: int
    niceness: int
    reads_pictures: bool = True


READERS = Workers("reader", MAX_WORKERS, 4)
TEACHERS = Workers("teacher", 1, 4)
IMPORTERS = Workers("importer", 1, 15, reads_pictures=False)


class WorkerDiedError(Exception):
    """The worker was killed or exited before it had an answer; the task would end any worker."""


class TaskFailedError(Exception):
    """The task raised an exception; the message is its traceback."""


class _WorkerGone(Exception):  # noqa: N818
    """The worker exited after its idle time just when a task came."""


def checked_answer(task: Callable[..., T], answer: bytes) -> T:
    """Return what a task answered, validated against its declared type.

    Raises ``WorkerDiedError`` or ``TaskFailedError``.
    """
    if answer.startswith(tasks.OUT_OF_MEMORY):
        raise WorkerDiedError("it had not enough memory")
    if not answer.startswith(tasks.DONE):
        raise TaskFailedError(answer[1:].decode(errors="replace"))
    try:
        return cast(T, _answer_adapter(task).validate_json(answer[1:])[0])
    except ValueError as error:
        raise TaskFailedError("the answer has another form") from error


@cache
def _answer_adapter(task: Callable[..., T]) -> TypeAdapter[tuple[T]]:
    """Return the validator of a task's answer, which comes wrapped in a tuple of one."""
    from pydantic import ConfigDict, TypeAdapter

    kind: Any = task.answer if isinstance(task, tasks.Task) else get_type_hints(task)["return"]
    return TypeAdapter(tuple[kind], config=ConfigDict(val_json_bytes="base64"))


class WorkerProcess:
    """One process and the pipe to it; used by one thread at a time."""

    def __init__(self, kind: Workers) -> None:
        from multiprocessing import get_context  # not available in a browser page

        system = get_context("spawn")
        self._pipe, theirs = system.Pipe()
        options = theirs, TASK_MEMORY_BYTES, kind.niceness, kind.reads_pictures
        self._process = system.Process(target=worker.run_worker, args=options, name=kind.name, daemon=True)
        self._process.start()
        theirs.close()
        self._task_count = 0
        self._is_ready = False
        self._reason = "it was ended"

    def run_task(self, job: partial[T]) -> T:
        """Run a task and return its answer.

        Raises ``WorkerDiedError``, ``TaskFailedError`` or ``_WorkerGone``; after the first and the last the worker
        cannot be used again.
        """
        try:
            if not self._is_ready:
                self._next_answer(None, START_TIMEOUT_SECONDS)
                self._is_ready = True
            answer = self._next_answer(pickle.dumps(job), TASK_TIMEOUT_SECONDS)
        except (EOFError, OSError) as error:
            raise self._end_and_explain() from error
        self._task_count += 1
        return checked_answer(job.func, answer)

    def _next_answer(self, job: bytes | None, seconds: float) -> bytes:
        """Send a job, if any, and return the next answer; the process is watched meanwhile."""
        done = threading.Event()
        watch = threading.Thread(target=self._watch, args=(done, time.monotonic() + seconds), daemon=True)
        watch.start()
        try:
            if job is not None:
                self._pipe.send_bytes(job)
            return self._pipe.recv_bytes(MAX_ANSWER_BYTES)
        finally:
            done.set()
            watch.join()

    def _watch(self, done: threading.Event, until: float) -> None:
        """Kill the process when its time is over or it uses too much memory."""
        while not done.wait(process_memory.POLL_SECONDS):
            if time.monotonic() > until:
                self._reason = "it took too long"
            elif self.resident_bytes > MAX_RESIDENT_BYTES:
                self._reason = "it took too much memory"
            else:
                continue
            self.kill()
            return

    def _end_and_explain(self) -> Exception:
        self._process.join(0.2)  # a process that exited by itself keeps its exit code
        self.end()
        if self._is_ready and self._process.exitcode == 0:
            return _WorkerGone()
        return WorkerDiedError(f"{self._reason} (exit code {self._process.exitcode})")

    @property
    def resident_bytes(self) -> int:
        """Resident memory in bytes; 0 if it cannot be determined."""
        return process_memory.resident_bytes(self._process.pid or 0)

    @property
    def is_reusable(self) -> bool:
        """Whether it can run one more task."""
        return (
            self._process.is_alive()
            and self._task_count < MAX_TASKS_PER_WORKER
            and self.resident_bytes < REPLACE_ABOVE_BYTES
        )

    def end(self) -> None:
        """Kill the process and close the pipe."""
        self.kill()
        self._process.join(5)
        self._pipe.close()

    def kill(self) -> None:
        """Kill the process; a thread that waits for its answer gets ``WorkerDiedError``."""
        self._process.kill()


class WorkerPool:
    """Pool of the workers of one kind."""

    def __init__(self, kind: Workers) -> None:
        self._kind = kind
        self._room = threading.Semaphore(kind.count)
        self._lock = threading.RLock()
        self._free: list[WorkerProcess] = []
        self._all: set[WorkerProcess] = set()
        self._stopped = False

    def run(self, job: partial[T]) -> T:
        """Run a task in the first free worker. Raises ``WorkerDiedError`` or ``TaskFailedError``."""
        with self._room:
            for _ in range(2):
                with suppress(_WorkerGone):
                    return self._run_in(self._acquire(), job)
            raise WorkerDiedError("two workers in a row have left")

    def warm_up(self) -> None:
        """Start a worker if none is free and there may be one more."""
        with self._lock, suppress(WorkerDiedError):
            if len(self._all) - len(self._free) < self._kind.count:
                self._release(self._acquire())

    def _run_in(self, worker: WorkerProcess, job: partial[T]) -> T:
        try:
            return worker.run_task(job)
        finally:
            self._release(worker)

    def _acquire(self) -> WorkerProcess:
        with self._lock:
            if self._stopped:
                raise WorkerDiedError("the server ends")
            while self._free:
                if (candidate := self._free.pop()).is_reusable:
                    return candidate
                self._discard(candidate)
            try:
                new = WorkerProcess(self._kind)
            except OSError as error:  # no process, or no descriptor is left
                raise WorkerDiedError(f"no worker could be started: {error}") from error
            self._all.add(new)
            return new

    def _release(self, worker: WorkerProcess) -> None:
        with self._lock:
            if worker.is_reusable and not self._stopped:
                self._free.append(worker)
            else:
                self._discard(worker)

    def _discard(self, worker: WorkerProcess) -> None:
        self._all.discard(worker)
        worker.end()

    def stop(self) -> None:
        """Kill all workers, also busy ones."""
        with self._lock:
            self._stopped = True
            workers = tuple(self._all)
        for one in workers:
            one.kill()


_POOLS: dict[Workers, WorkerPool] = {}
"""The pools of this process while it is a server."""


@contextmanager
def worker_pool() -> Iterator[None]:
    """Run tasks in worker processes inside this context; none is started before the first task."""
    _POOLS.update({kind: WorkerPool(kind) for kind in (READERS, TEACHERS, IMPORTERS)})
    try:
        yield
    finally:
        for one in _POOLS.values():
            one.stop()
        _POOLS.clear()


def uses_workers() -> bool:
    """Return whether tasks run in worker processes."""
    return bool(_POOLS)


def warm_up(kind: Workers = READERS) -> None:
    """Start a worker of that kind in the background, because a file is likely to arrive soon."""
    if _POOLS:
        threading.Thread(target=_POOLS[kind].warm_up, daemon=True).start()


def run_task_of(kind: Workers, task: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a task and return its answer, in a worker of that kind if this process is a server.

    The task is a function at module level or a ``Task``, its arguments can be pickled, and ``tasks.plain_value``
    can write its answer as JSON. Raises ``WorkerDiedError`` if it took too long or too much memory or its process died,
    and ``TaskFailedError`` if it raised an exception; without a server, that exception itself.
    """
    if not _POOLS:
        return task(*args, **kwargs)
    began = time.monotonic()
    try:
        answer = _POOLS[kind].run(partial(task, *args, **kwargs))
    except WorkerDiedError as ended:
        logging.getLogger(__name__).warning(
            "a worker was lost over %s: %s", task.name if isinstance(task, tasks.Task) else task.__name__, ended
        )
        raise
    if kind.reads_pictures:
        MEASUREMENTS.on_task(time.monotonic() - began)
    return answer
