"""The next answer given in one tap with the pass before it: FS-32 (nobody responds), and what is asked then."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.base.actors import STOPS_ACTOR
from companion.library.library import Library
from companion.match.follow_up import FollowUp
from companion.match.roles import HOST_ROLE, DeviceRole
from companion.match.table import StaleAnswerError, Table
from companion.storage.matches import Storage
from companion.ui.table.model.seat_prompt import seat_prompt_of
from rules.engine import Event, Refused, Rolled
from rules.four_souls.model.catalogue import monsters
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.events import Attacked, Passed, Played, Revealed, RevealedOther
from rules.registry import GAMES
from tests.support.ui.headless import action_phase, say


@pytest.fixture
def table(storage: Storage) -> Table:
    """Ana of three attacks Big Spider (life 3, hit by 4 and more) and has rolled a 5."""
    table = action_phase(Library(storage, GAMES))
    say(table, Attacked(table.state.slots[1].id))
    say(table, Rolled((5,)))
    return table


def follow_up(table: Table, role: DeviceRole = HOST_ROLE) -> FollowUp | None:
    """What a device in that role is offered."""
    assert table.prompt is not None
    names = table.match.seats
    asked = seat_prompt_of(table.prompt, role, table.claimed_seats, names)
    return table.table_state_for(role).follow_up(asked.prompt, table.claimed_seats)


def both(table: Table, first: Event, then: Event, seen: int | None = None) -> None:
    """Give two answers in one tap, on the state that is shown."""
    table.answer(table.prompt_id, then, seen_seq=table.table_state.seq if seen is None else seen, first=first)


def test_after_a_roll_the_next_one_is_offered(table: Table) -> None:
    """Nobody responds: the roll counts, and as the monster lives Ana rolls again."""
    offered = follow_up(table)
    assert offered is not None
    assert offered.answer == Passed((0, 1, 2), table.state.stack.top.id)
    assert offered.question.title.key == "Roll one die against {monster}"
    assert [choice.event for choice in offered.question.choices] == [Rolled(())]


def test_one_tap_is_two_lines_and_one_undo(table: Table) -> None:
    """The history shows the pass and the roll; undo takes both back, redo puts both back."""
    before, lines = table.state, len(table.log())
    offered = follow_up(table)
    assert offered is not None
    both(table, offered.answer, Rolled((2,)))
    assert table.state.stack.top.value == 2
    assert table.state.slots[1].life == before.slots[1].life - 1
    added = [line.entry for line in table.log()[lines:]]
    assert next(type(entry.event) for entry in added if entry.actor != STOPS_ACTOR) is Passed
    assert type(added[-1].event) is Rolled
    assert len({entry.group for entry in added}) == 1
    after = table.state
    table.undo()
    assert table.state == before
    table.redo()
    assert table.state == after


def test_after_a_kill_the_next_monster_is_offered(table: Table) -> None:
    """FS-95: the roll that kills is followed by the question which monster comes."""
    while table.state.slots[1].life > 1:
        both(table, usual_pass(table), Rolled((6,)))
    offered = follow_up(table)
    assert offered is not None
    assert [type(choice.event) for choice in offered.question.choices] == [Revealed, RevealedOther]
    both(table, offered.answer, Revealed(1, (monsters()["fly"],)))
    assert table.state.slots[1].card.id == "fly"


def test_a_death_is_looked_at_first(table: Table) -> None:
    """FS-82: where the roll kills the attacker, nothing that comes after it is offered."""
    table.undo()
    table.set_ruling("stop.death", "off")
    table.adjust("seat.0.life", 1 - table.state.players[0].life)
    say(table, Rolled((1,)))
    assert follow_up(table) is None


def test_another_turn_is_looked_at_first(storage: Storage) -> None:
    """FS-39: over an empty stack the pass ends the turn, and the next player's questions wait for it."""
    assert follow_up(action_phase(Library(storage, GAMES))) is None


def test_a_response_is_answered_before_the_next_one_is_seen(table: Table) -> None:
    """FS-34: a card played over the roll resolves, and then the roll itself may be answered: it has its own window."""
    assert table.prompt is not None
    over = next(choice.event for choice in table.prompt.choices if isinstance(choice.event, Played))
    say(table, replace(over, effects=(Effect("cents", Target("seat", over.seat), 1),)))
    assert [item.kind for item in table.state.stack.items] == ["roll", over.kind]
    assert follow_up(table) is None


def usual_pass(table: Table) -> Event:
    """Everybody passes."""
    offered = follow_up(table)
    assert offered is not None
    return offered.answer


def test_a_phone_that_passes_only_for_itself_is_offered_no_roll(table: Table) -> None:
    """Beto and Cira have phones of their own, so that the pass of neither ends the window."""
    table._load_claimed_seats = lambda: frozenset({1, 2})
    assert follow_up(table, DeviceRole(1)) is None
    assert follow_up(table) is None


def test_what_has_moved_on_is_refused_whole(table: Table) -> None:
    """A tap on an older picture changes nothing, even though the question is the same."""
    offered = follow_up(table)
    assert offered is not None
    seen = table.table_state.seq
    table.adjust("seat.0.cents", 1)
    with pytest.raises(StaleAnswerError):
        both(table, offered.answer, Rolled((2,)), seen)
    assert table.state.stack.top.value == 5


@pytest.mark.parametrize(
    ("first", "then"),
    [
        (Rolled((5,)), Rolled((2,))),
        (Passed((0, 1, 2), 999), Rolled((2,))),
        (None, Rolled((2,))),
        ("usual", Rolled((7,))),
        ("usual", Passed((0, 1, 2), 0)),
    ],
)
def test_a_forged_pair_is_refused_whole(table: Table, first: Event | str | None, then: Event) -> None:
    """Each of the two must be an answer to its own question; else neither is recorded."""
    offered = follow_up(table)
    assert offered is not None
    before, lines = table.state, len(table.log())
    with pytest.raises(Refused):
        table.answer(
            table.prompt_id,
            then,
            seen_seq=table.table_state.seq,
            first=offered.answer if first == "usual" else first,
        )
    assert table.state == before
    assert len(table.log()) == lines


def test_a_phone_cannot_pass_for_others_by_a_roll(table: Table) -> None:
    """Dice may come from any phone, a pass for a seat with a phone of its own may not."""
    table._load_claimed_seats = lambda: frozenset({1, 2})
    usual = Passed((0, 1, 2), table.state.stack.top.id)
    with pytest.raises(Refused):
        table.answer(table.prompt_id, Rolled((2,)), DeviceRole(2), table.table_state.seq, first=usual)
    watching = DeviceRole(is_spectator=True)
    with pytest.raises(Refused):
        table.answer(table.prompt_id, Rolled((2,)), watching, table.table_state.seq, first=usual)
