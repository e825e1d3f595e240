"""What the questions and notes say, in the words of the table: the Spanish of the play test's list."""

from __future__ import annotations

import pytest

from companion.i18n import translator
from rules.engine import describe
from rules.malifaux.game import GAME
from rules.malifaux.model.events import Discarded, Finished, Kept, PhaseOver, PointsDone, Spent
from tests.support.games.malifaux import MalifauxTable, table

ES = translator("es")
CREWS = ({"Rasputina": 12, "Wendigo": 6}, {"Seamus": 11})


def said(t: MalifauxTable) -> tuple[str, str]:
    """The question and what stands below it."""
    return ES(t.asked.title), "" if t.asked.stake is None else ES(t.asked.stake)


def answers(t: MalifauxTable) -> list[tuple[str, str]]:
    """The answers with their consequences."""
    return [(ES(one.label), "" if one.consequence is None else ES(one.consequence)) for one in t.asked.choices]


@pytest.mark.rule("MX-09")
def test_while_one_flips_the_card_of_the_other_is_shown() -> None:
    """MX L52: both flip at the same time; what lies there and what is missing stands below the question."""
    t = MalifauxTable().sets_out(crews=CREWS)
    assert said(t) == ("Volteáis a la vez: ¿qué carta voltea Ana?", "")
    assert said(t.flip("7")) == ("Volteáis a la vez: ¿qué carta voltea Beto?", "Ana: un 7, Beto: ?")


@pytest.mark.rule("MX-09")
def test_a_tie_says_at_what_and_shows_no_old_card() -> None:
    """MX L52: level cards are flipped again by both, so that none of them counts; with three the third card does."""
    t = MalifauxTable("Ana", "Beto", "Cira").sets_out(crews=CREWS).flip("7", "7", "3")
    assert [ES(note.text) for note in t.notes] == ["Empate a 7: voltead otra vez"]
    assert said(t) == ("Volteáis a la vez: ¿qué carta voltea Ana?", "Ana: ?, Beto: ?, Cira: un 3")
    assert said(t.flip("9"))[1] == "Ana: un 9, Beto: ?, Cira: un 3"


@pytest.mark.rule("MX-10")
def test_whoever_flips_for_a_soulstone_flips_alone() -> None:
    """MX L56: the other card is the one to beat; nobody flips at the same time."""
    t = MalifauxTable().sets_out((0, 2), CREWS).keep().flip("9", "4")
    assert ("Beto gasta 1 (queda 1)", "una carta nueva") in answers(t)
    assert said(t.spends("Beto")) == ("Beto voltea otra vez", "Ana: un 9")
    [first, other, level] = GAME.odds(t.s)
    assert (first.seat, other.seat, level.seat) == (0, 1, None)
    assert first.chance > other.chance > 0


@pytest.mark.rule("MX-05")
def test_a_soulstone_says_what_is_left_and_what_it_brings() -> None:
    """MX L37: one soulstone, two cards more."""
    t = MalifauxTable().sets_out((4, 0), CREWS)
    assert answers(t)[1] == ("Ana gasta 1 (quedan 3)", "2 cartas más")


@pytest.mark.rule("MX-03", "MX-05", "MX-A3")
def test_what_was_declined_is_named() -> None:
    """The undo said "Nuria, Hugo: sin gastar ni descartar"."""
    t = MalifauxTable().sets_out((1, 1), CREWS)
    assert ES(describe(GAME, t.s, Kept((0, 1)))) == "Nadie gasta piedra"
    assert ES(describe(GAME, t.s, Kept((0,)))) == "Ana no gasta piedra"
    t = MalifauxTable(deck="virtual").sets_out(crews=CREWS).deals().goes().all_activated().no_more_points()
    assert ES(describe(GAME, t.s, Kept((0, 1)))) == "Nadie descarta"
    assert ES(describe(GAME, t.s, Kept((1,)))) == "Beto no descarta"
    assert t.do(Discarded(0, t.player("Ana").hand[:1])).asks == "Does anybody discard cards?"
    t = table(MX_A3="yes").turns(5).no_more_points().flip("9")
    assert ES(describe(GAME, t.s, Kept((0,)))) == "El volteo se queda"


@pytest.mark.rule("MX-15")
def test_the_end_of_the_phase_is_not_called_everybodys_activation() -> None:
    """The undo said "Todo el mundo ha activado" beside "3 miniaturas no han actuado"."""
    t = MalifauxTable().sets_out(crews=CREWS).initiative("9", "4")
    assert ES(describe(GAME, t.s, PhaseOver())) == "Acaba la fase de activación"
    assert ES(describe(GAME, table().initiative("9", "4").s, PhaseOver())) == "Todo el mundo ha activado"


@pytest.mark.rule("MX-12")
def test_the_buttons_of_the_next_models_say_that_they_come_next() -> None:
    """The button "Rasputina — Acaba la activación" read as a target."""
    t = MalifauxTable().sets_out(crews=CREWS).initiative("4", "9").activates("Seamus")
    assert answers(t) == [
        ("Seamus ha terminado", ""),
        ("Después, Rasputina", ""),
        ("Después, Wendigo", ""),
    ]
    assert isinstance(t.asked.choices[0].event, Finished)


@pytest.mark.rule("MX-18", "MX-19")
@pytest.mark.parametrize(
    ("turn", "agreed", "then"),
    [(4, 0, ""), (5, 0, "después, el volteo final"), (6, 0, "después, el volteo final"), (5, 5, "")],
)
def test_the_last_points_say_that_a_flip_follows(turn: int, agreed: int, then: str) -> None:
    """MX L88-90: from turn 5 on, unless that was agreed to be the last; another turn is the lookahead's to tell."""
    t = MalifauxTable().sets_out(turns=agreed)
    while t.s.turn < turn:
        t.turns(t.s.turn).no_more_points()
        if t.asked.rule == "MX-19":
            t.flip("13")
    t.turns(turn)
    done = next(one for one in t.asked.choices if isinstance(one.event, PointsDone))
    assert (ES(done.label), done.consequence and ES(done.consequence)) == ("Nada más", then or None)


@pytest.mark.rule("MX-A3")
def test_the_switch_of_the_final_flip_asks_a_question() -> None:
    """Its label was a sentence about what the rules do not say."""
    [switch] = [one for one in GAME.switches if one.key == "MX-A3"]
    assert ES(switch.title) == "¿Se puede cambiar el volteo final?"


@pytest.mark.rule("MX-07")
def test_whoever_spent_a_soulstone_discards_down() -> None:
    """MX L39: two more cards are two too many; nobody was told."""
    t = MalifauxTable().sets_out((1, 1), CREWS).do(Spent(0)).keep()
    told = {ES(note.text): (note.seat, note.task and ES(note.task)) for note in t.notes}
    assert told["Ana descarta hasta tener 6 cartas"] == (0, "descarta hasta tener 6 cartas")
    assert not any("Beto" in text for text in told)
