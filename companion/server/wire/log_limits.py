"""Limits on the lines of the log that clients cause, so that no flood of them fills a disk.

Of the lines of one kind some are written in a minute; the next one that is says how many were left out.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Hashable

WINDOW_SECONDS = 60.0
MAX_KINDS = 1000
"""Kinds of lines of which the number is kept."""
STRANGER_LOGGERS = ("uvicorn.error", "uvicorn.error.requests", "companion.server.middleware", "asyncio")
"""Loggers of lines that anybody causes who reaches the port: one of a kind is written in a minute."""
PAGE_LOGGERS = ("companion.server.wire.inbound", "companion.server.wire.flet_patches")
"""Loggers of lines that a page causes which was let in."""
MAX_PAGE_LINES = 60
"""Lines of one kind that all pages together cause in a minute."""


class LineLimit(logging.Filter):
    """Filter that lets so many records of one kind pass in a minute."""

    def __init__(self, per_minute: int = 1, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._per_minute, self._clock = per_minute, clock
        self._lock = threading.Lock()
        self._kinds: dict[Hashable, tuple[float, int]] = {}
        """When the minute of each kind began, and how many records it has had."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether the record is written; it says how many others were not."""
        now, kind = self._clock(), _kind(record)
        with self._lock:
            began, count = self._kinds.get(kind, (float("-inf"), 0))
            if now - began < WINDOW_SECONDS:
                self._kinds[kind] = began, count + 1
                return count < self._per_minute
            if len(self._kinds) >= MAX_KINDS:
                self._kinds.clear()
            self._kinds[kind] = now, 1
        if count > self._per_minute:
            record.msg = f"{record.getMessage().rstrip()} (and {count - self._per_minute} more like it before)"
            record.args = None
        return True


def _kind(record: logging.LogRecord) -> Hashable:
    """Return what records of one kind share: their sentence, and where an error arose."""
    error, trace = (record.exc_info[1], record.exc_info[2]) if record.exc_info else (None, None)
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    sentence = str(record.msg).partition("\n")[0]
    return record.name, sentence, type(error), trace and (trace.tb_frame.f_code, trace.tb_lineno)


def limit_lines() -> None:
    """Limit the lines that clients of this process cause."""
    for names, per_minute in ((STRANGER_LOGGERS, 1), (PAGE_LOGGERS, MAX_PAGE_LINES)):
        for name in names:
            logging.getLogger(name).addFilter(LineLimit(per_minute))
