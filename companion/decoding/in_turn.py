"""Tasks of devices, each in its turn: in a process of the server, or in the page's worker."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from companion.base.background import IS_PAGE

from . import pool
from .browser_worker import PAGE_READER
from .fair_queue import run_in_turn

if TYPE_CHECKING:
    from flet import Page

P = ParamSpec("P")
T = TypeVar("T")


async def run_task_in_turn(page: Page, task: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a task that decodes a file from that page, and return its answer.

    The task is as for ``pool.run_task``. Raises what it raises, and ``QueueFullError`` if too much is waiting.
    """
    if IS_PAGE:
        return await PAGE_READER.run(task, *args, **kwargs)
    return await run_in_turn(page, partial(pool.run_task, task, *args, **kwargs))
