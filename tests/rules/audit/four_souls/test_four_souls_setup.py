"""Four Souls, audit of the setup (FS-01 … FS-10): each test from one sentence of the rules text."""

import pytest

from rules.engine import Refused
from rules.four_souls.model.events import Attacked, Began, Bought, Chose, Revealed, RevealedOther, Stocked
from tests.support.games.four_souls import Effect, FourSoulsTable, Target, table

NAMES = ("Ana", "Beto", "Cira", "Dani", "Eli")


@pytest.mark.rule("FS-01")
@pytest.mark.parametrize("count", [0, 1, 5])
def test_nobody_starts_a_match_with_too_few_or_too_many_people(count: int) -> None:
    """FS-01, L11: "2 a 4 jugadores" take turns."""
    with pytest.raises(Refused) as refusal:
        FourSoulsTable(*NAMES[:count])
    assert refusal.value.rule == "FS-01"


@pytest.mark.rule("FS-01")
@pytest.mark.parametrize("count", [2, 3, 4])
def test_two_three_or_four_people_start_a_match(count: int) -> None:
    """FS-01, L11: "2 a 4 jugadores"."""
    assert FourSoulsTable(*NAMES[:count]).s.seats == NAMES[:count]


@pytest.mark.rule("FS-02")
def test_the_first_player_with_four_souls_wins() -> None:
    """FS-02, L11, L293: whoever gets four souls first is the winner; three are not enough."""
    t = table()
    for _ in range(3):
        t.triggers("Beto", t.to("Beto", "soul", 1)).nobody()
        t.triggers("Ana", t.to("Ana", "soul", 1)).nobody()
    assert (t.player("Ana").soul_count, t.player("Beto").soul_count) == (3, 3)
    assert t.winners is None
    t.triggers("Beto", t.to("Beto", "soul", 1)).nobody()
    assert t.winners == ("Beto",)


@pytest.mark.rule("FS-03")
def test_the_table_is_told_to_shuffle_the_three_decks_before_anything_else() -> None:
    """FS-03, L19: shuffle the monster, loot and treasure decks."""
    t = FourSoulsTable("Ana", "Beto")
    assert t.ruled[0] == "FS-03"
    assert all(deck in t.told[0].lower() for deck in ("monster", "loot", "treasure"))
    assert t.refuses(Attacked(-1)) == "FS-67", "nobody attacks before the setup is done"


@pytest.mark.rule("FS-04")
def test_two_treasures_lie_face_up_beside_their_deck() -> None:
    """FS-04, L20: "dos cartas de tesoro hacia arriba"."""
    assert "FS-04" in FourSoulsTable("Ana", "Beto").ruled
    t = FourSoulsTable("Ana", "Beto", follow__shop="on")
    assert t.refuses(Bought("deck")) == "FS-62", "nobody buys before the setup is done"
    t.do(Stocked(0, "Chaos Card")).do(Stocked(1, "NO!"))
    assert t.s.shop == ("Chaos Card", "NO!")
    assert not t.offers(Stocked), "there is no third slot"


@pytest.mark.rule("FS-04")
def test_the_question_for_the_first_treasures_cites_the_setup() -> None:
    """FS-04, L20: the two treasures of the setup are no refill of a slot that a purchase left empty."""
    t = FourSoulsTable("Ana", "Beto", follow__shop="on")
    assert t.asked.rule == "FS-04"


@pytest.mark.rule("FS-05")
def test_two_monsters_lie_face_up_and_anything_else_goes_to_the_bottom() -> None:
    """FS-05, L21: two monsters; what is no monster goes to the bottom of the deck, unplayed."""
    t = FourSoulsTable("Ana", "Beto").chooses(Ana="isaac", Beto="eve").saddest("Ana")
    assert t.asked.rule == "FS-05"
    hurt = Effect("damage", Target("seat", 0), 1)
    assert t.refuses(RevealedOther(0, "Troll Bombs", (hurt,))) == "FS-05", "it is not played"
    t.turns_up_other()
    assert (t.stack, t.s.slots) == ([], (None, None))
    assert t.told == ["No monster: it goes under the deck"]
    t.turns_up("fly").turns_up_other().turns_up_other()
    assert t.offers(Revealed), "it goes on until both slots hold a monster"
    t.turns_up("clotty")
    assert [monster.card.id for monster in t.s.monsters] == ["fly", "clotty"]
    assert not t.offers(Revealed)


@pytest.mark.rule("FS-06")
def test_bonus_souls_lie_beside_the_table_only_if_it_plays_with_them() -> None:
    """FS-06, L22: "si estás jugando con almas de bonificación" they lie face up beside the table."""
    assert FourSoulsTable("Ana", "Beto").s.bonus == ()
    t = FourSoulsTable("Ana", "Beto", bonus_souls="on")
    assert len(t.s.bonus) == 3
    assert "FS-06" in t.ruled


@pytest.mark.rule("FS-07")
def test_everybody_gets_a_character_of_their_own_with_its_starting_item() -> None:
    """FS-07, L23: a card of the characters' deck each; the player gains that character's item."""
    t = FourSoulsTable("Ana", "Beto").chooses(Ana="isaac")
    assert t.refuses(Chose(1, "isaac")) == "FS-07", "the deck has one card of each"
    assert t.refuses(Chose(0, "eve")) == "FS-07", "one card each"
    t.chooses(Beto="judas")
    assert (t.player("Ana").character, t.player("Beto").character) == ("isaac", "judas")
    assert t.has("Ana", "The D6")
    assert t.has("Beto", "Book of Belial")


@pytest.mark.rule("FS-08")
def test_the_character_begins_sideways_and_its_item_upright() -> None:
    """FS-08, L23: every player begins with the character deactivated and the starting item charged."""
    t = FourSoulsTable("Ana", "Beto").chooses(Ana="isaac", Beto="judas")
    assert [player.ready for player in t.s.players] == [False, False]
    assert all(item.ready for player in t.s.players for item in player.items)
    t = table(every=True)
    assert (t.player("Ana").ready, t.player("Beto").ready) == (True, False), "only whoever has had a turn recharged"


@pytest.mark.rule("FS-09")
def test_everybody_begins_with_three_cents_and_three_loot_cards() -> None:
    """FS-09, L24: "3¢ y 3 cartas de botín"."""
    t = FourSoulsTable("Ana", "Beto", "Cira").chooses(Ana="isaac", Beto="judas", Cira="cain")
    assert [(player.cents, player.loot) for player in t.s.players] == [(3, 3)] * 3


@pytest.mark.rule("FS-10")
def test_cain_always_goes_first() -> None:
    """FS-10, L25: "Caín siempre recibe el primer turno": nobody is asked."""
    t = FourSoulsTable("Ana", "Beto").chooses(Ana="isaac", Beto="cain")
    assert t.s.active == 1
    assert not t.offers(Began)
    t.refuses(Began(0))


@pytest.mark.rule("FS-10")
def test_without_cain_the_saddest_person_goes_first_or_the_lowest_roll() -> None:
    """FS-10, L25: "la persona más triste", or a die each, where the lowest result goes first."""
    t = FourSoulsTable("Ana", "Beto").chooses(Ana="isaac", Beto="judas")
    assert t.copy().saddest("Beto").s.active == 1
    assert t.copy().rolls(5, 2).s.active == 1
    assert t.copy().rolls(2, 5).s.active == 0
