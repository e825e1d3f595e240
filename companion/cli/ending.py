"""Signals that end this process: whenever they come, it saves and exits with code 0."""

from __future__ import annotations

import signal
import threading
from contextlib import ExitStack
from types import FrameType, TracebackType

ASKED_BY = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name))
"""Ctrl+C, whoever runs the process, the window that is closed, and Ctrl+Break."""


class GracefulEnd:
    """Context in which the first of these signals raises ``SystemExit(0)``, and no later one.

    A server that runs in the block handles Ctrl+C and SIGTERM itself. A signal that the process was started to ignore
    stays ignored.
    """

    def __init__(self) -> None:
        self._is_ending = False
        self._restoring = ExitStack()

    def __enter__(self) -> GracefulEnd:
        if threading.current_thread() is threading.main_thread():
            for number in ASKED_BY:
                if (before := signal.getsignal(number)) != signal.SIG_IGN:
                    signal.signal(number, self._handle)
                    self._restoring.callback(signal.signal, number, before)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._restoring.close()

    def begin_saving(self) -> None:
        """Let nothing interrupt the rest of the block: it saves."""
        self._is_ending = True

    def _handle(self, number: int, frame: FrameType | None) -> None:
        if self._is_ending:
            return
        server = signal.getsignal(signal.SIGTERM)
        if callable(server) and server != self._handle:
            server(signal.SIGTERM, frame)  # one that runs knows SIGTERM, but not a closed window
            return
        self._is_ending = True
        raise SystemExit(0)
