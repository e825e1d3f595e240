"""Pig, a game in one file, has rules, table, saves and a screen."""

import asyncio

import pytest

from companion.i18n import translator
from companion.library.library import Library
from companion.match.roles import HOST_ROLE
from companion.match.table import Table
from companion.storage.matches import Storage
from companion.ui.screens.table.screen import TableScreen
from rules.engine import Adjusted, Event, Rolled, apply, prompt, start
from tests.support.laws import LAWS
from tests.support.random_play import Seeded, answer
from tests.support.ui.headless import NOWHERE, Phone
from tests.toy.pig import GAME, Pig, Stopped


def do(*events: Event) -> Pig:
    s = start(GAME, ("Ana", "Beto"))
    for event in events:
        s = apply(GAME, s, event)
    return s


def test_who_stops_keeps_what_was_rolled() -> None:
    """A player who stops keeps the rolls: a four and a three are seven points; Beto is next."""
    s = do(Rolled((4,)), Rolled((3,)), Stopped())
    assert s.points == (7, 0)
    assert prompt(s).seats == (1,)
    assert [(note.rule, note.change.before, note.change.after) for note in s.notes] == [("PIG-3", 0, 7)]


def test_a_one_takes_the_rolls_of_this_turn() -> None:
    """A one loses the rolls of this turn: Ana's six, and later her five; Beto's two points stay."""
    s = do(Rolled((6,)), Rolled((1,)), Rolled((2,)), Stopped(), Rolled((5,)), Rolled((1,)))
    assert s.points == (0, 2)
    assert s.active == 1


def test_ten_points_win() -> None:
    """Ten points win: two fives and a stop."""
    assert do(Rolled((5,)), Rolled((5,)), Stopped()).outcome.winners == (0,)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("seed", range(10))
def test_the_laws_of_every_game_hold_in_it(law, seed: int) -> None:
    """The laws of the five games hold for the sixth."""
    law(Seeded(seed), GAME)


def played(table: Table, chance: Seeded) -> None:
    while table.state.outcome is None:
        table.answer(table.prompt_id, answer(chance, table.state))


def test_it_is_played_saved_taken_up_and_passed_on(tmp_path) -> None:
    """A match is played, saved, resumed, exported, imported and undone."""
    library = Library(Storage(tmp_path / "here"), {GAME.key: GAME})
    table = library.matches.create(GAME.key, ("Ana", "Beto", "Cira"))
    table.adjust("seat.2.points", 3)
    played(table, Seeded(4))
    again = Library(Storage(tmp_path / "here"), {GAME.key: GAME}).matches.open(table.match.id)
    assert again.state == table.state
    _, data = library.exchange.export(table.match.id, translator("es"))
    elsewhere = Library(Storage(tmp_path / "there"), {GAME.key: GAME})
    assert elsewhere.matches.open(elsewhere.exchange.import_match(data).id).state == table.state
    again.continue_match()
    again.undo()
    assert again.state.outcome is None


def test_it_has_a_screen(tmp_path) -> None:
    """The screen shows prompt, trackers and sheets, and a tap answers."""
    library = Library(Storage(tmp_path), {GAME.key: GAME})
    table = library.matches.create(GAME.key, ("Ana", "Beto"))

    async def run() -> None:
        phone = await Phone().show(TableScreen, table, library, HOST_ROLE, NOWHERE)
        assert "Ana: roll or stop?" in phone.texts()
        await phone.tap("Die: 6")
        await phone.settle()
        assert table.state.rolled == 6
        await asyncio.sleep(0.4)  # two taps in quick succession count as one
        await phone.tap("Stop")
        await phone.tap("Ana, points 6")
        await phone.tap("More: points")

    asyncio.run(run())
    assert table.state.points == (7, 0)


def test_a_number_of_it_is_set_by_hand() -> None:
    """A tracker can be set by hand (X-06)."""
    assert do(Adjusted("seat.1.points", 4)).points == (0, 4)
