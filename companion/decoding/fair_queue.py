"""Fair queue of work: owners, their tables and their phones have their turns.

It is start-time fair queuing in levels, by the seconds that each has used. The hosts of an owner have the share of all
its guests. Whoever asks for less is served sooner, nobody waits for ever, and whoever comes after a pause has neither
debt nor credit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from companion.base.errors import SobremesaError
from rules.engine import Text

MAX_WAITING_PER_PHONE, MAX_WAITING = 3, 48
"""Maximum number of waiting jobs, of one phone and in total."""
MAX_WAITING_BYTES = 300_000_000
"""Maximum number of bytes that waiting jobs hold, in total."""
MAX_KNOWN = 300
"""Number of owners, tables and phones above which those that owe nothing are forgotten."""
QUEUE_FULL_TEXT = Text("Too many pictures and files have come at once. Wait a moment, then send it again.")
Key = tuple[str, ...]


class QueueFullError(SobremesaError):
    """The queue has no room for the job; no part of it was started."""


@dataclass(frozen=True, slots=True)
class Requester:
    """The page that asks for work: of which owner, at which table, on which phone.

    In a household the hosts stand for one owner and the guests for another one.
    """

    owner: str = ""
    table: str = ""
    phone: str = ""
    is_host: bool = True
    has_all_places: bool = True
    """Whether its owner may have all places at once."""

    @property
    def levels(self) -> tuple[Key, ...]:
        """Keys of the owner, its hosts or guests, the table and the phone."""
        whole = self.owner, "host" if self.is_host else "guest", self.table, self.phone
        return tuple(whole[:count] for count in range(1, len(whole) + 1))

    @property
    def phone_key(self) -> Key:
        """The last level."""
        return self.levels[-1]


@dataclass(eq=False, slots=True)
class Job:
    """One piece of work; ``cost`` are the seconds that it is expected to take."""

    requester: Requester
    cost: float
    size: int = 0
    """Bytes that it holds while it waits."""


class FairQueue:
    """Waiting and running jobs of one kind of work.

    ``places`` jobs run at once, one of each phone. The last ``kept`` places are for others than the owner who has the
    other ones, unless that owner may have all places.
    """

    def __init__(self, places: int, kept: int = 0) -> None:
        self._places, self._places_per_owner = places, max(1, places - kept)
        self._waiting: list[Job] = []
        self._running: list[Job] = []
        self._used: dict[Key, float] = {}
        """Seconds that each has used, or stands at since it came back."""
        self._clocks: dict[Key, float] = {}
        """By the level above: the used seconds of whoever was served last."""

    def add(self, job: Job) -> list[Job]:
        """Let the job wait; return the jobs that have no room for it, which may be that one.

        Where the queue is full, whoever has most jobs in it loses the last one. Where these hold too many bytes,
        whoever holds most loses the largest one.
        """
        if sum(one.requester.phone_key == job.requester.phone_key for one in self._waiting) >= MAX_WAITING_PER_PHONE:
            return [job]
        self._waiting.append(job)
        surplus: list[Job] = []
        while len(self._waiting) > MAX_WAITING or sum(one.size for one in self._waiting) > MAX_WAITING_BYTES:
            surplus.append(self._last_of_largest(job, counts_bytes=len(self._waiting) <= MAX_WAITING))
            self._waiting.remove(surplus[-1])
        return surplus

    def _last_of_largest(self, newest: Job, *, counts_bytes: bool) -> Job:
        """Return the job of whoever has most, which yields: owner, then table, then phone.

        It is the last one, or with ``counts_bytes`` the largest.
        """
        jobs = self._waiting
        for level in range(len(newest.requester.levels)):
            amounts = Counter[Key]()
            for job in jobs:
                amounts[job.requester.levels[level]] += job.size if counts_bytes else 1
            largest = max(reversed(amounts), key=lambda key: (amounts[key], key == newest.requester.levels[level]))
            jobs = [job for job in jobs if job.requester.levels[level] == largest]
        return max(reversed(jobs), key=lambda job: job.size if counts_bytes else 0)

    def start_next(self) -> Job | None:
        """Start the job whose turn it is, and return it; None while none may run."""
        ready = [job for job in self._waiting if self._may_run(job.requester)]
        if not ready:
            return None
        job = min(ready, key=lambda one: [self._used_by(key) for key in one.requester.levels])
        self._waiting.remove(job)
        self._running.append(job)
        for key in job.requester.levels:
            self._clocks[key[:-1]] = used = self._used_by(key)
            self._used[key] = used + job.cost
        return job

    @property
    def keeps_waiting(self) -> bool:
        """Whether jobs wait though a place is free, which is kept for others."""
        return bool(self._waiting) and len(self._running) < self._places

    def _may_run(self, requester: Requester) -> bool:
        running = [job.requester for job in self._running]
        of_owner = sum(one.owner == requester.owner for one in running)
        return (
            len(running) < self._places
            and requester.phone_key not in (one.phone_key for one in running)
            and (requester.has_all_places or of_owner < self._places_per_owner)
        )

    def _used_by(self, key: Key) -> float:
        """Return the used seconds; whoever comes back stands where the others are."""
        clock = self._clocks.get(key[:-1], 0.0)
        return max(self._used.get(key, clock), clock)

    def finish(self, job: Job, seconds: float) -> None:
        """End a running job, which took that long; a waiting one is given up."""
        if job in self._waiting:
            self._waiting.remove(job)
        if job in self._running:
            self._running.remove(job)
            for key in job.requester.levels:
                self._used[key] = self._used.get(key, 0.0) + seconds - job.cost
        if not self._waiting and not self._running:
            self._used.clear()
            self._clocks.clear()
        elif len(self._used) > MAX_KNOWN:
            self._forget(job.requester.levels for job in (*self._waiting, *self._running))

    def _forget(self, present: Iterable[tuple[Key, ...]]) -> None:
        """Forget whoever waits for nothing and has used no more than the others."""
        kept = {key for levels in present for key in levels}
        self._used = {
            key: used for key, used in self._used.items() if key in kept or used > self._clocks.get(key[:-1], 0.0)
        }
        self._clocks = {key: clock for key, clock in self._clocks.items() if not key or key in self._used}
