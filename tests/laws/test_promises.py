"""What the screen promises happens: the sentence under each answer, read in Spanish."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.match import preview_text
from companion.match.follow_up import next_pass
from companion.match.preview_text import counted_text
from rules import lookahead
from rules.boss_monster.model.events import Aimed, AllWalked, Cast, Walked
from rules.engine import Text, at
from rules.engine.record import replace
from rules.four_souls.combat.dice import roll_die
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.events import Bought
from rules.four_souls.model.state import set_monster, set_player
from rules.four_souls.stack.priority import window
from rules.lookahead import Stage, TrackerChange
from rules.registry import GAMES
from tests.support.games.boss_monster import BossMonsterTable, plain
from tests.support.games.boss_monster import table as boss_monster
from tests.support.games.four_souls import FourSoulsTable, table
from tests.support.games.king_of_tokyo import KingOfTokyoTable, three
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

WALKS = {"four_souls": 2, "king_of_tokyo": 2, "boss_monster": 2, "malifaux": 4, "darkmoor": 3}
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
    assert read["numbers"] > WALKS[key] or key == "malifaux"  # whose answers name their numbers in their labels
    assert [str(broken) for one in checked for broken in one.broken] == []


# --- the sentences -----------------------------------------------------------------------------------------------


def sentence(t: GameTable[Any], label: str) -> str:
    """The sentence under the button of that name, whose promises must hold."""
    return offer(t, label).sentence


def offer(t: GameTable[Any], label: str) -> Offer:
    """The answer of that name, where everything that is said under all answers holds."""
    assert [str(one) for one in broken_promises(t.game, t.s, Seeded(0))] == []
    found: list[Offer] = [offer for offer in offers(t.game, t.s, Seeded(0)) if offer.label == label]
    return found[0]


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
    assert said.startswith("Ana muere si nadie responde · en ese caso: Ana ")
    assert said.endswith("sigue Beto")


@pytest.mark.rule("FS-71", "FS-82")
def test_a_death_without_a_stop_comes_first_and_then_who_is_next() -> None:
    """FS L213: without a stop at deaths the next turn follows, and does not hide the death."""
    t = facing("clotty", life=1, stop__death="off").rolls(1)
    said = sentence(t, "Nadie responde")
    assert said.startswith("Ana muere · ")
    assert "sigue Beto; Beto gana 1 carta de botín" in said


@pytest.mark.rule("FS-71")
def test_a_miss_says_what_it_costs() -> None:
    """FS L212: a miss deals the monster's damage: the button has it too, though the card on the stack says so."""
    assert sentence(facing("clotty").rolls(1), "Nadie responde") == "Ana pierde 1 de vida"


@pytest.mark.rule("FS-64")
def test_a_purchase_says_what_it_costs_and_what_it_brings() -> None:
    """FS L177: the 10¢ are paid as the purchase resolves."""
    t = table().by_hand("Ana", "cents", 10)
    assert sentence(t, "Comprar del mazo") == "Si nadie responde: Ana pierde 10¢ y gana 1 objeto"
    assert sentence(t.do(Bought("deck")), "Nadie responde") == "Ana pierde 10¢ y gana 1 objeto"


@pytest.mark.rule("FS-64", "FS-66")
def test_a_purchase_without_the_money_says_how_much_is_missing() -> None:
    """FS L177: with 1¢ of the 10¢ there is no purchase."""
    t = table().by_hand("Ana", "cents", -2)
    assert sentence(t, "Comprar del mazo") == "Te faltan 9¢"
    assert SPANISH(t.do(Bought("deck")).asked.stake or "") == "A Ana le faltan 9¢: no compra"
    assert "A Ana le faltan 9¢: no compra" in [SPANISH(note.text) for note in t.nobody().notes]


@pytest.mark.rule("FS-59")
def test_a_roll_for_a_reward_says_what_it_gives() -> None:
    """Ragman gives as many cents as a roll shows (its card): the roll says +5¢, and not that it counts as 5."""
    t = table()
    t.runs(agenda=(at(roll_die, "cents", 0, 1, ""), at(window, "action"), *t.s.agenda)).rolls(5)
    assert SPANISH(t.asked.stake or "") == "Ana +5¢"
    assert "Ana gana 5¢" in sentence(t, "Nadie responde")


def lust(life: int, **rulings: str) -> FourSoulsTable:
    """Ana with that much life has just hit Lust, which has one life left, with a 5."""
    t = facing("lust", life=life, stop__kill="off", stop__monster_soul="off", **rulings)
    t.s = set_monster(t.s, t.monster("lust").id, life=1)
    return t.rolls(5)


@pytest.mark.rule("FS-31", "FS-36")
def test_a_death_stands_on_the_order_that_brings_it() -> None:
    """Lust deals 1 damage to whoever hits it, and dies of the hit: if that resolves first, Ana dies before."""
    t = lust(life=1).nobody()
    assert t.asks == "Two things happen at once. Which resolves first?"
    assert sentence(t, "Primero: 1 de daño a Ana (Lujuria)").startswith("Ana y Lujuria mueren si nadie responde")
    assert sentence(t, "Primero: la muerte de Lujuria").startswith("Lujuria muere · ")


@pytest.mark.rule("FS-31", "FS-32")
def test_what_kills_is_asked_about_when_its_turn_on_the_stack_comes() -> None:
    """FS L112: the active player gets priority as a triggered effect is on top: nobody dies of it unasked."""
    t = lust(life=1).nobody()
    t.do(t.events[0]).turns_up("clotty")
    assert (t.stack, SPANISH(t.asked.title)) == (["triggered"], "¿Alguien responde a Lujuria?")
    assert sentence(t, "Nadie responde").startswith("Ana muere si nadie responde · ")
    assert t.copy().nobody().stack == ["player_death"]
    assert lust(life=2).nobody().stack == []  # what kills nobody is not asked about


@pytest.mark.rule("FS-31", "FS-32")
def test_a_table_that_wants_no_stop_at_what_goes_off_has_none() -> None:
    """The stop at what goes off by itself, set to off by the table, is off where it kills, too."""
    t = lust(life=1, stop__trigger="off").nobody()
    assert t.do(t.events[0]).turns_up("clotty").stack == ["player_death"]


@pytest.mark.rule("FS-31", "FS-36")
def test_a_death_that_every_order_brings_is_said_before() -> None:
    """Lust lies on Fly, so that no monster is turned up as it dies: Ana dies whichever comes first."""
    t = table(stop__kill="off", stop__monster_soul="off").by_hand("Ana", "life", -1)
    t.attacks_deck().turns_up("lust").places(0)
    t.s = set_monster(t.s, t.monster("lust").id, life=1)
    t.rolls(5)
    assert sentence(t, "Nadie responde").startswith("Ana y Lujuria mueren si nadie responde")
    assert next_pass(t.game, t.s, frozenset()) is None  # hands-free play waits for a tap
    t.nobody()  # either order ends alike, so that none is asked, and the next pass says it again
    assert sentence(t, "Nadie responde").startswith("Ana y Lujuria mueren · ")


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
    assert sentence(t, "Me planto").startswith("Cira queda fuera · ")


@pytest.mark.rule("KT-15", "KT-19", "KT-21")
def test_what_both_answers_share_stands_above_them() -> None:
    """KT L90: with five monsters the Bay is free: whether Ana stays or yields, Beto enters for a point."""
    t = KingOfTokyoTable("Ana", "Beto", "Cira", "Dani", "Eva").turn("sss123").throws("sssshh")
    assert t.asks == "Ana was hit in Tokyo: stay or yield?"
    stays, yields = offer(t, "Quedarse en Tokio"), offer(t, "Ceder Tokio")
    assert stays.shared == yields.shared == "En ambos casos: Beto entra y gana 1 punto; sigue Cira"
    assert (stays.sentence, yields.sentence) == ("Sin curarse; 2 puntos si empieza allí", "")


@pytest.mark.rule("KT-15", "KT-18")
def test_what_only_one_answer_brings_stands_on_it() -> None:
    """KT L90: with three monsters there is no Bay: Ana enters only if Cira yields."""
    t = three().throws("1122ss")
    assert offer(t, "Ceder Tokio").sentence == "Ana entra y gana 1 punto"
    assert "Ana" not in offer(t, "Quedarse en Tokio").sentence


@pytest.mark.rule("KT-26")
def test_a_die_that_becomes_a_one_says_what_its_face_would_have_brought() -> None:
    """Herd Culler: a die becomes a 1; the third 1 brings a point either way, an energy die is lost by it."""
    t = three()
    t.holds("Ana", "herd_culler")
    t.throws("11ehh2")
    label = "Depredador de rebaños: un dado pasa a 1"
    energy, other = offer(t, f"{label} energía"), offer(t, f"{label} 2")
    assert "energía" not in energy.sentence
    assert "1 de energía" in other.sentence
    assert all("1 punto" in f"{one.shared} {one.sentence}" for one in (energy, other))


@pytest.mark.rule("BM-32")
def test_a_hero_who_dies_comes_before_the_souls() -> None:
    """BM L479: "con tanto o más Daño que su Salud, muere": that comes first."""
    t = boss_monster().dungeon(0, plain("f", 4)).dungeon(1, plain("m", 1)).hero(0, "f", 4)
    t.at_phase("adventure")
    said = sentence(t, "Nadie responde")
    assert said.startswith("Guerrero 4 muere en habitación de 4 (Guerrero) · Ana gana 1 alma")


@pytest.mark.rule("BM-30", "BM-32")
def test_all_heroes_say_every_soul_and_wound() -> None:
    """BM L479: "los 3 héroes" walk all three, and every soul and wound of it is told, also of the first one."""
    t = boss_monster(3).dungeon(0, plain("f", 4)).dungeon(1, plain("m", 4))
    t.hero(0, "f", 4).hero(1, "c", 4).hero(1, "m", 8).at_phase("adventure")
    said = sentence(t, "Los 3 héroes: nadie responde")
    assert said.startswith("Clérigo 4 y Guerrero 4 mueren · Bea gana 1 alma y recibe 1 herida; ")
    assert "Ana gana 1 alma" in said
    t.do(next(event for event in t.events if isinstance(event, AllWalked)))
    assert t.points[:2] == [(1, 0), (1, 1)]


@pytest.mark.rule("BM-51")
def test_a_spell_says_where_the_hero_goes() -> None:
    """Fear, on its card: the hero goes back to town; that his damage ends with it goes without saying."""
    t = feared()
    assert sentence(t, "Hace efecto").startswith("Guerrero 4 vuelve a la ciudad; sigue ")


@pytest.mark.rule("BM-32", "BM-51")
def test_a_hero_whom_a_pending_spell_saves_is_not_said_to_die() -> None:
    """The odds are those after what has been declared: Fear takes the hero out of the room that would kill him."""
    t = feared()
    assert not any("muere" in SPANISH(odd.label) for odd in t.game.odds(t.s))
    assert any("muere" in SPANISH(odd.label) for odd in t.game.odds(walking().s))


def walking() -> BossMonsterTable:
    """A fighter with 4 health in the first of two rooms, of 2 damage each, of Ana's."""
    t = boss_monster().dungeon(0, plain("f", 2), plain("m", 2)).dungeon(1, plain("m", 1)).hero(0, "f", 4)
    return t.at_phase("adventure").do(Walked(0))


def feared() -> BossMonsterTable:
    """He has taken 2 damage, and Bea has played Fear on him, which nobody has answered."""
    t = walking()
    return t.do(Cast(1, "fear"), Aimed(t.s.keeps[0].entrance[0].id))


# --- the net can fail --------------------------------------------------------------------------------------------


def found_broken() -> Iterator[str]:
    """What the net finds in a few matches."""
    for key, seed in (("four_souls", 2), ("king_of_tokyo", 1), ("king_of_tokyo", 6)):
        yield from (str(broken) for one in walk_promises(GAMES[key], seed, MOVES) for broken in one.broken)


def _more(change: TrackerChange) -> Text | None:
    return counted_text(dataclasses.replace(change, by=change.by + 1 if change.by > 0 else change.by - 1))


def _last(news: Text | None, rest: Text | None) -> Text | None:
    return preview_text.join_texts(rest, news) if news and rest else news or rest


FAULTS: dict[str, tuple[Any, str, Callable[..., Any], str]] = {
    "a number is off by one": (preview_text, "counted_text", _more, "moves"),
    "deaths and wins are hidden": (preview_text, "_news_text", lambda *_: None, "hides the death of"),
    "numbers are hidden": (preview_text, "_owner_texts", lambda *_: iter(()), "hides ("),
    "what all answers share is dropped": (preview_text, "_shared_text", lambda *_: None, "hides"),
    "news come last": (preview_text, "_news_first", lambda news, rest: _last(news, rest), "unreadable"),
    "what needs silence is certain": (preview_text, "_if_no_response", lambda text, _: text, "said twice, or never"),
    "the look ahead ends at a forced question": (lookahead._Baseline, "_only_answer", lambda *_: None, "hides"),
    "places are hidden": (lookahead, "Stage", lambda *args: Stage(*args[:5]), "hides ["),
}
"""Faults of the sentence: where it is made, the function, what it does wrong, and what the net says of it."""


@pytest.mark.parametrize("fault", FAULTS)
def test_a_false_sentence_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each kind of falsehood in the making of the sentence is found by the net."""
    module, name, wrong, says = FAULTS[fault]
    monkeypatch.setattr(module, name, wrong)
    assert any(says in one for one in found_broken())


def test_a_sentence_that_the_grammar_does_not_read_is_a_fault() -> None:
    """Unknown words, and news behind the rest, are refused."""
    again = "Horf muere si nadie responde · si nadie responde: Beto gana 1¢"  # the condition is said once
    for text in ("Algo pasa", "Ana gana vida", "Se gira; Ana muere", "Ana pierde 1 de vida · Gana Ana", again):
        with pytest.raises(UnreadableError):
            parse(text)


def test_the_grammar_reads_what_the_screen_says() -> None:
    """Wins, deaths, numbers, places, turns, and what comes only if nobody responds, each in its place."""
    said = parse(
        "Gana Ana; Beto y Horf mueren si nadie responde · Se gira; Ana entra y pierde 1 de vida y gana 2¢; sigue Beto; "
        "en ese caso: Beto gana 1¢"
    )
    assert said.wins == {True: "Gana Ana"}
    assert said.deaths[False] == {"Beto": 1, "Horf": 1}
    assert said.places[True] == {"Ana entra": 1}
    assert said.numbers[True] == [(None, {("Ana", "vida"): -1, ("Ana", "¢"): 2}), ("Beto", {})]
    assert said.numbers[False] == [(None, {("Beto", "¢"): 1})]
    assert said.next_player(True) == "Beto"
    assert Promise().next_player(True) is None
