"""History by turns: one sentence about the main result of each (look, "History")."""

from __future__ import annotations

import time

import pytest

from companion.i18n import translator
from companion.library.library import Library
from companion.match.log import LogLine
from companion.match.table import Table
from companion.stats.turn_cards import TurnCard, turn_cards
from companion.storage.records import Entry
from rules.engine import Adjusted, Change, Note, Rolled, Text
from rules.four_souls.model.effect import Effect, Target
from rules.king_of_tokyo.model.events import Began
from rules.registry import GAMES
from tests.support.moments import kill_first_monster, plays
from tests.support.records import story
from tests.support.ui.headless import action_phase, say

EN, ES = translator("en"), translator("es")
SEATS = ("Ana", "Beto")


def cards(table: Table) -> tuple[TurnCard, ...]:
    return turn_cards(table.game, table.log(), table.match.seats)


def titles(table: Table) -> list[str]:
    return [ES(card.title) for card in cards(table)]


@pytest.fixture
def table(library: Library) -> Table:
    """Ana's first turn with Fly, which is worth 1 ¢."""
    return action_phase(library)


def test_a_kill_is_the_headline_with_what_it_brought(table: Table) -> None:
    """As in “Turno 5 · Marcos mata a Mulligan: +3 ¢”; the loot of the turn's start is not of the kill."""
    kill_first_monster(table)
    assert titles(table)[0] == "Turno 1 · Ana mata a Mosca: +1 ¢"


def test_the_setup_has_a_card_of_its_own(table: Table) -> None:
    assert [card.number for card in cards(table)] == [1, 0]
    assert titles(table)[-1].startswith("Preparación")


def test_a_death_beside_a_kill_is_told_too(table: Table) -> None:
    plays(table, Effect("kill", Target("seat", 1)))
    kill_first_monster(table)
    assert titles(table)[0].startswith("Turno 1 · Ana mata a Mosca; Beto muere")


def test_every_entry_is_in_one_card(table: Table) -> None:
    """Nothing of the log is lost, undone lines included."""
    kill_first_monster(table)
    table.undo()
    seqs = sorted(line.entry.seq for card in cards(table) for line in card.lines)
    assert seqs == [line.entry.seq for line in table.log()]


def test_what_was_undone_is_no_headline(table: Table) -> None:
    kill_first_monster(table)
    table.undo()
    assert "Ana mata a Mosca" not in titles(table)[0]


def test_a_turn_that_was_undone_whole_says_so(library: Library) -> None:
    table = library.matches.create("king_of_tokyo", ("Ana", "Beto", "Cira"))
    say(table, Began(0))
    say(table, Rolled((5, 5, 1, 1, 1, 5)))
    table.undo_to_entry(1)
    assert all("deshecho" in title for title in titles(table))
    assert all(card.first_seq is None for card in cards(table))


def test_a_turn_without_a_main_result_tells_whose_numbers_changed(library: Library) -> None:
    table = library.matches.create("king_of_tokyo", ("Ana", "Beto", "Cira"))
    say(table, Began(0))
    say(table, Rolled((5, 5, 1, 1, 1, 5)))
    assert titles(table)[0] == "Turno 1 · Ana: puntos +2, energía +3"


def test_a_turn_number_counts_turns_that_began(table: Table) -> None:
    """Whoever skips a turn begins none: the turn after Ana's first is the second, whoever's it is."""
    plays(table, Effect("skip_turn", Target("seat", 1)))
    while table.state.active == 0:
        assert table.prompt is not None
        choices = table.prompt.choices
        exits = [c.event for c in choices if c.role == "exit"]
        say(table, (exits or [c.event for c in choices if c.role == "default"])[0])
    assert (table.state.active, table.state.turn) == (2, 2)


@pytest.mark.rule("KT-21")
def test_what_a_turn_begins_with_is_told_by_that_turn() -> None:
    """The two points for starting in Tokyo (L91) follow from the answer before, and belong to the turn they start."""
    game, record = story("king_of_tokyo-three")
    told = {card.number: EN(card.title) for card in turn_cards(game, record.lines, record.match.seats)}
    assert told[3] == "Turn 3 · Ana: energy +2"
    assert told[4] == "Turn 4 · Ana: hearts −2; Beto: points +2, energy +1"


def _timed(lines: list[LogLine]) -> tuple[float, tuple[TurnCard, ...]]:
    """The processor's seconds for splitting those lines, of three tries the shortest, and the cards."""
    took = []
    for _ in range(3):
        began = time.process_time()
        cards = tuple(turn_cards(GAMES["four_souls"], lines, SEATS))
        took.append(time.process_time() - began)
    return min(took), cards


def test_a_long_history_is_split_at_once() -> None:
    """Ten thousand entries take little more than ten times what a thousand take, so that the page opens at once."""
    change = Change("seat.0.cents", "Ana", Text("¢"), 1, 2)
    note = Note("FS-74", Text("Ana"), change)
    lines = [
        LogLine(Entry(k, 0.0, "host", k, None, Adjusted("seat.0.cents", 1)), Text("x"), (note,), turn=(k // 30, 0))
        for k in range(1, 10_001)
    ]
    few, _ = _timed(lines[:1000])
    many, found = _timed(lines)
    assert many < 4 * 10 * few, "it takes more than in proportion: a hundred times, if every entry looked at all others"
    assert sum(len(card.lines) for card in found) == len(lines)
    assert len(found) == 10_000 // 30 + 1
