"""Which seats a device may answer for."""

import random
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from companion.match.roles import HOST_ROLE, DeviceRole, can_speak_for, speaks_for_seats
from companion.match.table import StaleAnswerError, Table
from rules.engine import (
    Adjusted,
    Choice,
    Dice,
    Event,
    Refused,
    Rolled,
    Ruled,
    Undone,
    WentTo,
    examples,
)
from rules.four_souls.model.events import Began, Chose
from tests.support.seating import FEW, SEATS, sat_down, unmoved, wandered

CHAIRS = st.builds(DeviceRole, st.none() | st.integers(0, 3), st.booleans(), st.booleans())


@given(CHAIRS, SEATS, SEATS)
def test_a_plain_tap_never_says_what_the_phone_may_not(chair, seats, taken):
    """A device may speak for the seats that its plain tap speaks for."""
    assert can_speak_for(chair, speaks_for_seats(chair, sorted(seats), taken), taken) or chair.is_spectator


@given(CHAIRS, SEATS, SEATS)
def test_nobody_speaks_for_a_seat_that_another_phone_has_taken_but_the_host(chair, seats, taken):
    """Only the host may speak for a seat that another device has taken."""
    others = (seats & taken) - {chair.seat}
    if others and not chair.is_host:
        assert not can_speak_for(chair, seats, taken)


@given(SEATS, SEATS)
def test_who_looks_on_says_nothing(seats, taken):
    """A spectator speaks for nobody, even as host."""
    assert not can_speak_for(DeviceRole(is_host=True, is_spectator=True), seats, taken)
    assert speaks_for_seats(DeviceRole(is_spectator=True), seats, taken) == ()


@given(SEATS)
def test_one_phone_alone_runs_the_whole_table(seats):
    """While no seat has a device of its own, the host's device speaks for all."""
    assert speaks_for_seats(HOST_ROLE, sorted(seats), frozenset()) == tuple(sorted(seats))


def test_the_log_names_the_seat_and_else_the_phone():
    """The log names the actor's seat, or else host or phone."""
    seats = ("Ana", "Beto")
    assert [
        DeviceRole(1, is_host=True).actor_name(seats),
        HOST_ROLE.actor_name(seats),
        DeviceRole().actor_name(seats),
    ] == ["Beto", "host", "phone"]


# --- at a table --------------------------------------------------------------------------------------------------


CHARACTERS = ("isaac", "maggy", "judas", "eve")


@FEW
@given(taken=SEATS, seat=st.none() | st.integers(0, 3), seed=st.integers(0, 10**6))
def test_who_looks_on_changes_nothing(library, taken, seat, seed):
    """A spectator changes nothing: answers, remarks, overrides, rulings, undo and redo fail."""
    chair = DeviceRole(seat, is_host=bool(seed % 2), is_spectator=True)
    table = wandered(sat_down(library, taken), random.Random(seed), seed % 20)
    table.adjust("seat.0.cents", 1)
    table.adjust("seat.1.cents", 1)
    table.undo()
    acts = [
        lambda: table.adjust("seat.0.cents", 1, chair),
        lambda: table.jump_to(table.game.positions[0].rule, chair),
        lambda: table.set_ruling("depth", "numbers", chair),
        lambda: table.undo(chair),
        lambda: table.undo_to_entry(table.log()[0].entry.seq, chair),
        lambda: table.redo(chair),
        lambda: table.put_away(chair),
        lambda: table.continue_match(chair),
        *(lambda event=event: table.make_remark(event, chair) for event in map(first, table.table_state.remarks)),
        *(lambda event=event: table.answer(table.prompt_id, event, chair) for event in map(first, silent(table))),
    ]
    for act in acts:
        unmoved(table, act)


def silent(table: Table) -> list[Choice]:
    """The choices without a hole for dice."""
    choices = table.prompt.choices if table.prompt else ()
    return [choice for choice in choices if choice.template.hole(Dice) is None]


def first(choice: Choice) -> Event:
    """One event that the choice admits."""
    return next(iter(examples(choice.template)))


def test_any_phone_may_say_what_the_die_shows(library):
    """Any device may enter the faces of the roll that is asked for, even a spectator's."""
    for chair in (DeviceRole(1), DeviceRole(), DeviceRole(is_spectator=True)):
        table = sat_down(library, frozenset({0, 1, 2}), 3)
        for seat, character in enumerate(CHARACTERS[:3]):
            table.answer(table.prompt_id, Chose(seat, character))
        table.answer(table.prompt_id, Began(0))
        wandered_to_a_throw(table)
        seq = table.table_state.seq
        table.answer(table.prompt_id, Rolled((3,)), chair)
        assert table.table_state.seq > seq


def wandered_to_a_throw(table: Table) -> None:
    """Set the stop depth so that the table asks for a roll."""
    table.set_ruling("depth", "numbers")
    assert table.prompt is not None
    assert table.prompt.dice is not None


@FEW
@given(order=st.permutations(range(4)))
def test_simultaneous_answers_end_the_same_in_any_order(library, order):
    """Simultaneous answers lead to the same state in any order."""
    every = frozenset(range(4))
    table, other = sat_down(library, every), sat_down(library, every)
    asked = table.prompt_id
    for seat in order:
        table.answer(asked, Chose(seat, CHARACTERS[seat]), DeviceRole(seat))
    for seat in range(4):
        other.answer(other.prompt_id, Chose(seat, CHARACTERS[seat]), DeviceRole(seat))
    assert replace(table.state, notes=()) == replace(other.state, notes=())
    assert table.prompt_id != asked


@FEW
@given(seat=st.integers(0, 3), other=st.integers(0, 3))
def test_two_taps_of_one_answer_count_once(library, seat, other):
    """The second of two identical taps is stale and changes nothing."""
    table = sat_down(library, frozenset({seat}))
    asked, seen = table.prompt_id, table.table_state.seq
    table.answer(asked, Chose(seat, "isaac"), DeviceRole(seat), seen)
    assert table.prompt_id == asked
    late = unmoved(table, lambda: table.answer(asked, Chose(seat, "isaac"), DeviceRole(seat), seen))
    assert isinstance(late, StaleAnswerError)
    if other != seat:  # the same card for another seat is stale as well
        assert isinstance(
            unmoved(table, lambda: table.answer(asked, Chose(other, "isaac"), DeviceRole(other), seen)),
            StaleAnswerError,
        )
    again = table.table_state.seq
    assert isinstance(
        unmoved(table, lambda: table.answer(asked, Chose(seat, "isaac"), DeviceRole(seat), again)), Refused
    )


def test_the_doors_beside_the_question_are_no_answers(library):
    """An override or a ruling handed in as an answer is refused."""
    table = sat_down(library, frozenset())
    for event in (Adjusted("seat.0.cents", 1), WentTo("FS-47"), Ruled("depth", "numbers")):
        unmoved(table, lambda event=event: table.answer(table.prompt_id, event, DeviceRole(0)))


def test_a_guest_settles_only_where_its_own_seat_is_asked(library):
    """A guest may set only its own seat's stops; other rulings are the host's."""
    table = sat_down(library, frozenset({0, 1}))
    own = next(switch for switch in table.game.switches if switch.key.endswith("@1"))
    table.set_ruling(own.key, own.choices[-1][0], DeviceRole(1))
    for chair in (DeviceRole(0), DeviceRole()):
        assert unmoved(table, lambda chair=chair: table.set_ruling(own.key, own.choices[0][0], chair)).rule == "X-09"
    assert unmoved(table, lambda: table.set_ruling("depth", "numbers", DeviceRole(1))).rule == "X-09"
    table.set_ruling("depth", "numbers", DeviceRole(0, is_host=True))


# --- undo --------------------------------------------------------------------------------------------------------


HANDS = (DeviceRole(0), DeviceRole(1), DeviceRole(), HOST_ROLE)


@FEW
@given(
    hands=st.lists(st.sampled_from(HANDS), min_size=1, max_size=8),
    who=st.sampled_from(HANDS),
    back=st.integers(1, 8),
    undone=st.booleans(),
)
def test_each_takes_back_the_newest_or_what_is_all_their_own(library, hands, who, back, undone):
    """A device undoes the newest group, or groups that are all its own; the rest is the host's."""
    table = sat_down(library, frozenset({0, 1}))
    for k, hand in enumerate(hands):
        table.adjust(f"seat.{k % 2}.{'cents' if k % 4 < 2 else 'loot'}", 1, hand)
        table.adjust(f"seat.{k % 2}.treasures", 1, hand)
    if undone:
        table.undo()
    groups = list(dict.fromkeys(line.entry.group for line in table.log() if line.is_in_effect))[
        : -1 if undone else None
    ]
    standing = [line for line in table.log() if line.is_in_effect and not isinstance(line.entry.event, Undone)]
    group = groups[-min(back, len(groups))]
    goes = [line for line in standing if line.entry.group >= group]
    own = all(line.entry.actor == who.actor_name(table.match.seats) for line in goes)
    newest = not undone and len({line.entry.group for line in goes}) == 1
    if who.is_host or own or newest:
        table.undo(who, group)
        assert table.log()[-1].entry.actor == who.actor_name(table.match.seats)
        table.redo(DeviceRole(1))
    else:
        assert unmoved(table, lambda: table.undo(who, group)).rule == "X-03"


def test_one_who_is_no_host_cannot_undo_a_whole_game_step_by_step(library):
    """A guest cannot undo a whole match step by step: a second undo of others is refused."""
    table = sat_down(library, frozenset({0, 1}))
    for key, hand in (("seat.0.cents", DeviceRole(0)), ("seat.1.cents", DeviceRole(0)), ("seat.0.loot", DeviceRole(0))):
        table.adjust(key, 1, hand)
    table.undo(DeviceRole(1))
    unmoved(table, lambda: table.undo(DeviceRole(1)))
    table.undo(DeviceRole(0))
    table.redo(DeviceRole(1))
    table.undo(DeviceRole(1))
    table.undo(HOST_ROLE)
    assert [line.entry.actor for line in table.log()][3:] == ["Beto", "Ana", "Beto", "Beto", "host"]
