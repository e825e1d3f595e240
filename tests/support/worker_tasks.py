"""Tasks for the worker processes of a test: good ones, and all the ways in which one can go wrong."""

from __future__ import annotations

import os
import time

import numpy as np


def process() -> int:
    """The number of the process that does it."""
    return os.getpid()


def sleeps(seconds: float) -> float:
    """It takes that long."""
    time.sleep(seconds)
    return seconds


def fills(megabytes: int) -> int:
    """It takes that much memory."""
    return int(np.ones(megabytes * 1_000_000, np.uint8)[:: 1 << 12].sum())


def dies() -> None:
    """Its process ends without a word."""
    os._exit(7)


def stumbles() -> None:
    """It raises an exception."""
    raise LookupError("stumbled")


def lies() -> int:
    """It gives back something else than it says."""
    return "no number"  # type: ignore[return-value]


def talks() -> bytes:
    """It answers with bytes that are no text."""
    print("this goes nowhere")
    return bytes(range(256))
