"""Background execution of slow work, in threads where the platform has them.

Python in the browser has no threads.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
IS_PAGE = sys.platform == "emscripten"
"""Whether this is the app in a browser page, without OpenCV of its own."""
HAS_THREADS = not IS_PAGE


async def run_in_background(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run the work in a thread where possible, and return or raise what it does."""
    if HAS_THREADS:
        return await asyncio.to_thread(work, *args, **kwargs)
    await asyncio.sleep(0)  # let pending drawing run first
    return work(*args, **kwargs)


def raise_if_cancelled() -> None:
    """Raise ``CancelledError`` in a task whose cancellation was lost in what it waited for.

    ``asyncio.wait_for`` of Python 3.11 returns a result that comes in the moment of the cancellation, and a loop around
    it would never end.
    """
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError
