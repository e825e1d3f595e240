"""D2, D3: guests that write any property, invent events and numbers, or claim to be gone."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.support.attack.attacked_server import AttackedServer
from tests.support.attack.client import UPDATE, Page

MAPS = 900_000
"""Empty maps in a message: just under 1 MiB, and 70 MB as objects."""
NUMBERS = 900
"""Events for unknown controls: fewer than those that end the page."""
EDGE = {side: {"width": 9000, "color": "#00FF00"} for side in ("left", "top", "right", "bottom")}
VALUES: tuple[Any, ...] = (None, True, -1, 9e307, "#00FF00", [], [[1]], {"width": 9000, "color": "#00FF00"}, EDGE)
"""A value of each kind; the last two fit a line and a border."""
INVENTED = ("_i", "_c", "_junk", "_values", "__class__", "data", "page", "parent", "session", "on_click", "key", "ref")
BY_CHANCE = "client_ip", "uid"
"""Properties that differ from page to page."""
QUESTION = "Tira un dado contra"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AttackedServer]:
    house = AttackedServer(tmp_path_factory.mktemp("house"))
    try:
        yield house.start()  # type: ignore[misc]
    finally:
        house.kill()


def answers(page: Page) -> bool:
    """Whether the page still works: a sheet opens, with controls of its own."""
    newest = max(page.controls)
    page.tap("Cámara o tirar por mí")
    page.listen()
    return max(page.controls) > newest


def as_drawn(page: Page) -> list[Any]:
    """All controls sent to the page, in order, without their random parts."""
    order = {number: k for k, number in enumerate(sorted(page.controls))}
    return [_plain(page.controls[number], order) for number in sorted(page.controls)]


def _plain(part: Any, order: dict[int, int]) -> Any:
    if isinstance(part, dict):
        if "_i" in part:
            part = {**part, "_i": order[part["_i"]]}
        return {
            key: order.get(value, value) if key == "service_id" else _plain(value, order)
            for key, value in part.items()
            if key not in BY_CHANCE
        }
    return [_plain(one, order) for one in part] if isinstance(part, list) else part


@pytest.mark.landing
def test_maps_without_end_take_no_memory(house: AttackedServer, say: Callable[[str], None]) -> None:
    """5.4 million empty maps in attributes with invented names use no memory."""
    with house.guest() as page:
        before = house.memory
        for n in range(6):
            with suppress(ConnectionClosed):
                page.update(1, **{f"_junk{n}": [{}] * MAPS})
        with house.host() as host:
            assert host.hears(QUESTION)
        grown = house.memory - before
    say(f"5.4 million empty maps in properties: {grown:.0f} MB more")
    assert grown < 250


def test_no_property_of_one_session_is_another_sessions(house: AttackedServer, say: Callable[[str], None]) -> None:
    """Values written to all properties by one guest do not show on a page opened afterwards."""
    with house.host() as host:
        assert host.hears(QUESTION)
        before = as_drawn(host)
    with house.host() as host:
        assert host.hears(QUESTION)
        assert as_drawn(host) == before, "two pages differ by themselves: the comparison would say nothing"
    written = sum(_written(house, value) for value in VALUES)
    with house.host() as host:
        assert host.hears(QUESTION)
        after = as_drawn(host)
    say(f"{written} properties written by a guest; {len(after)} controls of a fresh page compared")
    assert written > 3_000
    assert after == before


def _written(house: AttackedServer, value: Any) -> int:
    """Send that value for all properties of all controls; returns how many."""
    written = 0
    with house.guest() as page, suppress(ConnectionClosed):
        for number, control in sorted(page.controls.items()):
            if control["_c"] != "Page":  # its own route would lead away from here
                names = _nested(control) if isinstance(value, dict) else {*control, *INVENTED}
                page.send(UPDATE, {"id": number, "props": dict.fromkeys(names, value)})
                written += len(names)
        page.listen()
    return written


def _nested(control: dict[str, Any]) -> set[str]:
    """The properties whose value has parts, some of them attacked; a wrong one ends some pages."""
    return {name for name, value in control.items() if isinstance(value, dict) and "_i" not in value}


LIES: dict[str, Any] = {
    "route": 12345,
    "width": "wide",
    "height": float("nan"),
    "platform": "toaster",
    "platform_brightness": ["light"],
    "media": {"padding": {"left": {}}},
    "web": False,
    "_i": 99,
    "_dialogs": None,
    "_services": None,
    "views": [],
    "theme": {"color_scheme_seed": "x"},
    "session": None,
    "update": 7,
}


@pytest.mark.landing
def test_a_page_that_lies_about_itself_goes_on(house: AttackedServer) -> None:
    """Wrong types, odd values and Flet's internal names are dropped, and the page still works."""
    with house.guest() as page:
        for name, value in LIES.items():
            page.update(1, **{name: value})
            page.listen(first=0.1, pause=0.1)
        assert answers(page)


@pytest.mark.landing
def test_no_page_says_what_the_server_says(house: AttackedServer) -> None:
    """A page that claims a lost connection is not redrawn with new control numbers."""
    with house.guest() as page:
        page.event(1, "disconnect", {"state": "x", "control": 1})
        page.event(1, "close")
        page.listen()
        assert answers(page)


@pytest.mark.landing
def test_an_event_brings_no_control_along(house: AttackedServer) -> None:
    """An event's data may not add a control or a view to the page."""
    with house.guest() as page:
        button = page.find("Cámara o tirar por mí", "on_click")
        page.event(button, "click", {"control": {"value": "x"}, "name": 7, "page": {}, "data": {"a": [[]] * 1000}})
        page.event(1, "view_pop", {"route": "/", "view": {"controls": []}, "control": None})
        page.listen()
        assert answers(page)


def test_numbers_without_a_control_cost_nothing(house: AttackedServer, say: Callable[[str], None]) -> None:
    """Events for unknown controls take little processor time.

    Flet searched its whole page for each of them.
    """
    with house.guest() as page:
        known = _worked(house, lambda: [page.update(1, width=390.0) for _ in range(NUMBERS)])
        unknown = _worked(house, lambda: [page.event(10**9 + n, "click") for n in range(NUMBERS)])
    say(f"{NUMBERS} events: {unknown:.2f} s of a processor for unknown controls, {known:.2f} s for a known one")
    assert unknown < 5 * max(known, 0.2)


def _worked(house: AttackedServer, sent: Callable[[], Any]) -> float:
    """Seconds of processor time for what is sent, until the server was idle for a second."""
    before = house.worked
    sent()
    last, quiet = before, time.monotonic()
    while time.monotonic() - quiet < 1:
        time.sleep(0.1)
        if (now := house.worked) != last:
            last, quiet = now, time.monotonic()
    return last - before


def _invents(page: Page, many: int) -> None:
    """Tap this many unknown controls, and listen now and then."""
    for n in range(many):
        page.event(10**9 + n, "click")
        if n % 100 == 0:
            page.listen(first=0.1, pause=0.1)


def test_who_is_refused_all_the_time_is_ended_and_may_come_again(house: AttackedServer) -> None:
    """A page with too many refused events is ended, and the guest can open another."""
    with house.guest() as page, pytest.raises(ConnectionClosed):
        _invents(page, 5_000)
    with house.guest() as page:
        assert answers(page)
