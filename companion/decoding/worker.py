"""Worker process: runs one task after another from a pipe, with memory and CPU limits.

It decodes what devices send, so the server trusts nothing that it returns: an answer is JSON that is validated against
the task's type, never a pickle.
"""

from __future__ import annotations

import os
import queue
import signal
import sys
import threading
from typing import TYPE_CHECKING

from . import process_memory
from .tasks import DONE, answer_job

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

IDLE_SECONDS = 40.0
"""Seconds without a task after which a worker exits to free its memory."""
CPU_SECONDS = 60
"""CPU seconds per task, where the system can limit them: for a worker whose parent was killed."""
MAX_PIXELS = 50_000_000
"""Maximum number of pixels that OpenCV itself decodes, whatever the file's header says."""


def run_worker(pipe: Connection, memory_bytes: int, niceness: int, reads_pictures: bool) -> None:
    """Run tasks until the pipe is closed.

    ``memory_bytes`` is the memory in bytes that they may use beyond the libraries, ``niceness`` how far they stand back
    for the tables.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl+C and ends this process
    tasks: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_receive_tasks, args=(pipe, tasks), daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(niceness)
    _load_libraries(reads_pictures)
    process_memory.limit_memory(memory_bytes)
    _silence_output()
    pipe.send_bytes(DONE)
    while True:
        try:
            task = tasks.get(timeout=IDLE_SECONDS)
        except queue.Empty:
            os._exit(0)
        _limit_cpu_time()
        pipe.send_bytes(answer_job(task))


def _receive_tasks(pipe: Connection, tasks: queue.SimpleQueue[bytes]) -> None:
    """Read tasks in a thread; a closed pipe, the end of the parent, exits at once."""
    try:
        while True:
            tasks.put(pipe.recv_bytes())
    except (EOFError, OSError):
        os._exit(0)


def _load_libraries(reads_pictures: bool) -> None:
    """Load OpenCV, the network and its threads, or else the games, before memory is limited."""
    os.environ["OPENCV_IO_MAX_IMAGE_PIXELS"] = str(MAX_PIXELS)  # read by OpenCV once, at import
    if not reads_pictures:
        import rules.registry  # noqa: F401

        return
    import numpy as np

    import vision

    blank = np.zeros((240, 320, 3), np.uint8)
    vision.read(blank)
    vision.read_cards(blank)


def _silence_output() -> None:
    """Discard what libraries print about foreign pictures."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)


def _limit_cpu_time() -> None:
    if sys.platform == "win32":
        return
    import resource

    used = resource.getrusage(resource.RUSAGE_SELF)
    most, hard = int(used.ru_utime + used.ru_stime) + CPU_SECONDS, resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
