"""FS-01 … FS-10: set-up."""

import pytest

from rules.engine import Pick, Refused
from rules.four_souls.model.events import Aimed, Chose, Revealed, RevealedOther
from tests.support.games.four_souls import FourSoulsTable, Target, table

rule = pytest.mark.rule


@rule("FS-01")
@pytest.mark.parametrize("count", [0, 1, 5])
def test_two_to_four_people_play(count: int) -> None:
    """Player counts outside two to four are refused with FS-01."""
    with pytest.raises(Refused) as refused:
        FourSoulsTable(*"ABCDE"[:count])
    assert refused.value.rule == "FS-01"


@rule("FS-03", "FS-04")
def test_decks_are_shuffled_and_the_shop_is_laid_out() -> None:
    """Shuffling and the shop are each noted once, before the first prompt."""
    t = FourSoulsTable("Ana", "Beto")
    assert [r for r in t.ruled if r in ("FS-03", "FS-04")] == ["FS-03", "FS-04"]
    assert t.step == "choose_characters"


@rule("FS-05")
def test_two_slots_are_filled_and_other_cards_go_under_the_deck() -> None:
    """Set-up asks until both slots hold monsters; other cards are neither played nor kept."""
    t = FourSoulsTable("Ana", "Beto").chooses(Ana="cain", Beto="eve")
    t.do(RevealedOther(0))
    assert t.ruled == ["FS-05"]
    assert t.step == "reveal"
    assert t.stack == []
    t.turns_up("fly").turns_up("clotty")
    assert [m.card.id for m in t.s.monsters] == ["fly", "clotty"]
    assert t.step == "priority"


@rule("FS-06")
@pytest.mark.parametrize(("choice", "lie_there"), [("on", 3), ("off", 0)])
def test_bonus_souls_are_optional(choice: str, lie_there: int) -> None:
    """Three bonus souls are set out only when the setting is on."""
    assert len(FourSoulsTable("Ana", "Beto", bonus_souls=choice).s.bonus) == lie_there


@rule("FS-07")
def test_everybody_turns_up_one_character_in_any_order() -> None:
    """Characters are chosen in any order under one prompt, and none is chosen twice."""
    t = FourSoulsTable("Ana", "Beto", "Cira")
    asked = t.s.agenda[0].asked
    t.chooses(Cira="judas")
    assert t.s.agenda[0].asked == asked
    assert t.asked.seats == (0, 1)
    assert t.refuses(Chose(0, "judas")) == "FS-07"
    assert t.refuses(Chose(2, "eve")) == "FS-07"


@rule("FS-08", "FS-09")
def test_characters_start_sideways_with_three_cents_and_three_loot() -> None:
    """Characters start deactivated with 3¢, three loot cards and their printed numbers."""
    t = FourSoulsTable("Ana", "Beto").chooses(Ana="isaac")
    ana = t.player("Ana")
    assert not ana.ready
    assert (ana.cents, ana.loot, ana.life, ana.attack) == (3, 3, 2, 1)
    assert t.ruled == ["FS-08", "FS-09"]


@rule("FS-10")
def test_cain_begins() -> None:
    """Cain goes first without a prompt."""
    t = FourSoulsTable("Ana", "Beto").chooses(Ana="eve", Beto="cain")
    assert t.s.active == t.seat("Beto")
    assert t.step == "reveal"


@rule("FS-10")
def test_the_saddest_begins() -> None:
    """Without Cain, the player named as the saddest goes first."""
    t = FourSoulsTable("Ana", "Beto").chooses(Ana="eve", Beto="judas").saddest("Beto")
    assert t.s.active == t.seat("Beto")


@rule("FS-10")
def test_the_lowest_roll_begins_and_ties_roll_again() -> None:
    """The lowest roll goes first; players tied for the lowest roll again."""
    t = FourSoulsTable("Ana", "Beto", "Cira").chooses(Ana="eve", Beto="judas", Cira="isaac")
    t.rolls(2, 5, 2)
    assert t.step == "saddest"
    assert t.asked.dice is not None
    assert t.asked.dice.count == 2
    t.rolls(6, 1)
    assert t.s.active == t.seat("Cira")


@rule("FS-05")
def test_a_typed_monster_keeps_its_numbers_within_bounds() -> None:
    """A typed monster with 0 life is refused; one within the bounds is accepted."""
    from rules.four_souls.model.catalogue import MonsterCard

    t = FourSoulsTable("Ana", "Beto").chooses(Ana="cain", Beto="eve")
    assert t.refuses(Revealed(0, (MonsterCard("", "Tía Pili", hp=0),))) == "FS-05"
    t.do(Revealed(0, (MonsterCard("", "Tía Pili", hp=3, evasion=4, attack=1, cents=2),)))
    assert t.s.monsters[0].card.name == "Tía Pili"


def test_the_table_of_the_scenarios_starts_in_the_action_phase() -> None:
    """The ``table`` helper starts in the action phase, with the turn's loot card drawn."""
    t = table()
    assert (t.s.phase, t.player("Ana").loot, t.stack) == ("action", 4, [])


@rule("FS-05")
def test_the_tables_own_name_for_a_monster_is_used() -> None:
    """A catalogue monster revealed under another name takes that name and keeps its id."""
    from dataclasses import replace

    from rules.four_souls.model.catalogue import monsters

    t = FourSoulsTable("Ana", "Beto").chooses(Ana="cain", Beto="eve")
    t.do(Revealed(0, (replace(monsters()["fly"], name="La pesada"),)))
    named = dict(t.notes[-1].text.args)["monster"]
    assert (named, t.s.monsters[0].card.id) == ("La pesada", "fly")


def offered(t: FourSoulsTable) -> set[str]:
    """The characters that the first seat may choose from its list."""
    picks = (hole for choice in t.asked.choices[:1] for hole in choice.template.holes if isinstance(hole, Pick))
    return {option.value for pick in picks for option in pick.options}


@rule("FS-07")
def test_only_characters_of_the_sets_on_the_table_are_offered() -> None:
    """The base game has eleven characters; each other set adds its own once it is switched on."""
    base = offered(FourSoulsTable("Ana", "Beto"))
    assert (len(base), {"the-lost", "the-lost-g2", "guppy"} & base) == (11, set())
    gold = offered(FourSoulsTable("Ana", "Beto", cards__g2="on"))
    assert gold - base == {"azazel", "the-lost-g2", "the-keeper", "apollyon"}
    requiem = offered(FourSoulsTable("Ana", "Beto", cards__r="on"))
    assert {"the-savage", "flash-isaac"} & requiem == {"the-savage"}, "the other is for three players or more"
    assert "flash-isaac" in offered(FourSoulsTable("Ana", "Beto", "Cira", cards__r="on"))


@rule("FS-07", "FS-08")
def test_a_character_of_another_set_begins_with_its_item() -> None:
    """The Keeper begins with Wooden Nickel: turned sideways and rolled, a player of his choice gains that many ¢."""
    t = FourSoulsTable("Ana", "Beto", cards__g2="on").chooses(Ana="the-keeper", Beto="azazel").saddest("Ana")
    t.turns_up("fly").turns_up("clotty")
    assert (t.player("Ana").life, t.player("Ana").attack) == (2, 1)
    assert t.item("Ana", "wooden-nickel").eternal
    before = t.player("Beto").cents
    t.do(next(c.event for c in t.asked.choices if getattr(c.event, "item", 0) and not c.template.holes))
    t.nobody().rolls(4).nobody()
    t.do(Aimed(Target("seat", 1))).nobody()
    assert t.player("Beto").cents == before + 4


@rule("FS-07", "FS-111")
def test_the_lost_has_one_life_and_a_soul() -> None:
    """The Lost of the Gold Box: 1 life, 1 attack, Holy Mantle, and the soul that nothing takes."""
    t = FourSoulsTable("Ana", "Beto", cards__g2="on").chooses(Ana="the-lost-g2", Beto="eve")
    lost = t.player("Ana")
    assert (lost.life, lost.attack, lost.soul_count) == (1, 1, 1)
    assert (t.has("Ana", "holy-mantle"), t.step) == (True, "saddest")


@rule("FS-07")
def test_a_typed_character_needs_a_name_that_nobody_has() -> None:
    """A character in no list is typed; no name, a name in use or a listed id is refused."""
    t = FourSoulsTable("Ana", "Beto").chooses(Ana="Samael")
    assert t.refuses(Chose(1, "")) == "FS-07"
    assert t.refuses(Chose(1, "Samael")) == "FS-07"
    assert t.refuses(Chose(1, "guppy")) == "FS-07"


@rule("FS-07", "FS-14")
def test_the_items_of_requiem_characters_act() -> None:
    """The Savage attacks once more each turn and has +1 life for a monster killed; The Deceiver loots for it."""
    for character, life, loot in (("the-savage", 1, 0), ("the-deceiver", 0, 1)):
        t = FourSoulsTable("Ana", "Beto", cards__r="on").chooses(Ana=character, Beto="isaac").saddest("Ana")
        t.turns_up("fly").turns_up("clotty")
        while t.stack:
            t.nobody()
        assert t.s.attacks == (2 if character == "the-savage" else 1)
        before = t.player("Ana")
        t.triggers("Ana", t.to("fly", "kill"))
        while t.step != "reveal":
            t.nobody()
        after = t.player("Ana")
        assert (after.life - before.life, after.loot - before.loot) == (life, loot)
