"""The tray: time from stillness to the log entry, and false readings without a throw."""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from bench import footage
from bench.engine import GAME, committed
from companion.base.actors import CAMERA_ACTOR
from companion.library.library import Library
from companion.match.table import Table
from companion.storage.matches import Storage
from companion.storage.records import Entry
from companion.tray.tray import Tray
from rules.engine import apply_unchecked, prompt, start
from rules.registry import GAMES
from vision.reading import Image

SCENES = (
    "2-3-4_black_cloth.jpg",
    "5-6-6_red_wood.jpg",
    "1-1-5-6_ivory_blue_felt_slanted.jpg",
    "3-4-4-6_white_touching.jpg",
    "1-2-3-4-5-6_white_felt.jpg",
)
RATE = 15
"""Frames a second of the long video."""
IDLE = 10.0
"""Minutes of the long video."""


def tray(
    minutes: float = IDLE, times: int = len(SCENES), rates: Sequence[int] = (30, RATE)
) -> Iterator[tuple[str, str]]:
    """Each die of a few scenes thrown for a real table; then minutes of idle, hands and light."""
    for rate in rates:
        throws = [throw for scene in SCENES[:times] for throw in thrown(scene, rate)]
        told = [throw for throw in throws if throw is not None]
        waits, frames = [sum(throw) for throw in told], median(throw[0] for throw in told)
        what = f"stillness to event, {rate} frames a second (goal ≤ 0.7 s)"
        yield what, f"{median(waits):.2f} s, {frames:.2f} of it frames (worst {max(waits):.2f} s)"
        yield f"dice that were asked about, of {len(throws)}", str(len(throws) - len(told))
    yield idle_row(minutes)


def idle_row(minutes: float = IDLE) -> tuple[str, str]:
    """The false reads of minutes without a throw."""
    seen = idle(minutes)
    what = f"false reads in {minutes:g} min of idle and hands (goal 0)"
    return what, f"{seen.reads} (asked: {seen.asks}; {seen.frames:,} frames, {seen.frame:.1f} ms each)"


# --- from stillness to the log entry -----------------------------------------------------------------------------


def thrown(scene: str, rate: int) -> Iterator[tuple[float, float] | None]:
    """For each die, seconds from its first still frame until its entry; None if it is asked.

    They have two parts: until the frame in which it was known, and the work remaining then. While one frame is handled,
    those that arrive are dropped but for the newest, as with a camera.
    """
    for die in range(len(footage.Tray(scene).truth)):
        with waiting() as (table, watching):
            yield settled(footage.Tray(scene, rate), die, table, watching)


def settled(camera: footage.Tray, die: int, table: Table, watching: Tray) -> tuple[float, float] | None:
    """That time for one die."""
    before = [*camera.still(0.8), *camera.throw((die,))]
    frames = list(camera.seen([*before, *camera.still(2, (die,))]))
    rested = (len(before) - 1) / camera.rate
    now, last, k = 0.0, 0.0, 0
    while k < len(frames):
        at = k / camera.rate
        now = max(now, at)
        begun = time.perf_counter()
        watching.process_frame(frames[k], at - last)
        now, last = now + time.perf_counter() - begun, at
        if read(table):
            return at - rested, now - at
        k = max(k + 1, int(now * camera.rate))
    return None


def read(table: Table) -> bool:
    """Whether the tray has answered."""
    return any(line.entry.actor == CAMERA_ACTOR for line in table.log())


@contextmanager
def waiting() -> Iterator[tuple[Table, Tray]]:
    """A table on disk that waits for one die, and a tray that watches for it."""
    seats, events = committed()
    state, done = start(GAME, seats), 0
    while (asked := prompt(state)) is None or asked.dice is None or asked.dice.count > 1:
        state = apply_unchecked(GAME, state, events[done])
        done += 1
    with tempfile.TemporaryDirectory() as folder:
        storage = Storage(Path(folder))
        match = storage.create_match(GAME, seats, ())
        entries = [Entry(k, 0.0, "bench", k, None, event) for k, event in enumerate(events[:done], 1)]
        storage.append_entries(match, GAME, entries, None, None)
        library = Library(storage, GAMES)
        table = library.matches.open(match.id)
        table.subscribe(lambda: None)
        yield table, Tray(library.storage, library.matches.open_tables, library.hands_free.goes_on)
        storage.close()


# --- without a throw ---------------------------------------------------------------------------------------------


class Nothing:
    """The results of a video without a throw."""

    def __init__(self) -> None:
        self.reads = self.asks = self.frames = 0
        self.frame = 0.0
        """Milliseconds of work a frame."""


def idle(minutes: float) -> Nothing:
    """Dice at rest and a waiting table, but no throw: hands, pauses, lamps, exposure."""
    seen, spent = Nothing(), 0.0
    for k, scene in enumerate(SCENES):
        with waiting() as (table, watching):
            for image in quiet_table(footage.Tray(scene, RATE), 60 * minutes / len(SCENES), k):
                begun, doubt = time.perf_counter(), watching.sighting
                watching.process_frame(image, 1 / RATE)
                spent += time.perf_counter() - begun
                seen.frames += 1
                seen.asks += watching.sighting is not doubt and watching.sighting is not None
            seen.reads += sum(line.entry.actor == CAMERA_ACTOR for line in table.log())
    seen.frame = 1000 * spent / max(1, seen.frames)
    return seen


def quiet_table(camera: footage.Tray, seconds: float, seed: int) -> Iterator[Image]:
    """That many seconds of disturbances at a table, without a throw."""
    chance, dice, shown = random.Random(seed), tuple(range(len(camera.truth))), 0
    yield from camera.seen(camera.still(1, dice), seed)
    while shown < seconds * camera.rate:
        seed += 100
        part = list(camera.seen(happening(camera, dice, chance), seed))
        shown += len(part)
        yield from part


def happening(camera: footage.Tray, dice: tuple[int, ...], chance: random.Random) -> Iterator[Image]:
    """One disturbance above the dice."""
    match chance.randrange(5):
        case 0 | 1:
            return camera.hand(chance.uniform(0.5, 2.5), dice)
        case 2:
            return camera.hand(chance.uniform(0.6, 1.5), dice, chance.uniform(0.2, 3), chance.uniform(0.1, 0.9))
        case 3:
            still = camera.still(chance.uniform(1, 4), dice)
            return footage.lit(still, camera.rate, chance.uniform(0.02, 0.15), chance.uniform(0, 3))
    still = list(camera.still(chance.uniform(2, 5), dice))
    end = chance.uniform(0.6, 1.5)
    half = len(still) // 2
    gains = [1 + (end - 1) * min(k, 2 * half - k) / half for k in range(len(still))]
    return footage.exposed(still, gains)
