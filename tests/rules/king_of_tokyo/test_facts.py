"""X-06: what is no number is set by hand too: places, forms, cards, tiles, curse, tower, shop; numbers and steps."""

from __future__ import annotations

import pytest

from rules.engine import Adjusted, FactSet, WentTo
from rules.king_of_tokyo.game import GAME
from rules.king_of_tokyo.model.state import NOBODY
from tests.support.games.king_of_tokyo import NOTHING, KingOfTokyoTable, five, three
from tests.support.games.king_of_tokyo_cards import CardTable

ALL = {
    "variant__curses": "on",
    "variant__tower": "on",
    "variant__berserk": "on",
    "variant__transformation": "on",
    "variant__wickedness": "both",
}


def every_variant() -> KingOfTokyoTable:
    """Three monsters with every variant, before Ana's throw."""
    return KingOfTokyoTable("Ana", "Beto", "Cira", **ALL).turns_up("pharaonic_ego")


@pytest.mark.rule("X-06")
def test_who_stands_in_tokyo_is_set_by_hand() -> None:
    """KT L76: one monster in the City: whoever stood there is outside; the note has both."""
    t = three().sets("seat.0.place", "city")
    assert (t.city, t.who) == ("Ana", "Ana")
    assert ("X-06", "By hand: Ana, place: outside Tokyo → Tokyo City") in list(zip(t.ruled, t.note_texts, strict=True))
    assert "Cira must leave Tokyo" in t.note_texts
    assert t.sets("seat.0.place", "outside").city == ""


@pytest.mark.rule("X-06", "KT-19")
def test_the_bay_is_a_place_where_there_is_one() -> None:
    """KT L82: with five or six players there is the Bay as well."""
    assert five().sets("seat.0.place", "bay").bay == "Ana"
    assert three().refuses(FactSet("seat.0.place", "bay")) == "X-06"


@pytest.mark.rule("X-06", "KT-13")
def test_whoever_left_tokyo_by_hand_is_not_asked_to_yield() -> None:
    """KT L66: only who is in Tokyo may yield it: the question goes with the monster."""
    t = three().throws("1122ss")
    assert t.asked.rule == "KT-13"
    t.sets("seat.2.place", "outside")
    assert t.asked.rule != "KT-13"


@pytest.mark.rule("X-06", "KT-49", "KT-50")
def test_berserk_and_the_form_are_set_by_hand() -> None:
    """KT L189, L196: moods and forms follow what lies on the table, and can be set back."""
    t = every_variant().sets("seat.0.berserk", "on").sets("seat.1.form", "on")
    assert (t.monster("Ana").berserk, t.monster("Beto").beast) == (True, True)
    assert t.throws(NOTHING).asks == "And the berserk die?"
    assert t.sets("seat.0.berserk", "off").asks != "And the berserk die?"
    assert not t.sets("seat.1.form", "off").monster("Beto").beast


@pytest.mark.rule("X-06", "KT-42", "KT-44")
def test_levels_of_the_tower_are_set_by_hand_and_the_top_is_asked_about() -> None:
    """KT L176: the top wins "si tomas posesión": whether that happened is asked, as of 0 hearts."""
    t = every_variant().sets("tower.0.owner", 1).sets("tower.1.owner", 1)
    assert t.s.tower == (1, 1, NOBODY)
    t.sets("tower.2.owner", 1)
    assert t.asks == "Beto has the top of the tower. Really taken?"
    assert t.copy().in_play(True).winners == ("Beto",)
    t.in_play(False)
    assert (t.outcome, t.s.tower) == (None, (1, 1, 1))
    t.sets("seat.1.place", "city")
    t.throws(NOTHING).fate("river")
    while t.active != "Beto":
        t.usual()
    t.throws("111123").fate("river")
    assert t.outcome is None


@pytest.mark.rule("X-06", "KT-45", "KT-48")
def test_the_curse_and_the_scarab_are_set_by_hand() -> None:
    """KT L181, L184: the curse that lies there and who has the scarab follow the table."""
    t = every_variant().sets("table.curse", "set_s_storm").sets("table.scarab", 0)
    assert (t.s.curse, t.s.scarab) == ("set_s_storm", 0)
    assert "pharaonic_ego" not in t.s.curses_gone
    assert t.sets("table.scarab", NOBODY).s.scarab == NOBODY


@pytest.mark.rule("X-06", "KT-26")
def test_cards_are_laid_moved_and_discarded_by_hand() -> None:
    """KT L105: a card lies in front of its owner: any card, of the list or not, in front of anybody."""
    t = three().sets("seat.0.card", "extra_head").sets("seat.0.named_card", "Ours")
    head, ours = t.monster("Ana").cards
    assert (head.cost, ours.name) == (7, "Ours")
    assert t.asked.dice is not None
    assert t.asked.dice.count == 7
    t.sets(f"held.{head.id}.owner", 1).sets(f"held.{ours.id}.owner", NOBODY)
    assert (t.monster("Ana").cards, [held.card for held in t.monster("Beto").cards]) == ((), ["extra_head"])
    assert t.asked.dice is not None
    assert t.asked.dice.count == 6


@pytest.mark.rule("X-06", "KT-33")
def test_what_a_copy_copies_is_set_by_hand() -> None:
    """KT L134: Mimic's token lies on a card; by hand it is moved, or taken back with that card."""
    t = CardTable("mimic", "extra_head")
    mimic, head = t.monster("A").cards[0], t.monster("B").cards[0]
    t.sets(f"held.{mimic.id}.copies", head.id)
    assert t.asked.dice is not None
    assert t.asked.dice.count == 7
    t.sets(f"held.{head.id}.owner", NOBODY)
    assert t.monster("A").cards[0].copies == 0


@pytest.mark.rule("X-06", "KT-54")
def test_tiles_are_laid_and_taken_away_by_hand() -> None:
    """KT L209: a tile stays with its monster, "al menos que se hay instrucciones al contrario"."""
    t = every_variant().sets("seat.0.tile", "devious")
    (tile,) = t.monster("Ana").tiles
    assert t.refuses(FactSet("seat.1.tile", "devious")) == "X-06"
    assert t.sets(f"held.{tile.id}.owner", NOBODY).monster("Ana").tiles == ()


@pytest.mark.rule("X-06", "KT-34")
def test_tokens_and_counters_that_nobody_has_yet_are_set_as_numbers() -> None:
    """KT L138: a token that was forgotten is laid by hand, although none is shown so far."""
    t = CardTable("extra_head")
    id = t.monster("A").cards[0].id
    numbers = {fact.key: fact.template.value for fact in GAME.facts(t.s) if isinstance(fact.template.value, Adjusted)}
    assert {"seat.0.poison", "seat.2.shrink", f"held.{id}.counters"} <= numbers.keys()
    t.adjust("seat.0.poison", 2)
    assert t.numbers["seat.0.poison"] == 2
    assert "seat.0.poison" not in {fact.key for fact in GAME.facts(t.s)}


@pytest.mark.rule("X-06", "KT-23")
def test_a_card_of_the_shop_is_named_by_hand() -> None:
    """KT L96: a card that was named wrongly is put right where it lies."""
    t = CardTable(follow__shop="on").sets("shop.1.card", "tank")
    assert t.s.shop == ("", "tank", "")
    assert t.sets("shop.1.card", "").s.shop == ("", "", "")


@pytest.mark.rule("X-06", "KT-14")
def test_a_card_that_kept_a_monster_in_the_game_is_asked_about() -> None:
    """KT L66: a monster at 0 hearts is eliminated: without the card the table says whether it is."""
    t = CardTable("", "zombie").has("B", hearts=0)
    t.sets(f"held.{t.monster('B').cards[0].id}.owner", NOBODY)
    assert t.asks == "B is at 0 hearts. Really out?"
    assert t.in_play(True).monster("B").out


def test_a_fact_or_value_that_is_not_there_is_refused() -> None:
    """X-06: an unknown fact, and a value that it cannot have, are refused."""
    for event in (FactSet("seat.9.place", "city"), FactSet("x", ""), FactSet("seat.0.place", "moon"), FactSet("", 1)):
        assert three().refuses(event) == "X-06"


@pytest.mark.rule("KT-14")
def test_0_hearts_by_hand_are_asked_about() -> None:
    """0 hearts set by hand ask whether it happened in play.

    In play the monster is eliminated; a correction leaves it in the game until its hearts change.
    """
    t = three().by_hand("Beto", "hearts", -8)
    assert t.asked.rule == "KT-14"
    assert t.in_play(True).monster("Beto").out
    t = three().by_hand("Beto", "hearts", -8).in_play(False)
    assert (t.monster("Beto").out, t.monster("Beto").noted) == (False, True)
    assert t.turn(NOTHING).active == "Beto"
    assert not t.by_hand("Beto", "hearts", 3).monster("Beto").noted


@pytest.mark.rule("KT-14")
def test_a_question_that_answered_itself_is_withdrawn() -> None:
    """The question about 0 hearts is withdrawn if the hearts are corrected first."""
    t = three().by_hand("Beto", "hearts", -8).by_hand("Beto", "hearts", 8)
    assert t.asked.dice is not None
    assert not t.monster("Beto").noted


def test_hearts_by_hand_bring_a_monster_back() -> None:
    """Hearts set by hand bring an eliminated monster back, outside Tokyo."""
    t = three().has("Cira", hearts=1).throws("1122ss").on()
    assert t.monster("Cira").out
    t.by_hand("Cira", "hearts", 5)
    assert (t.monster("Cira").out, t.city) == (False, "Ana")


def test_the_table_may_be_at_another_step() -> None:
    """A jump goes to any step of the turn, starts the throw again, and reopens a finished match.

    An unknown step is refused. If nobody is left, the active monster gets one heart.
    """
    t = three().throws("1122ss")
    assert t.refuses(WentTo("KT-99")) == "X-06"
    assert t.goes_to("KT-03").asked.dice is not None
    assert t.s.now.faces == ()
    assert t.goes_to("KT-27").active == "Beto"
    assert t.goes_to("KT-02").active == "Cira"
    over = three().has("Beto", out=True, hearts=0).has("Cira", hearts=1).throws("11223s")
    assert over.goes_to("KT-03").winners is None
    nobody = three()
    for name in nobody.s.seats:
        nobody.has(name, out=True, hearts=0)
    assert nobody.goes_to("KT-03").monster("Ana").hearts == 1


def test_numbers_only_asks_for_nothing() -> None:
    """At the depth "numbers" nothing happens by itself; back at "guided" the turn goes on.

    Dice may be read and the turn passed.
    """
    t = three().settles_on("depth", "numbers")
    t.throws("ssssss")
    assert t.hearts == (8, 8, 8)
    assert t.passes_turn().active == "Beto"
    t.by_hand("Cira", "hearts", -8)
    assert t.s.agenda[0].name == "king_of_tokyo.numbers_only"
    t.settles_on("depth", "guided")
    assert (t.asked.dice is not None, t.monster("Cira").noted) == (True, True)
