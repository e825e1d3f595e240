"""A turn on four phones: responses, an offline phone, a server killed mid-stack.

The host's browser is Dani's; the others come in by the table's invitation, each over a network link of its own.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from companion.access.guests import DeviceRegistry
from companion.access.lan import lan_addresses
from companion.library.library import Library
from companion.match.log import LogLine
from companion.match.table import Table
from companion.storage.matches import Storage
from rules.engine import Event, Rolled, apply_unchecked
from rules.four_souls.model.events import Attacked, Passed, Played
from rules.registry import GAMES
from tests.support.games.four_souls_stacks import PEOPLE, action
from tests.support.server.network_faults import Air, air
from tests.support.ui import browser as driving
from tests.support.ui.browser import PATIENCE, Phone, Server

ADDRESS = next(iter(lan_addresses()), "")
pytestmark = pytest.mark.skipif(not ADDRESS, reason="this machine has no address that others reach")
GUESTS = ("Ana", "Beto", "Cira")
PASSES = re.compile("^Paso")
THREE_ITEMS = "Debajo: una carta de botín, tirada de 4"
"""What can be read of a stack of three: the cards below the top one."""


class House(Server):
    """A ``sobremesa --lan`` at Ana's first turn, with Big Spider and Ring of Flies active."""

    def __init__(self, data: Path) -> None:
        super().__init__(data, "--lan")
        storage = Storage(data)
        table = action(Library(storage, GAMES))
        table.set_ruling("FS-A17", "free")  # in turn 1 the characters of the others lie sideways
        self.match = table.match.id
        self.begun = table.table_state.seq
        self.word = DeviceRegistry(storage).table_invitation(self.match)
        storage.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[House]:
    served = House(tmp_path)
    try:
        yield served.start()  # type: ignore[misc]
    finally:
        served.kill()


class Outside:
    """The same server under the address in the table's code, as a guest uses it."""

    def __init__(self, server: House, way: Air) -> None:
        self.url = f"http://{ADDRESS}:{way.port}/?i={server.word}"


@dataclass
class Evening:
    """All four phones, the guests' network links, and what each has answered so far."""

    server: House
    phones: dict[str, Phone]
    ways: dict[str, Air]
    said: list[tuple[str, type[Event]]] = field(default_factory=list)
    passed: set[str] = field(default_factory=set)
    """Who has passed since something was put on the stack."""

    def all_see(self, *texts: str) -> None:
        for phone in self.phones.values():
            phone.sees(*texts)

    def says(self, who: str, what: type[Event], *taps: str | re.Pattern[str], until: str) -> None:
        """Answer on one player's phone, and wait until it is shown on all phones."""
        for tap in taps:
            self.phones[who].tap(tap)
        self.said.append((who, what))
        self.all_see(until)

    def passes(self, *who: str, until: str = "") -> None:
        """Pass on each phone in turn.

        If ``until`` names what is seen then, the last pass resolves the top item.
        """
        for one in who:
            self.passed.add(one)
            shown = ", ".join(name for name in PEOPLE if name in self.passed)
            self.says(one, Passed, PASSES, until=until if until and one == who[-1] else f"pasado: {shown}")
        if until:
            self.passed.clear()

    def here(self) -> None:
        """Wait until all phones are back at the table by themselves, each in its seat."""
        for phone in self.phones.values():
            phone.page.locator("#outage").wait_for(state="detached")
            assert phone.at_table() == f"/t/{self.server.match}"

    def numbers(self) -> dict[str, set[str]]:
        """The numbers that each phone shows of players, monsters and stack."""
        of = re.compile(r"^(?:\w+|Araña grande|Anillo de moscas)(?:,|: vida) .*\d.*$|^Pila · \d+$", re.MULTILINE)
        return {who: set(of.findall(phone.text)) for who, phone in self.phones.items()}


@pytest.fixture
def evening(chromium: Any, server: House) -> Iterator[Evening]:
    """Four phones, each in its seat."""
    with ExitStack() as stack:
        ways = {who: stack.enter_context(air(ADDRESS, server.port)) for who in GUESTS}
        found: dict[str, Any] = {who: Outside(server, ways[who]) for who in GUESTS}
        phones = {who: stack.enter_context(driving.phone(chromium, at)) for who, at in found.items()}
        phones["Dani"] = stack.enter_context(driving.phone(chromium, server, f"/t/{server.match}/seat"))
        for who, phone in phones.items():
            phone.tap(f"{who}: Libre").sees("Araña grande")
        yield Evening(server, phones, ways)


def kept(server: House) -> tuple[Table, list[LogLine]]:
    """The entries of the turn in the file, after the server was killed once more."""
    server.kill()
    storage = Storage(server.data)
    try:
        table = Library(storage, GAMES).matches.open(server.match)
        assert table.warning is None
        return table, [line for line in table.log() if line.entry.seq > server.begun]
    finally:
        storage.close()


def replayed(table: Table) -> Any:
    """The state after a replay from the first entry."""
    story = table.match_record
    assert story.base_seq == 0
    state = story.first_state
    for line in story.lines:
        state = apply_unchecked(table.game, state, line.entry.event)
    return state


def a_second(phone: Phone, connect: Any, text: str) -> float:
    """Seconds from the page's opening of a connection until it shows that text."""
    begun: list[float] = []
    phone.page.on("websocket", lambda socket: begun.append(time.monotonic()))
    connect()
    end = time.monotonic() + PATIENCE / 1000
    while text not in phone.text and time.monotonic() < end:
        phone.page.wait_for_timeout(10)
    phone.sees(text)
    return time.monotonic() - begun[0] if begun else 0.0


def test_a_turn_on_four_phones(evening: Evening, server: House, say: Callable[[str], None]) -> None:
    """A turn on four phones ends in the same state everywhere, with one log.

    Three phones respond, one goes offline, and the server is killed with items on the stack.
    """
    phones = evening.phones
    evening.says("Ana", Attacked, re.compile("^Atacar Araña grande"), until="Tira un dado contra Araña grande")
    phones["Ana"].sees("¡Te toca!")
    phones["Cira"].sees("Ana decide")
    evening.says("Ana", Rolled, "Dado: 4", until="Tirada de 4")
    evening.all_see("Piensan: Ana, Beto, Cira, Dani")
    shots(evening, "rolled")

    # Beto and Cira respond on their phones; then Dani's resolves
    loot = ("Jugar botín", "Menos: a la tirada", "A la pila")
    evening.says("Beto", Played, *loot, until="Pila · 2")
    evening.says("Cira", Played, "Libro de Belial", re.compile("^Libro de Belial: \\+1"), until="Pila · 3")
    evening.passes("Ana")

    # Beto's phone goes offline, and is up to date when it comes back
    evening.ways["Beto"].lose()
    phones["Beto"].page.locator("#outage p").wait_for()
    phones["Cira"].tap(PASSES).sees("pasado: Ana, Cira")
    evening.said.append(("Cira", Passed))
    evening.passed.add("Cira")
    woke = a_second(phones["Beto"], evening.ways["Beto"].back, "pasado: Ana, Cira")
    evening.here()

    # the server is killed with three items on the stack; all phones reconnect and play on
    server.kill()
    for phone in phones.values():
        phone.page.locator("#outage p").wait_for()
    shots(evening, "away")
    server.start()
    evening.here()
    evening.all_see("Pila · 3", "pasado: Ana, Cira")
    evening.passes("Dani", "Beto", until="Pila · 2")
    evening.passes("Beto", "Dani", "Ana", "Cira", until="Pila · 1")
    evening.passes("Dani", "Cira", "Beto", "Ana", until="Araña grande: vida 2 de 3")
    shots(evening, "end")

    seen = evening.numbers()
    assert len(seen["Ana"]) >= len(PEOPLE) + 2
    assert all(numbers == seen["Ana"] for numbers in seen.values()), seen
    table, lines = kept(server)
    by_hand = [(line.entry.actor, type(line.entry.event)) for line in lines if line.entry.actor != "stops"]
    assert by_hand == evening.said
    assert len({line.entry.seq for line in lines}) == len(lines)
    codec = Storage(server.data).codec(table.game)
    assert codec.digest(replace(replayed(table), notes=())) == codec.digest(replace(table.state, notes=()))
    say(f"a phone that woke showed the table {woke:.1f} s after it connected")


def shots(evening: Evening, name: str) -> None:
    """Save a screenshot of every phone, where screenshots are wanted."""
    for who, phone in evening.phones.items():
        phone.shot(f"four-{name}-{who}")


def test_a_tap_in_bad_air_is_done_once_or_seen_to_be_undone(evening: Evening, server: House) -> None:
    """On a bad network a tap counts once, or is visibly undone and asked again.

    This holds for a tap that was sent twice without an answer.
    """
    ana, way = evening.phones["Ana"], evening.ways["Ana"]
    way.silent()
    for _ in range(2):
        ana.tap(re.compile("^Atacar Araña grande"))
    evening.phones["Beto"].sees("¿Qué haces?")
    way.back()
    evening.all_see("Tira un dado contra Araña grande")

    way.silent()
    ana.tap("Dado: 4")
    way.lose()
    ana.page.locator("#outage p").wait_for()
    way.back()
    evening.here()
    ana.sees("Tira un dado contra Araña grande").tap("Dado: 3")
    evening.all_see("Tirada de 3")
    _, lines = kept(server)
    assert [line.entry.event for line in lines if line.entry.actor != "stops"] == [Attacked(1), Rolled((3,))]
