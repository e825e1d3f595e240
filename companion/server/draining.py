"""The end of one of several processes: its pages hear of it and move to another one.

For whoever runs the processes, ``/health``, ``/ready`` and ``/metrics`` answer without a key.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from .page_connection import PageConnection

HEALTH_PATH, READY_PATH, METRICS_PATH = "/health", "/ready", "/metrics"
MetricsEndpoint = Callable[[Callable[[], int]], ASGIApp]
"""Makes the application of ``/metrics`` from a function that returns the number of open pages."""
DRAIN_SECONDS = 3.0
"""Seconds between the first 503 of ``/ready`` and the end, in which a proxy that asks every half second turns away."""
MOVING_NOTICE = "moving"
"""Key of the sentence that a page shows when its process is about to end."""


class Draining:
    """The pages of this process, and whether it is about to end."""

    def __init__(self, seconds: float = DRAIN_SECONDS, metrics: MetricsEndpoint | None = None) -> None:
        """Create it; ``metrics`` answers at ``/metrics`` with the figures of this process."""
        self.is_draining = False
        self._seconds = seconds
        self._pages: set[PageConnection] = set()
        self._metrics = metrics(lambda: len(self._pages)) if metrics else None

    @contextmanager
    def serving(self, page: PageConnection) -> Iterator[None]:
        """Keep a page among those that are told, for as long as the block runs."""
        self._pages.add(page)
        try:
            yield
        finally:
            self._pages.discard(page)

    async def drain(self) -> None:
        """Say that this process ends, and wait until a proxy has heard it.

        Pages read it as a notice, ``/ready`` answers 503.
        """
        self.is_draining = True
        await asyncio.gather(*(page.notify(MOVING_NOTICE) for page in self._pages))
        await asyncio.sleep(self._seconds)

    def add_probes(self, app: ASGIApp) -> ASGIApp:
        """Answer the two probes in front of the application.

        ``/health`` is 200 while requests are answered at all; ``/ready`` is 200, or 503 once the process drains. A
        database that is away changes neither: games go on in memory, and no other process would do better.
        """
        alive = PlainTextResponse("alive\n")

        async def endpoint(scope: Scope, receive: Receive, send: Send) -> None:
            answer: ASGIApp = app
            if scope["type"] == "http" and scope["path"] == HEALTH_PATH:
                answer = alive
            elif scope["type"] == "http" and scope["path"] == METRICS_PATH and self._metrics is not None:
                answer = self._metrics
            elif scope["type"] == "http" and scope["path"] == READY_PATH:
                answer = PlainTextResponse("draining\n", 503) if self.is_draining else PlainTextResponse("ready\n")
            await answer(scope, receive, send)

        return endpoint
