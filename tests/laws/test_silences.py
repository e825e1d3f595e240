"""Laws of the silences, over random play of every game: what is said for somebody who does not want to be asked."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.automatic import automatic_answer, automatic_switch, passing_choice
from rules.engine import Game, Ruled, Seats, State, apply, is_silenced, player_views, prompt
from rules.engine.switch import ASKED, NOT_ASKED, parse_silence, silence_switch, silences
from rules.registry import GAMES
from tests.support.examples import law_settings
from tests.support.random_play import Drawn, move, sit_down

pytestmark = pytest.mark.landing

SLOW = law_settings(12)


@pytest.mark.parametrize("key", list(GAMES))
@SLOW
@given(data=st.data())
def test_a_silence_answers_for_nobody_else_and_kills_nobody(key: str, data: st.DataObject) -> None:
    """The app passes for those alone who said so about this, never into their death, and asks again once revoked."""
    chance: Any = Drawn(data)
    game = GAMES[key]
    s = sit_down(chance, game)
    for _ in range(data.draw(st.integers(20, 60))):
        if s.outcome:
            return
        s = _some_silence(chance, game, s)
        event = automatic_answer(game, s)
        if event is None or parse_silence(automatic_switch(game, s, event)) is None:
            event = move(chance, game, s)
        else:
            _holds(game, s, event)
        s = apply(game, s, event)


def _some_silence(chance: Any, game: Game[Any], s: Any) -> Any:
    """Let somebody who is asked not be asked about it again, now and then."""
    asked = prompt(s)
    if asked is None or not asked.about or chance.number(0, 1):
        return s
    one = chance.choose(asked.about)
    return apply(game, s, Ruled(silence_switch(one.key, one.seat), NOT_ASKED))


def _holds(game: Game[Any], s: Any, event: Any) -> None:
    asked = prompt(s)
    choice = passing_choice(asked)
    assert asked is not None
    assert choice is not None
    assert choice.admits(event)
    hole = choice.template.hole(Seats)
    seats = {one.seat for one in asked.about} if hole is None else set(getattr(event, hole.name))
    assert all(is_silenced(s, one) for one in asked.about if one.seat in seats)
    assert seats <= {one.seat for one in asked.about}
    after = apply(game, s, event)
    assert not (seats & (_dead(game, after) - _dead(game, s)))
    assert after.outcome is None or seats <= set(after.outcome.winners)
    assert prompt(_revoked(game, s)) == asked
    assert automatic_answer(game, _revoked(game, s)) == game.auto_answer(s)


def _revoked(game: Game[Any], s: Any) -> Any:
    for key, seat in silences(s.rulings):
        s = apply(game, s, Ruled(silence_switch(key, seat), ASKED))
    assert silences(s.rulings) == ()
    return s


def _dead(game: Game[Any], s: State) -> set[int]:
    return {player.seat for player in player_views(game.view(s)) if player.dead}


@pytest.mark.parametrize("key", list(GAMES))
@SLOW
@given(data=st.data())
def test_whatever_somebody_is_asked_about_has_a_name_and_can_be_declined(key: str, data: st.DataObject) -> None:
    """Each subject of a question is a setting with a name; without a choice that passes there is none."""
    chance: Any = Drawn(data)
    game = GAMES[key]
    s = sit_down(chance, game)
    for _ in range(data.draw(st.integers(20, 60))):
        asked = prompt(s)
        for one in asked.about if asked else ():
            assert passing_choice(asked) is not None
            found = game.find_switch(silence_switch(one.key, one.seat))
            assert found is not None
            assert game.subject_name(one.key)
        if s.outcome:
            return
        s = apply(game, s, move(chance, game, s))


@pytest.mark.parametrize("key", list(GAMES))
@SLOW
@given(data=st.data())
def test_who_may_do_something_is_one_of_those_whom_the_question_is_about(key: str, data: st.DataObject) -> None:
    """Where silences pass for all, nobody's choice is left out: each is of somebody who would have to be silent."""
    chance: Any = Drawn(data)
    game = GAMES[key]
    s = sit_down(chance, game)
    for _ in range(data.draw(st.integers(20, 60))):
        asked = prompt(s)
        passing = passing_choice(asked)
        if asked is not None and asked.about and passing is not None and passing.template.hole(Seats) is None:
            about = {one.seat for one in asked.about}
            for choice in asked.choices:
                seats = set(asked.seats) if choice.seat is None else {choice.seat}
                assert choice == passing or seats & about
        if s.outcome:
            return
        s = apply(game, s, move(chance, game, s))
