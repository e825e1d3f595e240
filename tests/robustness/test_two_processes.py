"""Two programs on one data folder: an answer counts once or is refused, and both go on."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.library.library import Library
from companion.match.table import Table
from companion.storage.matches import Storage, StorageError
from companion.ui.app import build
from rules.engine import Rolled
from tests.support.device_seats import ANA, BEA
from tests.support.saved_games import ES, configure, play, saved
from tests.support.two_players import TAPS, play_at_once
from tests.support.ui.app import App, played
from tests.toy.counting import GAME, Stayed

pytestmark = pytest.mark.landing


def test_two_processes_on_one_folder_lose_nothing(tmp_path: Path) -> None:
    """Of two processes at one match, each answer is saved once or refused with a sentence."""
    id = saved(tmp_path, 0)
    play_at_once(tmp_path, id)
    storage = Storage(tmp_path)
    table = Table(GAME, storage.load_match(id), storage)
    assert table.warning is None
    by = [line.entry.actor for line in table.log()]
    assert (by.count("Ana"), by.count("Bea")) == (TAPS, TAPS)
    storage.close()


def test_a_table_overtaken_by_another_program_says_so_and_shows_its_game(tmp_path: Path, library: Library) -> None:
    """A phone of the overtaken program reads why and sees the other's entries.

    Its next answer counts.
    """
    mine = library.matches.create("counting", ("Ana", "Bea"))
    second = Storage(tmp_path)
    theirs = Library(second, library.games).matches.open(mine.match.id)

    async def scene(phone: App) -> None:
        await phone.open(build(library), f"/t/{mine.match.id}")
        await phone.sees("Anyone?")
        theirs.answer(theirs.prompt_id, Stayed(), BEA)
        await phone.tap("Hush")
        await phone.sees("Otro Sobremesa está escribiendo las mismas partidas", "Tirada")
        mine.answer(mine.prompt_id, Rolled((3,)), ANA)
        assert mine.state.totals == (3, 0)
        with pytest.raises(StorageError, match="Another"):
            theirs.adjust("total.0", 1, BEA)
        assert theirs.state.totals == (3, 0)
        library.matches.delete(mine.match.id)
        with pytest.raises(StorageError, match="deleted"):
            theirs.adjust("total.0", 1, BEA)
        await phone.settle()

    played(scene)
    second.close()


def test_what_is_unsaved_is_not_given_up_for_what_another_program_played(tmp_path: Path, library: Library) -> None:
    """Unsaved entries survive another program's entries: both matches stay, ours for export."""
    mine = library.matches.create("counting", ("Ana", "Bea"))
    second = Storage(tmp_path)
    theirs = Library(second, library.games).matches.open(mine.match.id)
    configure(library, "query_only=1")
    play(mine, 2)
    theirs.adjust("total.1", 2, BEA)
    configure(library, "query_only=0")
    play(mine, 1)
    assert mine.unsaved_work is not None
    assert "Otro Sobremesa ha seguido jugando" in ES(mine.unsaved_work.cause)
    assert mine.table_state.seq >= 3
    assert [line.entry.actor for line in theirs.log()] == ["Bea"]
    _, data = library.exchange.export(mine.match.id, ES)
    brought = library.exchange.import_match(data)
    assert library.matches.open(brought.id).state.totals == mine.state.totals
    second.close()


def test_a_table_that_is_opened_again_shows_what_another_program_played(tmp_path: Path) -> None:
    """A page of a match that another program went on with shows its last number, without an answer of its own."""
    id = saved(tmp_path, 0)
    here, elsewhere = (Library(Storage(tmp_path), {GAME.key: GAME}) for _ in range(2))
    before = here.matches.open(id).state.totals[0]
    elsewhere.matches.open(id).adjust("total.0", 3, ANA)
    assert here.matches.open(id).state.totals[0] == before + 3
    here.matches.open(id).adjust("total.0", 1, ANA)
    assert elsewhere.matches.open(id).state.totals[0] == before + 4
