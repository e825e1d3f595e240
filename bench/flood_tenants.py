"""Owners at one public address who play while another one attacks and faults happen, and what each of them loses.

Two public processes on PostgreSQL behind the deployed proxy; each honest owner's phone corrects a number up by one,
again and again, and comes back when its connection is lost. The number shown at the end must be the number of entries
in the log, and no number shown may ever go back.
"""

from __future__ import annotations

import asyncio
import io
import json
import multiprocessing
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from websockets.exceptions import WebSocketException

from bench.browser import resident
from bench.flood_attacks import Target, attack_at_random
from bench.hosted import new_owners, pid_of, public_processes
from bench.phones import BEGUN, PLACES, TAPPED
from bench.table import Row
from bench.wire import Phone
from companion import VERSION
from companion.base.input_limits import MAX_STEPS
from companion.i18n import translator
from companion.library.archive import MAX_ALL_STEPS
from companion.library.library import Library
from companion.storage.codec import Codec
from companion.storage.upgrades import FORMAT
from rules.four_souls.model.events import Attacked
from rules.registry import GAMES
from tests.support import postgres
from tests.support.games.four_souls_stacks import stacked
from tests.support.ui.browser import Server
from tests.support.ui.four_souls_setup import lay_table

OWNERS, ATTACKERS = 3, 2
AIM_WAIT = 2.0
"""Seconds within which 95 of 100 taps are shown."""
BEYOND = 5
"""Multiple of the aim that is a failure."""
PAUSE = 1.0
"""Seconds between two taps of an owner."""
GIVEN_UP = 120.0
"""Seconds after which an owner who cannot tap gives up."""
PATIENCE = 20.0
"""Seconds after which a tap that is not shown is looked at again, on a page that is opened anew."""
FAULT_EVERY, STILL = 45.0, (4.0, 15.0)
"""Seconds between two faults, and the seconds for which a database stands still."""
RECOVERED = 20.0
"""Seconds after a fault in which what people wait for is its doing."""
FAKE_TIME = "/usr/lib/*/faketime/libfaketime.so.1"
"""Debian's package libfaketime, without which no clock is set."""
SHOWN = re.compile(r"Ana, [^\n]*?¢ (\d+),")
CODEC = Codec(GAMES["four_souls"])


@dataclass
class Player:
    """A phone in the first seat of an honest owner's table."""

    port: int
    match: str
    word: str
    phone: Phone | None = None
    taps: int = 0
    waits: list[tuple[float, float]] = field(default_factory=list)
    """When each tap was shown, and the seconds that it took."""
    returns: int = 0
    """How often the page was opened anew."""
    went_back: list[str] = field(default_factory=list)
    """What the screen showed less or more than was tapped, or no more at all."""

    async def open(self) -> Phone:
        """Open the page, or open it anew after its connection was lost, with its own numbers."""
        if self.phone is None:
            path = f"/t/{self.match}/ws"
            self.phone = await Phone(self.port, path).come(self.word, f"/t/{self.match}")
            await self.phone.tap(PLACES[0])
        else:
            self.returns += 1
            with suppress(Exception):  # the connection is lost already
                await asyncio.wait_for(self.phone.leave(), 2)
            self.phone.screen.show({})  # another process knows nothing of the controls of before
            await self.phone.wake()
        await self.phone.until(lambda said: SHOWN.search(said) is not None, "Ana's cents")
        if self.phone.screen.find("Más: ¢") is None:
            await self.phone.tap("Ana, ")
        await self.phone.sees("Más: ¢")
        return self.phone

    def shown(self, phone: Phone) -> int:
        """The taps that the screen shows."""
        found = SHOWN.search(phone.screen.text)
        return int(found[1]) - BEGUN if found else -1

    async def play(self, going: Callable[[], bool]) -> None:
        """Tap while ``going``."""
        phone = await self.open()
        while going():
            begun = time.monotonic()
            try:
                async with asyncio.timeout(GIVEN_UP):
                    phone = await self._tap(phone)
            except TimeoutError:
                self.went_back.append(f"tap {self.taps} was not shown within {GIVEN_UP:.0f} s")
                return
            self.waits.append((time.monotonic(), time.monotonic() - begun))
            await asyncio.sleep(PAUSE)
        await phone.leave()

    async def _tap(self, phone: Phone) -> Phone:
        """Tap until one more is shown; a tap whose answer was lost is looked at before it is repeated."""
        self.taps += 1
        while True:
            try:
                async with asyncio.timeout(PATIENCE):
                    if self.shown(phone) < self.taps:
                        await phone.tap("Más: ¢")
                        await phone.until(lambda said: f", ¢ {BEGUN + self.taps}," in said, f"tap {self.taps}")
                if (shown := self.shown(phone)) > self.taps:
                    self.went_back.append(f"{shown} are shown, {self.taps} were tapped")
                return phone
            except (WebSocketException, OSError, TimeoutError, AssertionError):
                phone = await self._return()

    async def _return(self) -> Phone:
        """Come back as a phone does, every half second until somebody answers."""
        while True:
            await asyncio.sleep(0.5)
            with suppress(WebSocketException, OSError, TimeoutError, AssertionError):
                async with asyncio.timeout(PATIENCE):
                    phone = await self.open()
                if self.shown(phone) < self.taps - 1:
                    self.went_back.append(f"{self.taps - 1} were shown, {self.shown(phone)} are")
                return phone


@dataclass
class Faults:
    """What happens to the processes and to their database, one thing after the other."""

    database: postgres.PostgresServer
    servers: Sequence[Server]
    chance: Random
    happened: list[tuple[float, float, str]] = field(default_factory=list)
    """Begin and end of each, and what it was."""
    bad_ends: list[str] = field(default_factory=list)

    def one(self) -> None:
        """Let the next fault happen, each kind in turn."""
        kinds = (self.database_stands_still, self.process_is_killed, self.process_ends, self.database_is_killed)
        kind = (*kinds, self.clock_is_ahead)[len(self.happened) % (len(kinds) + 1)]
        begun = time.monotonic()
        print(f"{time.strftime('%X')} {kind.__name__}", file=sys.stderr, flush=True)
        kind()
        self.happened.append((begun, time.monotonic(), kind.__name__))

    def database_stands_still(self) -> None:
        """Stop every process of PostgreSQL for some seconds; connections stay open and nothing answers."""
        with self.database.standing_still():
            time.sleep(self.chance.uniform(*STILL))

    def database_is_killed(self) -> None:
        """Kill PostgreSQL like a power cut, and start it again."""
        self.database.kill()
        time.sleep(self.chance.uniform(0, 5))
        self.database.start()

    def process_is_killed(self) -> None:
        """Kill one of the processes, which is started again."""
        one = self.chance.choice(self.servers)
        one.kill()
        time.sleep(1)
        one.start()

    def process_ends(self) -> None:
        """Ask one of the processes to end, which is started again."""
        self._end(self.chance.choice(self.servers)).start()

    def clock_is_ahead(self) -> None:
        """Start one of the processes 120 days ahead for as long as its first look at what nobody uses takes."""
        library = next(Path("/").glob(FAKE_TIME[1:]), None)
        if library is None:
            print("no libfaketime on this machine: no clock was set", file=sys.stderr)
            return
        one = self._end(self.chance.choice(self.servers))
        one.environment = {"LD_PRELOAD": str(library), "FAKETIME": "+120d", "DONT_FAKE_MONOTONIC": "1"}
        one.start()
        time.sleep(10)
        one.environment = {}
        self._end(one).start()

    def _end(self, server: Server) -> Server:
        assert server._process is not None
        server._process.send_signal(signal.SIGTERM)
        with suppress(TimeoutError, subprocess.TimeoutExpired):
            if code := server._process.wait(30):
                self.bad_ends.append(f"exit code {code}")
            return server
        self.bad_ends.append("no end after 30 s")
        server.kill()
        return server


@dataclass
class Flooded:
    """The measurement."""

    players: list[Player]
    mishaps: Faults
    logged: list[int] = field(default_factory=list)
    attacks: Counter[str] = field(default_factory=Counter)
    before: float = 0.0
    peak: float = 0.0
    tracebacks: int = 0
    games: int = 0
    """Honest owners' games at the end."""

    @property
    def waits(self) -> list[float]:
        """Seconds of all taps."""
        return sorted(took for one in self.players for _, took in one.waits) or [0.0]

    @property
    def quiet_waits(self) -> list[float]:
        """Seconds of the taps that no fault can have held up."""
        times = [(begin, end + RECOVERED) for begin, end, _ in self.mishaps.happened]
        return sorted(
            took
            for one in self.players
            for at, took in one.waits
            if not any(at - took < end and at > begin for begin, end in times)
        ) or [0.0]

    def faults(self) -> list[str]:
        """What must never be; empty if nothing is."""
        found = {
            "an owner has not tapped": not all(one.waits for one in self.players),
            f"shown {[one.taps for one in self.players]}, in the log {self.logged}": (
                [one.taps for one in self.players] != self.logged
            ),
            f"numbers went back: {[one.went_back for one in self.players]}": any(o.went_back for o in self.players),
            f"ends: {self.mishaps.bad_ends}": bool(self.mishaps.bad_ends),
            f"{self.games} games of {len(self.players)} are left": self.games != len(self.players),
            f"95 % of the taps took up to {late(self.quiet_waits):.1f} s": late(self.quiet_waits) > BEYOND * AIM_WAIT,
        }
        return [fault for fault, true in found.items() if true]

    def rows(self) -> list[Row]:
        """The figures, each with its aim."""
        kinds = Counter(name for _, _, name in self.mishaps.happened)
        made = ", ".join(f"{name} {times}" for name, times in sorted(self.attacks.items()))
        taps = sum(one.taps for one in self.players)
        return [
            Row("taps of honest owners in the log", f"{sum(self.logged)} of {taps}", "all, none twice"),
            Row("tap beside attacks, median / 95 % / slowest", spread(self.quiet_waits), f"95 % ≤ {AIM_WAIT:.0f} s"),
            Row("tap, faults included, median / 95 % / slowest", spread(self.waits)),
            Row("pages that came back", f"{sum(one.returns for one in self.players)}"),
            Row("memory of a process before / at most", f"{self.before:.0f} / {self.peak:.0f} MiB"),
            Row("faults", ", ".join(f"{name} {times}" for name, times in kinds.items()) or "none"),
            Row("tracebacks in the logs", f"{self.tracebacks}"),
            Row("attacks", f"{self.attacks.total() - self.attacks['ended']}: {made}"),
        ]


def late(waits: Sequence[float]) -> float:
    """The 95th percentile of sorted seconds."""
    return waits[min(len(waits) - 1, len(waits) * 95 // 100)]


def spread(waits: Sequence[float]) -> str:
    """Median, 95th percentile and maximum of sorted seconds."""
    return f"{statistics.median(waits):.2f} / {late(waits):.2f} / {waits[-1]:.2f} s"


def attacked_tables(library: Library) -> list[tuple[str, str]]:
    """Three tables of the hostile owner that ask for a die, each with its invitation."""
    found = []
    for _ in range(3):
        table = lay_table(library)
        state: Any = table.state
        table.answer(table.prompt_id, Attacked(state.slots[0].id))
        found.append((table.match.id, library.guests.table_invitation(table.match.id)))
    return found


def largest_file(library: Library, match_id: str) -> bytes:
    """A file of as many steps as are read from one: games that are corrected up and down without end."""
    _, data = library.exchange.export(match_id, translator("es"))
    head = {**json.loads(data.splitlines()[0]), "settings": {}, "entries": MAX_STEPS}
    said = {"time": "2026-01-01T12:00:00+00:00", "who": "host", "asked": None, "group": 1}
    steps = [{"type": "Adjusted", "key": "seat.0.cents", "by": (-1) ** n} for n in range(MAX_STEPS)]
    lines = [head, *({"n": n, **said, "event": event} for n, event in enumerate(steps, start=1))]
    game, buffer = "\n".join(map(json.dumps, lines)), io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("sobremesa.json", json.dumps({"sobremesa": "archive", "format": FORMAT, "program": VERSION}))
        for n in range(MAX_ALL_STEPS // MAX_STEPS):
            file.writestr(f"games/{n:04}-game.jsonl", game)
    return buffer.getvalue()


@asynccontextmanager
async def watched(found: Flooded) -> AsyncIterator[None]:
    """Look at the memory of the processes twice a second."""

    async def look() -> None:
        while True:
            with suppress(OSError, AssertionError, StopIteration):
                found.peak = max(found.peak, *(resident(pid_of(one)) for one in found.mishaps.servers))
            await asyncio.sleep(0.5)

    looking = asyncio.create_task(look())
    try:
        yield
    finally:
        looking.cancel()


async def flood(found: Flooded, target: Target, seconds: float, seed: int, diary: Path) -> None:
    """Let everybody at the processes for that long, and then wait until nothing is unsaved."""
    end = time.monotonic() + seconds
    found.before = max(resident(pid_of(one)) for one in found.mishaps.servers)
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(ATTACKERS, spawn) as pool:
        guests: list[Future[Counter[str]]] = [
            pool.submit(attack_at_random, target, seed * ATTACKERS + n, seconds, diary) for n in range(ATTACKERS)
        ]
        async with watched(found):
            playing = [asyncio.create_task(one.play(lambda: time.monotonic() < end)) for one in found.players]
            while time.monotonic() + FAULT_EVERY + RECOVERED < end:
                await asyncio.sleep(FAULT_EVERY)
                await asyncio.to_thread(found.mishaps.one)
            await asyncio.gather(*playing)
        for guest in guests:
            found.attacks += await asyncio.to_thread(guest.result)


def flood_tenants(seconds: float, seed: int = 1) -> Flooded:
    """Flood a public server of its own; ``seconds`` is how long."""
    with tempfile.TemporaryDirectory() as name, postgres.server() as database:
        folder, address = Path(name), database.database("flood")
        with new_owners(address, OWNERS + 1) as (attacker, *honest):
            owners = [library.storage.database.owner for library in honest]
            seats = [stacked(library, 1).match.id for library in honest]
            words = [library.guests.table_invitation(id) for library, id in zip(honest, seats, strict=True)]
            tables, host = attacked_tables(attacker), attacker.guests.host_invitation()
            (folder / "games.zip").write_bytes(largest_file(attacker, tables[0][0]))
        with public_processes(folder, address, 2) as (port, servers):
            players = [Player(port, *one) for one in zip(seats, words, strict=True)]
            found = Flooded(players, Faults(database, servers, Random(seed)))
            games = str(folder / "games.zip")
            target = Target(port, tables[0], tables[1], tables[2], is_public=True, host=host, games=games)
            asyncio.run(flood(found, target, seconds, seed, folder / "attacks.txt"))
            time.sleep(RECOVERED)
            found.tracebacks = sum(one.log.read_text("utf-8").count("Traceback") for one in servers)
            if found.tracebacks:
                print(*(one.log.read_text("utf-8") for one in servers), sep="\n", file=sys.stderr)
        tapped = CODEC.write_event(TAPPED)
        for owner in owners:
            sql = f"SELECT count(*) FROM entry WHERE owner = '{owner}' AND event = '{tapped}'"
            found.logged.append(int(str(database.sql(sql, "flood")[0][0])))
            found.games += int(str(database.sql(f"SELECT count(*) FROM match WHERE owner = '{owner}'", "flood")[0][0]))
    return found
