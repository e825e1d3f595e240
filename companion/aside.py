"""Work that takes its time, done beside the screen where this system has threads; a page in the browser has none."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
THREADS = sys.platform != "emscripten"


async def aside(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What the work returns or raises; in between, the screen goes on where it can."""
    if THREADS:
        return await asyncio.to_thread(work, *args, **kwargs)
    await asyncio.sleep(0)  # what waits to be drawn comes first
    return work(*args, **kwargs)
