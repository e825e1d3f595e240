"""Work that takes its time, done beside the screen where this system has threads; a page in the browser has none."""

from __future__ import annotations

import asyncio
import contextvars
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
THREADS = sys.platform != "emscripten"
FRAMES = ThreadPoolExecutor(2, thread_name_prefix="frames")
"""For the frames of live cameras: however many phones send some, tables keep their threads."""


async def aside(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What the work returns or raises; in between, the screen goes on where it can."""
    if THREADS:
        return await asyncio.to_thread(work, *args, **kwargs)
    await asyncio.sleep(0)  # what waits to be drawn comes first
    return work(*args, **kwargs)


async def beside_tables(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """The same in one of two threads that no table uses: for what live cameras send, frame after frame."""
    if not THREADS:
        return await aside(work, *args, **kwargs)
    run = partial(contextvars.copy_context().run, work, *args, **kwargs)
    return await asyncio.get_running_loop().run_in_executor(FRAMES, run)
