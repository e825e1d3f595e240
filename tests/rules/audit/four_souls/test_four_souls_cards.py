"""Four Souls, audit of cards and objects (FS-11 … FS-23): each test from one sentence of the rules text."""

import pytest

from rules.four_souls.game import GAME
from rules.four_souls.model.events import Parted, Played, Rebuilt
from tests.support.games.four_souls import Effect, FourSoulsTable, Target, table


def item_effect(t: FourSoulsTable, kind: str, owner: str, item: str) -> Effect:
    """An effect on an item in play."""
    return Effect(kind, Target("owned", t.item(owner, item).id))


@pytest.mark.rule("FS-11")
def test_a_gained_treasure_lies_before_its_player_for_all_to_see() -> None:
    """FS-11, L34: to gain a "tesoro" is the deck's top card; treasures are visible to everybody."""
    t = table(every=True)
    t.triggers("Beto", t.to("Beto", "treasure", 1)).nobody()
    assert t.player("Beto").treasures == 1
    assert t.player("Ana").treasures == 0
    t.names("Beto", "The Chest")
    seen = GAME.conceal(t.s, frozenset({0}))
    assert [item.name for item in seen.players[1].items] == ["Yum Heart", "The Chest"]


@pytest.mark.rule("FS-12")
def test_an_activated_effect_turns_its_item_sideways_until_it_is_recharged() -> None:
    """FS-12, L42: afterwards the item has to be recharged, by an effect or in the recharge step of one's turn."""
    t = table(every=True).names("Ana", "Cola", use="activated")
    t.uses("Ana", "Cola", t.to("Ana", "cents", 1))
    assert (t.stack, t.item("Ana", "Cola").ready) == (["activated"], False)
    assert t.refuses(t.use("Ana", "Cola")) == "FS-12"
    t.nobody()
    assert t.player("Ana").cents == 4
    assert t.refuses(t.use("Ana", "Cola")) == "FS-12", "resolving does not recharge it"
    again = t.copy()
    again.plays("Ana", item_effect(again, "recharge", "Ana", "Cola")).nobody()
    assert again.item("Ana", "Cola").ready, "an effect has recharged it"
    t.uses("Beto", "Yum Heart").nobody()
    t.goes_to("FS-52")
    assert (t.s.active, t.item("Beto", "Yum Heart").ready) == (1, True), "Beto's turn has begun"


@pytest.mark.rule("FS-13")
def test_a_paid_effect_works_sideways_and_as_often_as_its_cost_can_be_paid() -> None:
    """FS-13, L43: pay the cost; no activation is needed; as often as one likes while one can pay."""
    t = table(every=True)
    t.names("Ana", "Cola", use="both", cost=3).by_hand("Ana", "cents", 4)
    t.uses("Ana", "Cola").nobody()
    assert t.item("Ana", "Cola").ready is False
    t.uses("Ana", "Cola", cost=3)
    assert (t.stack, t.player("Ana").cents) == (["paid"], 4), "it is paid for as it is used"
    t.uses("Ana", "Cola", cost=3)
    assert (t.stack, t.player("Ana").cents) == (["paid", "paid"], 1)
    assert t.refuses(t.use("Ana", "Cola", cost=3)) == "FS-13"


@pytest.mark.rule("FS-14")
def test_a_passive_item_is_never_activated_and_goes_off_by_itself() -> None:
    """FS-14, L47: no activation; some effects go off by themselves, such as at a die that shows a number."""
    t = table(every=True).names("Ana", "Sacred Heart")
    assert t.refuses(t.use("Ana", "Sacred Heart")) == "FS-12"
    assert t.refuses(t.use("Ana", "Sacred Heart", cost=0)) == "FS-13"
    t.attacks("fly").nobody().nobody().rolls(1)
    assert t.stack == ["triggered", "roll"], "the die fell on its number"
    assert t.item("Ana", "Sacred Heart").ready


@pytest.mark.rule("FS-15")
def test_nobody_has_to_name_the_loot_in_their_hand() -> None:
    """FS-15, L51: loot is kept in the hand until played or discarded, not visible to the others."""
    t = table(every=True)
    t.triggers("Beto", t.to("Beto", "loot", 2)).nobody()
    assert t.step == "priority", "nothing is asked about the cards that were drawn"
    assert (t.player("Beto").loot, t.numbers["seat.1.loot"]) == (5, 5), "only their number is on the table"
    t.triggers("Beto", t.to("Beto", "loot", -1)).nobody()
    assert t.player("Beto").loot == 4


@pytest.mark.rule("FS-15")
def test_a_loot_card_leaves_the_hand_as_it_is_played() -> None:
    """FS-15, L51: loot is kept in the hand "hasta que las jueguen o descarten"."""
    t = table(every=True)
    t.plays("Ana", t.to("Ana", "cents", 1))
    assert (t.player("Ana").loot, "Ana: −1 loot card (3)" in t.note_texts) == (3, True)
    t.nobody()
    assert t.player("Ana").loot == 3


@pytest.mark.rule("FS-15")
@pytest.mark.parametrize("choice", ["separate", "tap", "free"])
def test_every_way_to_play_a_loot_card_takes_it_from_the_hand(choice: str) -> None:
    """FS-15, L118, L147: the turn's play, the character's tap, an answer: each plays a card of the hand."""
    t = table(FS_A17=choice)
    t.plays("Ana", t.to("Ana", "cents", 1)).plays("Beto", t.to("Beto", "cents", 1))
    assert (t.player("Ana").loot, t.player("Beto").loot) == (3, 2)


@pytest.mark.rule("FS-15", "FS-34")
def test_an_effect_that_is_no_loot_card_leaves_the_hand_as_it_is() -> None:
    """FS-15, L118: answers are loot cards, activated or paid effects; only the first come from the hand."""
    t = table().names("Ana", "Cola", use="both", cost=1)
    t.uses("Ana", "Cola", t.to("Ana", "cents", 1)).uses("Ana", "Cola", t.to("Ana", "cents", 1), cost=1)
    t.triggers("Beto", t.to("Beto", "cents", 1))
    assert (t.player("Ana").loot, t.player("Beto").loot) == (4, 3)


@pytest.mark.rule("FS-15")
def test_nobody_plays_loot_from_an_empty_hand() -> None:
    """FS-15, L51: what is played is a card of one's hand."""
    t = table(every=True).by_hand("Ana", "loot", -4)
    assert t.player("Ana").loot == 0
    assert not any(isinstance(event, Played) and (event.seat, event.kind) == (0, "loot") for event in t.events)
    card = t.loot("Ana", "play", t.to("Ana", "cents", 1))
    assert t.refuses(card) == "FS-15"
    assert t.copy().by_hand("Ana", "loot", 1).do(card).player("Ana").loot == 0, "a hand that is set right"
    assert t.settles_on("follow.loot", "off").do(card).player("Ana").loot == 0, "a hand that nobody counts"


@pytest.mark.rule("FS-16")
def test_looting_a_number_takes_as_many_cards_from_the_loot_deck() -> None:
    """FS-16, L53: "Saquear X" is to take X cards of the loot deck."""
    t = table(every=True)
    t.triggers("Beto", t.to("Beto", "loot", 3))
    assert t.player("Beto").loot == 3, "only as it resolves"
    t.nobody()
    assert t.player("Beto").loot == 6


@pytest.mark.rule("FS-17")
def test_a_trinket_becomes_a_passive_item_as_it_resolves_and_stays_until_destroyed() -> None:
    """FS-17, L59: once played it is a passive item, counts as one, and stays until it is destroyed."""
    t = table(every=True)
    t.plays("Ana", t.to("Ana", "trinket"), card="Curved Horn")
    assert (t.has("Ana", "Curved Horn"), t.stack) == (False, ["loot"])
    t.nobody()
    assert (t.has("Ana", "Curved Horn"), t.player("Ana").treasures) == (True, 1)
    assert t.refuses(t.use("Ana", "Curved Horn")) == "FS-12", "a passive item"
    t.goes_to("FS-52").goes_to("FS-44")
    assert t.has("Ana", "Curved Horn"), "another turn does not end it"
    t.plays("Beto", item_effect(t, "destroy", "Ana", "Curved Horn")).nobody()
    assert (t.has("Ana", "Curved Horn"), t.player("Ana").treasures) == (False, 0)


@pytest.mark.rule("FS-21")
def test_the_active_player_curses_somebody_until_that_player_dies() -> None:
    """FS-21, L75: the active player chooses who is cursed; a player who dies discards all their curses."""
    t = table(every=True).attacks_deck().nobody()
    t.turns_up_other(t.to("Beto", "curse"), name="Curse of Pain")
    assert t.s.seats[t.top.seat] == "Ana", "it is the active player who aims it"
    assert t.player("Beto").curses == ()
    t.nobody()
    assert (t.player("Beto").curses, t.player("Ana").curses) == (("Curse of Pain",), ())
    t.triggers("Ana", t.to("Beto", "kill")).nobody()
    assert t.player("Beto").curses == ("Curse of Pain",), "the death waits on the stack"
    t.nobody()
    assert t.player("Beto").curses == ()


@pytest.mark.rule("FS-22")
def test_a_starting_item_is_never_destroyed_nor_discarded() -> None:
    """FS-22, L80: "no pueden ser destruidos o descartados bajo ningún motivo"."""
    t = table(every=True)
    destroy = item_effect(t, "destroy", "Ana", "The D6")
    assert t.refuses(Played(1, "triggered", "", (destroy,))) == "FS-22"
    t.refuses(t.loot("Ana", "play", destroy))
    t.refuses(t.loot("Ana", "play", item_effect(t, "steal", "Beto", "Yum Heart")))
    t.triggers("Beto", t.to("Ana", "kill")).all_pass()
    assert t.has("Ana", "The D6"), "the penalty has spared it"
    assert not t.offers(Parted)


@pytest.mark.rule("FS-23")
def test_a_bonus_soul_is_won_once_and_lost_for_good() -> None:
    """FS-23, L81: it behaves like any soul; won once a game; discarded it lies face down and is not won again."""
    t = table(every=True, bonus_souls="on")
    t.triggers("Ana", t.to("Ana", "cents", 22)).nobody()
    assert (t.player("Ana").soul_count, "greed" in t.s.bonus) == (1, False)
    t.triggers("Beto", t.to("Beto", "cents", 30)).nobody()
    assert t.player("Beto").soul_count == 0, "it has been won already"
    t.triggers("Beto", t.to("Ana", "steal_soul")).nobody()
    assert [player.soul_count for player in t.s.players] == [0, 1], "stolen like any other soul"
    assert "FS-23" not in t.ruled
    t.triggers("Ana", t.to("Beto", "soul", -1)).nobody()
    assert ([player.soul_count for player in t.s.players], "FS-23" in t.ruled) == ([0, 0], True)
    for deck in ("monsters", "loot", "treasure"):
        t.do(Rebuilt(deck))
    t.triggers("Ana", t.to("Ana", "cents", 30)).nobody()
    assert [player.soul_count for player in t.s.players] == [0, 0], "it lies face down now"
    assert [name.en for name in GAME.view(t.s).bonus] == ["Soul of Gluttony", "Soul of Guppy"]
