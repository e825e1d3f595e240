"""The rules engine: events a second, folding of long games, stored sizes.

No other engine plays these games, so folding a log is compared with reading its lines with ``json`` in Python, and a
snapshot with ``pickle``'s.
"""

from __future__ import annotations

import json
import json.decoder
import json.scanner
import pickle
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator
from functools import cache
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from typing import Any

from bench.table import REFERENCE_PACE, Row, pace, ratio
from companion.library.library import Library
from companion.storage.codec import Codec
from companion.storage.matches import Storage
from companion.storage.records import Entry
from rules.engine import Event, apply, apply_unchecked, start
from rules.registry import GAMES

GAME = GAMES["four_souls"]
TEXT = Path(__file__).parents[1] / "tests" / "fixtures" / "playthroughs" / "four_souls-three-players.txt"
LONG, LONGER = 2_000, 20_000


@cache
def committed() -> tuple[tuple[str, ...], list[Event]]:
    """The seats and events of the game's committed match."""
    first, *lines = TEXT.read_text("utf-8").splitlines()
    codec = Codec(GAME)
    return tuple(first.partition(": ")[2].split(", ")), [codec.read_event(x[2:]) for x in lines if x.startswith("> ")]


def games(count: int) -> list[Event]:
    """That many events, from whole games one after the other."""
    return list(islice(cycle(committed()[1]), count))


def fold(events: list[Event]) -> Any:
    """Fold the events; a game that has ended begins again."""
    seats, one = committed()
    state = start(GAME, seats)
    for k, event in enumerate(events):
        if k and k % len(one) == 0:
            state = start(GAME, seats)
        state = apply_unchecked(GAME, state, event)
    return state


def spent(work: Callable[[], Any]) -> float:
    """Processor seconds of a call."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def check(events: list[Event]) -> Any:
    """Apply the events of one game, each compared with everything that is offered."""
    state = start(GAME, committed()[0])
    for event in events:
        state = apply(GAME, state, event)
    return state


def events() -> Iterator[Row]:
    """Events a second through ``apply``."""
    one = committed()[1]
    rate = len(one) / median(spent(lambda: check(one)) for _ in range(5))
    figure = f"{rate:,.0f}; {rate * pace() / REFERENCE_PACE:,.0f} at that pace"
    yield Row("events a second, checked", figure, f"≥ 5,000 at a pace of {REFERENCE_PACE:.0f} ms")


def python_decoder() -> json.JSONDecoder:
    """The standard library's decoder in Python: a busy machine slows it as much as the rules, unlike the one in C."""
    decoder: Any = json.JSONDecoder()
    decoder.parse_string = json.decoder.py_scanstring
    decoder.scan_once = json.scanner.py_make_scanner(decoder)
    return decoder  # type: ignore[no-any-return]


def folds(times: int = 5, longer: int = LONGER) -> Iterator[Row]:
    """Time to fold a long game, and whether ten times the events take ten times as long."""
    codec, log, logs = Codec(GAME), games(LONG), games(longer)
    lines, decode = [codec.write_event(event) for event in log], python_decoder().decode
    rounds = [(spent(lambda: fold(log)), spent(lambda: [decode(line) for line in lines])) for _ in range(times)]
    (long, read), more = map(min, zip(*rounds, strict=True)), spent(lambda: fold(logs))
    rival = f"json in Python reads them: {1000 * read:.0f} ms"
    figure = f"{1000 * long:.0f} ms; {1000 * long * REFERENCE_PACE / pace():.0f} ms at that pace"
    goal = f"≤ 100 ms at a pace of {REFERENCE_PACE:.0f} ms"
    yield Row(f"fold of {LONG:,} events", figure, goal, rival, ratio(long, read))
    linear = f"{longer // LONG} × (linear)"
    yield Row(f"fold of {longer:,} events, times that of {LONG:,}", f"{more / long:.1f} ×", linear)


def tables() -> Iterator[tuple[str, str]]:
    """Memory of a whole game's table with all its states, and the time to open it again."""
    seats, one = committed()
    with tempfile.TemporaryDirectory() as folder:
        storage = Storage(Path(folder))
        match = storage.create_match(GAME, seats, ())
        storage.append_entries(
            match, GAME, [Entry(k, 0.0, "bench", k, None, e) for k, e in enumerate(one, 1)], None, None
        )
        tracemalloc.start()
        table = Library(storage, GAMES).matches.open(match.id)
        held = tracemalloc.get_traced_memory()[0] / 2**20
        tracemalloc.stop()
        yield f"memory of a table of {len(table.log())} entries", f"{held:.1f} MiB"
        begun = time.perf_counter()
        Library(storage, GAMES).matches.open(match.id)
        yield "taking it up again", f"{1000 * (time.perf_counter() - begun):.0f} ms"
        storage.close()


def sizes() -> Iterator[Row]:
    """Stored sizes: the log of a game, and a snapshot."""
    one = committed()[1]
    codec, state = Codec(GAME), fold(one)
    log, last = (
        sum(map(len, map(str.encode, text))) for text in (map(codec.write_event, one), [codec.write_state(state)])
    )
    yield kibibytes(f"log of a game of {len(one)} events", log, len(pickle.dumps(one)))
    yield kibibytes("snapshot of its last state", last, len(pickle.dumps(state)))


def kibibytes(what: str, ours: int, theirs: int) -> Row:
    """A number of bytes beside pickle's."""
    return Row(what, f"{ours / 1024:.1f} KiB", "", f"pickle: {theirs / 1024:.1f} KiB", ratio(ours, theirs))
