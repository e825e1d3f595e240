"""Latency and losses while three hostile guests attack a house at random and the host plays.

Each guest is a process of its own. All three sit at two tables of the house and are spectators of a third, at which the
host's phone answers a die and undoes it in turn; nobody else may change that table, so its log must have exactly one
entry for each tap. Linux only: memory is read from /proc. It ends with 1 if an aim is missed by far.
"""

from __future__ import annotations

import multiprocessing
import os
import sqlite3
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import click
from websockets.exceptions import WebSocketException

from bench.flood_attacks import Target, attack_at_random
from bench.flood_tenants import flood_tenants
from bench.table import Row, aligned, machine
from companion.library.library import Library
from companion.storage.matches import Storage
from rules.four_souls.model.events import Attacked
from rules.registry import GAMES
from tests.support.attack import photos
from tests.support.attack.attacked_server import AttackedServer
from tests.support.attack.client import Page, cookie_for
from tests.support.ui.four_souls_setup import laid

GUESTS = 3
AIM_TAP, AIM_MEMORY = 2.0, 100.0
"""Seconds of the slowest tap; MB that may remain of what the attacks took."""
BEYOND = 5
"""Multiple of an aim that is a failure."""
PAUSE = 0.5
"""Seconds without a change on the host's screen before it taps again."""
AGAIN, LONGEST = 1.5, 20.0
"""Seconds after which a tap on a redrawn button is repeated, and given up."""
UNDO = "Deshacer", "Deshacer: Ana ataca"
"""The button that undoes a die, and the text on the screen afterwards."""
ROLLED = "Deshacer: Sale "
"""The beginning of that text while there is a die to undo."""
REOPENED = 60
"""Taps after which the host's phone opens its page again, as a phone that was put away does."""


class Estate(AttackedServer):
    """A house with three equal tables: for photos and uploads, for forged events, the host's."""

    def __init__(self, data: Path) -> None:
        super().__init__(data)
        self.forged, self.hosted = self._another(), self._another()
        storage = Storage(data)
        words = [Library(storage, GAMES).guests.table_invitation(match) for match in (self.forged, self.hosted)]
        storage.close()
        self.target = Target(self.port, (self.match, self.invitation), (self.forged, words[0]), (self.hosted, words[1]))

    def _another(self) -> str:
        """Another table that asks for a die against the Fly."""
        match = laid(self).rpartition("/")[2]
        storage = Storage(self.data)
        table = Library(storage, GAMES).matches.open(match)
        table.answer(table.prompt_id, Attacked(table.state.slots[0].id))
        storage.close()
        return match

    def entries(self) -> int:
        """Entries in the log of the host's table."""
        path = (self.data / "sobremesa.sqlite").as_uri()
        with closing(sqlite3.connect(f"{path}?mode=ro", uri=True)) as db:
            return int(db.execute("SELECT count(*) FROM entry WHERE match = ?", (self.hosted,)).fetchone()[0])

    def family(self) -> float:
        """Resident memory of the server and its workers, in MB."""
        return sum(map(photos.megabytes, photos.family(photos.number(self))))


@dataclass
class Flooded:
    """The measurement: seconds of each answered tap, MB above the start, errors in the log."""

    waits: list[float] = field(default_factory=list)
    unheard: int = 0
    again: int = 0
    logged: int = 0
    attacks: Counter[str] = field(default_factory=Counter)
    before: float = 0.0
    peak: float = 0.0
    after: float = 0.0
    server: float = 0.0
    settled: float = 0.0

    @property
    def taps(self) -> int:
        """Number of the host's taps, answered on its screen or not."""
        return len(self.waits) + self.unheard

    def faults(self) -> list[str]:
        """The aims missed by far; empty if there are none."""
        slowest, left = max(self.waits, default=0.0), self.after - self.before
        found = {
            f"the slowest tap took {slowest:.1f} s": slowest > BEYOND * AIM_TAP,
            f"{self.unheard} taps were not answered on the screen": self.unheard > 0,
            f"{self.taps} taps, {self.logged} entries in the log": self.taps != self.logged,
            f"{left:+.0f} MB stayed": left > BEYOND * AIM_MEMORY,
            "the host did not tap": not self.waits,
        }
        return [fault for fault, true in found.items() if true]

    def rows(self) -> list[Row]:
        """The figures, each with its aim."""
        waits = sorted(self.waits) or [0.0]
        slow = waits[min(len(waits) - 1, len(waits) * 95 // 100)]
        made = ", ".join(f"{name} {times}" for name, times in sorted(self.attacks.items()))
        return [
            Row("taps of the host in the log", f"{self.logged} of {self.taps}", "all, none twice"),
            Row("tap, median / 95 %", f"{statistics.median(waits):.2f} / {slow:.2f} s"),
            Row("taps repeated on a button drawn anew", f"{self.again}"),
            Row("tap, slowest", f"{waits[-1]:.2f} s", f"≤ {AIM_TAP:.0f} s"),
            Row("memory before / at most", f"{self.before:.0f} / {self.peak:.0f} MB"),
            Row(
                f"memory {self.settled:.0f} s after they leave",
                f"{self.after:.0f} MB ({self.after - self.before:+.0f}), {self.server:.0f} of them the server itself",
                f"≤ +{AIM_MEMORY:.0f} MB",
            ),
            Row("attacks", f"{self.attacks.total() - self.attacks['ended']}: {made}"),
        ]


# --- the host ----------------------------------------------------------------------------------------------------


def opened(house: Estate, cookie: str) -> Page:
    """The host's page at its table."""
    page = Page(house.port, cookie).register(f"/t/{house.hosted}")
    page.listen()
    return page


def has_rolled(page: Page) -> bool:
    """Whether the page that was just opened shows a die to undo; waits until it shows either."""
    end = time.monotonic() + LONGEST
    while time.monotonic() < end and not any(text.encode() in page.heard for text in (UNDO[1], ROLLED)):
        page.listen()
    return ROLLED.encode() in page.heard


def tapped(page: Page, button: str, shown: str, found: Flooded) -> float | None:
    """Tap that button; seconds until the words are on the screen, or None.

    A tap on a button that is just being redrawn does nothing; it is repeated on the new one, as a person would.
    """
    number = page.find(button, "on_click")
    page.heard, began = b"", time.monotonic()
    page.event(number, "click")
    while time.monotonic() - began < LONGEST:
        message: str | bytes = b""
        if time.monotonic() - began > AGAIN and (newer := page.find(button, "on_click")) != number:
            number, found.again = newer, found.again + 1
            page.event(number, "click")
        with suppress(TimeoutError):
            message = page.socket.recv(timeout=1)
        took = time.monotonic() - began
        if isinstance(message, str):
            page.notices.append(message)
        elif message:
            page._take(message)
            if shown.encode() in message:
                return took
    return None


def plays(house: Estate, going: Callable[[int], bool], found: Flooded, slow: Callable[[float], None]) -> None:
    """Answer a die and undo it in turn while ``going``; ``slow`` gets each tap over its aim."""
    cookie = cookie_for(house.port, house.key)
    page = opened(house, cookie)
    told = False
    for n in count():
        if not told and not going(n):
            break
        face = n // 2 % 6 + 1
        button, shown = (f"Dado: {face}", f"{ROLLED}{face}") if not told else UNDO
        told, took = not told, None
        with suppress(WebSocketException, OSError):
            took = tapped(page, button, shown, found)
        if took is None:
            found.unheard += 1
        else:
            found.waits.append(took)
        if took is None or took > AIM_TAP:
            slow(took or 0.0)
        if took is None or n % REOPENED == REOPENED - 1:
            page.__exit__()
            page = opened(house, cookie)
            told = has_rolled(page)
        page.listen(first=PAUSE, pause=PAUSE)
    page.__exit__()


# --- the guests --------------------------------------------------------------------------------------------------


@contextmanager
def attacked(house: Estate, seconds: float, seed: int, diary: Path) -> Iterator[list[Future[Counter[str]]]]:
    """The guests at work, each in its process."""
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(GUESTS, spawn) as pool:
        yield [pool.submit(attack_at_random, house.target, seed * GUESTS + n, seconds, diary) for n in range(GUESTS)]


@contextmanager
def watched(house: Estate, found: Flooded) -> Iterator[None]:
    """Sample the memory ten times a second for its peak."""
    done = threading.Event()

    def look() -> None:
        while not done.wait(0.1):
            found.peak = max(found.peak, house.family())

    watching = threading.Thread(target=look)
    watching.start()
    try:
        yield
    finally:
        done.set()
        watching.join()


def flood(house: Estate, seconds: float, settled: float, seed: int = 1) -> Flooded:
    """Flood the started house, and measure its memory ``settled`` seconds after the guests left."""
    found, entries, diary = Flooded(settled=settled), house.entries(), house.data / "attacks.txt"

    def slow(took: float) -> None:
        latest = diary.read_text("utf-8").splitlines()[-GUESTS * 3 :] if diary.exists() else []
        print(f"slow tap: {took:.2f} s at {time.monotonic():.2f} after", *latest, sep="\n  ", file=sys.stderr)

    plays(house, lambda n: n < 12, found, slow)  # so that imports by the first taps are not counted as the guests'
    found.before = found.peak = house.family()
    with watched(house, found), attacked(house, seconds, seed, diary) as guests:
        plays(house, lambda _: not all(guest.done() for guest in guests), found, slow)
    time.sleep(settled)
    found.after, found.logged = house.family(), house.entries() - entries
    found.server = house.memory
    for guest in guests:
        found.attacks += guest.result()
    return found


@click.command(help=__doc__)
@click.argument("seconds", default=600.0)
@click.argument("seed", default=1)
@click.option("--tenants", is_flag=True, help="Owners at a public address instead, while faults happen.")
def main(seconds: float, seed: int, tenants: bool) -> None:
    """Flood a server of its own."""
    found = flood_tenants(seconds, seed) if tenants else flood_house(seconds, seed)
    print(f"{aligned(found.rows())}\n\n{machine()}; seed {seed}, {seconds:.0f} s, bench process {os.getpid()}")
    for fault in found.faults():
        print(f"too much: {fault}")
    sys.exit(bool(found.faults()))


def flood_house(seconds: float, seed: int) -> Flooded:
    """Flood a household's server, whose host plays."""
    with tempfile.TemporaryDirectory() as name:
        house = Estate(Path(name))
        try:
            house.start()
            return flood(house, seconds, 60 if seconds >= 300 else 10, seed)
        finally:
            left = photos.family(photos.number(house))
            house.kill()
            photos.kill(left[1:])


if __name__ == "__main__":
    main()
