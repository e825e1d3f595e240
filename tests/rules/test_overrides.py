"""Overrides work in every game: numbers set by hand, going to a step, changing a ruling."""

from typing import Any

import pytest

from rules.engine import Adjusted, Game, Refused, Ruled, WentTo, apply, describe, start
from rules.registry import GAMES

NAMES = ("Ana", "Beto", "Cira")
EVERY = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def seated(game: Game[Any]) -> Any:
    return start(game, NAMES[: max(2, game.player_counts.start)])


@EVERY
@pytest.mark.rule("X-06")
def test_any_number_goes_anywhere_from_0_to_999(game: Game[Any]) -> None:
    """X-06: every tracker can be set by hand to any value from 0 to 999.

    The note gives the value before and after; a value outside the bounds is refused.
    """
    s = seated(game)
    for tracker in game.trackers(s):
        after = apply(game, s, Adjusted(tracker.key, 999 - tracker.value))
        last = next(note for note in after.notes if note.change and note.change.key == tracker.key)
        assert last.rule == "X-06"
        assert (last.change.before, last.change.after) == (tracker.value, 999)
        for by in (1000 - tracker.value, -tracker.value - 1):
            with pytest.raises(Refused) as refused:
                apply(game, s, Adjusted(tracker.key, by))
            assert refused.value.rule == "X-06"


@EVERY
@pytest.mark.parametrize(
    "key", ["", "seat", "seat.9.souls", "seat.-1.points", "seat.0.nothing", "nobody.0.life", "x.y"]
)
def test_a_number_that_is_not_there_is_refused(game: Game[Any], key: str) -> None:
    """X-06: an adjustment of an unknown tracker key is refused."""
    with pytest.raises(Refused) as refused:
        apply(game, seated(game), Adjusted(key, 1))
    assert refused.value.rule == "X-06"


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
    with pytest.raises(Refused):
        apply(game, s, WentTo("X-00"))


@EVERY
@pytest.mark.rule("X-09")
def test_a_setting_is_told_by_its_name(game: Game[Any]) -> None:
    """X-09: the log line of a ruling names the switch and the choice."""
    s = seated(game)
    for switch in game.switches:
        for choice, label in switch.choices:
            event = Ruled(switch.key, choice)
            said = dict(describe(game, s, event).args)
            assert (said["what"], said["choice"]) == (switch.title, label)
