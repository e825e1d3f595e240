"""Redrawing of several phones at one table, and of one that comes back online."""

from __future__ import annotations

import asyncio
import gc
import time
from types import SimpleNamespace

import flet as ft
import pytest
from flet.messaging.protocol import Message, MessageAction

from companion.base.observable import Observable
from companion.ui.hooks import is_connected, subscribe_page, use_observable
from tests.support.ui.app import App


class Phone:
    """The parts of a page that following a table needs."""

    def __init__(self) -> None:
        self.ended = False
        self.session = SimpleNamespace(connection=SimpleNamespace(loop=SimpleNamespace(is_closed=lambda: self.ended)))
        self.on_connect = None
        self.drawn = 0

    def run_task(self, work) -> None:
        self.task = asyncio.get_running_loop().create_task(work())

    def draw(self) -> None:
        self.drawn += 1


async def settled() -> None:
    """Let all pages be drawn."""
    for _ in range(20):
        await asyncio.sleep(0)


async def test_every_phone_redraws_itself() -> None:
    """A change redraws every phone that follows the table, until it stops following."""
    table, one, two = Observable(), Phone(), Phone()
    stop = subscribe_page(table, one, one.draw)
    subscribe_page(table, two, two.draw)
    table.notify()
    await settled()
    stop()
    table.notify()
    await settled()
    assert (one.drawn, two.drawn) == (1, 2)


@pytest.mark.parametrize("delay", [0, 0.02])
async def test_a_quick_series_redraws_a_page_once(delay: float) -> None:
    """Quick taps on a number redraw every page once, after them; other changes redraw it at once."""
    table, phone = type("Series", (Observable,), {"redraw_delay": delay})(), Phone()
    stop = subscribe_page(table, phone, phone.draw)
    for _ in range(2):
        table.notify()
        await asyncio.sleep(0.001)
    assert phone.drawn == (0 if delay else 2)
    await asyncio.sleep(0.05)
    assert phone.drawn == (1 if delay else 2)
    table.notify()
    stop()
    await asyncio.sleep(0.05)
    assert phone.drawn == (1 if delay else 2)


async def test_a_page_that_cannot_be_drawn_does_not_hold_up_the_next() -> None:
    """The next page is drawn after one whose drawing fails."""
    table, one, two = Observable(), Phone(), Phone()
    subscribe_page(table, one, lambda: 1 / 0)
    subscribe_page(table, two, two.draw)
    table.notify()
    await settled()
    assert isinstance(one.task.exception(), ZeroDivisionError)
    assert two.drawn == 1


def test_a_phone_that_slept_catches_up() -> None:
    """A phone that is offline is not redrawn until it connects again.

    Its own actions on connecting run as well.
    """
    table, phone, woken = Observable(), Phone(), []
    phone.on_connect = woken.append
    stop = subscribe_page(table, phone, phone.draw)
    phone.session.connection = None
    table.notify()
    assert phone.drawn == 0
    phone.on_connect("awake")
    assert (phone.drawn, woken) == (1, ["awake"])
    stop()
    phone.on_connect("again")
    assert (phone.drawn, woken) == (1, ["awake", "again"])


def test_a_phone_of_a_server_that_has_ended_is_left_alone() -> None:
    """A change after the server's end schedules nothing on any phone, whose loop has ended."""
    table, phone = Observable(), Phone()
    subscribe_page(table, phone, phone.draw)
    phone.ended = True
    table.notify()
    assert phone.drawn == 0


def test_a_phone_that_was_passed_around_all_evening_wakes_as_the_first_time() -> None:
    """Screens that were opened and closed leave no redraw behind for the reconnect."""
    table, phone, woken = Observable(), Phone(), []
    phone.on_connect = woken.append
    for _ in range(5000):
        subscribe_page(table, phone, phone.draw)()
    subscribe_page(table, phone, phone.draw)
    phone.on_connect("awake")
    assert (phone.drawn, woken) == (1, ["awake"])


def test_a_session_that_is_gone_is_asleep() -> None:
    """A phone whose session has ended is skipped without an error."""

    class Gone:
        @property
        def session(self):
            raise RuntimeError("gone")

    assert not is_connected(Gone())


def test_one_phones_trouble_is_not_anothers(caplog) -> None:
    """A listener that fails is logged, and the other listeners are still called."""
    table, phone = Observable(), Phone()
    table.subscribe(lambda: 1 / 0)
    table.subscribe(phone.draw)
    table.notify()
    assert phone.drawn == 1
    assert "a listener failed" in caplog.text


@ft.component
def Following(observable: Observable, drawn: list[int]) -> ft.Control:  # noqa: N802 - named like a class
    """A component that follows an object and notes each drawing."""
    use_observable(observable)
    drawn.append(1)
    return ft.Column([ft.Text("following")])


@ft.component
def Room(table: Observable, closing: Observable, drawn: list[int], leaving: list[int]) -> ft.Control:  # noqa: N802
    """A screen that shows the follower until it is left."""
    use_observable(closing)
    return ft.Container(None if leaving else Following(table, drawn))


async def following() -> tuple[App, Observable, Observable, list[int], list[int]]:
    """Return a phone that shows a follower which was drawn twice, and what that follows and notes."""
    table, closing, drawn, leaving = Observable(), Observable(), [], []
    phone = await App().show(Room, table, closing, drawn, leaving)
    table.notify()
    await phone.settle()
    assert len(drawn) == 2
    return phone, table, closing, drawn, leaving


async def test_a_screen_that_was_left_follows_its_table_no_more() -> None:
    """A screen that was drawn again and left is no longer among the table's listeners."""
    phone, table, closing, drawn, leaving = await following()
    leaving.append(1)
    closing.notify()
    await phone.settle()
    table.notify()
    await phone.settle()
    assert (len(drawn), table.has_listeners) == (2, False)


async def test_a_page_that_was_closed_follows_its_table_no_more() -> None:
    """A page that was drawn again and closed is no longer among the table's listeners."""
    phone, table, closing, _, _ = await following()
    phone.session.close()
    assert (closing.has_listeners, table.has_listeners) == (False, False)


async def test_a_screen_keeps_only_its_latest_drawing() -> None:
    """However often a screen is drawn, the memory holds one of its texts."""
    phone, table, closing, _, _ = await following()
    for _ in range(5):
        table.notify()
        closing.notify()
        await phone.settle()
    gc.collect()
    alive = [one for one in gc.get_objects() if isinstance(one, ft.Text) and one.value == "following"]
    assert len(alive) == 1


# --- the order of several pages -----------------------------------------------------------------------------------

Happened = list[tuple[str, int]]


@ft.component
def Tapped(table: Observable, happened: Happened, number: int) -> ft.Control:  # noqa: N802 - named like a class
    """A page that follows an object, notes when it is drawn, and has a button that changes the object."""
    use_observable(table)
    happened.append(("drawn", number))
    return ft.Column([ft.Text(f"{time.perf_counter_ns()}"), ft.Button("change", on_click=table.notify)])


async def following_page(table: Observable, happened: Happened, number: int) -> App:
    """Open such a page, which notes also when it is sent a change; the page of the caller stays the current one.

    Messages wait in a queue for the task that sends them, as those of the server do.
    """
    phone, waiting = App(), asyncio.Queue()
    await asyncio.create_task(phone.show(Tapped, table, happened, number))
    send = phone.wire.send_message

    def enqueue(message: Message) -> None:
        if message.action == MessageAction.PATCH_CONTROL:
            waiting.put_nowait(message)
        else:
            send(message)

    async def send_all() -> None:
        while True:
            send(await waiting.get())
            happened.append(("sent", number))

    phone.wire.send_message, phone.sending = enqueue, asyncio.create_task(send_all())
    return phone


@pytest.mark.parametrize(
    ("tapped", "changes", "order"), [(2, 0, (2, 0, 1)), (None, 1, (0, 1, 2)), (None, 3, (0, 1, 2))]
)
async def test_the_page_of_the_tap_is_drawn_first_and_the_others_one_after_the_other(
    tapped: int | None, changes: int, order: tuple[int, ...]
) -> None:
    """Each page is drawn and sent before the next one, and once for changes that follow each other at once."""
    happened: Happened = []
    table = Observable()
    phones = [await following_page(table, happened, number) for number in range(3)]
    happened.clear()
    if tapped is not None:
        await asyncio.create_task(phones[tapped].tap("change"))
    for _ in range(changes):
        table.notify()
    await phones[0].settle()
    for phone in phones:
        phone.sending.cancel()
    assert happened == [(what, number) for number in order for what in ("drawn", "sent")]


@ft.component
def Late(turns: int) -> ft.Control:  # noqa: N802 - Flet's components are named like classes
    """A text that appears when its effect has waited for so many turns of the loop."""
    text, set_text = ft.use_state("")

    async def look() -> None:
        for _ in range(turns):
            await asyncio.sleep(0)
        set_text("seen")

    ft.use_effect(look, [])
    return ft.Text(text)


async def test_a_settled_phone_shows_what_its_effects_draw() -> None:
    """What a test reads does not depend on how many turns of the loop an effect takes, or on a busy machine."""
    phone = await App().show(Late, 100)
    assert "seen" in phone.text
