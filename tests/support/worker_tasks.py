"""Tasks for worker processes in tests: valid ones, and every way to fail."""

from __future__ import annotations

import os
import time

import numpy as np


def process() -> int:
    """Return the worker's process id."""
    return os.getpid()


def sleeps(seconds: float) -> float:
    """Take that many seconds."""
    time.sleep(seconds)
    return seconds


def fills(megabytes: int) -> int:
    """Use that many megabytes of memory."""
    return int(np.ones(megabytes * 1_000_000, np.uint8)[:: 1 << 12].sum())


def dies() -> None:
    """End the process without a message."""
    os._exit(7)


def stumbles() -> None:
    """Raise an exception."""
    raise LookupError("stumbled")


def lies() -> int:
    """Return another type than declared."""
    return "no number"  # type: ignore[return-value]


def talks() -> bytes:
    """Print to standard output, and return bytes that are no text."""
    print("this goes nowhere")
    return bytes(range(256))
