"""Opening of pages: one whose connection ends before its first screen is forgotten.

While the first screen is prepared, the server waits for answers of the client. A client that reconnects, or an address
that is loaded again, never answers the calls of the connection before. If it resumed that session it would stay blank.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from weakref import WeakKeyDictionary

from flet.messaging.session import Session

_tasks: WeakKeyDictionary[Session, asyncio.Task[Any]] = WeakKeyDictionary()
"""Task that prepares the first screen, by session."""


@contextmanager
def opening(session: Session) -> Iterator[None]:
    """Mark the session as not yet open while the current task runs the block."""
    task = asyncio.current_task()
    assert task is not None, "a page is opened in a task"
    _tasks[session] = task
    try:
        yield
    finally:
        _tasks.pop(session, None)


def cancel_opening(session: Session) -> bool:
    """Stop the preparation of the first screen; False if that screen was already shown."""
    task = _tasks.pop(session, None)
    return task is not None and task.cancel()
