"""Overrides work in every game: numbers and facts set by hand, going to a step, changing a ruling."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from rules.engine import Adjusted, FactSet, Game, Refused, Ruled, WentTo, apply, describe, examples, start
from rules.registry import GAMES
from tests.support.games.table import english
from tests.support.random_play import Seeded
from tests.support.walks import walk

NAMES = ("Ana", "Beto", "Cira")
EVERY = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def seated(game: Game[Any], *rulings: tuple[str, str]) -> Any:
    return start(game, NAMES[: max(2, game.player_counts.start)], rulings)


def positions(game: Game[Any]) -> Iterator[Any]:
    """The first question, the same with numbers only, and moments of a match that is played at random."""
    yield seated(game)
    yield seated(game, ("depth", "numbers"))
    yield from islice((after for _, _, after in walk(game, Seeded(3))), 10, None, 20)


def refusal(game: Game[Any], s: Any, event: Any) -> str:
    """The rule that forbids the event."""
    with pytest.raises(Refused) as refused:
        apply(game, s, event)
    return refused.value.rule


@EVERY
@pytest.mark.rule("X-06")
def test_any_number_goes_anywhere_from_0_to_999(game: Game[Any]) -> None:
    """X-06: every tracker can be set by hand to any value from 0 to 999.

    The note gives the value before and after; a value outside the bounds is refused.
    """
    for s in positions(game):
        for tracker in game.trackers(s):
            after = apply(game, s, Adjusted(tracker.key, 999 - tracker.value))
            last = next(note for note in after.notes if note.change and note.change.key == tracker.key)
            assert last.rule == "X-06"
            assert (last.change.before, last.change.after) == (tracker.value, 999)
            for by in (1000 - tracker.value, -tracker.value - 1):
                assert refusal(game, s, Adjusted(tracker.key, by)) == "X-06"


@EVERY
@pytest.mark.parametrize(
    "key",
    [
        *("", "seat", "seat.9.souls", "seat.-1.points", "seat.0.nothing", "nobody.0.life", "x.y"),
        *("minion.99.vp", "place.8.vp", "hero.99.taken", "room.99.damage", "model.99.wounds", "held.99.counters"),
    ],
)
def test_a_number_or_a_fact_that_is_not_there_is_refused(game: Game[Any], key: str) -> None:
    """X-06: an adjustment of an unknown tracker key is refused, and so is an unknown fact."""
    assert refusal(game, seated(game), Adjusted(key, 1)) == "X-06"
    assert refusal(game, seated(game), FactSet(key, 1)) == "X-06"


@EVERY
@pytest.mark.rule("X-06")
def test_every_fact_is_accepted_noted_and_told_whatever_is_asked(game: Game[Any]) -> None:
    """X-06: each value of each fact is accepted at any question, with its why and a line in the log.

    A value that it cannot have is refused.
    """
    for s in positions(game):
        for fact in game.facts(s):
            for event in examples(fact.template):
                assert any(note.rule == "X-06" for note in apply(game, s, event).notes), event
                assert english(describe(game, s, event)).startswith("By hand: "), event
            if isinstance(fact.template.value, FactSet):
                assert {refusal(game, s, FactSet(fact.key, value)) for value in (-99, "\n")} == {"X-06"}, fact.key


@EVERY
@pytest.mark.rule("X-06")
def test_the_table_may_be_at_any_step(game: Game[Any]) -> None:
    """X-06: every position in the menu can be gone to from the first prompt.

    The note and the log line name the step; an unknown rule id is refused.
    """
    s = seated(game)
    for place in game.positions:
        event = WentTo(place.rule)
        after = apply(game, s, event)
        assert any(note.rule == "X-06" and dict(note.text.args).get("step") == place.label for note in after.notes)
        assert dict(describe(game, s, event).args)["step"] == place.label
    assert refusal(game, s, WentTo("X-00")) == "X-06"


@EVERY
@pytest.mark.rule("X-09")
def test_a_setting_is_told_by_its_name_and_has_no_other_choices(game: Game[Any]) -> None:
    """X-09: the log line of a ruling names the switch and the choice; a choice that is not listed is refused."""
    s = seated(game)
    assert refusal(game, s, Ruled("no switch", "on")) == "X-09"
    for switch in game.switches:
        for choice, label in switch.choices:
            event = Ruled(switch.key, choice)
            said = dict(describe(game, s, event).args)
            assert (said["what"], said["choice"]) == (switch.title, label)
        assert refusal(game, s, Ruled(switch.key, "anything")) == "X-09"
