"""Redrawing of several phones at one table, and of one that comes back online."""

from __future__ import annotations

import gc
from collections.abc import Awaitable, Callable
from contextlib import suppress
from types import SimpleNamespace

import flet as ft

from companion.base.observable import Observable
from companion.ui.hooks import is_connected, subscribe_page, use_observable
from tests.support.ui.app import App, played


class Phone:
    """The parts of a page that following a table needs."""

    def __init__(self) -> None:
        self.ended = False
        self.session = SimpleNamespace(connection=SimpleNamespace(loop=SimpleNamespace(is_closed=lambda: self.ended)))
        self.on_connect = None
        self.drawn = 0

    def run_task(self, work) -> None:
        with suppress(StopIteration):  # by hand: an earlier browser test may have left a loop running here
            work().send(None)

    def draw(self) -> None:
        self.drawn += 1


def test_every_phone_redraws_itself() -> None:
    """A change redraws every phone that follows the table, until it stops following."""
    table, one, two = Observable(), Phone(), Phone()
    stop = subscribe_page(table, one, one.draw)
    subscribe_page(table, two, two.draw)
    table.notify()
    stop()
    table.notify()
    assert (one.drawn, two.drawn) == (1, 2)


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


def following(scene: Callable[[App, Observable, Observable, list[int], list[int]], Awaitable[None]]) -> None:
    """Run a scene with a phone that shows a follower which was drawn twice."""

    async def run(phone: App) -> None:
        table, closing, drawn, leaving = Observable(), Observable(), [], []
        await phone.show(Room, table, closing, drawn, leaving)
        table.notify()
        await phone.settle()
        assert len(drawn) == 2
        await scene(phone, table, closing, drawn, leaving)

    played(run)


def test_a_screen_that_was_left_follows_its_table_no_more() -> None:
    """A screen that was drawn again and left is no longer among the table's listeners."""

    async def scene(phone: App, table: Observable, closing: Observable, drawn: list[int], leaving: list[int]) -> None:
        leaving.append(1)
        closing.notify()
        await phone.settle()
        table.notify()
        await phone.settle()
        assert (len(drawn), table.has_listeners) == (2, False)

    following(scene)


def test_a_page_that_was_closed_follows_its_table_no_more() -> None:
    """A page that was drawn again and closed is no longer among the table's listeners."""

    async def scene(phone: App, table: Observable, closing: Observable, drawn: list[int], leaving: list[int]) -> None:
        phone.session.close()
        assert (closing.has_listeners, table.has_listeners) == (False, False)

    following(scene)


def test_a_screen_keeps_only_its_latest_drawing() -> None:
    """However often a screen is drawn, the memory holds one of its texts."""

    async def scene(phone: App, table: Observable, closing: Observable, drawn: list[int], leaving: list[int]) -> None:
        for _ in range(5):
            table.notify()
            closing.notify()
            await phone.settle()
        gc.collect()
        alive = [one for one in gc.get_objects() if isinstance(one, ft.Text) and one.value == "following"]
        assert len(alive) == 1

    following(scene)
