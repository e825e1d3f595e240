"""Redrawing of several phones at one table, and of one that comes back online."""

from contextlib import suppress
from types import SimpleNamespace

from companion.base.observable import Observable
from companion.ui.hooks import is_connected, subscribe_page


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
