"""In whose name a phone may speak."""

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
    """Whatever a phone says by a plain tap, it may say."""
    assert can_speak_for(chair, speaks_for_seats(chair, sorted(seats), taken), taken) or chair.is_spectator


@given(CHAIRS, SEATS, SEATS)
def test_nobody_speaks_for_a_seat_that_another_phone_has_taken_but_the_host(chair, seats, taken):
    """Without being the host a phone may speak for a taken seat only if it is its own."""
    others = (seats & taken) - {chair.seat}
    if others and not chair.is_host:
        assert not can_speak_for(chair, seats, taken)


@given(SEATS, SEATS)
def test_who_looks_on_says_nothing(seats, taken):
    """A phone that watches speaks for nobody, be it the host's."""
    assert not can_speak_for(DeviceRole(is_host=True, is_spectator=True), seats, taken)
    assert speaks_for_seats(DeviceRole(is_spectator=True), seats, taken) == ()


@given(SEATS)
def test_one_phone_alone_runs_the_whole_table(seats):
    """While no seat has a phone of its own, the one in the middle speaks for all."""
    assert speaks_for_seats(HOST_ROLE, sorted(seats), frozenset()) == tuple(sorted(seats))


def test_the_log_names_the_seat_and_else_the_phone():
    """Who did what can be read in the log."""
    seats = ("Ana", "Beto")
    assert [
        DeviceRole(1, is_host=True).actor_name(seats),
        HOST_ROLE.actor_name(seats),
        DeviceRole().actor_name(seats),
    ] == ["Beto", "host", "phone"]


# --- at a real table ---------------------------------------------------------------------------------------------


CHARACTERS = ("isaac", "maggy", "judas", "eve")


@FEW
@given(taken=SEATS, seat=st.none() | st.integers(0, 3), seed=st.integers(0, 10**6))
def test_who_looks_on_changes_nothing(library, taken, seat, seed):
    """Whatever a phone that watches tries: an answer, a remark, a number, a step, a switch, undo and redo."""
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
    """The answers that no die gives."""
    choices = table.prompt.choices if table.prompt else ()
    return [choice for choice in choices if not any(isinstance(hole, Dice) for hole in choice.template.holes)]


def first(choice: Choice) -> Event:
    """One event that the choice admits."""
    return next(iter(examples(choice.template)))


def test_any_phone_may_say_what_the_die_shows(library):
    """The faces of the throw that is asked for come from whoever sees them: another seat, or who looks on."""
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
    """Ana attacks, and nobody answers."""
    table.set_ruling("depth", "numbers")
    assert table.prompt is not None
    assert table.prompt.dice is not None


@FEW
@given(order=st.permutations(range(4)))
def test_simultaneous_answers_end_the_same_in_any_order(library, order):
    """Each seat's own phone answers the one question; whoever is first, the table ends up the same."""
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
    """The second of two taps on the same screen is late, though the question keeps its name, and changes nothing."""
    table = sat_down(library, frozenset({seat}))
    asked, seen = table.prompt_id, table.table_state.seq
    table.answer(asked, Chose(seat, "isaac"), DeviceRole(seat), seen)
    assert table.prompt_id == asked
    late = unmoved(table, lambda: table.answer(asked, Chose(seat, "isaac"), DeviceRole(seat), seen))
    assert isinstance(late, StaleAnswerError)
    if other != seat:  # the same card for somebody else is gone as well
        assert isinstance(
            unmoved(table, lambda: table.answer(asked, Chose(other, "isaac"), DeviceRole(other), seen)),
            StaleAnswerError,
        )
    again = table.table_state.seq
    assert isinstance(
        unmoved(table, lambda: table.answer(asked, Chose(seat, "isaac"), DeviceRole(seat), again)), Refused
    )


def test_the_doors_beside_the_question_are_no_answers(library):
    """A correction, a step or a switch handed in as an answer would pass by who may do it: it is refused."""
    table = sat_down(library, frozenset())
    for event in (Adjusted("seat.0.cents", 1), WentTo("FS-47"), Ruled("depth", "numbers")):
        unmoved(table, lambda event=event: table.answer(table.prompt_id, event, DeviceRole(0)))


def test_a_guest_settles_only_where_its_own_seat_is_asked(library):
    """How the table plays is the host's; a seat's own stops are its phone's as well."""
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
    """Going further back than the newest is the host's, unless nobody else has done anything since."""
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
    """What lies under something that was taken back was built on: the next undo of others' doing is the host's."""
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
