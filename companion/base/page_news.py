"""What the browser tells of its own page: how much is kept, and how it can be installed.

The page's script ``offline.js`` and its offline worker are the other side. A server's app hears nothing.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Literal

from .background import IS_PAGE
from .observable import Observable

CHANNEL = "sobremesa-page"
"""Name of the channel on which the page's parts talk to each other."""
DRAWN_SECONDS = 30.0
"""Seconds after which a browser that does not say that it has drawn the first page counts as one that has."""
InstallWay = Literal["", "button", "iphone"]
"""How this browser installs the page: not, when it is asked to, or as Safari on an iPhone does."""


@dataclass(frozen=True, slots=True)
class PageState:
    """What is known of the page."""

    missing: int = 0
    """Bytes that are not kept yet, and without which something does not work offline."""
    plays_offline: bool = False
    """Whether the games are kept; then only the reader of dice is missing."""
    is_kept_now: bool = False
    """Whether everything is kept since a moment ago."""
    is_interrupted: bool = False
    """Whether the network went away meanwhile."""
    install: InstallWay = ""
    shares_files: bool = False
    """Whether the system's own sheet takes a text file."""


class PageNews(Observable):
    """The state of the page; listeners hear of its changes."""

    def __init__(self) -> None:
        super().__init__()
        self.state = PageState()
        self._drawn = asyncio.Event()
        self._channel: Any = None

    def listen(self) -> None:
        """Begin to listen, and ask how the page can be installed and what it can share."""
        from js import BroadcastChannel  # the browser's own
        from pyodide.ffi import create_proxy

        self._channel = BroadcastChannel.new(CHANNEL)
        self._channel.onmessage = create_proxy(lambda event: self.hear(event.data.to_py()))
        self._post("ask")

    async def wait_until_drawn(self) -> None:
        """Wait until this browser has drawn the first page; not where there is a server."""
        if IS_PAGE:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._drawn.wait(), DRAWN_SECONDS)

    def install(self) -> None:
        """Let the browser ask whether the page is to be installed."""
        self._post("install-now")

    def hear(self, message: object) -> None:
        """Take a message of the page."""
        state = self.state
        match message:
            case {"kind": "drawn"}:
                self._drawn.set()
            case {"kind": "keeping", "done": int() as done, "total": int() as total, "plays": bool() as plays}:
                state = replace(state, missing=total - done, plays_offline=plays, is_interrupted=False)
            case {"kind": "kept"}:
                state = replace(state, missing=0, plays_offline=True, is_kept_now=state.missing > 0)
            case {"kind": "interrupted"}:
                state = replace(state, is_interrupted=True)
            case {"kind": "install", "how": "" | "button" | "iphone" as how}:
                state = replace(state, install=how)
            case {"kind": "share", "can": bool() as can}:
                state = replace(state, shares_files=can)
        if state != self.state:
            self.state = state
            self.notify()

    def _post(self, kind: str) -> None:
        if self._channel is not None:
            from js import Object
            from pyodide.ffi import to_js

            self._channel.postMessage(to_js({"kind": kind}, dict_converter=Object.fromEntries))


PAGE_NEWS = PageNews()
"""The news of this page; silent where there is a server."""
