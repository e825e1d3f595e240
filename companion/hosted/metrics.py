"""Five figures of a hosted process, in Prometheus's text format."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from companion.base.measurements import MEASUREMENTS

TAP_BUCKETS = (0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 2.0, 5.0)
READER_BUCKETS = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
"""Upper limits of the histograms, in seconds."""


def metrics_endpoint(session_count: Callable[[], int]) -> ASGIApp:
    """Measure this process from now on, and return the application that answers.

    ``session_count`` returns the number of open pages.
    """
    registry = CollectorRegistry()
    taps = Counter("sobremesa_taps", "Taps that changed a page.", registry=registry)
    latency = Histogram(
        "sobremesa_tap_seconds", "From a tap to the change sent to its page.", buckets=TAP_BUCKETS, registry=registry
    )
    refusals = Counter("sobremesa_refusals", "Requests and pages that were turned away.", registry=registry)
    reader = Histogram(
        "sobremesa_reader_seconds", "Tasks of decoding workers.", buckets=READER_BUCKETS, registry=registry
    )
    Gauge("sobremesa_sessions", "Open pages.", registry=registry).set_function(session_count)

    def on_tap(seconds: float) -> None:
        taps.inc()
        latency.observe(seconds)

    MEASUREMENTS.on_tap, MEASUREMENTS.on_task, MEASUREMENTS.on_refusal = on_tap, reader.observe, refusals.inc

    async def endpoint(scope: Scope, receive: Receive, send: Send) -> None:
        await Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)(scope, receive, send)

    return endpoint
