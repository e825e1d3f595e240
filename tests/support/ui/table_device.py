"""Table screens that live through a match, and what their clients show.

A screen keeps the parts that show the same. It has to be equal to one that is drawn anew.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from functools import cache
from typing import Any

import flet as ft
import msgpack
import pytest
from flet.components.component import Component
from flet.controls.base_control import BaseControl
from flet.controls.context import _context_page
from flet.messaging.protocol import configure_encode_object_for_msgpack

from companion.library.library import Library
from companion.match.replay import snapshot_of
from companion.match.roles import DeviceRole
from companion.match.table import Table
from companion.storage.codec import Codec
from companion.storage.records import Entry, Snapshot
from companion.ui.design.look import PageLook
from companion.ui.design.page_look import set_look
from companion.ui.design.preferences import Preferences
from companion.ui.screens.table.screen import TableScreen
from companion.ui.session.control_ids import reassign_control_ids
from companion.ui.table.intents import Go
from rules.engine import Event, apply, start
from rules.registry import GAMES
from tests.support.playthrough import FOLDER, Rulings, read
from tests.support.ui.headless import NOWHERE, Phone, Wire

MIDDLE = {
    "four_souls": ("four_souls-three-players", 150),
    "king_of_tokyo": ("king_of_tokyo-five-wicked", 60),
    "malifaux": ("malifaux-own-decks-three", 120),
    "darkmoor": ("darkmoor-three-lords", 35),
    "boss_monster": ("boss_monster-four", 40),
}
"""The committed match of each game, and the number of entries after which it is in its middle."""
STILL = Preferences(motion="less")
"""Preferences without motion: a number then has one layer."""
DEPENDENT_ON_HISTORY = {
    "ChangingNumber": "the keys of its layers count how often the number has moved on this device",
    "Clock": "it shows seconds, which go on between two drawings",
    "MatchFacts": "its facts are there once a thread has computed them",
}
"""Components whose drawing depends on more than the table, each with the reason."""


def opened(library: Library, key: str, later: int = 0) -> Table:
    """Open a table in the middle of the committed match of that game, or some entries later."""
    name, middle = middle_of(key)
    return opened_after(library, name, middle + later)[0]


def middle_of(key: str) -> tuple[str, int]:
    """The match and the number of entries of ``MIDDLE``; for any other game half of its first committed match."""
    if key in MIDDLE:
        return MIDDLE[key]
    name = next(path.stem for path in sorted(FOLDER.glob(f"{key}-*.txt")))
    return name, len(committed(name)[2]) // 2


def entries_after_middle(key: str) -> int:
    """The number of entries that follow the middle of that game's committed match."""
    name, middle = middle_of(key)
    return len(committed(name)[2]) - middle


def opened_after(library: Library, name: str, count: int) -> tuple[Table, list[Event]]:
    """Open a table after that many entries of a committed match; also return all its events."""
    game = GAMES[name.partition("-")[0]]
    seats, rulings, events = committed(name)
    match = library.storage.create_match(game, seats, rulings)
    entries = [Entry(k, time.time(), "Ana", k, None, event) for k, event in enumerate(events[:count], 1)]
    library.storage.append_entries(match, game, entries, snapshot_after(name, count), None)
    return library.matches.open(match.id), list(events)


@cache
def committed(name: str) -> tuple[tuple[str, ...], Rulings, tuple[Event, ...]]:
    """The seats, rulings and events of a committed match."""
    seats, rulings, events = read(GAMES[name.partition("-")[0]], (FOLDER / f"{name}.txt").read_text("utf-8"))
    return seats, rulings, tuple(events)


@cache
def snapshot_after(name: str, count: int) -> Snapshot:
    """The snapshot after that many entries: a replay up to it checks its digest instead of every answer."""
    game = GAMES[name.partition("-")[0]]
    seats, rulings, events = committed(name)
    state = start(game, seats, rulings)
    for event in events[:count]:
        state = apply(game, state, event)
    return snapshot_of(Codec(game), state, count)


def without_delays(patch: pytest.MonkeyPatch) -> None:
    """Remove the time in which taps are ignored, that of moments, and the delay of a redraw after a number."""
    for module in ("intents", "zones.answers.zone"):
        patch.setattr(f"companion.ui.table.{module}.TAP_GUARD_SECONDS", 0)
    patch.setattr("companion.ui.table.zones.moment.MOMENT_SECONDS", 0)
    patch.setattr("companion.match.table.ADJUSTMENT_REDRAW_SECONDS", 0.0)


class Device:
    """A phone that shows a table, whose preferences, language, role and width may change."""

    def __init__(
        self, table: Table, library: Library, role: DeviceRole, ways: Go = NOWHERE, screen: Any = TableScreen
    ) -> None:
        self.table, self.library, self.role, self.ways, self.screen = table, library, role, ways, screen
        self.preferences, self.language = STILL, "en"
        self.phone = Phone()
        self._draw: Callable[..., None] = lambda count: None

    async def show(self) -> Device:
        """Open the page; in a task of its own, as the page of the caller stays the current one."""

        @ft.component
        def board() -> ft.Control:
            _, self._draw = ft.use_state(0)
            set_look(ft.context.page, PageLook(self.language, self.preferences))
            return self.screen(self.table, self.library, self.role, self.ways)

        await asyncio.create_task(self.phone.show(board))
        return self

    async def change(
        self,
        preferences: Preferences | None = None,
        language: str | None = None,
        role: DeviceRole | None = None,
    ) -> None:
        """Draw the screen again for other preferences, another language or another role."""
        self.preferences, self.language = preferences or self.preferences, language or self.language
        self.role = role or self.role
        await asyncio.create_task(self._redraw())

    async def _redraw(self) -> None:
        _context_page.set(self.phone.page)
        self._draw(lambda count: count + 1)
        await self.phone.settle()

    async def turn_to(self, width: int, height: int) -> None:
        """Change the size of the page, as a phone does that is turned."""
        self.phone.size = {"width": width, "height": height}
        self.phone.session.apply_page_patch(self.phone.size)
        screen = next(c for c in self.phone.controls() if isinstance(c, ft.Container) and c.on_size_change)
        await asyncio.create_task(self.phone.fire(screen, "size_change", {"w": width, "h": height}))

    async def sleep(self) -> None:
        """Disconnect, as a device does whose screen is switched off; its page gets new ids."""
        await asyncio.create_task(self.phone.session.disconnect(60))
        reassign_control_ids(self.phone.page)

    async def wake(self) -> None:
        """Connect again, as the same page."""
        wire = self.phone.wire = Wire()
        wire.session = self.phone.session
        await asyncio.create_task(self.phone.session.connect(wire))
        await self.phone.settle()

    async def anew(self) -> Device:
        """Show the same on another phone, drawn now."""
        other = Device(self.table, self.library, self.role, self.ways, self.screen)
        other.preferences, other.language, other.phone.size = self.preferences, self.language, self.phone.size
        return await other.show()

    def leave(self) -> None:
        """Close the page."""
        self.phone.session.close()
        self.phone.wire.dispose()

    async def differences(self) -> list[str]:
        """Return where the screen differs from one that is drawn now."""
        await self.phone.settle()
        fresh = await self.anew()
        try:
            mine, other = client_tree(self.phone.page), client_tree(fresh.phone.page)
        finally:
            fresh.leave()
        if mine == other:
            return []
        return list(_differing(msgpack.unpackb(mine), msgpack.unpackb(other), ""))


def run_on_device(device: Device, scene: Callable[[], Awaitable[None]]) -> None:
    """Run a scene while the device shows the table, and close its page."""

    async def run() -> None:
        await device.show()
        try:
            await scene()
        finally:
            device.leave()

    asyncio.run(run())


def client_tree(page: ft.Page) -> bytes:
    """Return everything that the client of a page shows, without the ids of controls and what is in ``HISTORY``."""
    encode = configure_encode_object_for_msgpack(BaseControl)

    def plain(item: Any) -> Any:
        if isinstance(item, Component) and item.fn.__name__ in DEPENDENT_ON_HISTORY:
            return {"history": item.fn.__name__, "b": _drawing(item)}
        encoded = encode(item)
        if isinstance(item, BaseControl):
            del encoded["_i"]
        return encoded

    def _drawing(item: Any) -> Any:
        if item.fn.__name__ in ("Clock", "MatchFacts"):
            return None
        still = item._b  # a number that moves has layers
        return [layer.content for layer in still.controls] if isinstance(still, ft.Stack) else [still]

    shown = [page.views, page._dialogs, page._overlay, page.title, page.width, page.height]
    packed: bytes = msgpack.packb(shown, default=plain)
    return packed


def _differing(one: Any, other: Any, path: str) -> Iterator[str]:
    """Yield the places in which two trees differ, each with both values."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        for name in one:
            yield from _differing(one[name], other[name], f"{path}.{name}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for k, (mine, its) in enumerate(zip(one, other, strict=True)):
            yield from _differing(mine, its, f"{path}[{k}]")
    elif one != other:
        yield f"{path}: {str(one)[:300]} and anew {str(other)[:300]}"
