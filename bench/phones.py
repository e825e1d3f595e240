"""Several phones: six at one table, and twenty tables on the server.

A real ``sobremesa --lan`` on this computer, and in one process beside it phones that speak to it as a browser does
(``bench.wire``): of two cores one is the server's. Numbers and times are bounded; nothing leaves this computer.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from bench.browser import resident
from bench.table import REFERENCE_PACE, pace, spread
from bench.wire import Phone
from companion.library.library import Library
from companion.storage.matches import Storage
from rules.engine import Adjusted
from rules.registry import GAMES
from tests.support.games.four_souls_stacks import stacked
from tests.support.ui import browser as driving

Figure = tuple[str, str]
PLACES = ("Ana: Libre", "Beto: Libre", "Cira: Libre", "Dani: Libre", "En medio de la mesa", "Solo mirar")
"""The seats of a table's phones, in the order in which they come."""
PASSED = "pasado: Beto"
"""The text on all screens when Beto alone has passed."""
BEGUN = 3
"""Ana's cents at the start; her phone corrects them up by one each time."""
PAUSE, PACE = 0.6, 8.0
"""Seconds between two taps at the measured table, and at each of the others."""
AT_ONCE = 4
"""Phones that join at the same time."""
TAPPED = Adjusted("seat.0.cents", 1)


@dataclass
class Round:
    """One table with its phones, the first of which taps."""

    port: int
    match: str
    word: str
    phones: list[Phone] = field(default_factory=list)
    taps: int = 0
    seen: int = 0

    async def come(self) -> None:
        """One more phone follows the invitation, takes its seat, and has the table on its screen."""
        place = PLACES[len(self.phones)]
        phone = await Phone(self.port).come(self.word, f"/t/{self.match}")
        await phone.tap(place)
        await phone.sees("Detalles")
        if not self.phones:
            await phone.tap("Ana, ")
            await phone.sees("Más: ¢")
        self.phones.append(phone)

    async def tap(self) -> float:
        """Milliseconds from a tap until the last of the screens shows the change."""
        self.taps += 1
        begun = await self.phones[0].tap("Más: ¢")
        seen = await asyncio.gather(*(phone.sees(f", ¢ {BEGUN + self.taps},") for phone in self.phones))
        self.seen += 1
        return 1000 * (max(seen) - begun)

    async def series(self, taps: int) -> list[float]:
        """That many taps, one after the other."""
        spent = []
        for _ in range(taps):
            spent.append(await self.tap())
            await asyncio.sleep(PAUSE)
        return spent

    async def passes(self, times: int) -> tuple[list[float], list[float]]:
        """Milliseconds of passes by the second phone in the open window, each then undone: its own screen, all."""
        own, every, beto = [], [], self.phones[1]
        for _ in range(times):
            begun = await beto.tap("Pas")  # for himself, or for an empty seat too
            seen = await asyncio.gather(*(phone.sees(PASSED) for phone in self.phones))
            own.append(1000 * (seen[1] - begun))
            every.append(1000 * (max(seen) - begun))
            await asyncio.sleep(PAUSE)
            await beto.tap("Deshacer")
            await asyncio.gather(*(phone.until(lambda said: PASSED not in said, "undone") for phone in self.phones))
            await asyncio.sleep(PAUSE)
        return own, every

    async def play_on(self, after: float) -> None:
        """Tap now and then until stopped."""
        await asyncio.sleep(after)
        while True:
            await self.tap()
            await asyncio.sleep(PACE)


async def fill(rounds: Sequence[Round], each: int) -> None:
    """Let phones join until every table has that many."""
    room = asyncio.Semaphore(AT_ONCE)

    async def one(round_: Round) -> None:
        while len(round_.phones) < each:
            async with room:
                await round_.come()

    await asyncio.gather(*map(one, rounds))


def laid(folder: Path, tables: int) -> list[tuple[str, str]]:
    """That many tables in the middle of a fight, each with its invitation."""
    storage = Storage(folder)
    try:
        library = Library(storage, GAMES)
        matches = [stacked(library, 1).match.id for _ in range(tables)]
        return [(match, library.guests.table_invitation(match)) for match in matches]
    finally:
        storage.close()


def count_stored_taps(folder: Path, rounds: Sequence[Round]) -> int:
    """How many of the shown taps are in the file, which may have one more of each table."""
    storage = Storage(folder)
    try:
        library = Library(storage, GAMES)
        logs = [(one, library.matches.open(one.match).log()) for one in rounds]
        return sum(min(one.seen, sum(line.entry.event == TAPPED for line in log)) for one, log in logs)
    finally:
        storage.close()


async def evening(pid: int, rounds: Sequence[Round], each: int, taps: int) -> list[Figure]:
    """One phone alone, then a full table, then that table among others that play as well."""
    measured, *others = rounds
    await fill([measured], 1)
    spent = worked(pid)
    alone = await measured.series(taps)
    work = [worked(pid) - spent]
    await fill([measured], each)
    spent = worked(pid)
    many = await measured.series(taps)
    work.append(worked(pid) - spent)
    passed, all_passed = await measured.passes(taps)
    before = resident(pid)
    await fill(others, 1)
    first = resident(pid)
    await fill(others, each)
    full = resident(pid)
    playing = [asyncio.create_task(one.play_on(PACE * k / len(others))) for k, one in enumerate(others)]
    crowded = await measured.series(taps)
    for one in playing:
        one.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return [
        ("tap to its own screen, one phone alone", spread(alone)),
        (f"tap to all screens, {each} phones", spread(many)),
        (f"a pass to its own screen, {each} phones", spread(passed)),
        (f"a pass to all screens, {each} phones", spread(all_passed)),
        ("times that of one phone alone (goal ≤ 3 ×)", f"{median(many) / median(alone):.1f} ×"),
        ("processor of the server for a tap, one phone (goal ≤ 45 ms)", scaled(work[0] / taps)),
        ("… for each further phone (goal ≤ 35 ms)", scaled((work[1] - work[0]) / taps / (each - 1))),
        (
            f"the same among {len(rounds)} tables of {each}, a tap each {PACE:.0f} s (goal 95 % < 600 ms)",
            spread(crowded),
        ),
        ("memory of the server with all of them", f"{full:.0f} MiB"),
        ("memory a phone", f"{(full - first) / (len(others) * (each - 1)):.1f} MiB"),
        (f"memory a table with its {each} phones", f"{(full - before) / len(others):.1f} MiB"),
    ]


def scaled(spent: float) -> str:
    """Processor milliseconds, also at the pace of the machine for which the goals are meant."""
    return f"{spent:.0f} ms; {spent * REFERENCE_PACE / pace():.0f} ms at a pace of {REFERENCE_PACE:.0f} ms"


def worked(pid: int) -> float:
    """Processor milliseconds of a process, which do not depend on the machine's load."""
    user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return 1000 * (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


async def visited(server: driving.Server, rounds: Sequence[Round], each: int, taps: int) -> list[Figure]:
    """The whole visit; whatever happens, every phone leaves."""
    assert server._process is not None
    try:
        return await evening(server._process.pid, rounds, each, taps)
    finally:
        await asyncio.gather(*(phone.leave() for one in rounds for phone in one.phones))


def phones(tables: int = 20, each: int = 6, taps: int = 20) -> Iterator[Figure]:
    """Time from a tap to all screens, and memory of tables and phones."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        invited = laid(folder, tables)
        server = driving.Server(folder, "--lan").start()
        rounds = [Round(server.port, match, word) for match, word in invited]
        try:
            yield from asyncio.run(visited(server, rounds, each, taps))
        finally:
            server.kill()
        shown = sum(one.seen for one in rounds)
        yield "taps on all screens that the file has after kill -9", f"{count_stored_taps(folder, rounds)} of {shown}"
