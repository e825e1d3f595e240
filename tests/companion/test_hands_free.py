"""Hands-free: which questions pass by themselves, and which wait for a tap."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.library.library import Library
from companion.match.follow_up import next_pass
from companion.match.roles import HOST_ROLE, DeviceRole
from companion.match.table import Table
from companion.storage.matches import Storage
from rules.engine import Event, Rolled
from rules.four_souls.model.events import Attacked, Passed
from rules.registry import GAMES
from tests.support.games import boss_monster
from tests.support.games.king_of_tokyo import KingOfTokyoTable
from tests.support.ui.headless import action_phase, say


@pytest.fixture
def table(storage: Storage) -> Table:
    """Ana of three attacks Big Spider (life 3, hit by 4 and more, attack 1) with 2 life."""
    table = action_phase(Library(storage, GAMES))
    say(table, Attacked(table.state.slots[1].id))
    return table


def passes(table: Table, role: DeviceRole = HOST_ROLE) -> Event | None:
    """What a device in that role lets happen by itself."""
    return next_pass(table.game, table.state, table.claimed_seats, role)


def go_on(table: Table) -> int:
    """Let questions pass by themselves; return how many did."""
    count = 0
    while (answer := passes(table)) is not None:
        table.answer(table.prompt_id, answer)
        count += 1
    return count


def test_between_the_throws_of_an_attack_nobody_has_to_tap(table: Table) -> None:
    """FS-82: hit, miss, hit, hit: after each roll the game goes on to the next throw, and the monster is dead."""
    for face in (5, 2, 4):
        say(table, Rolled((face,)))
        assert go_on(table) > 0
        assert table.prompt is not None
        assert table.prompt.title.key == "Roll one die against {monster}"
    say(table, Rolled((6,)))
    go_on(table)
    assert table.prompt is not None
    assert table.prompt.title.key == "Turn up the top card of the monster deck: who is it?"


def test_a_throw_never_passes_by_itself(table: Table) -> None:
    """The throw that is asked for waits for dice."""
    assert table.prompt is not None
    assert table.prompt.dice is not None
    assert passes(table) is None


def test_where_the_attacker_would_die_a_tap_is_waited_for(table: Table) -> None:
    """FS-82: the second miss of Isaac, who has 2 life, would kill him: it waits for a tap."""
    say(table, Rolled((1,)))
    go_on(table)
    say(table, Rolled((1,)))
    assert passes(table) is None
    assert table.prompt is not None
    assert table.prompt.dice is None


@pytest.mark.parametrize("switch", ["stop.roll", "stop.roll@1"])
def test_who_has_asked_to_be_stopped_is(table: Table, switch: str) -> None:
    """A stop at rolls that the table or a player has switched on by hand is waited at; the usual one is not."""
    say(table, Rolled((5,)))
    assert passes(table) == Passed((0, 1, 2), table.state.stack.top.id)
    table.set_ruling(switch, "on")
    assert passes(table) is None


def test_for_who_has_a_phone_nothing_passes(table: Table) -> None:
    """The host's device lets only those pass who have no device of their own."""
    table._load_claimed_seats = lambda: frozenset({1})
    say(table, Rolled((5,)))
    answer = passes(table)
    assert isinstance(answer, Passed)
    assert answer.seats == (0, 2)
    table.answer(table.prompt_id, answer)
    assert passes(table) is None
    assert table.prompt is not None
    assert table.prompt.awaited_seats == (1,)


def test_what_passed_by_itself_is_kept_after_a_kill(table: Table, tmp_path: Path) -> None:
    """What passed is the host's answer in the log, another process finds it, and one undo takes it back."""
    say(table, Rolled((5,)))
    before = table.state
    answer = passes(table)
    assert answer is not None
    table.answer(table.prompt_id, answer)
    again = Library(Storage(tmp_path), GAMES).matches.open(table.match.id)
    assert again.state == table.state
    passed = next(line for line in again.log() if isinstance(line.entry.event, Passed) and line.entry.actor != "stops")
    assert (passed.entry.actor, passed.entry.event) == ("host", answer)
    table.undo()
    assert table.state == before


def test_a_hit_in_tokyo_is_decided_by_hand() -> None:
    """KT-13: whether to stay in Tokyo or to yield is never answered by itself; nor is a purchase."""
    t = KingOfTokyoTable("Ana", "Bea", "Čeda")
    t.throws("s11223").throws("s11223")
    assert "stay or yield" in t.asks
    assert next_pass(t.game, t.s, frozenset()) is None
    t.stays().throws("eeeeee")
    assert "buy" in t.asks
    assert next_pass(t.game, t.s, frozenset()) is None


@pytest.mark.parametrize(("souls", "passes_by_itself"), [(0, True), (9, False)])
def test_a_hero_goes_through_a_dungeon_unless_somebody_would_win(souls: int, passes_by_itself: bool) -> None:
    """Nobody does anything and the hero goes on; where the soul would be the tenth, a tap is waited for."""
    t = boss_monster.table().scored(0, souls=souls).dungeon(0, boss_monster.plain("", 9)).hero(0)
    t.at_phase("adventure")
    assert t.asks.startswith("Cleric 4 is in the dungeon of Ana")
    assert (next_pass(t.game, t.s, frozenset()) is not None) == passes_by_itself


def test_a_hero_whose_wound_would_be_the_last_is_waited_for() -> None:
    """A hero that survives an empty dungeon and brings the fifth wound does not go on by itself."""
    t = boss_monster.table().scored(0, wounds=4).dungeon(0, boss_monster.plain("", 1)).hero(0)
    t.at_phase("adventure")
    assert next_pass(t.game, t.s, frozenset()) is None
