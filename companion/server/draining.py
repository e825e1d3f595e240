"""The end of one of several processes: its pages hear of it and move to another one.

A process that takes too much memory ends in the same way, and one that stands still is killed; whoever runs the
processes starts another one. ``/health``, ``/ready`` and ``/metrics`` answer them without a key.
"""

from __future__ import annotations

import asyncio
import faulthandler
import logging
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from companion.decoding.process_memory import resident_bytes

from .html_pages import not_found_page
from .page_connection import PageConnection
from .requests import FORWARDED_HEADER, is_local_check, is_local_request

HEALTH_PATH, READY_PATH, METRICS_PATH = "/health", "/ready", "/metrics"
MetricsEndpoint = Callable[[Callable[[], int]], ASGIApp]
"""Makes the application of ``/metrics`` from a function that returns the number of open pages."""
DRAIN_SECONDS = 3.0
"""Seconds between the first 503 of ``/ready`` and the end, in which a proxy that asks every half second turns away."""
MOVING_NOTICE = "moving"
"""Key of the sentence that a page shows when its process is about to end."""
MAX_STALL_SECONDS = 30.0
"""Seconds after which a process whose event loop stands still is killed."""


class Draining:
    """The pages of this process, and whether it is about to end."""

    def __init__(
        self,
        seconds: float = DRAIN_SECONDS,
        metrics: MetricsEndpoint | None = None,
        memory_limit: int = 0,
        max_stall_seconds: float = MAX_STALL_SECONDS,
        *,
        is_public: bool = False,
    ) -> None:
        """Create it.

        ``metrics`` answers at ``/metrics`` with the figures of this process; ``memory_limit`` is in bytes, 0 for none.
        ``is_public``: only a proxy and whoever runs the process reach it.
        """
        self._is_public = is_public
        self.is_draining = False
        self._seconds = seconds
        self._memory_limit, self._max_stall_seconds = memory_limit, max_stall_seconds
        self._pages: set[PageConnection] = set()
        self._metrics = metrics(lambda: len(self._pages)) if metrics else None

    @contextmanager
    def serving(self, page: PageConnection) -> Iterator[None]:
        """Keep a page among those that are told, for as long as the block runs.

        One that comes while the process drains is told at once.
        """
        self._pages.add(page)
        if self.is_draining:
            page.announce(MOVING_NOTICE)
        try:
            yield
        finally:
            self._pages.discard(page)

    def check_limits(self) -> None:
        """End this process where it takes too much memory; the event loop calls it every second.

        Where no call follows for ``max_stall_seconds``, the process writes where each thread stands and exits with
        code 1, whatever the thread of the event loop does.
        """
        faulthandler.dump_traceback_later(self._max_stall_seconds, exit=True)
        used = resident_bytes(os.getpid()) if self._memory_limit and not self.is_draining else 0
        if used > self._memory_limit:
            says = "this process takes %d MiB of memory, more than %d, and ends"
            logging.getLogger(__name__).warning(says, used >> 20, self._memory_limit >> 20)
            self.is_draining = True
            os.kill(os.getpid(), signal.SIGTERM)

    def end_checks(self) -> None:
        """Let the process take its time to end: games that were not saved yet may need it."""
        faulthandler.cancel_dump_traceback_later()

    async def drain(self) -> None:
        """Say that this process ends, and wait until a proxy has heard it.

        Pages read it as a notice, ``/ready`` answers 503. A page that does not read it is not waited for.
        """
        self.is_draining = True
        told = [asyncio.ensure_future(page.notify(MOVING_NOTICE)) for page in self._pages]
        await asyncio.sleep(self._seconds)
        for one in told:
            one.cancel()
        await asyncio.gather(*told, return_exceptions=True)

    def add_probes(self, app: ASGIApp) -> ASGIApp:
        """Answer the probes in front of the application.

        Nobody who comes by the proxy or from the network gets an answer. ``/health`` is 200 while requests are answered
        at all; ``/ready`` is 200, or 503 once the process drains. A database that is away changes neither: games go on
        in memory, and no other process would do better.
        """
        alive = PlainTextResponse("alive\n")

        async def endpoint(scope: Scope, receive: Receive, send: Send) -> None:
            answer: ASGIApp = app
            if scope["type"] == "http" and scope["path"] in (HEALTH_PATH, READY_PATH, METRICS_PATH):
                request = HTTPConnection(scope)
                if not self._may_ask(request):
                    answer = not_found_page(request)
                elif scope["path"] == HEALTH_PATH:
                    answer = alive
                elif scope["path"] == READY_PATH:
                    answer = PlainTextResponse("draining\n", 503) if self.is_draining else PlainTextResponse("ready\n")
                else:
                    answer = self._metrics or app
            await answer(scope, receive, send)

        return endpoint

    def _may_ask(self, request: HTTPConnection) -> bool:
        """Return whether the proxy itself asks, or whoever runs this process."""
        if FORWARDED_HEADER in request.headers:
            return False
        return self._is_public or is_local_request(request) or is_local_check(request)
