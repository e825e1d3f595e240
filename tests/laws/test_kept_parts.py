"""A screen that kept parts of itself through many changes is equal to one that is drawn now.

What each screen shows is not written down here: it is compared with what a second device is sent, which begins now.
What the comparison finds is shown in ``tests/ui/test_kept_parts.py``.
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from companion.library.library import Library
from companion.match.roles import HOST_ROLE, DeviceRole
from rules.engine import Undone
from tests.support.ui.table_changes import ORDER, Changes
from tests.support.ui.table_device import MIDDLE, Device, client_tree, opened, run_on_device, without_delays

ROLES = {"host": HOST_ROLE, "seat": DeviceRole(0)}
EVERY = 4
"""After how many changes a screen is compared, those of the two roles at different ones: it takes most of the time."""
each_game = pytest.mark.parametrize("key", MIDDLE)

TICK = "Done: "
"""Beginning of the names of lines to tick: a tick is no entry of the log and cannot be taken back."""


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the delays of the screen."""
    without_delays(monkeypatch)


@each_game
@pytest.mark.parametrize("role", ROLES)
def test_a_screen_that_lived_through_changes_is_equal_to_one_drawn_now(library: Library, key: str, role: str) -> None:
    """After changes of every kind, each property that the client has is that of a screen drawn now."""
    table = opened(library, key)
    device = Device(table, library, ROLES[role])
    changes = Changes(table, library, device)

    async def scene() -> None:
        for k, kind in enumerate(ORDER):
            await changes.make(kind)
            await device.phone.settle()
            if k % EVERY == 2 * list(ROLES).index(role) or k == len(ORDER) - 1:
                assert await device.differences() == [], f"after {ORDER[: k + 1]}"

    run_on_device(device, scene)
    assert changes.done["answer"] >= 4
    assert len(changes.done) >= len(set(ORDER)) - 1, f"refused: {set(ORDER) - changes.done.keys()}"  # facts, in some


# --- taps ---------------------------------------------------------------------------------------------------------


async def press(device: Device, button: Any) -> None:
    """Tap a button as a page of its own does."""
    await asyncio.create_task(device.phone.fire(button))


async def closed(device: Device) -> Device:
    """Close a sheet that opened by itself."""
    await device.phone.settle()
    if "Close" in device.phone.names():
        await press(device, device.phone.find("Close"))
    return device


def nth(device: Device, name: str, number: int) -> Any:
    """Return the button of that number among those of that name."""
    return [button for called, button in device.phone.buttons() if called == name][number]


async def outcome(device: Device, name: str, number: int, calls: list[object]) -> tuple[object, ...]:
    """Tap that button, and return what it did: entries, calls, and else what is shown."""
    before, button = len(device.table.log()), nth(device, name, number)
    calls.clear()
    if button.on_click is not None and not button.disabled:
        await press(device, button)
    events = [line.entry.event for line in device.table.log()[before:]]
    return events, tuple(calls), b"" if events else client_tree(device.phone.page)


async def restore(device: Device, name: str, number: int, events: Any, before: bytes) -> None:
    """Take back what the tap on that button did."""
    if events:
        device.table.redo() if isinstance(events[0], Undone) else device.table.undo()
    await closed(device)
    if not events and client_tree(device.phone.page) != before:  # folded out
        await press(device, nth(device, name, number))


@pytest.mark.landing
@each_game
def test_taps_on_kept_parts_do_what_they_do_on_a_new_screen(library: Library, key: str) -> None:
    """Each of about eight buttons opens the same sheet, goes to the same screen, or makes the same entry.

    Among them are undo, which takes back the latest entry, and an answer.
    """
    table, calls, done = opened(library, key), [], []
    device = Device(table, library, HOST_ROLE, calls.append)
    changes = Changes(table, library, device)

    async def scene() -> None:
        for kind in ("answer", "number", "answer", "answer"):
            await changes.make(kind)
            await closed(device)
        names = [name for name in device.phone.names() if not name.startswith(TICK)]
        for k in sorted({names.index("Undo"), *range(0, len(names), max(1, len(names) // 5)), len(names) - 1}):
            button = names[k], names[:k].count(names[k])
            fresh, before = await closed(await device.anew()), client_tree(device.phone.page)
            expected = await outcome(fresh, *button, calls)
            fresh.leave()
            await restore(device, *button, expected[0], before)
            done.append(await outcome(device, *button, calls))
            assert done[-1] == expected, button
            await restore(device, *button, expected[0], before)

    run_on_device(device, scene)
    assert any(isinstance(event, Undone) for one in done for event in one[0])
    assert sum(bool(one[0] or one[1]) for one in done) >= 2
