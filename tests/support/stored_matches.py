"""Matches in a library and as exported files, and a phone that opens them."""

from __future__ import annotations

from typing import Any

from companion.i18n import translator
from companion.library.library import Library
from companion.match.table import Table
from companion.ui.app import build
from rules.engine import Rolled, legal_events
from rules.registry import GAMES
from tests.support.device_seats import ANA
from tests.support.ui.app import App, Scene, played
from tests.toy.counting import GAME, Cheered

ES, EN = translator("es"), translator("en")
GAMES_AND_COUNTING = {**GAMES, GAME.key: GAME}
NAMES = ("Ana", "Bea", "Čeda", "{d}")


def start_match(library: Library, *names: str) -> Table:
    """A match with a few answers."""
    table = library.matches.create("counting", names or ("Ana", "Bea"))
    table.answer(table.prompt_id, Cheered("¡ya!"), ANA)
    table.answer(table.prompt_id, Rolled((3,)), ANA)
    return table


def win_match(library: Library, *names: str) -> Table:
    """A match that the second player has won."""
    table = start_match(library, *names)
    table.adjust("total.1", 10)
    return table


def win_four_souls(library: Library) -> Table:
    """A match of Four Souls that Ana has won."""
    table = library.matches.create("four_souls", ("Ana", "Beto"))
    for _ in range(4):
        table.answer(table.prompt_id, legal_events(table.state)[0])
    table.adjust("seat.0.souls", 4, ANA)
    table.answer(table.prompt_id, legal_events(table.state)[0], ANA)
    assert table.state.outcome is not None
    return table


def play_on_phone(library: Library, scene: Scene, route: str = "/") -> None:
    """Play the scene on a phone that has just opened the app."""

    async def opened(phone: App) -> None:
        await phone.open(build(library), route)
        await scene(phone)

    played(opened)


def reopened_library(library: Library) -> Library:
    """The same library after a restart."""
    return Library(library.storage, library.games)


def exported_file(library: Library, id: str, words: Any = ES) -> bytes:
    """The match as an exported file."""
    return library.exchange.export(id, words)[1]


def assert_same_match(one: Table, two: Table) -> None:
    """Assert that both are the same match at the same position with the same log."""
    codec = one._storage.codec(one.game)
    assert codec.digest(one.state) == codec.digest(two.state)
    assert (one.prompt_id, one.table_state.seq, one.table_state.can_redo) == (
        two.prompt_id,
        two.table_state.seq,
        two.table_state.can_redo,
    )
    assert [(line.entry.event, line.entry.actor, line.is_in_effect) for line in one.log()] == [
        (line.entry.event, line.entry.actor, line.is_in_effect) for line in two.log()
    ]
