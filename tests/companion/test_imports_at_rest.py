"""The page imports what later pages need while nobody touches it."""

from __future__ import annotations

import asyncio
import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from companion import standalone
from companion.server.preload import preload

ALMOST = 0.9 * standalone.REST_SECONDS


class Channel:
    """A browser's channel, on which ``offline.js`` tells of touches."""

    heard: Any = None
    opened: str = ""

    @classmethod
    def new(cls, name: str) -> Channel:
        channel = cls()
        cls.opened, cls.heard = name, channel
        return channel

    def onmessage(self, event: Any) -> None:
        raise AssertionError("nobody listens")

    def say(self, kind: str) -> None:
        self.onmessage(SimpleNamespace(data=SimpleNamespace(kind=kind)))


@pytest.fixture
def channel(monkeypatch: pytest.MonkeyPatch) -> type[Channel]:
    """A page's own modules, as a browser gives them."""
    js, ffi = ModuleType("js"), ModuleType("pyodide.ffi")
    js.BroadcastChannel = Channel  # type: ignore[attr-defined]
    ffi.create_proxy = lambda called: called  # type: ignore[attr-defined]
    for name, module in (("js", js), ("pyodide", ModuleType("pyodide")), ("pyodide.ffi", ffi)):
        monkeypatch.setitem(sys.modules, name, module)
    return Channel


class Clock:
    """A clock that goes on when the test says so."""

    now = 100.0

    def monotonic(self) -> float:
        return self.now


def test_nothing_is_imported_while_somebody_touches_the_page(
    channel: type[Channel], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Touches put the next import off, other messages do not; after a rest it goes on."""
    clock = Clock()
    monkeypatch.setattr(standalone, "time", clock)

    async def scene() -> None:
        touches = standalone._Touches()
        assert channel.opened == "sobremesa-page"
        waiting = asyncio.create_task(touches.rest())
        for said in ("touch", "touch", "touch", "saved"):
            clock.now += ALMOST
            channel.heard.say(said)
            await asyncio.sleep(3 * standalone.IMPORT_PAUSE_SECONDS)
            assert not waiting.done()
        clock.now += ALMOST
        await asyncio.wait_for(waiting, 10)

    asyncio.run(scene())


def test_every_import_waits_for_its_turn() -> None:
    """Between two modules others have their turn, and packages that cannot be used are left alone."""
    turns, server = 0, sys.modules.pop("companion.server.tls", None)

    async def pause() -> None:
        nonlocal turns
        turns += 1

    try:
        asyncio.run(preload(frozenset({"server", "cli", "tray"}), pause))
        assert "companion.server.tls" not in sys.modules
    finally:
        if server is not None:
            sys.modules["companion.server.tls"] = server
    assert "companion.ui.screens.read.rules" in sys.modules
    assert turns > 200
