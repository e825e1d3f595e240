"""Work in its turn: kinds that do not wait for each other, and work that ends with its page."""

from __future__ import annotations

import asyncio
import threading
import time
from types import SimpleNamespace
from typing import Any

import pytest

from companion.decoding import in_turn
from companion.decoding.fair_queue import QUEUE_FULL_TEXT, QueueFullError, Requester
from companion.decoding.in_turn import IMPORTING, PAGE_LEFT_TEXT, READING, Lane, PageWatch, picture_cost, run_in_turn
from tests.support.picture_files import png


class Store(dict[str, Any]):
    """The store of a session."""

    contains_key = dict.__contains__
    set = dict.__setitem__


def page(phone: str, owner: str = "guests") -> Any:
    """A page of that phone, which is there."""
    one: Any = SimpleNamespace(session=SimpleNamespace(store=Store(), connection=object()))
    in_turn.requester_of_page.set(one, Requester(owner, "t", phone, is_host=False, has_all_places=False))
    return one


def test_kinds_of_work_do_not_wait_for_each_other() -> None:
    """While an import runs, a photo of the same phone is read."""
    over = threading.Event()

    async def both() -> str:
        watch = PageWatch(page("p"))
        importing = asyncio.create_task(run_in_turn(IMPORTING, watch, 1, over.wait, 10))
        await asyncio.sleep(0.05)
        read = await run_in_turn(READING, watch, 1, lambda: "read")
        assert not importing.done()
        over.set()
        await importing
        return read

    assert asyncio.run(both()) == "read"


def test_work_of_a_page_that_left_is_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    """A waiting job leaves the queue when its page has been away, or when the page says so; a running one ends."""
    monkeypatch.setattr(in_turn, "AWAY_TIMEOUT_SECONDS", 0.2)
    monkeypatch.setattr(in_turn, "LOOK_SECONDS", 0.02)
    lane, over, begun = Lane("test", 1), threading.Event(), list[str]()

    async def wait() -> list[Any]:
        pages = [page(name) for name in ("first", "leaves", "cancels", "stays")]
        watches = [PageWatch(one) for one in pages]
        first = asyncio.create_task(run_in_turn(lane, watches[0], 1, over.wait, 10))
        await asyncio.sleep(0.05)
        rest = [
            asyncio.create_task(run_in_turn(lane, watch, 1, begun.append, name))
            for watch, name in zip(watches[1:], ("leaves", "cancels", "stays"), strict=True)
        ]
        await asyncio.sleep(0.05)
        pages[1].session.connection = None
        watches[2].stop()
        await asyncio.wait(rest[:2], timeout=5)
        over.set()
        return [await first, *await asyncio.gather(*rest, return_exceptions=True)]

    _, left, cancelled, stayed = asyncio.run(wait())
    assert [str(one.reason) for one in (left, cancelled)] == [str(PAGE_LEFT_TEXT)] * 2
    assert (stayed, begun) == (None, ["stays"])


def test_a_full_queue_says_so_at_once() -> None:
    """The fourth waiting job of a phone is refused with a sentence; what waits is done."""
    lane, over = Lane("test", 1), threading.Event()

    async def flood() -> list[Any]:
        watch = PageWatch(page("p"))
        jobs = [asyncio.create_task(run_in_turn(lane, watch, 1, over.wait, 10)) for _ in range(5)]
        began = time.monotonic()
        await asyncio.wait(jobs, timeout=5, return_when=asyncio.FIRST_COMPLETED)
        assert time.monotonic() - began < 1
        over.set()
        return await asyncio.gather(*jobs, return_exceptions=True)

    *done, refused = asyncio.run(flood())
    assert done == [True] * 4
    assert isinstance(refused, QueueFullError)
    assert refused.reason == QUEUE_FULL_TEXT


def test_a_picture_costs_what_its_header_declares() -> None:
    """A file of some bytes that declares 25 megapixels costs a second; one that declares 10,000 no more than 50."""
    assert picture_cost(b"") == in_turn.PICTURE_SECONDS
    assert picture_cost(png(5_000, 5_000)) == pytest.approx(1.1)
    assert picture_cost(png(100_000, 100_000)) == pytest.approx(2.1)
