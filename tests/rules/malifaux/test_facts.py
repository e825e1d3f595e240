"""X-06: what is no number is set by hand too: models, conditions, cards, the First Player, agreements."""

from __future__ import annotations

import pytest

from rules.engine import FactSet, describe
from rules.malifaux.game import GAME
from rules.malifaux.model.events import Chose, PutAway, Recovered, Returned
from tests.support.games.malifaux import MalifauxTable
from tests.support.games.table import english

ANA, BETO = {"Rasputina": 10, "Gamin": 4}, {"Seamus": 11, "Belle": 6}


def acting() -> MalifauxTable:
    """The activation phase of turn 1; Ana is First Player."""
    return MalifauxTable().sets_out((1, 1), (ANA, BETO)).keep().initiative("9", "4")


@pytest.mark.rule("X-06", "MX-13")
def test_whether_a_model_has_acted_is_set_by_hand() -> None:
    """MX L67: a model acts once: what was forgotten, or noted too early, is put right."""
    t = acting().activates("Gamin").done()
    gamin, rasputina = t.model("Gamin").id, t.model("Rasputina").id
    t.sets(f"model.{gamin}.activation", "ready").sets(f"model.{rasputina}.activation", "done")
    assert (t.model("Gamin").is_ready, t.model("Rasputina").is_ready) == (True, False)
    assert ("X-06", "By hand: Ana, activation: not yet → has acted") in list(zip(t.ruled, t.note_texts, strict=True))
    t.conditioned("Gamin", "Reactivate").sets(f"model.{gamin}.activation", "done")
    assert not t.model("Gamin").is_ready


@pytest.mark.rule("X-06")
def test_a_models_name_wounds_and_crew_are_set_by_hand() -> None:
    """MX L65: models belong to a crew; one may change sides, or have been written down by mistake."""
    t = acting()
    gamin, belle = t.model("Gamin").id, t.model("Belle").id
    t.sets(f"model.{gamin}.name", "Ice Gamin").sets(f"model.{gamin}.full", 5).sets(f"model.{gamin}.crew", 1)
    assert [(m.name, m.full) for m in t.player("Beto").crew][-1] == ("Ice Gamin", 5)
    t.sets(f"model.{belle}.crew", -1)
    assert [m.name for player in t.s.players for m in player.crew] == ["Rasputina", "Seamus", "Ice Gamin"]


@pytest.mark.rule("X-06", "MX-16")
def test_a_condition_is_corrected_by_hand() -> None:
    """MX L80: an effect ends by its duration, which is put right where it was written down wrongly."""
    t = acting().conditioned("Belle", "Burning", 1)
    (burning,) = t.model("Belle").conditions
    key = f"model.{t.model('Belle').id}.condition.{burning.id}"
    t.sets(f"{key}.turns", 3).sets(f"{key}.name", "Poison").sets(f"{key}.acts", "yes")
    (poison,) = t.model("Belle").conditions
    assert (poison.name, poison.turns, poison.acts) == ("Poison", 3, True)


@pytest.mark.rule("X-06", "MX-11")
def test_the_first_player_and_what_was_agreed_are_set_by_hand() -> None:
    """MX L60, L90: who is First Player this turn, and the agreed last turn, follow the table."""
    t = acting().sets("table.first", 1).sets("table.turns", 1).sets("table.strategy", "Turf War")
    assert (t.s.order, t.s.limits.turns, t.s.limits.strategy) == ((1, 0), 1, "Turf War")
    assert t.all_activated().no_more_points().asked.rule == "MX-20"


@pytest.mark.rule("X-06", "MX-09")
def test_a_flip_is_corrected_by_hand() -> None:
    """MX L52: the cards are compared as they lie: a flip that was entered wrongly decides otherwise."""
    t = MalifauxTable().sets_out((1, 0)).keep().flip("9", "4")
    assert t.asked.rule == "MX-10"
    t.sets("seat.0.flip", "2").keep()
    assert t.who == "Beto"
    assert t.do(Chose(True)).s.order == (1, 0)


@pytest.mark.rule("X-06")
def test_schemes_are_set_by_hand_and_stay_secret() -> None:
    """MX L86: schemes score at the end: whoever wrote another one changes it, and nobody else reads it."""
    t = acting()
    event = FactSet("seat.0.schemes", "Assassinate")
    redaction = GAME.redact(t.s, event)
    assert (redaction is not None and redaction.seat) == 0
    texts = [english(describe(GAME, t.s, event))]
    t.do(event)
    assert t.player("Ana").schemes == "Assassinate"
    assert not any("Assassinate" in text for text in (*texts, *t.note_texts))
    assert not any("Assassinate" in str(fact) for fact in GAME.facts(t.s))


@pytest.mark.rule("X-06", "MX-02")
def test_cards_of_a_virtual_deck_are_put_right_by_hand() -> None:
    """MX L27: hand, discards and deck: a card that lies elsewhere at the table is moved there."""
    t = MalifauxTable("Ana", "Beto", deck="virtual").sets_out().deals()
    first, second, *_ = t.player("Ana").hand
    t.do(PutAway(0, (first, second)))
    assert t.player("Ana").discard[-2:] == (first, second)
    assert t.ruled == ["X-06"]
    assert first in t.do(Recovered(0, (first,))).player("Ana").hand
    assert second in t.do(Returned(0, (second,))).player("Ana").undrawn_cards
