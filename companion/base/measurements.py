"""Hooks for whoever measures a running server; by default nothing is measured."""

from __future__ import annotations

from collections.abc import Callable


def _ignore(seconds: float) -> None:
    """Measure nothing."""


class Measurements:
    """What is called when something has happened that a server's figures count."""

    def __init__(self) -> None:
        self.on_tap: Callable[[float], None] = _ignore
        """Called with the seconds from a tap to the change that is sent to its page."""
        self.on_task: Callable[[float], None] = _ignore
        """Called with the seconds that a decoding worker took, such as for reading a photo."""
        self.on_refusal: Callable[[float], None] = _ignore
        """Called with 1 when a request or a page was turned away."""


MEASUREMENTS = Measurements()
"""The hooks of this process."""
