"""In whose name a phone may speak."""

from hypothesis import given
from hypothesis import strategies as st

from companion.seating import MIDDLE, Chair, may, voice

SEATS = st.frozensets(st.integers(0, 3))
CHAIRS = st.builds(Chair, st.none() | st.integers(0, 3), st.booleans(), st.booleans())


@given(CHAIRS, SEATS, SEATS)
def test_a_plain_tap_never_says_what_the_phone_may_not(chair, seats, taken):
    """Whatever a phone says by a plain tap, it may say."""
    assert may(chair, voice(chair, sorted(seats), taken), taken) or chair.watches


@given(CHAIRS, SEATS, SEATS)
def test_nobody_speaks_for_a_seat_that_another_phone_has_taken_but_the_host(chair, seats, taken):
    """Without being the host a phone may speak for a taken seat only if it is its own."""
    others = (seats & taken) - {chair.seat}
    if others and not chair.host:
        assert not may(chair, seats, taken)


@given(SEATS, SEATS)
def test_who_looks_on_says_nothing(seats, taken):
    """A phone that watches speaks for nobody, be it the host's."""
    assert not may(Chair(host=True, watches=True), seats, taken)
    assert voice(Chair(watches=True), seats, taken) == ()


@given(SEATS)
def test_one_phone_alone_runs_the_whole_table(seats):
    """While no seat has a phone of its own, the one in the middle speaks for all."""
    assert voice(MIDDLE, sorted(seats), frozenset()) == tuple(sorted(seats))


def test_the_log_names_the_seat_and_else_the_phone():
    """Who did what can be read in the log."""
    seats = ("Ana", "Beto")
    assert [Chair(1, host=True).name(seats), MIDDLE.name(seats), Chair().name(seats)] == ["Beto", "host", "phone"]
