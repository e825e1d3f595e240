"""What the screen promises happens: the sentence under each answer, read in Spanish."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.match import preview_text
from rules.engine import Text
from rules.engine.record import replace
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.events import Bought
from rules.four_souls.model.state import set_player
from rules.registry import GAMES
from tests.support.games.boss_monster import plain
from tests.support.games.boss_monster import table as boss_monster
from tests.support.games.four_souls import FourSoulsTable, table
from tests.support.games.king_of_tokyo import three
from tests.support.games.table import GameTable
from tests.support.happenings import SPANISH
from tests.support.promise_grammar import Promise, UnreadableError, parse
from tests.support.promises import (
    Offer,
    broken_promises,
    offers,
    walk_promises,
)
from tests.support.random_play import Seeded

pytestmark = pytest.mark.landing

WALKS = {"four_souls": 2, "king_of_tokyo": 2, "boss_monster": 3, "malifaux": 6, "darkmoor": 4}
"""Random matches of each game."""
MOVES = 55
"""Moves of each match."""


@pytest.mark.parametrize("key", WALKS)
def test_what_the_screen_promises_happens(key: str) -> None:
    """Numbers, deaths, wins and who is next are as the sentence says, and none is hidden.

    Deaths and wins come first.
    """
    walks = [walk_promises(GAMES[key], seed, MOVES) for seed in range(WALKS[key])]
    checked = [one for walk in walks for one in walk]
    read = sum((one.read for one in checked), Counter[str]())
    assert read["answers"] > WALKS[key] * MOVES // 2
    assert read["numbers"] > WALKS[key]
    assert [str(broken) for one in checked for broken in one.broken] == []


# --- the sentences -----------------------------------------------------------------------------------------------


def sentence(t: GameTable[Any], label: str) -> str:
    """The sentence under the button of that name, whose promises must hold."""
    assert [str(one) for one in broken_promises(t.game, t.s, Seeded(0))] == []
    found: list[Offer] = [offer for offer in offers(t.game, t.s, Seeded(0)) if offer.label == label]
    return found[0].sentence


def facing(*monsters: str, life: int = 2, **rulings: str) -> FourSoulsTable:
    """Ana with that much life attacks the first of the monsters."""
    cards = monsters or ("fly", "clotty")
    t = table(monsters=(cards[0], cards[1] if cards[1:] else "clotty"), **rulings)
    return t.by_hand("Ana", "life", life - 2).attacks(cards[0])


@pytest.mark.rule("FS-71", "FS-82")
def test_the_death_that_a_miss_brings_comes_first() -> None:
    """FS L213: "Un jugador muere cuando su vida se reduce a 0": told first when Ana misses."""
    t = facing("clotty", life=1).rolls(1)
    said = sentence(t, "Nadie responde")
    assert said.startswith("Ana muere si nadie responde · Se resuelve: tirada de 1; en ese caso: Ana: ")
    assert said.endswith("sigue Beto")


@pytest.mark.rule("FS-71", "FS-82")
def test_a_death_without_a_stop_comes_first_and_then_who_is_next() -> None:
    """FS L213: without a stop at deaths the next turn follows, and does not hide the death."""
    t = facing("clotty", life=1, stop__death="off").rolls(1)
    said = sentence(t, "Nadie responde")
    assert said.startswith("Ana muere · Se resuelve: tirada de 1; ")
    assert "sigue Beto; Beto: cartas de botín +1" in said


@pytest.mark.rule("FS-71", "FS-73")
def test_the_stack_card_adds_what_the_roll_adds() -> None:
    """Horf adds 1 to its damage on a roll of 2, Leaper doubles it on a 1: the card says 2, as dealt."""
    t = facing("horf").rolls(2)
    assert SPANISH(t.asked.stake or "") == "Falla: 2 de daño a Ana"
    assert SPANISH(t.view.stack[0].does) == "Falla: 2 de daño a Ana"
    assert broken_promises(t.game, t.s, Seeded(0)) == []
    t.nobody()
    assert t.notes
    assert t.player("Ana").life == 0
    doubled = facing("leaper").rolls(1)
    assert SPANISH(doubled.asked.stake or "") == "Falla: 2 de daño a Ana"


@pytest.mark.rule("FS-34")
def test_the_stack_card_says_what_a_shield_prevents() -> None:
    """A shield of one is in the text of the blow that it softens."""
    t = facing("horf").rolls(2)
    t.s = set_player(t.s, 0, shield=1)
    assert SPANISH(t.asked.stake or "") == "Falla: 2 de daño a Ana, y se evita 1"
    assert broken_promises(t.game, t.s, Seeded(0)) == []


@pytest.mark.rule("FS-103")
def test_the_stack_card_says_that_a_condition_has_gone() -> None:
    """The Chaos Card, destroyed in response, does nothing: its card on the stack no longer says "mata a Mosca"."""
    t = table().names("Ana", "Chaos Card")
    card = Target("owned", t.item("Ana", "chaos-card").id)
    t.uses("Ana", "chaos-card", Effect("destroy", card), t.to("fly", "kill"))
    assert "mata a" in SPANISH(t.asked.stake or "")
    t.plays("Beto", Effect("destroy", card), kind="activated").nobody()
    assert SPANISH(t.asked.stake or "") == "Nada: su condición ya no se cumple"
    assert broken_promises(t.game, t.s, Seeded(0)) == []


@pytest.mark.rule("FS-66")
def test_the_stack_card_says_that_the_treasure_has_gone() -> None:
    """FS L278: a purchase whose target has left is not made, and its card on the stack says so."""
    t = table().settles_on("follow.shop", "on").by_hand("Ana", "cents", 10)
    t.s = replace(t.s, shop=("breakfast", "dinner"))
    t.do(Bought("0"))
    assert SPANISH(t.asked.stake or "") == "Ana paga 10¢ y gana un objeto"
    t.s = replace(t.s, shop=("lunch", "dinner"))
    assert SPANISH(t.asked.stake or "") == "Nada: ese tesoro ya no está"
    assert broken_promises(t.game, t.s, Seeded(0)) == []


@pytest.mark.rule("KT-14")
def test_an_elimination_in_tokyo_comes_first() -> None:
    """KT-14: two claws against two hearts: whose last heart it is comes before all numbers."""
    t = three().by_throws().throws("eee1ss").has("Cira", hearts=2)
    assert sentence(t, "Me planto").startswith("Cira muere · ")


@pytest.mark.rule("BM-32")
def test_a_hero_who_dies_comes_before_the_souls() -> None:
    """BM L479: "con tanto o más Daño que su Salud, muere": that comes first."""
    t = boss_monster().dungeon(0, plain("f", 4)).dungeon(1, plain("m", 1)).hero(0, "f", 4)
    t.at_phase("adventure")
    said = sentence(t, "Nadie responde")
    assert said.startswith("Guerrero 4 muere · en habitación de 4 (Guerrero); Ana: almas +1")


# --- the net can fail --------------------------------------------------------------------------------------------


def found_broken() -> Iterator[str]:
    """What the net finds in a few matches."""
    for key, seed in (("four_souls", 2), ("king_of_tokyo", 1), ("four_souls", 1)):
        yield from (str(broken) for one in walk_promises(GAMES[key], seed, MOVES) for broken in one.broken)


def _more(by: int) -> str:
    return f"+{by + 1}" if by >= 0 else f"−{1 - by}"


def _last(news: Text | None, rest: Text | None) -> Text | None:
    return preview_text.join_texts(rest, news) if news and rest else news or rest


FAULTS: dict[str, tuple[str, Callable[..., Any], str]] = {
    "a number is off by one": ("format_signed", _more, "moves"),
    "deaths and wins are hidden": ("describe_news", lambda *_, **__: None, "hides the death of"),
    "numbers are hidden": ("describe_numbers", lambda *_, **__: None, "hides ("),
    "news come last": ("head_with", lambda news, rest: _last(news, rest), "unreadable"),
    "what needs silence is certain": ("_if_silent", lambda text, _: text, "said twice, or never"),
}
"""Faults of the sentence: the function, what it does wrong, and what the net says of it."""


@pytest.mark.parametrize("fault", FAULTS)
def test_a_false_sentence_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each kind of falsehood in the making of the sentence is found by the net."""
    name, wrong, says = FAULTS[fault]
    monkeypatch.setattr(preview_text, name, wrong)
    assert any(says in one for one in found_broken())


def test_a_sentence_that_the_grammar_does_not_read_is_a_fault() -> None:
    """Unknown words, and news behind the rest, are refused."""
    again = "Horf muere si nadie responde · si nadie responde: Beto: ¢ +1"  # the condition is said once
    for text in ("Algo pasa", "Ana: vida -1", "Se gira; Ana muere", "Ana: vida −1 · Gana Ana", again):
        with pytest.raises(UnreadableError):
            parse(text)


def test_the_grammar_reads_what_the_screen_says() -> None:
    """Wins, deaths, numbers, turns, and what comes only if nobody responds, each in its place."""
    said = parse(
        "Gana Ana; Beto, Horf mueren si nadie responde · Se gira; Ana: vida −1, ¢ +2; sigue Beto; "
        "en ese caso: Beto: ¢ +1"
    )
    assert said.wins == {True: "Gana Ana"}
    assert said.deaths[False] == {"Beto": 1, "Horf": 1}
    assert said.numbers[True] == [(None, {("Ana", "vida"): -1, ("Ana", "¢"): 2}), ("Beto", {})]
    assert said.numbers[False] == [(None, {("Beto", "¢"): 1})]
    assert said.next_player(True) == "Beto"
    assert Promise().next_player(True) is None
