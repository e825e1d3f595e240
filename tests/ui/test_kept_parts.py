"""A screen that kept parts of itself through many changes is equal to one that is drawn now.

What each screen shows is not written down here: it is compared with what a second device is sent, which begins now.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import flet as ft
import pytest

from companion.i18n import Translate
from companion.library.library import Library
from companion.match.roles import HOST_ROLE, DeviceRole
from companion.match.table import Table
from companion.ui.design.preferences import Preferences, current_preferences
from companion.ui.design.text_fit import screen_width
from companion.ui.hooks import use_observable
from companion.ui.redraw import memoized
from companion.ui.table.board import players
from companion.ui.table.parts import Navigation
from rules.engine import Undone
from tests.support.ui.kept import MIDDLE, STILL, Device, client_tree, opened, without_delays
from tests.support.ui.table_changes import ORDER, Changes

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


def showing(device: Device, scene: Callable[[], Awaitable[None]]) -> None:
    """Run a scene while the device shows the table."""

    async def run() -> None:
        await device.show()
        try:
            await scene()
        finally:
            device.leave()

    asyncio.run(run())


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

    showing(device, scene)
    assert changes.done["answer"] >= 4
    assert len(changes.done) >= len(set(ORDER)) - 1, f"refused: {set(ORDER) - changes.done.keys()}"  # facts, in some


# --- taps ---------------------------------------------------------------------------------------------------------


def recording(calls: list[object]) -> Navigation:
    """Return ways to other screens that are only noted."""
    plain = [lambda name=name: calls.append(name) for name in ("back", "history", "menu")]
    return Navigation(*plain, calls.append, lambda: calls.append("away"), calls.append)


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


@each_game
def test_taps_on_kept_parts_do_what_they_do_on_a_new_screen(library: Library, key: str) -> None:
    """Each of about eight buttons opens the same sheet, goes to the same screen, or makes the same entry.

    Among them are undo, which takes back the latest entry, and an answer.
    """
    table, calls, done = opened(library, key), [], []
    device = Device(table, library, HOST_ROLE, recording(calls))
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

    showing(device, scene)
    assert any(isinstance(event, Undone) for one in done for event in one[0])
    assert sum(bool(one[0] or one[1]) for one in done) >= 2


# --- what the comparison finds ------------------------------------------------------------------------------------


def found_after(library: Library, change: Callable[[Device], Awaitable[None]], screen: Any = None) -> list[str]:
    """Return the differences that the comparison finds after a change at a table."""
    device = Device(opened(library, "king_of_tokyo"), library, HOST_ROLE, **({"screen": screen} if screen else {}))
    found: list[str] = []

    async def scene() -> None:
        assert await device.differences() == []
        await change(device)
        found.extend(await device.differences())

    showing(device, scene)
    return found


async def number(device: Device) -> None:
    """Change a number."""
    device.table.adjust(device.table.table_state.trackers[0].key, 1)


async def text(device: Device) -> None:
    """Choose larger text."""
    await device.change(preferences=Preferences(text="largest", motion=STILL.motion))


async def width(device: Device) -> None:
    """Turn the phone."""
    await device.turn_to(844, 390)


def test_a_part_that_reads_what_is_not_in_its_arguments_is_found(library: Library) -> None:
    """A part that reads the table from its closure is stale, and the comparison says where."""

    @memoized
    def Part(translate: Translate, table: list[Table]) -> ft.Control:  # noqa: N802 - named like a class
        return ft.Text(f"{table[0].table_state.seq}")

    @ft.component
    def screen(table: Table, library: Library, translate: Translate, *others: object) -> ft.Control:
        use_observable(table)
        return ft.Column([Part(translate, [table]), ft.Text(f"{table.table_state.seq}")])

    assert len(found_after(library, number, screen)) == 1


def test_a_player_row_that_ignores_its_numbers_is_found(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """A real part is stale if its argument counts as the same whatever it shows."""
    monkeypatch.setattr(players.PlayerRowContent, "__eq__", lambda one, other: one.seat == other.seat)
    assert any(
        one.count(": Ana, hearts") == one.count("and anew Ana, hearts") == 1 for one in found_after(library, number)
    )


@memoized
def Sized() -> ft.Control:  # noqa: N802 - named like a class
    """A part without arguments that depends on the preferences and the width of the page."""
    return ft.Text(f"{current_preferences().scale} {screen_width()}")


@ft.component
def sized_screen(*context: object) -> ft.Control:
    """A screen of that part, which is drawn again when its page has another size."""
    _, set_size = ft.use_state(0)
    return ft.Container(Sized(), on_size_change=lambda event: set_size(event.width))


@pytest.mark.parametrize(("change", "name"), [(text, "current_preferences"), (width, "screen_width")])
def test_a_part_is_drawn_again_for_other_preferences_and_another_width(
    library: Library, monkeypatch: pytest.MonkeyPatch, change: Callable[[Device], Awaitable[None]], name: str
) -> None:
    """A part that depends on them is not stale; without that comparison in ``memoized`` it is."""
    assert found_after(library, change, sized_screen) == []
    monkeypatch.setattr(f"companion.ui.redraw.{name}", lambda: None)
    assert len(found_after(library, change, sized_screen)) == 1
