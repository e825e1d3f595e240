"""Four Souls, audit of the setup (FS-01 … FS-10): each test from one sentence of the rules text."""

import pytest

from rules.engine import Pick, Refused
from rules.engine.record import replace
from rules.four_souls.model.catalogue import MonsterCard, monsters
from rules.four_souls.model.events import Aimed, Attacked, Began, Bought, Chose, Revealed, RevealedOther, Stocked
from tests.support.games.four_souls import Effect, FourSoulsTable, Target, table

NAMES = ("Ana", "Beto", "Cira", "Dani", "Eli")


def offered(t: FourSoulsTable) -> set[str]:
    """The characters that the first seat may choose from its list."""
    picks = (hole for choice in t.asked.choices[:1] for hole in choice.template.holes if isinstance(hole, Pick))
    return {option.value for pick in picks for option in pick.options}


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


@pytest.mark.rule("FS-03")
def test_the_table_is_told_to_shuffle_the_three_decks_before_anything_else() -> None:
    """FS-03, L19: shuffle the monster, loot and treasure decks."""
    t = FourSoulsTable("Ana", "Beto")
    assert [rule for rule in t.ruled if rule in ("FS-03", "FS-04")] == ["FS-03", "FS-04"]
    assert t.ruled[0] == "FS-03"
    assert all(deck in t.note_texts[0].lower() for deck in ("monster", "loot", "treasure"))
    assert t.refuses(Attacked(-1)) == "FS-67", "nobody attacks before the setup is done"


@pytest.mark.rule("FS-04")
def test_two_treasures_lie_face_up_beside_their_deck() -> None:
    """FS-04, L20: "dos cartas de tesoro hacia arriba"."""
    assert "FS-04" in FourSoulsTable("Ana", "Beto").ruled
    t = FourSoulsTable("Ana", "Beto", follow__shop="on")
    assert t.asked.rule == "FS-04"
    assert t.refuses(Bought("deck")) == "FS-62", "nobody buys before the setup is done"
    t.do(Stocked(0, "Chaos Card")).do(Stocked(1, "NO!"))
    assert t.s.shop == ("Chaos Card", "NO!")
    assert not t.offers(Stocked), "there is no third slot"


@pytest.mark.rule("FS-05")
def test_two_monsters_lie_face_up_and_anything_else_goes_to_the_bottom() -> None:
    """FS-05, L21: two monsters; what is no monster goes to the bottom of the deck, unplayed."""
    t = FourSoulsTable("Ana", "Beto").chooses(Ana="isaac", Beto="eve").saddest("Ana")
    assert t.asked.rule == "FS-05"
    hurt = Effect("damage", Target("seat", 0), 1)
    assert t.refuses(RevealedOther(0, "Troll Bombs", (hurt,))) == "FS-05", "it is not played"
    t.turns_up_other()
    assert (t.stack, t.s.slots) == ([], (None, None))
    assert t.note_texts == ["No monster: it goes under the deck"]
    t.turns_up("fly").turns_up_other().turns_up_other()
    assert t.offers(Revealed), "it goes on until both slots hold a monster"
    t.turns_up("clotty")
    assert [monster.card.id for monster in t.s.monsters] == ["fly", "clotty"]
    assert not t.offers(Revealed)


@pytest.mark.rule("FS-05")
def test_a_typed_monster_keeps_its_numbers_within_bounds_and_a_listed_one_the_tables_name() -> None:
    """FS-05, L21: a monster of no list needs at least 1 life; one of the list may be called as the table likes."""
    t = FourSoulsTable("Ana", "Beto").chooses(Ana="cain", Beto="eve")
    assert t.refuses(Revealed(0, (MonsterCard("", "Tía Pili", hp=0),))) == "FS-05"
    t.do(Revealed(0, (replace(monsters()["fly"], name="La pesada"),)))
    assert dict(t.notes[-1].text.args)["monster"] == "La pesada"
    t.do(Revealed(1, (MonsterCard("", "Tía Pili", hp=3, evasion=4, attack=1, cents=2),)))
    assert [(monster.card.id, monster.card.name) for monster in t.s.monsters][1] == ("", "Tía Pili")
    assert t.s.monsters[0].card.id == "fly"


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
    t = FourSoulsTable("Ana", "Beto")
    asked = t.s.agenda[0].asked
    t.chooses(Ana="isaac")
    assert (t.s.agenda[0].asked, t.asked.seats) == (asked, (1,)), "it is one question, in any order"
    assert t.refuses(Chose(1, "isaac")) == "FS-07", "the deck has one card of each"
    assert t.refuses(Chose(0, "eve")) == "FS-07", "one card each"
    t.chooses(Beto="judas")
    assert (t.player("Ana").character, t.player("Beto").character) == ("isaac", "judas")
    assert t.has("Ana", "The D6")
    assert t.has("Beto", "Book of Belial")


@pytest.mark.rule("FS-07")
def test_only_characters_of_the_sets_on_the_table_are_offered() -> None:
    """FS-07, L23: the base game has eleven characters; each other set adds its own once it is switched on."""
    base = offered(FourSoulsTable("Ana", "Beto"))
    assert (len(base), {"the-lost", "the-lost-g2", "guppy"} & base) == (11, set())
    gold = offered(FourSoulsTable("Ana", "Beto", cards__g2="on"))
    assert gold - base == {"azazel", "the-lost-g2", "the-keeper", "apollyon"}
    requiem = offered(FourSoulsTable("Ana", "Beto", cards__r="on"))
    assert {"the-savage", "flash-isaac"} & requiem == {"the-savage"}, "the other is for three players or more"
    assert "flash-isaac" in offered(FourSoulsTable("Ana", "Beto", "Cira", cards__r="on"))


@pytest.mark.rule("FS-07")
def test_a_typed_character_needs_a_name_that_nobody_has() -> None:
    """FS-07, L23: a character in no list is typed; no name, a name in use or a listed id is refused."""
    t = FourSoulsTable("Ana", "Beto").chooses(Ana="Samael")
    assert [t.refuses(Chose(1, name)) for name in ("", "Samael", "guppy")] == ["FS-07"] * 3


@pytest.mark.rule("FS-07", "FS-08")
def test_a_character_of_another_set_begins_with_its_item() -> None:
    """FS-07, L23: The Keeper's Wooden Nickel is rolled as it is used, and a player of his choice gains that many ¢."""
    t = FourSoulsTable("Ana", "Beto", cards__g2="on").chooses(Ana="the-keeper", Beto="azazel").saddest("Ana")
    t.turns_up("fly").turns_up("clotty")
    assert (t.player("Ana").life, t.player("Ana").attack) == (2, 1)
    assert t.item("Ana", "wooden-nickel").eternal
    before = t.player("Beto").cents
    t.do(next(c.event for c in t.asked.choices if getattr(c.event, "item", 0) and not c.template.holes))
    t.do(Aimed(Target("seat", 1)))
    t.nobody().rolls(4).nobody()
    assert t.player("Beto").cents == before + 4


@pytest.mark.rule("FS-07", "FS-111")
def test_the_lost_has_one_life_and_a_soul() -> None:
    """FS-07, L23, L306: The Lost of the Gold Box: 1 life, 1 attack, Holy Mantle, and a soul."""
    t = FourSoulsTable("Ana", "Beto", cards__g2="on").chooses(Ana="the-lost-g2", Beto="eve")
    lost = t.player("Ana")
    assert (lost.life, lost.attack, lost.soul_count) == (1, 1, 1)
    assert (t.has("Ana", "holy-mantle"), t.step) == (True, "saddest")


@pytest.mark.rule("FS-07", "FS-14")
@pytest.mark.parametrize(("character", "attacks", "life", "loot"), [("the-savage", 2, 1, 0), ("the-deceiver", 1, 0, 1)])
def test_the_items_of_requiem_characters_act(character: str, attacks: int, life: int, loot: int) -> None:
    """FS-07, L23, L47: The Savage attacks once more and has +1 life for a kill; The Deceiver loots for it."""
    t = FourSoulsTable("Ana", "Beto", cards__r="on").chooses(Ana=character, Beto="isaac").saddest("Ana")
    t.turns_up("fly").turns_up("clotty").all_pass()
    assert t.s.attacks == attacks
    before = t.player("Ana")
    t.triggers("Ana", t.to("fly", "kill")).passes_until("reveal")
    after = t.player("Ana")
    assert (after.life - before.life, after.loot - before.loot) == (life, loot)


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
