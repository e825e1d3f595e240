"""What King of Tokyo says, in both languages, as people at a table would say it."""

from __future__ import annotations

import pytest

from companion.i18n import translator
from rules.engine import Rolled, describe
from rules.king_of_tokyo.game import GAME
from rules.king_of_tokyo.model.events import Began, CountedSmashes
from tests.support.games.king_of_tokyo import KingOfTokyoTable, faces, three
from tests.support.games.king_of_tokyo_cards import CardTable

ES, EN = translator("es"), translator("en")
NAMES = ("Ana", "Beto", "Caro")


def said(t: KingOfTokyoTable) -> list[str]:
    """The notes of the latest answer in Spanish."""
    return [ES(note.text) for note in t.notes]


def rolling() -> KingOfTokyoTable:
    """Everybody rolls for the start."""
    return KingOfTokyoTable(*NAMES, begins=None).do(Began(-1))


@pytest.mark.rule("KT-16")
def test_a_tie_for_the_start_is_told() -> None:
    """KT-A2: those tied throw again, and the line says who and why."""
    t = rolling().do(CountedSmashes(2)).do(CountedSmashes(1)).do(CountedSmashes(2))
    assert said(t) == ["Empate a 2: vuelven a tirar Ana y Caro"]
    assert EN(t.notes[0].text) == "A tie at 2: Ana and Caro roll again"
    assert said(t.do(CountedSmashes(1)).do(CountedSmashes(3)))[0] == "empieza Caro"


@pytest.mark.rule("KT-16")
def test_the_log_says_whose_claws_they_are() -> None:
    """Each throw for the start has its player in the log, by number or by dice."""
    t = rolling()
    assert ES(describe(GAME, t.s, CountedSmashes(2))) == "Ana: 2 garras"
    t.do(CountedSmashes(2))
    assert ES(describe(GAME, t.s, Rolled(faces("11223s")))) == "Beto: 1 garra"


@pytest.mark.rule("KT-07", "KT-11")
@pytest.mark.parametrize(
    ("hands", "roll", "line"),
    [
        ((), "333heh", "A: +3 puntos (8) por tres 3"),
        ((), "1111he", "A: +2 puntos (7) por cuatro 1"),
        ((), "11223e", "A: +1 energía (1) por 1 dado de energía"),
        ((), "11223s", "A golpea a C: 1"),
        (("nova_breath",), "11223s", "A golpea a B y a C: 1"),
        (("spiked_tail nova_breath",), "11223s", "A golpea a B y a C: 2 (1 garra + 1 de Cola con púas)"),
        (("", "", "devil"), "11223s", "C: −1 corazón (7)"),
        (("", "", "armor_plating"), "11223s", "C no pierde corazones gracias a Blindaje"),
    ],
)
def test_what_happens_is_said_as_people_say_it(hands: tuple[str, ...], roll: str, line: str) -> None:
    """Who, what and by what, without the arithmetic of the dice."""
    assert line in said(CardTable(*(hands or ("",))).throws(roll))


@pytest.mark.rule("KT-03")
def test_the_roll_is_asked_for_with_its_throws() -> None:
    """The question says who rolls, and how many times at most."""
    t = three()
    assert t.asked.stake is not None
    assert (ES(t.asked.title), ES(t.asked.stake)) == ("Tira Ana. ¿Qué ha quedado?", "hasta 3 tiradas")
    kept = CardTable("herd_culler").throws("112233").asked.choices[0]
    assert ES(kept.label) == "Me quedo con estos dados"


@pytest.mark.rule("KT-41", "KT-22")
def test_the_answers_say_what_they_do() -> None:
    """A cultist is spent, and a card may be paid without a name."""
    t = CardTable("", variant__cultists="on").has("A", cultists=1, energy=5).throws("112233")
    assert "Gastar un cultista" in [ES(choice.label) for choice in t.remarks]
    assert "Pagar sin decir cuál" in [ES(choice.label) for choice in t.asked.choices]
