"""The message budget of one phone: admission, delay, disconnection, and fairness to others."""

from __future__ import annotations

import asyncio

import pytest

from companion.server.wire import budget
from companion.server.wire.budget import MessageBudgets, TokenBucket


class Clock:
    """A clock that only the test moves."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock that is moved by each sleep."""
    clock, real = Clock(), asyncio.sleep

    async def sleep(seconds: float) -> None:
        clock.now += seconds
        await real(0)

    monkeypatch.setattr(budget.asyncio, "sleep", sleep)
    return clock


async def silent() -> None:
    """A notice callback that does nothing."""


def test_a_bucket_is_refilled_up_to_its_size_and_may_be_in_debt(clock: Clock) -> None:
    bucket = TokenBucket(10, 2, clock)
    assert bucket.take(12) is False
    assert (bucket.available, bucket.seconds_until(0)) == (-2, 1)
    clock.now += 100
    assert bucket.available == 10


def test_a_burst_is_admitted_at_once_and_what_is_over_waits(clock: Clock) -> None:
    async def scene() -> float:
        lane = MessageBudgets(clock).budget_of("phone")
        for _ in range(int(budget.MAX_BURST_MESSAGES)):
            assert await lane.wait_for_turn(silent)
        at_once = clock.now
        for _ in range(50):
            assert await lane.wait_for_turn(silent)
        return clock.now - at_once

    assert asyncio.run(scene()) == pytest.approx(50 / budget.MESSAGES_PER_SECOND, rel=0.1)


def test_a_phone_that_goes_on_is_told_and_then_ended_with_all_its_pages(clock: Clock) -> None:
    told: list[float] = []

    async def tells() -> None:
        told.append(clock.now)

    async def scene() -> None:
        budgets = MessageBudgets(clock)
        while await budgets.budget_of("phone").wait_for_turn(tells):
            assert clock.now < 200
        assert await budgets.budget_of("phone").wait_for_turn(tells) is False, "another page of the same phone"
        assert await budgets.budget_of("other").wait_for_turn(silent)
        ended = clock.now
        clock.now += 10
        assert await budgets.budget_of("phone").wait_for_turn(silent), "after a pause it is like any other"
        waited = budget.MAX_WAIT_SECONDS - budget.NOTICE_AFTER_SECONDS  # one second of it in ten is forgiven
        assert ended - told[0] == pytest.approx(waited / (1 - budget.WAIT_SECONDS_PER_SECOND), abs=0.3)

    asyncio.run(scene())


def test_what_keeps_the_loop_busy_is_charged_to_who_sent_it(clock: Clock) -> None:
    async def scene() -> None:
        budgets = MessageBudgets(clock, clock)
        lane, other = budgets.budget_of("phone"), budgets.budget_of("other")
        for seconds in (budget.MAX_BURST_SECONDS, 4):  # messages whose handling takes long
            assert await lane.wait_for_turn(silent)
            clock.now += seconds
        before = clock.now
        assert await lane.wait_for_turn(silent)
        debt = 4 - 4 * budget.BUSY_SECONDS_PER_SECOND
        assert clock.now - before == pytest.approx(debt / budget.BUSY_SECONDS_PER_SECOND, abs=0.1)
        before = clock.now
        assert await other.wait_for_turn(silent)
        assert clock.now == before

    asyncio.run(scene())


def test_a_player_on_a_computer_that_is_busy_otherwise_is_not_ended(clock: Clock) -> None:
    """A tap a second, each 0.1 s of processor time, on a computer that gives this program a tenth of its time."""
    processor = Clock()

    async def scene() -> None:
        lane = MessageBudgets(clock, processor).budget_of("phone")
        for _ in range(300):
            assert await lane.wait_for_turn(silent)
            clock.now, processor.now = clock.now + 1, processor.now + 0.1

    asyncio.run(scene())


def test_the_messages_of_another_phone_come_between() -> None:
    """Beside two hundred messages of one phone, five of another are among the first sixteen."""

    async def scene() -> list[str]:
        budgets, heard = MessageBudgets(), []

        async def sends(id: str, many: int) -> None:
            for _ in range(many):
                assert await budgets.budget_of(id).wait_for_turn(silent)
                heard.append(id)

        await asyncio.gather(*(sends("loud", 50) for _ in range(4)), sends("quiet", 5))
        return heard

    heard = asyncio.run(scene())
    assert [k for k, id in enumerate(heard) if id == "quiet"][-1] < 16


def test_a_page_that_leaves_while_it_waits_holds_nobody_up(clock: Clock) -> None:
    async def scene() -> None:
        lane = MessageBudgets(clock).budget_of("phone")
        first = asyncio.ensure_future(lane.wait_for_turn(silent))
        second = asyncio.ensure_future(lane.wait_for_turn(silent))
        await asyncio.wait({first})
        second.cancel()
        assert await asyncio.wait_for(lane.wait_for_turn(silent), 5)

    asyncio.run(scene())


def test_phones_that_are_silent_are_forgotten(clock: Clock) -> None:
    async def scene() -> None:
        budgets = MessageBudgets(clock)
        for n in range(100):
            lane = budgets.budget_of(f"phone {n}")
            await lane.wait_for_turn(silent)
            clock.now += 100
        assert len(budgets._of) <= 2

    asyncio.run(scene())
