"""Results of the last action, which stand in the question's card (play findings, "Telling what happened")."""

from __future__ import annotations

import pytest

from companion.i18n import translator
from companion.library.library import Library
from companion.match.latest import Result, by_weight, latest_notes, latest_results, told_notes
from companion.match.table import Table
from companion.storage.matches import Storage
from companion.ui.design.theme import GAIN_COLOR, LOSS_COLOR
from companion.ui.widgets.numbers import change_label
from rules.boss_monster.model.events import Walked
from rules.darkmoor.model.events import Played
from rules.engine import Change, Note, Rolled, Text, Weights
from rules.four_souls.model.events import Attacked, Passed
from rules.registry import GAMES
from tests.support.ui.headless import action_phase, say
from tests.support.ui.table_device import opened_after

WEIGHTS = Weights({"death": 1, "hero_end": 2}, {"seat.cents": 4}, {"seat.life": 3})


@pytest.fixture
def table(storage: Storage) -> Table:
    """Ana of three attacks Big Spider: life 3, hit by 4 and more."""
    table = action_phase(Library(storage, GAMES))
    say(table, Attacked(table.state.slots[1].id))
    return table


def results(table: Table) -> tuple[Result, ...]:
    return latest_results(table.game, table.log(), table.match.seats)


def rolls(table: Table, face: int) -> tuple[Result, ...]:
    """Roll, let nobody respond, and return the results."""
    say(table, Rolled((face,)))
    say(table, Passed((0, 1, 2), table.state.stack.top.id))
    return results(table)


def test_a_hit_says_so_above_what_it_did(table: Table) -> None:
    """The hit comes first, which is good, with its die and what was needed; then the monster's life."""
    hit, damage = rolls(table, 5)
    assert (hit.text.key, hit.tone) == ("{n} hits {monster} (needs {evasion})", "good")
    assert (translator("es")(hit.verdict), hit.face) == ("acierta", 5)
    assert translator("es")(hit.brief) == "contra Araña grande, hace falta 4 o más"
    assert dict(damage.text.args)["after"] == 2
    assert (damage.tone, damage.verdict) == ("neutral", None)


def test_a_miss_and_what_it_costs_are_bad(table: Table) -> None:
    miss, damage = rolls(table, 2)
    assert (miss.text.key, miss.tone) == ("{n} misses {monster} (needs {evasion})", "bad")
    assert (translator("es")(miss.verdict), miss.face) == ("falla", 2)
    assert damage.tone == "bad"


def test_a_gain_is_good(table: Table) -> None:
    """The kill pays Ana: her cents rise. Which house rule let the reward use the stack is no result."""
    for face in (4, 4, 4):
        found = rolls(table, face)
    assert "good" in {result.tone for result in found}
    ruled = [note.text for note in latest_notes(table.log()) if note.switch]
    assert ruled
    assert not {result.text for result in found} & set(ruled)


def test_a_wound_is_bad_though_its_number_rises(storage: Storage) -> None:
    """Boss Monster: a hero who survives is a wound, never a gain; the number on the row is red as well."""
    table, _ = opened_after(Library(storage, GAMES), "boss_monster-three", 22)
    say(table, Walked(-1))
    survived = next(one for one in shown(table) if one.text.key == "{hero} survives: {n} wound for {who}")
    assert survived.tone == "bad"
    wounds = next(tracker for tracker in table.table_state.trackers if tracker.icon == "wounds")
    assert change_label(1, worth=wounds.worth).color == LOSS_COLOR
    assert change_label(-1, worth=wounds.worth).color == GAIN_COLOR


def test_a_card_that_is_played_is_neither_good_nor_bad(storage: Storage) -> None:
    """Darkmoor: the hand shrinks with every card that is played, which is no loss."""
    table, events = opened_after(Library(storage, GAMES), "darkmoor-three-lords", 5)
    while not isinstance(events[table.table_state.seq], Played):
        table.answer(table.prompt_id, events[table.table_state.seq])
    table.answer(table.prompt_id, events[table.table_state.seq])
    notes = latest_notes(table.log())
    assert any(change.key.endswith(".hand") for note in notes for change in note.changes)
    assert {one.tone for one in shown(table)} == {"neutral"}


def shown(table: Table) -> tuple[Result, ...]:
    """The results as the screen has them, which knows the numbers."""
    return latest_results(table.game, table.log(), table.match.seats, table.table_state.trackers)


def test_what_the_answer_itself_says_is_no_result(table: Table) -> None:
    """That a fight begins says nothing that the attack did not say; the history has it."""
    assert results(table) == ()
    assert latest_notes(table.log())


@pytest.mark.rule("KT-18")
def test_a_change_that_a_house_rule_decides_is_told() -> None:
    """Two players, KT-A18: what entering Tokyo gives by a rule with a switch is told."""
    told = told_notes(
        (
            Note("KT-18", Text("x"), Change("seat.0.energy", "Ana", Text("energy"), 0, 1), switch="KT-A18"),
            Note("BM-32", Text("y"), switch="BM-A1", kind="hero_end", subject="Cleric"),
            Note("KT-18", Text("z"), switch="KT-A18", kind="ruling"),
        )
    )
    assert [note.text.key for note in told] == ["x", "y"]


@pytest.mark.parametrize("switch", ["BM-A1", "BM-A3"])
def test_a_heros_death_by_a_house_rule_is_told(switch: str) -> None:
    """The note of a hero who dies where a house rule decides (play findings: BM-A1, BM-A3)."""
    note = Note("BM-31", Text("x"), switch=switch, kind="hero_end")
    assert by_weight(told_notes((Note("BM-31", Text("r"), switch=switch, kind="ruling"), note)), WEIGHTS) == (note,)


def test_results_come_by_weight_and_the_rest_in_the_order_of_hands() -> None:
    """The largest first, of two alike the later; what weighs nothing follows as it happened."""
    first, shuffle, draw = (Note("MX-08", Text(text)) for text in ("first", "shuffle", "draw"))
    gains = [Note("FS-34", Text(text), Change("seat.0.cents", "Ana", Text("¢"), 0, 1)) for text in ("one", "two")]
    death = Note("FS-82", Text("dies"), kind="death")
    assert by_weight((first, *gains, shuffle, death, draw), WEIGHTS) == (death, *gains, first, shuffle, draw)
    assert by_weight((first, *gains, shuffle), WEIGHTS) == (gains[1], gains[0], first, shuffle)
    assert by_weight((first, shuffle, draw), WEIGHTS) == (first, shuffle, draw)


def test_ten_coins_weigh_more_than_one() -> None:
    coins = Weights({}, {"seat.cents": 4}, {}, {"seat.cents": (10, 3)})
    weighed = [coins.of_change(Change("seat.1.cents", "Ana", Text("¢"), 0, n)) for n in (0, 1, 9, 10, 12)]
    assert weighed == [5, 4, 4, 3, 3]


def test_an_undo_takes_its_results_back(table: Table) -> None:
    """What was taken back did not happen: the answer before it is the last one again, until a redo."""
    before = rolls(table, 5)
    after = rolls(table, 2)
    assert after != before
    table.undo()  # the pass
    table.undo()  # the roll
    assert results(table) == before
    table.redo()
    table.redo()
    assert results(table) == after


def test_a_number_set_by_hand_is_no_result(table: Table) -> None:
    """Whoever sets a number sees it; the results stay."""
    before = rolls(table, 5)
    table.adjust("seat.0.cents", 1)
    assert results(table) == before
