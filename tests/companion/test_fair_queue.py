"""The fair queue as a plain class: turns by what was used, places kept, and who yields where it is full."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from companion.decoding.fair_queue import (
    MAX_KNOWN,
    MAX_WAITING,
    MAX_WAITING_BYTES,
    MAX_WAITING_PER_PHONE,
    FairQueue,
    Job,
    Requester,
)


def asks(
    owner: str, table: str = "t", phone: str = "p", cost: float = 1.0, is_host: bool = False, size: int = 0
) -> Job:
    """A job of that phone; a host's may have all places."""
    return Job(Requester(owner, table, phone, is_host, is_host), cost, size)


def served(queue: FairQueue, refill: Callable[[], object], many: int) -> list[Job]:
    """The jobs that run one after another while ``refill`` adds more; each takes what it costs."""
    order = []
    for _ in range(many):
        refill()
        job = queue.start_next()
        assert job is not None
        order.append(job)
        queue.finish(job, job.cost)
    return order


@pytest.mark.parametrize("seed", range(20))
def test_whoever_waits_gets_an_equal_share(seed: int) -> None:
    """Owners, tables of an owner and phones of a table that ask all the time differ by two jobs at most."""
    chance, queue = random.Random(seed), FairQueue(1)
    phones = [
        (f"o{o}", f"t{t}", f"p{p}")
        for o in range(chance.randint(2, 4))
        for t in range(chance.randint(1, 3))
        for p in range(chance.randint(1, 4))
    ]
    waiting: Counter[tuple[str, ...]] = Counter()
    most = 5.0

    def refill() -> None:
        for phone in phones:
            while waiting[phone] < 1:
                assert queue.add(asks(*phone, cost=chance.uniform(0.1, most))) == []
                waiting[phone] += 1

    used: Counter[tuple[str, ...]] = Counter()
    for _ in range(400):
        (job,) = served(queue, refill, 1)
        waiting[job.requester.owner, job.requester.table, job.requester.phone] -= 1
        for key in job.requester.levels:
            used[key] += job.cost  # type: ignore[assignment]
    for key in used:
        alike = [used[one] for one in used if one[:-1] == key[:-1]]
        assert max(alike) - min(alike) <= 2 * most + 1e-6
    assert sum(len(key) == 4 for key in used) == len(phones), "nobody starves"


def test_who_pays_little_is_served_between_what_is_dear() -> None:
    """A phone with small pictures has its turn after one large picture of another one, not after all of them."""
    queue = FairQueue(1)
    for _ in range(3):
        queue.add(asks("guests", phone="dear", cost=5))
    first = queue.start_next()
    for _ in range(3):
        queue.add(asks("guests", phone="cheap", cost=0.1))
    order = []
    while first is not None:
        order.append(first.requester.phone)
        queue.finish(first, first.cost)
        first = queue.start_next()
    assert order == ["dear", "cheap", "cheap", "cheap", "dear", "dear"]


def test_the_hosts_of_an_owner_have_the_share_of_all_its_guests() -> None:
    """A host who asks for little is next after what runs, however many guests of the table ask for much."""
    queue = FairQueue(1)

    def flood() -> None:
        for n in range(10):
            queue.add(asks("owner", phone=f"guest {n}", cost=5))

    served(queue, flood, 7)
    for _ in range(3):
        queue.add(asks("owner", phone="host", cost=0.1, is_host=True))
        (job,) = served(queue, flood, 1)
        assert job.requester.is_host
        served(queue, flood, 1)


def test_what_work_took_counts_and_not_what_it_claimed() -> None:
    """Whoever takes ten seconds with a picture that promised a tenth waits for the others afterwards."""
    queue = FairQueue(1)
    queue.add(asks("a", cost=0.1))
    liar = queue.start_next()
    assert liar is not None
    queue.add(asks("b", cost=1))
    queue.add(asks("b", cost=1))
    queue.add(asks("a", cost=0.1))
    queue.finish(liar, 10)
    order = [job.requester.owner for job in served(queue, lambda: None, 3)]
    assert order == ["b", "b", "a"]


def test_who_was_away_has_no_credit() -> None:
    """Who comes after a hundred jobs of another one shares from then on, and takes no hundred in a row."""
    queue = FairQueue(1)
    served(queue, lambda: queue.add(asks("a")) or queue.add(asks("a", phone="q")), 40)
    order = [job.requester.owner for job in served(queue, lambda: queue.add(asks("b")) or queue.add(asks("a")), 10)]
    assert Counter(order)["a"] in (4, 5, 6)


def test_no_owner_has_the_last_place_and_no_phone_two() -> None:
    """Of two places strangers get one; a host gets both, with two phones."""
    queue = FairQueue(2, kept=1)
    for phone in ("p", "q"):
        queue.add(asks("guests", phone=phone))
    assert queue.start_next() is not None
    assert queue.start_next() is None
    queue.add(asks("hosts", phone="h", is_host=True))
    queue.add(asks("hosts", phone="h", is_host=True))
    job = queue.start_next()
    assert job is not None
    assert job.requester.owner == "hosts"
    assert queue.start_next() is None, "the place is taken, and that phone has one"


def test_a_phone_has_three_and_the_rest_is_refused() -> None:
    """A fourth waiting job of a phone is refused; another phone's is not."""
    queue = FairQueue(1)
    for _ in range(MAX_WAITING_PER_PHONE):
        assert queue.add(asks("a")) == []
    fourth = asks("a")
    assert queue.add(fourth) == [fourth]
    assert queue.add(asks("a", phone="q")) == []


def test_where_it_is_full_whoever_has_most_yields() -> None:
    """One table with many phones fills the queue and yields to any other; alone it is refused itself."""
    queue = FairQueue(1)
    for n in range(MAX_WAITING):
        assert queue.add(asks("guests", "crowd", f"p{n // 2}")) == []
    late = asks("guests", "crowd", "late")
    (surplus,) = queue.add(late)
    assert surplus is not late, "who has one yields to nobody who has two"
    for other in (asks("guests", "quiet", "q"), asks("hosts", "crowd", "h")):
        (surplus,) = queue.add(other)
        assert (surplus.requester.owner, surplus.requester.table) == ("guests", "crowd")
    assert queue.add(more := asks("guests", "crowd", "p0")) == [more]


def test_waiting_files_hold_so_many_bytes() -> None:
    """Beyond that the largest file of whoever holds most gives way, and small ones of others stay."""
    queue = FairQueue(1)
    large = [asks("a", phone=f"p{n}", size=MAX_WAITING_BYTES // 3) for n in range(3)]
    small = asks("b", size=1_000_000)
    assert [queue.add(job) for job in large] == [[], [], []]
    assert queue.add(small) == [large[2]]
    assert queue.add(asks("b", phone="q", size=MAX_WAITING_BYTES)) != [small]


def test_it_forgets_who_left() -> None:
    """Thousands of phones that came and went take no memory, while others wait."""
    queue = FairQueue(1)
    for n in range(20 * MAX_KNOWN):
        queue.add(asks("a", phone="stays"))
        queue.add(asks("a", "t", f"p{n}", cost=0.001))
        for _ in range(2):
            job = queue.start_next()
            if job is not None:
                queue.finish(job, job.cost)
    assert len(queue._used) < 2 * MAX_KNOWN


def test_a_job_that_is_given_up_waits_no_more() -> None:
    """A waiting job whose page has gone is not started, and a running one frees its place."""
    queue = FairQueue(1)
    jobs = [asks("a", phone=str(n)) for n in range(3)]
    for job in jobs:
        queue.add(job)
    running = queue.start_next()
    queue.finish(jobs[1], 0)
    assert running is jobs[0]
    queue.finish(running, 0)
    assert queue.start_next() is jobs[2]
