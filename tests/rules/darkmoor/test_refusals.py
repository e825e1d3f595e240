"""Refused answers name the rule that forbids them."""

from rules.darkmoor.model.events import (
    Aimed,
    Began,
    Controlled,
    Declined,
    Felled,
    Fled,
    Headed,
    Lined,
    Located,
    Moved,
    Played,
    PlaysMore,
    TurnedUp,
    UsesAbility,
)
from tests.support.games.darkmoor import hero, location, minion, seated

IMP, RAT = minion("Imp"), minion("Rat")


def test_what_is_done_out_of_turn_names_when_it_is_done() -> None:
    """RD L57-61: each thing has its step of the turn; asked for another, the refusal says which rule it has."""
    t = seated()
    for event, rule in (
        (TurnedUp((hero(),)), "RD-26"),
        (Began(1), "RD-07"),
        (Controlled(0), "RD-29"),
        (Located((location("Fen"),)), "RD-03"),
        (PlaysMore(), "RD-15"),
        (UsesAbility(), "RD-15"),
        (Lined(0), "RD-15"),
        (Headed(0), "RD-19"),
        (Declined(), "RD-12"),
    ):
        assert t.refuses(event) == rule, event
    t.plays((0, minion("Huge", peril=6)))
    assert t.step == "reveal"
    assert t.refuses(Played(0, (IMP,))) == "RD-12"
    assert t.refuses(TurnedUp((hero(0),))) == "RD-10"


def test_a_target_that_is_none_names_why() -> None:
    """RD L101: nothing touches who is in a haven; L86: a hero falls on the horde that he attacks."""
    t = seated(2).plays((1, IMP), (1, minion("Big", peril=5))).turns_up(hero(99, name="Sir Next"))
    safe = t.s.places[1].haven[0].id
    t.plays((0, RAT), (0, IMP), (0, minion("Axe", when="played", does="defeat", on="horde")))
    assert t.refusal(Aimed(safe)) == ("RD-24", "A minion in a haven is out of reach of every ability.")
    assert t.refusal(Aimed(t.id_of("Axe"))) == ("RD-15", "The ability does not concern that minion.")
    assert t.refuses(Declined()) == "RD-15"
    assert t.refuses(Felled(safe, False)) == "RD-24"
    assert t.refuses(Fled(safe)) == "RD-24"
    assert t.refuses(Moved(99, 0, -1)) == "X-06"
