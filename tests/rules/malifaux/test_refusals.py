"""Each refusal of Malifaux names the rule that is its reason."""

from __future__ import annotations

import pytest

from rules.engine import Event
from rules.malifaux.model.events import (
    Activated,
    Agreed,
    Cheated,
    Chose,
    Conditioned,
    Deployed,
    Discarded,
    Drew,
    Ended,
    Finished,
    Flipped,
    Joined,
    Judged,
    Kept,
    Lifted,
    Mustered,
    Readied,
    Recovered,
    Scored,
    Spent,
    Stopped,
    Turned,
    TurnOver,
    Valued,
)
from tests.support.games.malifaux import MalifauxTable

ANA, BETO = {"Rasputina": 10, "Gamin": 4}, {"Seamus": 11, "Belle": 6}


def acting() -> MalifauxTable:
    """The activation phase of turn 1; Ana is First Player."""
    return MalifauxTable().sets_out((), (ANA, BETO)).initiative("9", "4")


@pytest.mark.rule("MX-10")
def test_a_second_soulstone_for_a_flip_is_refused_by_the_rule_of_the_initiative() -> None:
    """MX L56: "Cada jugador sólo puede revoltear usando una Piedra de Alma una vez por Fase de Iniciativa"."""
    t = MalifauxTable().sets_out((2, 2)).keep().flip("9", "4")
    assert t.refusal(Spent(0)) == ("MX-10", "The lowest card decides first.")
    t.spends("Beto").flip("5")
    assert t.refusal(Spent(1)) == ("MX-10", "In an initiative phase each player flips again for one soulstone.")
    assert t.refusal(Flipped(1, ("9",))) == ("MX-10", "Only a soulstone or a tie lets a player flip again.")


@pytest.mark.rule("MX-12", "MX-13")
def test_an_activation_is_refused_for_its_own_reason() -> None:
    """MX L67: a model of one's own crew, in one's turn, that has not been activated and is in play."""
    t = acting()
    assert t.refusal(Activated(t.model("Seamus").id)) == ("MX-12", "It is not for Beto to activate a model now.")
    t.activates("Gamin").done().activates("Belle").done()
    assert t.refusal(Activated(t.model("Gamin").id)) == ("MX-13", "Gamin has been activated this turn.")
    t.wounded("Rasputina", 10)
    assert t.refusal(Activated(t.model("Rasputina").id)) == ("MX-12", "Rasputina is out.")
    assert t.refusal(Conditioned(t.model("Rasputina").id, "Slow")) == ("MX-12", "Rasputina is out.")
    assert t.refusal(Readied(t.model("Seamus").id)) == ("MX-13", "Seamus may still be activated.")
    assert MalifauxTable().sets_out((), (ANA, BETO)).refusal(Activated(1))[0] == "MX-12"


@pytest.mark.rule("MX-03", "MX-04", "MX-07")
def test_cards_are_refused_by_the_step_that_they_belong_to() -> None:
    """MX L31, L35, L39: discarding any, drawing up to the maximum, and discarding down are three steps."""
    t = MalifauxTable("Ana", "Beto", deck="virtual").sets_out((1, 0))
    assert t.refusal(Drew(0, ("1r",)))[0] == "MX-04"
    t.deals()
    assert t.refusal(Discarded(0, t.player("Ana").hand[:1])) == ("MX-03", "In turn 1 there is no hand to discard from.")
    t.spends("Ana").deals()
    assert t.refusal(Discarded(0, t.player("Ana").hand[:1]))[0] == "MX-07"


@pytest.mark.parametrize(
    ("event", "rule"),
    [
        (Kept((1,)), "MX-12"),
        (Valued(0, 9), "MX-09"),
        (Finished(), "MX-13"),
        (Chose(True), "MX-11"),
        (Ended(1), "MX-17"),
        (Lifted(1), "MX-17"),
        (Scored(0), "MX-18"),
        (Stopped(), "MX-19"),
        (Judged(0), "MX-A4"),
        (TurnOver(), "MX-01"),
        (Mustered(0), "MX-12"),
        (Deployed(0), "MX-06"),
        (Agreed(), "MX-18"),
        (Joined(0, "", 0), "MX-12"),
        (Turned(0, ("1r",)), "MX-02"),
        (Cheated(0, ("1r",)), "MX-02"),
        (Recovered(0, ("1r",)), "MX-02"),
        (Activated(99), "MX-12"),
    ],
)
def test_what_is_not_asked_is_refused_by_its_rule(event: Event, rule: str) -> None:
    """X-05: in the activation phase each of these is refused by the rule that it belongs to.

    MX L67: "debe elegir y Activar una miniatura": nobody declines an activation.
    """
    assert acting().refusal(event)[0] == rule
