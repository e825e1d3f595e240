"""Processes of ``sobremesa`` forked from one that has imported its modules, which is half the work of a start."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
from pathlib import Path

from companion.server.preload import page_modules


class ForkedProcess:
    """A running ``sobremesa`` with these arguments, whose output goes to that file.

    It has the interface of ``subprocess.Popen`` as far as ``Server`` needs it.
    """

    def __init__(self, arguments: list[str], log: Path) -> None:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(page_modules())
        self._process = context.Process(target=_run, args=(arguments, str(log), dict(os.environ)))
        self._process.start()
        assert self._process.pid is not None
        self.pid = self._process.pid

    def poll(self) -> int | None:
        """Its exit code, ``None`` while it runs."""
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it ends: its exit code."""
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise TimeoutError(f"the server runs still after {timeout} s")
        return self._process.exitcode

    def send_signal(self, number: signal.Signals) -> None:
        """Send a signal, unless it has ended."""
        if self._process.exitcode is None:
            os.kill(self.pid, number)


def _run(arguments: list[str], log: str, environment: dict[str, str]) -> None:
    """Be that server, with output, environment, garbage collector and Ctrl+C as after ``exec``."""
    from companion.cli.main import main

    output = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.close(output)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["sobremesa", *arguments]
    gc.unfreeze()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    main(arguments, prog_name="sobremesa")
