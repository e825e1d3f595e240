"""Kill a process at any moment of any game: nothing shown is lost, the prompt is the same.

It is killed that many TIMES over real games of every kind, in three ways in turn: by the clock, at a random moment; by
the step, at each instruction of the database in turn; by the byte, in the middle of a write. For every twenty a whole
``sobremesa`` is killed besides, during a phone's taps. After each the file is opened: log, state and prompt are those
shown last, up to there.
"""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random
from zlib import crc32

import click

from bench.soak_games import Soaked, act, sit_down
from bench.wire import Phone
from companion.i18n import translator
from companion.library.library import Library
from companion.match.log import is_undo_or_redo
from companion.match.table import Table
from companion.match.undo import lines_in_effect
from companion.storage.matches import Storage
from rules.engine import Adjusted, Game, apply_unchecked
from rules.registry import GAMES
from tests.support.random_play import NAMES, Seeded
from tests.support.ui.browser import Server

QUIET = 4
"""Actions that are left alone before an append is killed step by step."""
LONGEST = 150
"""Entries after which another match is begun, because a long one takes time to replay."""
SERVED = 20
"""One kill in this many is of a whole server."""
Way = Callable[[Table, Random, int], None]
Seen = tuple[str, int, int, str, str]
"""What was shown: match, last entry, hash of the log, hash of the state, prompt id."""


# --- the process that is killed ----------------------------------------------------------------------------------


def by_the_clock(table: Table, chance: Random, n: int) -> None:
    """Another process kills it, at a random moment."""


def by_the_step(table: Table, chance: Random, n: int) -> None:
    """It is killed at the n-th instruction of the database."""
    steps = count()
    die = lambda: os.kill(os.getpid(), signal.SIGKILL) if next(steps) == n % 400 else None  # noqa: E731
    table._storage.database._db.set_progress_handler(die, 1)


def by_the_byte(table: Table, chance: Random, n: int) -> None:
    """It is killed when the write-ahead log has grown by that many bytes more."""
    log = table._storage.database.path.with_name(table._storage.database.path.name + "-wal")
    most = log.stat().st_size + 211 * n % 20_000
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))


WAYS: tuple[Way, ...] = (by_the_clock, by_the_step, by_the_byte)


def play(folder: Path, game: Game, way: Way, n: int, shown: int) -> None:
    """Play for ever, and print after each action where the table is, as what was shown."""
    library, chance = Library(Storage(folder), {game.key: game}), Seeded(n)
    matches = [match for match in library.matches.all() if match.entries < LONGEST and match.finished is None]
    table = library.matches.open(matches[0].id) if matches else sit_down(library, game, chance)
    for k in count():
        if k == QUIET:
            way(table, chance.random, n)
        if table.state.outcome is not None:
            table = sit_down(library, game, chance)
        act(table, chance, Soaked())
        os.write(shown, (" ".join(map(str, seen(table))) + "\n").encode())


def seen(table: Table) -> Seen:
    """What a table shows now."""
    digest = table._storage.codec(table.game).digest(table.state)
    return table.match.id, table.table_state.seq, summed(table, table.table_state.seq), digest, table.prompt_id


def summed(table: Table, seq: int) -> int:
    """A hash of the log up to that entry."""
    codec = table._storage.codec(table.game)
    told = [(e.seq, e.at, e.actor, e.group, e.prompt_id, codec.write_event(e.event)) for e in entries(table)[:seq]]
    return crc32(repr(told).encode())


def entries(table: Table) -> list:
    """The log, undone entries included."""
    return [line.entry for line in table.match_record.lines]


# --- the process that kills and checks ---------------------------------------------------------------------------


def killed(folder: Path, game: Game, way: Way, n: int) -> Seen | None:
    """Let a process play and die; the last that was shown, if anything was."""
    looks, shown = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(looks)
            play(folder, game, way, n, shown)
        finally:
            os._exit(1)  # it never ends by itself
    os.close(shown)
    with open(looks, "rb") as told:
        first = [told.readline() for _ in range(QUIET)]
        time.sleep(Random(n).uniform(0, 0.05))
        if way is by_the_clock:
            os.kill(child, signal.SIGKILL)
        lines = [line for line in (*first, *told) if line.endswith(b"\n")]
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), "it did not die: it ended"
    if not lines:
        return None
    id, seq, log, digest, prompt_id = lines[-1].decode().split()
    return id, int(seq), int(log), digest, prompt_id


def looked_at(folder: Path, game: Game, shown: Seen | None) -> None:
    """Check that all that was shown is there, and after it one whole action at most."""
    storage = Storage(folder)
    try:
        library = Library(storage, {game.key: game})
        assert library.matches.unreadable_count() == 0
        if shown is None:
            return
        id, seq, log, digest, prompt_id = shown
        table = library.matches.open(id)
        assert table.warning is None, table.warning
        assert table.table_state.seq >= seq, f"{seq} was shown, {table.table_state.seq} is there"
        assert summed(table, seq) == log, "another log is there"
        assert storage.codec(game).digest(state_at(table, seq)) == digest, "another state is there"
        more = entries(table)[seq:]
        assert more or table.prompt_id == prompt_id, "another question is asked"
        assert len({entry.group for entry in more if not is_undo_or_redo(entry.event)}) <= 1, (
            "more than one action was not shown"
        )
        last = entries(table)[-1:]
        flows = game.auto_answer(table.state) is not None and not any(is_undo_or_redo(entry.event) for entry in last)
        assert not flows, "an action is there without what followed it"
        act(table, Seeded(seq), Soaked())
    finally:
        storage.close()


def state_at(table: Table, seq: int) -> object:
    """The state after that entry, folded from the log."""
    state = table.match_record.first_state
    for line in lines_in_effect(table.match_record.lines[:seq]):
        state = apply_unchecked(table.game, state, line.entry.event)
    return state


def rounds(game: Game, times: int) -> int:
    """Kill that often, in each way in turn; the number of entries afterwards."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for n in range(times):
            looked_at(folder, game, killed(folder, game, WAYS[n % len(WAYS)], n))
        for n in range(times // SERVED):
            asyncio.run(killed_under_taps(folder, game, Random(n)))
        storage = Storage(folder)
        there = sum(match.entries for match in storage.matches())
        storage.close()
    return there


# --- a whole server ----------------------------------------------------------------------------------------------


async def killed_under_taps(folder: Path, game: Game, chance: Random) -> None:
    """Kill a server while a phone corrects a number by one; what was shown must be there."""
    storage = Storage(folder)
    library = Library(storage, {game.key: game})
    table = library.matches.create(game.key, NAMES[: min(game.player_counts)])
    id, word, asked = table.match.id, library.guests.table_invitation(table.match.id), table.prompt
    storage.close()
    server = Server(folder, "--lan").start()
    try:
        shown = await tapped(server, id, word, chance)
        server.kill()
        storage = Storage(folder)
        again = Library(storage, {game.key: game}).matches.open(id)
        made = sum(isinstance(entry.event, Adjusted) for entry in entries(again))
        assert shown <= made <= shown + 1, f"{shown} taps were shown, {made} are there"
        assert again.prompt is not None
        assert again.prompt.title == asked.title, "another question is asked"
        storage.close()
        server.start()
        phone = await Phone(server.port).come(word, f"/t/{id}")
        await phone.tap("En medio de la mesa")
        await phone.sees(translator("es")(asked.title))
        await phone.leave()
    finally:
        server.kill()


async def tapped(server: Server, id: str, word: str, chance: Random) -> int:
    """Tap until the server dies; how many taps the screen has shown."""
    phone = await Phone(server.port).come(word, f"/t/{id}")
    await phone.tap("En medio de la mesa")
    await phone.tap(f"{NAMES[0]}, ")
    await phone.sees("Más: ")
    shown, at = 0, chance.randrange(1, 12)
    with suppress(Exception):  # the server dies in the midst of it
        for k in count(1):
            await phone.tap("Más: ")
            if k == at:
                await asyncio.sleep(chance.uniform(0, 0.05))
                server.kill()
                break
            await phone.sees(f"+{k}, ")
            shown = k
    with suppress(Exception):  # and nobody answers any more
        await phone.leave()
    return shown


@click.command(help=__doc__)
@click.argument("times", default=200)
def main(times: int) -> None:
    """Kill that often, spread over the games."""
    for game in GAMES.values():
        began, each = time.monotonic(), -(-times // len(GAMES))
        there = rounds(game, each)
        kills = f"{each} kills and {each // SERVED} of a server"
        print(f"{game.key:14}{kills:32} {there:6} entries  nothing lost  {time.monotonic() - began:6.1f} s", flush=True)


if __name__ == "__main__":
    main()
