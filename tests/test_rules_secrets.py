"""A seat's secret is in nothing that the others' phones are made of: state, question, numbers, view, log."""

from dataclasses import replace
from itertools import count
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from play import Chance, Drawn, Seeded, move, sit_down
from toy import counting

from companion.codec import Codec
from companion.entry import Entry
from companion.log import written
from rules.engine import Event, Game, Refused, Veil, apply, prompt, prompt_id, remarks, start
from rules.registry import GAMES

SLOW = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
ALL_GAMES = [counting.GAME, *GAMES.values()]
PEOPLE = ("Ana", "Beto", "Cira")
CODEC = Codec(counting.GAME)


def secretly() -> counting.Counting:
    """A table that likes secrets, before the first round."""
    return start(counting.GAME, PEOPLE, (("secrets", "on"),))


def shown(state: counting.Counting, seats: frozenset[int]) -> str:
    """All that a phone of those seats is made of, as the bytes that it would be sent."""
    game, seen = counting.GAME, counting.GAME.conceal(state, seats)
    question = prompt(seen), prompt_id(seen), remarks(game, seen)
    return "\n".join((CODEC.write_state(seen), *map(repr, (*question, game.trackers(seen), game.view(seen)))))


def walk(chance: Chance, length: int) -> list[tuple[counting.Counting, Event, counting.Counting]]:
    """Random play of a table that likes secrets; no two of these are like each other, nor like any other number."""
    s, fresh, steps = secretly(), count(1321, 101), []
    for _ in range(length):
        event = move(chance, counting.GAME, s)
        if isinstance(event, counting.Named):
            event = replace(event, number=next(fresh))
        after = apply(counting.GAME, s, event)
        steps.append((s, event, after))
        s = after
    return steps


def hidden(s: counting.Counting, seats: frozenset[int]) -> list[str]:
    """The numbers that are secrets of others."""
    if None not in s.named:
        return []
    return [str(number) for seat, number in enumerate(s.named) if number is not None and seat not in seats]


@SLOW
@given(data=st.data())
def test_what_a_phone_is_made_of_holds_no_trace_of_anothers_secret(data: st.DataObject) -> None:
    """For each seat, for a phone in the middle and for who only looks on, after every event of random play."""
    kept = 0
    for _, _, s in walk(Drawn(data), data.draw(st.integers(5, 40))):
        for seats in (frozenset[int](), *(frozenset((seat,)) for seat in range(3)), frozenset((0, 2))):
            sent = shown(s, seats)
            for secret in hidden(s, seats):
                kept += 1
                assert secret not in sent
            mine = [str(s.named[seat]) for seat in seats if s.named and s.named[seat] is not None]
            assert all(number in sent for number in mine)


def test_random_play_does_keep_secrets() -> None:
    """The law above is about something: many states hold secrets, of one and of two seats."""
    found = [len(hidden(s, frozenset())) for seed in range(10) for _, _, s in walk(Seeded(seed), 40)]
    assert found.count(1) > 5
    assert found.count(2) > 5


@SLOW
@given(data=st.data())
def test_nothing_shown_depends_on_anothers_secret(data: st.DataObject) -> None:
    """Whatever Beto and Cira have named so far, Ana sees the same, also after what happens meanwhile."""
    one = other = secretly()
    for seat in data.draw(st.lists(st.sampled_from((1, 2)), unique=True)):
        numbers = data.draw(st.tuples(st.integers(0, 9999), st.integers(0, 9999)))
        one, other = (
            apply(counting.GAME, s, counting.Named(seat, n)) for s, n in zip((one, other), numbers, strict=True)
        )
    assert shown(one, frozenset((0,))) == shown(other, frozenset((0,)))
    told = [written(counting.GAME, s, entry(counting.Named(0, 3)), s).veil for s in (one, other)]
    assert told[0] == told[1]


def entry(event: Event) -> Entry:
    return Entry(1, 0.0, "Ana", 1, None, event)


@SLOW
@given(data=st.data())
def test_the_log_is_veiled_for_all_others(data: st.DataObject) -> None:
    """A line about a secret says whose it is and what others read, with no trace of it; other lines have no veil."""
    for before, event, after in walk(Drawn(data), data.draw(st.integers(1, 30))):
        line = written(counting.GAME, before, entry(event), after)
        secret = isinstance(event, counting.Named) or ("named" in repr(event) and None in before.named)
        assert (line.veil is not None) == secret
        if line.veil is not None:
            assert all(number not in repr(line.veil) for number in hidden(after, frozenset()))
        if isinstance(event, counting.Named):
            assert isinstance(line.veil, Veil)
            assert line.veil.seat == event.seat
            assert str(event.number) in repr(line.text)
            assert str(event.number) not in repr(line.veil)


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.key)
@SLOW
@given(data=st.data())
def test_what_is_concealed_changes_no_question(game: Game[Any], data: st.DataObject) -> None:
    """In every game: it is the same question with the same answers, blanked once and for all; all see everything."""
    chance = Drawn(data)
    s = secretly() if game is counting.GAME else sit_down(chance, game)
    for _ in range(data.draw(st.integers(0, 30))):
        s = apply(game, s, move(chance, game, s))
    everybody = frozenset(range(len(s.seats)))
    assert game.conceal(s, everybody) == s
    for seat in everybody:
        seen = game.conceal(s, frozenset((seat,)))
        assert game.conceal(seen, frozenset((seat,))) == seen
        assert game.conceal(game.conceal(s, frozenset()), everybody) == game.conceal(s, frozenset())
        assert (prompt(seen), prompt_id(seen)) == (prompt(s), prompt_id(s))


def test_secrets_are_named_in_any_order_and_shown_when_all_have() -> None:
    """One question, whose number stays; nobody names twice; the highest alone has a point."""
    s = secretly()
    number = prompt_id(s)
    for seat, secret in ((2, 30), (0, 10)):
        s = apply(counting.GAME, s, counting.Named(seat, secret))
        asked = prompt(s)
        assert asked is not None
        assert prompt_id(s) == number
        assert seat not in asked.seats
        with pytest.raises(Refused):
            apply(counting.GAME, s, counting.Named(seat, 7))
        assert s.notes == ()
    s = apply(counting.GAME, s, counting.Named(1, 20))
    assert prompt_id(s) != number
    assert [dict(note.text.args).get("n") for note in s.notes] == [10, 20, 30, 1]
    assert counting.GAME.conceal(s, frozenset()) == s
    assert s.totals == (0, 0, 1)
