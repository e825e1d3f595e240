"""What runs in a worker process: one task after another from a pipe, with limits of memory and processor time.

It decodes what phones send, so the process that holds the tables believes nothing of it: an answer is JSON that is
checked against the task's type, never a pickle.
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import sys
import threading
import traceback
import typing
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from pydantic import ConfigDict, TypeAdapter

from . import memory

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

IDLE = 40.0
"""Seconds without a task after which a worker ends by itself and gives its memory back."""
PROCESSOR = 60
"""Seconds of processor time for one task, where the system can limit it: for a worker whose parent was killed."""
MOST_PIXELS = 50_000_000
"""Pixels of the largest picture that OpenCV itself decodes, whatever a header said to us."""
DONE, FAILED, FULL = b"+", b"-", b"!"
"""First byte of an answer: JSON follows, or a traceback; the last stands for a task without enough memory."""
NO_MEMORY = -4
"""OpenCV's code of an error for want of memory."""
NICE = 4
"""By how much a worker lets the tables go first."""


@cache
def answers(task: Callable[..., Any]) -> TypeAdapter[tuple[Any]]:
    """How the answer of that task is written and checked: as a tuple of one, by the type that the task declares."""
    kind: Any = typing.get_type_hints(task)["return"]
    config = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64", ser_json_inf_nan="constants")
    return TypeAdapter(tuple[kind], config=config)


def run(pipe: Connection, spare: int) -> None:
    """Do tasks until the pipe is closed. ``spare`` is how many bytes of memory they may take beside the libraries."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the parent, which ends this process
    tasks: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_received, args=(pipe, tasks), daemon=True).start()
    _prepared()
    memory.limit(spare)
    _silenced()
    pipe.send_bytes(DONE)
    while True:
        try:
            task = tasks.get(timeout=IDLE)
        except queue.Empty:
            os._exit(0)
        _limited()
        pipe.send_bytes(_answered(task))


def _received(pipe: Connection, tasks: queue.SimpleQueue[bytes]) -> None:
    """Read tasks also while one is done: a closed pipe, the end of the parent, ends this process at once."""
    try:
        while True:
            tasks.put(pipe.recv_bytes())
    except (EOFError, OSError):
        os._exit(0)


def _answered(job: bytes) -> bytes:
    """The answer to a task, or why there is none. A task comes from the parent, so it may be a pickle."""
    try:
        task = pickle.loads(job)
        return DONE + answers(task.func).dump_json((task(),))
    except Exception as error:
        if isinstance(error, MemoryError) or getattr(error, "code", None) == NO_MEMORY:
            return FULL
        return FAILED + traceback.format_exc().encode(errors="replace")


def _prepared() -> None:
    """Load OpenCV, the net and its threads before memory is limited."""
    os.environ["OPENCV_IO_MAX_IMAGE_PIXELS"] = str(MOST_PIXELS)  # OpenCV reads it once, when it is loaded
    if hasattr(os, "nice"):
        os.nice(NICE)
    import numpy as np

    import vision

    vision.read(np.zeros((240, 320, 3), np.uint8))


def _silenced() -> None:
    """Drop what libraries write to the terminal about pictures that strangers send."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)


def _limited() -> None:
    """Limit the processor time of the task that begins."""
    if sys.platform == "win32":
        return
    import resource

    used = resource.getrusage(resource.RUSAGE_SELF)
    most, hard = int(used.ru_utime + used.ru_stime) + PROCESSOR, resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
