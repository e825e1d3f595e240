"""Worker of the page: a second Python with OpenCV, beside that of the app.

Pictures are read in it while the app answers taps.

It is started when the app is there, loads for some seconds while nobody taps, and runs one task after another. As it
takes as much memory as the app, it is let go once nobody has needed it for a while, and started anew when it is needed.
``reader-worker.js`` is its other side.
"""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, ParamSpec, TypeVar

from companion.base.observable import Observable

from .pool import WorkerDiedError, checked_answer

P = ParamSpec("P")
T = TypeVar("T")
SCRIPT = "reader-worker.js"
UNLOADED = "the reader could not be loaded"
IDLE_SECONDS = 120.0
"""Seconds after the last task, or after the dice sheet was closed, in which the reader stays loaded."""


@dataclass(frozen=True, slots=True)
class LoadProgress:
    """How much of the reader the browser has loaded, in bytes."""

    done: int = 0
    total: int = 0
    is_ready: bool = False
    """Whether it reads pictures now."""
    error: str = ""
    """Why it could not be loaded; it is tried again at the next picture."""


class BrowserWorker(Observable):
    """The page's reader; listeners hear of its progress while it loads."""

    def __init__(self) -> None:
        super().__init__()
        self.progress = LoadProgress()
        self._worker: Any = None
        self._waiting: dict[int, asyncio.Future[bytes]] = {}
        self._last_id = 0
        self._holds = 0
        self._leave: asyncio.TimerHandle | None = None

    def hold(self) -> Callable[[], None]:
        """Keep it loaded, if it is, until the returned function is called."""
        self._holds += 1
        self._wait_to_leave()

        def let_go() -> None:
            self._holds -= 1
            self._wait_to_leave()

        return let_go

    def _wait_to_leave(self) -> None:
        """Let it go after a while in which nobody holds it and it has nothing to do."""
        if self._leave is not None:
            self._leave.cancel()
            self._leave = None
        if self._worker is not None and not self._holds and not self._waiting:
            self._leave = asyncio.get_running_loop().call_later(IDLE_SECONDS, self._end)

    def start(self) -> None:
        """Start it, unless it was started; it loads once nobody taps, or when it is needed."""
        if self._worker is None:
            from js import Object, Worker  # the browser's own
            from pyodide.ffi import create_proxy, to_js

            self.progress = LoadProgress()
            self._worker = Worker.new(SCRIPT, to_js({"type": "module"}, dict_converter=Object.fromEntries))
            self._worker.onmessage = create_proxy(self._on_message)
            self._worker.onerror = create_proxy(lambda event: self._end(str(event.message) or UNLOADED))
            self._wait_to_leave()

    def load(self) -> None:
        """Load it now, for somebody wants to read dice."""
        self.start()
        self._worker.postMessage("load")

    async def run(self, task: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a task and return its answer. Raises ``WorkerDiedError`` or ``TaskFailedError``."""
        from pyodide.ffi import to_js

        self.start()
        self._last_id += 1
        answered: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._waiting[self._last_id] = answered
        self._wait_to_leave()
        self._worker.postMessage(to_js([self._last_id, pickle.dumps(partial(task, *args, **kwargs))]))
        return checked_answer(task, await answered)

    def _on_message(self, event: Any) -> None:
        """Take an answer, ``[id, bytes]``, or a step of loading.

        Those are ``["loading", done, total]``, ``["ready"]`` and ``["failed", why]``.
        """
        message = event.data.to_py()
        match list(message):
            case ["loading", int() as done, int() as total]:
                self.progress = LoadProgress(done, total)
            case ["ready"]:
                self.progress = LoadProgress(self.progress.total, self.progress.total, True)
            case ["failed", str() as why]:
                self._end(why or UNLOADED)
            case [int() as id, answer] if id in self._waiting:
                answered = self._waiting.pop(id)
                if not answered.done():  # otherwise whoever asked has gone
                    answered.set_result(bytes(answer))
                self._wait_to_leave()
                return
        self.notify()

    def _end(self, why: str = "") -> None:
        """Give up a worker that cannot go on, or that nobody needs; the next job starts one."""
        if self._worker is not None:
            self._worker.terminate()
            self._worker = None
        self.progress = LoadProgress(error=why)
        waiting, self._waiting = self._waiting, {}
        self._wait_to_leave()
        for answered in waiting.values():
            if not answered.done():
                answered.set_exception(WorkerDiedError(self.progress.error))
        self.notify()


PAGE_READER = BrowserWorker()
"""The reader of this page; unused where there is a server."""
