"""Random play for the laws: Hypothesis fills the holes; attacks and deaths come more often than by chance."""

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from rules.engine import (
    Adjusted,
    Choice,
    Dice,
    Event,
    Game,
    Line,
    Many,
    Number,
    Pick,
    Ruled,
    State,
    Template,
    WentTo,
    examples,
    prompt,
)

NAMES = ("Ana", "Beto", "Cira", "Dani")


def values(hole: Any) -> st.SearchStrategy[Any]:
    """Everything that a hole admits, its usual values first."""
    match hole:
        case Number(low=low, high=high, usual=usual):
            return st.just(usual) | st.integers(max(low, -9), min(high, 9))
        case Pick(options=options):
            return st.sampled_from([option.value for option in options])
        case Dice(count=count, sides=sides):
            return st.tuples(*[st.integers(1, sides)] * count)
        case Line(longest=longest):
            return st.sampled_from(["", "Bomba", "Ñ" * longest])
        case Many(of=of, least=least, most=most):
            return st.lists(st.sampled_from(of).flatmap(filled), min_size=least, max_size=min(most, 3)).map(tuple)
    raise TypeError(hole)


def filled(template: Template) -> st.SearchStrategy[Any]:
    """The template's record with its holes filled."""
    return st.fixed_dictionaries({hole.name: values(hole) for hole in template.holes}).map(
        lambda fields: replace(template.value, **fields)
    )


def usual(state: State) -> Event:
    """What most tables answer: the first example of the first usual choice."""
    asked = prompt(state)
    assert asked is not None
    choice = next((c for c in asked.choices if c.role == "usual"), asked.choices[0])
    event: Event = next(examples(choice.does))
    return event


def _weight(choice: Choice) -> int:
    """The usual answers drive the game on; attacks before them; the rest as spice."""
    name = type(choice.event).__name__
    return 12 if name == "Attacked" else {"usual": 6, "leave": 2}.get(choice.role, 1)


@st.composite
def answers(draw: st.DrawFn, state: State) -> Event:
    """An answer to what is asked now."""
    asked = prompt(state)
    assert asked is not None
    weighted = [choice for choice in asked.choices for _ in range(_weight(choice))]
    event: Event = draw(filled(draw(st.sampled_from(weighted)).does))
    return event


@st.composite
def by_hand(draw: st.DrawFn, game: Game[Any], state: State) -> Event:
    """One of the doors that always work: a number, a step, a switch."""
    numbers = [tracker for tracker in game.trackers(state) if tracker.value < 900]
    tracker = draw(st.sampled_from(numbers))
    by = draw(st.sampled_from([-tracker.value, 1, 4]) | st.integers(-tracker.value, 9))
    group = draw(st.sampled_from(sorted({switch.group for switch in game.switches})))
    switch = draw(st.sampled_from([switch for switch in game.switches if switch.group == group]))
    choice = draw(st.sampled_from([key for key, _ in switch.choices]))
    place = draw(st.sampled_from(game.places))
    dying = draw(st.sampled_from([tracker for tracker in numbers if tracker.icon == "life"]))
    numbers_set = [Adjusted(tracker.key, by), Adjusted(tracker.key, by), Adjusted(dying.key, -dying.value)]
    events = [*numbers_set, WentTo(place.rule), Ruled(switch.key, choice), Ruled(switch.key, choice)]
    return draw(st.sampled_from(events))
