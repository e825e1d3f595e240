"""The rules: events a second, the fold of long games, the size of what is kept."""

from __future__ import annotations

import tempfile
import time
import tracemalloc
from collections.abc import Iterator
from functools import cache
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from typing import Any

from companion.codec import Codec
from companion.entry import Entry
from companion.library import Library
from companion.storage import Storage
from rules.engine import Event, apply, follow, start
from rules.registry import GAMES

GAME = GAMES["four_souls"]
TEXT = Path(__file__).parents[1] / "tests" / "fixtures" / "playthroughs" / "four_souls-three-players.txt"
LONG, LONGER = 2_000, 20_000


@cache
def committed() -> tuple[tuple[str, ...], list[Event]]:
    """The seats and events of the committed game."""
    first, *lines = TEXT.read_text("utf-8").splitlines()
    codec = Codec(GAME)
    return tuple(first.partition(": ")[2].split(", ")), [codec.read_event(x[2:]) for x in lines if x.startswith("> ")]


def games(count: int) -> list[Event]:
    """So many events, whole games one after the other."""
    return list(islice(cycle(committed()[1]), count))


def fold(events: list[Event]) -> Any:
    """Follow the events; a game that has ended begins again."""
    seats, one = committed()
    state = start(GAME, seats)
    for k, event in enumerate(events):
        if k and k % len(one) == 0:
            state = start(GAME, seats)
        state = follow(GAME, state, event)
    return state


def seconds(events: list[Event], times: int = 5) -> float:
    """The median of a few folds, in seconds of this process."""
    spent = []
    for _ in range(times):
        begun = time.process_time()
        fold(events)
        spent.append(time.process_time() - begun)
    return median(spent)


def events() -> Iterator[tuple[str, str]]:
    """How many events a second the checked door takes, everything that is offered being compared."""
    seats, one = committed()
    state, begun = start(GAME, seats), time.process_time()
    for event in one:
        state = apply(GAME, state, event)
    yield "events a second, checked", f"{len(one) / (time.process_time() - begun):,.0f}"


def folds() -> Iterator[tuple[str, str]]:
    """The fold of a long game, and whether ten times the events take ten times as long."""
    long, longer = seconds(games(LONG)), seconds(games(LONGER), 1)
    yield f"fold of {LONG:,} events (goal ≤ 150 ms)", f"{1000 * long:.0f} ms"
    yield f"fold of {LONGER:,} events, times that of {LONG:,} (linear: 10)", f"{longer / long:.1f} ×"


def tables() -> Iterator[tuple[str, str]]:
    """What the table of a whole game costs in memory, all its states kept, and how long taking it up again takes."""
    seats, one = committed()
    with tempfile.TemporaryDirectory() as folder:
        storage = Storage(Path(folder))
        match = storage.create(GAME, seats, ())
        storage.append(match, GAME, [Entry(k, 0.0, "bench", k, None, e) for k, e in enumerate(one, 1)], None, None)
        tracemalloc.start()
        table = Library(storage, GAMES).open(match.id)
        held = tracemalloc.get_traced_memory()[0] / 2**20
        tracemalloc.stop()
        yield f"memory of a table of {len(table.log())} entries", f"{held:.1f} MiB"
        begun = time.perf_counter()
        Library(storage, GAMES).open(match.id)
        yield "taking it up again", f"{1000 * (time.perf_counter() - begun):.0f} ms"
        storage.close()


def sizes() -> Iterator[tuple[str, str]]:
    """What is written: the log of a game and a snapshot."""
    one = committed()[1]
    codec = Codec(GAME)
    log = sum(len(codec.write_event(event).encode()) for event in one)
    yield f"log of a game of {len(one)} events", f"{log / 1024:.0f} KiB"
    yield "snapshot of its last state", f"{len(codec.write_state(fold(one)).encode()) / 1024:.1f} KiB"
