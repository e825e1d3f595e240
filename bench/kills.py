"""Kill the table in every phase of an append: nothing that was shown is lost, and no action is there by half.

``python -m bench.kills 300`` kills so many times in each of three ways and prints a line for each:
by the clock, at a moment of chance; by the step, at every instruction of the database in its turn; by the byte, in the
middle of what is being written to the disk.
"""

from __future__ import annotations

import os
import resource
import signal
import struct
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from companion.library import Library
from companion.seating import Chair
from companion.storage import Storage
from companion.table import Table
from rules.engine import Refused, legal
from rules.registry import GAMES

GAME = "four_souls"
SEQ = struct.Struct("=q")
QUIET = 4
"""Actions that are left alone before an append is looked at closely."""
LONGEST = 150
"""Entries after which another match is begun: a long one takes its time to be replayed."""
Way = Callable[[Table, Random, int], None]


# --- one that plays until it dies --------------------------------------------------------------------------------


def act(table: Table, chance: Random) -> None:
    """Something that a table does; what is refused is not done."""
    events = legal(table.state)
    try:
        if not events or chance.random() < 0.2:
            table.adjust("seat.0.cents", chance.choice((1, 1, -1)), Chair(0, host=True))
        else:
            table.answer(table.prompt_id, chance.choice(events), Chair(0, host=True))
    except Refused:
        return


def by_the_clock(table: Table, chance: Random, n: int) -> None:
    """Somebody else ends it, at any moment."""


def by_the_step(table: Table, chance: Random, n: int) -> None:
    """It ends at the n-th instruction of the database."""
    steps = count()
    die = lambda: os.kill(os.getpid(), signal.SIGKILL) if next(steps) == n % 400 else None  # noqa: E731
    table._storage._db.set_progress_handler(die, 1)


def by_the_byte(table: Table, chance: Random, n: int) -> None:
    """It ends when the file of the latest changes has grown by so many bytes more."""
    log = table._storage.path.with_name(table._storage.path.name + "-wal")
    most = log.stat().st_size + 211 * n % 20_000
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))


WAYS: tuple[Way, ...] = (by_the_clock, by_the_step, by_the_byte)


def play(folder: Path, way: Way, n: int, shown: int) -> None:
    """Play for ever, and say after each action how far the table has come: that is what people have seen."""
    chance = Random(n)
    library = Library(Storage(folder), GAMES)
    matches = [match for match in library.matches() if match.entries < LONGEST]
    table = library.open(matches[0].id) if matches else library.new(GAME, ("Ana", "Beto", "Cira"))
    for k in count():
        if k == QUIET:
            way(table, chance, n)
        act(table, chance)
        os.write(shown, SEQ.pack(table.now.seq))


# --- one that kills and looks ------------------------------------------------------------------------------------


def killed(folder: Path, way: Way, n: int) -> int:
    """Let one play and die; the last that was shown."""
    seen, shown = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(seen)
            play(folder, way, n, shown)
        finally:
            os._exit(1)  # it never ends by itself
    os.close(shown)
    with open(seen, "rb") as answers:
        first = answers.read(SEQ.size * QUIET)
        time.sleep(Random(n).uniform(0, 0.03))
        if way is by_the_clock:
            os.kill(child, signal.SIGKILL)
        rest = first + answers.read()
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), "it did not die: it ended"
    return max((SEQ.unpack_from(rest, at)[0] for at in range(0, len(rest) - SEQ.size + 1, SEQ.size)), default=0)


def looked_at(folder: Path, shown: int) -> None:
    """All that was shown is there, all of it can be read, and the last action is there with what followed it."""
    storage = Storage(folder)
    try:
        library = Library(storage, GAMES)
        assert library.strange() == 0
        newest = library.matches()[0]
        table = library.open(newest.id)
        assert table.warning is None, table.warning
        assert table.now.seq >= shown, f"{shown} was shown, {table.now.seq} is there"
        assert table.game.flow(table.state) is None, "an action is there without what followed it"
        act(table, Random(shown))
    finally:
        storage.close()


def rounds(way: Way, times: int) -> tuple[int, float]:
    """Kill so often; how many entries survived, and the seconds it took."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for n in range(times):
            looked_at(folder, killed(folder, way, n))
        storage = Storage(folder)
        entries: Any = sum(match.entries for match in storage.matches())
        storage.close()
    return int(entries), time.monotonic() - began


def main(times: int) -> None:
    for way in WAYS:
        entries, seconds = rounds(way, times)
        name = way.__name__.replace("_", " ")
        print(f"{name:12}  {times:5} kills  {entries:6} entries  nothing lost  {seconds:6.1f} s", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
