"""King of Tokyo, audit of the cards the text explains (KT-32 … KT-35, KT-A19): each test from one sentence."""

import pytest

from rules.engine import Rolled
from rules.engine.record import replace
from rules.king_of_tokyo.model.events import Copied, Declined, DiceStand, Divided, DoneBuying, Used
from rules.king_of_tokyo.model.state import set_monster
from tests.support.games.king_of_tokyo import KingOfTokyoTable, faces, three
from tests.support.games.king_of_tokyo_cards import CardTable


def dice_asked(t: KingOfTokyoTable) -> int:
    """The dice of the throw that is asked for; 0: none."""
    return t.asked.dice.count if t.asked.dice else 0


def card_id(t: KingOfTokyoTable, name: str, card: str) -> int:
    """The id of that card in front of that monster."""
    return next(held.id for held in t.monster(name).cards if held.card == card)


def copying(t: CardTable, name: str, other: str, card: str) -> CardTable:
    """The table on which that monster's Mimic copies that card of the other."""
    cards = tuple(
        replace(held, copies=card_id(t, other, card)) if held.card == "mimic" else held
        for held in t.monster(name).cards
    )
    return t.change(set_monster, t.seat(name), cards=cards)


def options(t: KingOfTokyoTable, card: str, hole: str = "n") -> list[int]:
    """The values that the hole of that card's offered effect takes."""
    for choice in t.asked.choices:
        if isinstance(choice.event, Used) and choice.event.key == f"card.{card}":
            return [option.value for h in choice.template.holes if h.name == hole for option in h.options]
    return []


@pytest.mark.rule("KT-32")
def test_fire_breathing_takes_one_heart_from_each_neighbour_even_in_the_same_place() -> None:
    """KT-32, L130: left and right lose 1 "incluso si están en el mismo lugar que tú"; the others nothing more."""
    t = CardTable("fire_breathing", players=5, city=2).throws("s11223")
    assert t.hearts == (8, 7, 7, 8, 7), "C by the smash, B and E beside A by the fire"
    t = CardTable("fire_breathing", players=5).stand("A", "E").throws("s11223")
    assert t.hearts == (8, 6, 7, 7, 7), "E shares Tokyo with A"


@pytest.mark.rule("KT-32")
def test_fire_breathing_between_two_takes_one_heart_alone() -> None:
    """KT-32, L130: "Si sólo hay 2 jugadores, tu oponente sólo pierde 1 corazón": not as both neighbours."""
    t = CardTable("fire_breathing", players=2, city=-1).throws("s11223")
    assert t.hearts == (8, 7)
    t = CardTable("fire_breathing", players=3, city=1).has("C", hearts=1).stand("A").throws("s11223")
    assert t.monster("C").out
    t.on().until("A").has("B", hearts=8).throws("s11223")
    assert t.hearts[1] == 6, "two are left: one heart by the smash, one by the fire"


@pytest.mark.rule("KT-32")
def test_fire_breathing_needs_a_smash_and_passes_the_eliminated_by() -> None:
    """KT-32, L130: without a smash nothing burns; neighbours are the monsters that still sit there."""
    assert CardTable("fire_breathing").throws("112233").hearts == (8, 8, 8)
    t = CardTable("fire_breathing", players=4, city=0).has("B", hearts=1).throws("s11223").on()
    assert (t.monster("B").out, t.hearts[3]) == (True, 6)
    t.has("C", hearts=8).until("A").throws("s11223")
    assert t.hearts[2:] == (6, 4), "C sits beside A now"


@pytest.mark.rule("KT-33")
def test_mimic_copies_a_keep_card_as_if_it_were_just_bought() -> None:
    """KT-33, L134: "copia los efectos de una carta como si se acabara de jugar (con fichas, por ejemplo)"."""
    t = CardTable("", "even_bigger").has("A", energy=8, hearts=9)
    t.holds("B", "battery_monster", counters=4)
    t.throws("112233").buys("mimic")
    assert (t.asked.rule, t.asked.seats) == ("KT-33", (0,))
    assert t.refuses(Declined()) == "KT-33"
    assert t.refuses(DoneBuying()) == "KT-33"
    assert t.refuses(Copied(99)) == "KT-33"
    assert t.refuses(Copied(card_id(t, "A", "mimic"))) == "KT-33", "not itself"
    bigger = t.copy().do(Copied(card_id(t, "B", "even_bigger")))
    assert bigger.hearts == (11, 8, 8)
    t.do(Copied(card_id(t, "B", "battery_monster")))
    held = t.monster("A").cards[0]
    assert (held.card, held.counters) == ("mimic", 6), "six of its own"
    assert t.monster("B").cards[1].counters == 2, "B took two as its turn began"
    t.next_turn().on()
    assert (t.energy[0], t.monster("A").cards[0].counters) == (2, 4)


@pytest.mark.rule("KT-33")
def test_a_copied_effect_works_for_the_owner_of_mimic() -> None:
    """KT-33, L134: Mimic of Fire Breathing burns A's neighbours."""
    t = copying(CardTable("mimic", "fire_breathing", city=-1), "A", "B", "fire_breathing").throws("s11223")
    assert t.hearts == (8, 7, 7)


@pytest.mark.rule("KT-33")
def test_mimic_stops_as_the_copied_card_goes_and_may_be_placed_again_for_one_energy() -> None:
    """KT-33, L134: "deja de tener efecto y recuperas la ficha"; next turn, before the dice, 1 energy places it."""
    t = copying(CardTable("mimic", "giant_brain metamorph", "wings"), "A", "B", "giant_brain")
    assert t.throws_left == 4
    t.until("B").throws("112233")
    t.uses("metamorph", n=card_id(t, "B", "giant_brain"))
    assert t.monster("A").cards[0].copies == 0
    t.do(DiceStand()).has("A", energy=1).throws("112233")
    assert (t.asked.rule, t.s.phase) == ("KT-33", "start"), "before the dice"
    assert t.refuses(Rolled(faces("112233"))) != ""
    left = t.copy().do(DiceStand())
    assert (left.energy[0], left.monster("A").cards[0].copies) == (1, 0), "it is a may"
    assert left.throws_left == 3
    wings = card_id(t, "C", "wings")
    assert set(options(t, "mimic")) == {card_id(t, "B", "metamorph"), wings}
    t.uses("mimic", n=wings)
    assert (t.energy[0], t.monster("A").cards[0].copies) == (0, wings)
    assert not t.may_use("mimic"), "nothing is left to pay it with"


@pytest.mark.rule("KT-33", "KT-A9")
def test_mimic_gets_its_token_back_from_the_card_of_an_eliminated_monster() -> None:
    """KT-33, L134: "Si la carta copiada se descarta": also as its owner's elimination discards it (KT-A9)."""
    for choice in ("discard", "removed"):
        t = CardTable("mimic", "giant_brain", "wings", city=0, KT_A9=choice).has("A", energy=1).has("B", hearts=1)
        copying(t, "A", "B", "giant_brain").throws("s11223")
        assert (t.monster("B").out, t.monster("A").cards[0].copies) == (True, 0)
        t.throws("112233")
        assert (t.s.phase, options(t, "mimic")) == ("start", [card_id(t, "C", "wings")])


@pytest.mark.rule("KT-33", "KT-30")
@pytest.mark.parametrize("how", ["discarded", "eliminated", "moved"])
def test_the_hearts_of_a_copied_even_bigger_go_with_the_copy(how: str) -> None:
    """KT-30, KT-33, L122, L134: more than ten hearts only while a keep card says so; the copy says so no longer."""
    t = CardTable("mimic", "even_bigger metamorph", "wings", city=0).has("A", hearts=12, energy=1)
    copying(t, "A", "B", "even_bigger")
    if how == "discarded":
        t.throws("112233").throws("112233").uses("metamorph", n=card_id(t, "B", "even_bigger"))
    elif how == "eliminated":
        t.has("B", hearts=1).throws("s11223")
    else:
        t.throws("112233").throws("112233").do(DiceStand()).throws("112233")
        t.uses("mimic", n=card_id(t, "C", "wings"))
    assert t.hearts[0] == 10


@pytest.mark.rule("KT-33")
def test_mimic_is_not_placed_again_without_energy_nor_later_in_the_turn() -> None:
    """KT-33, L134: "al inicio de tu siguiente turno (antes de tirar los dados) gastando 1 energía"."""
    t = CardTable("mimic", "giant_brain").next_turn()
    assert (t.energy[0], t.s.phase) == (0, "roll")
    t = CardTable("mimic", "giant_brain").has("A", energy=0).next_turn().has("A", energy=5)
    assert not t.may_use("mimic")
    giant = card_id(t, "B", "giant_brain")
    assert t.refuses(Used(0, "card.mimic", card_id(t, "A", "mimic"), n=giant)) != "", "the dice are asked for"


@pytest.mark.rule("KT-34")
def test_tokens_stay_when_their_card_goes() -> None:
    """KT-34, L138: "permanecen incluso si sus cartas asociadas son descartadas", and go on acting."""
    t = CardTable("poison_spit shrink_ray metamorph").throws("s11223").stays()
    assert (t.monster("C").poison, t.monster("C").shrink) == (1, 1)
    for card in ("poison_spit", "shrink_ray"):
        t.uses("metamorph", n=card_id(t, "A", card))
    t.do(DiceStand()).until("C")
    assert t.hand("A") == ["metamorph"]
    assert (t.monster("C").poison, t.monster("C").shrink, t.hearts[2]) == (1, 1, 7)
    assert dice_asked(t) == 5, "one die less"
    t.throws("11223").on()
    assert (t.hearts[2], t.monster("C").poison) == (6, 1), "one heart at the end of its own turn"


@pytest.mark.rule("KT-34")
def test_every_monster_that_a_smash_hurts_gets_one_token_however_many_dice() -> None:
    """KT-34, cards 35 and 40: each monster smashed gets a token; those in the same place none."""
    t = CardTable("poison_spit shrink_ray").stand("A").throws("sss112")
    assert [(m.poison, m.shrink) for m in t.s.monsters] == [(0, 0), (1, 1), (1, 1)]


@pytest.mark.rule("KT-34", "KT-A19")
def test_a_heart_die_removes_a_token_instead_of_healing_as_the_player_divides() -> None:
    """KT-34, KT-A19, L138: outside Tokyo a heart die may remove a token; it then heals nothing (default)."""
    t = three().has("Ana", poison=2, shrink=1).throws("hhh12")
    offered = {(event.poison, event.shrink) for event in t.events if isinstance(event, Divided)}
    assert offered == {(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)}
    for poison, shrink in ((3, 0), (0, 2)):
        assert t.refuses(Divided(poison, shrink)) == "KT-34"
    for poison, shrink, hearts in ((2, 1, 8), (1, 0, 10), (0, 0, 10)):
        u = t.copy().do(Divided(poison, shrink))
        ana = u.monster("Ana")
        assert (ana.poison, ana.shrink) == (2 - poison, 1 - shrink)
        end_poison = 2 - poison
        assert ana.hearts == hearts - end_poison, "poison bites at the end of the turn"


@pytest.mark.rule("KT-34", "KT-A19")
def test_a_table_may_let_a_heart_die_do_both() -> None:
    """KT-A19: the other choice: it removes the token and heals as well."""
    t = three(KT_A19="besides").has("Ana", hearts=5, poison=1).throws("hh1123")
    for event in [event for event in t.events if isinstance(event, Divided) and event.poison == 1]:
        t.do(event)
    assert (t.monster("Ana").poison, t.hearts[0]) == (0, 7)


@pytest.mark.rule("KT-34", "KT-10")
def test_no_token_is_removed_in_tokyo() -> None:
    """KT-34, L138: "No puedes eliminar estas fichas mientras estés en Tokio"."""
    for choice in ("instead", "besides"):
        t = three(KT_A19=choice).stand("Ana").has("Ana", poison=1).throws("hhhhhh")
        assert not t.offers(Divided)
        assert (t.monster("Ana").poison, t.hearts[0], t.who) == (1, 7, "Beto")


@pytest.mark.rule("KT-35")
def test_metamorph_discards_at_the_end_of_the_turn_for_the_whole_printed_cost() -> None:
    """KT-35, L142: in the End of Turn step, "el coste total ... incluso si la compraste con descuento"."""
    t = CardTable("metamorph alien_origin").has("A", energy=6).throws("112233").buys("wings")
    assert (t.energy[0], t.s.phase, t.may_use("metamorph")) == (1, "buy", False)
    wings = card_id(t, "A", "wings")
    assert t.refuses(Used(0, "card.metamorph", card_id(t, "A", "metamorph"), n=wings)) != "", "not while buying"
    t.do(DoneBuying())
    assert t.s.phase == "end"
    assert set(options(t, "metamorph")) == {held.id for held in t.monster("A").cards}
    kept = t.copy().do(DiceStand())
    assert (kept.hand("A"), kept.energy[0], kept.who) == (["metamorph", "alien_origin", "wings"], 1, "B")
    t.uses("metamorph", n=wings)
    assert (t.energy[0], t.hand("A"), t.who) == (7, ["metamorph", "alien_origin"], "A"), "6, though 5 were paid"
    t.uses("metamorph", n=card_id(t, "A", "alien_origin"))
    assert (t.energy[0], t.hand("A")) == (10, ["metamorph"]), "any number of them"
    t.do(DiceStand())
    assert (t.who, t.s.phase) == ("B", "roll")


@pytest.mark.rule("KT-35")
def test_metamorph_gives_back_nothing_of_others_cards() -> None:
    """KT-35, L142: "tus cartas de Torreón": only its owner's, and only as its own turn ends."""
    t = CardTable("metamorph", "wings").throws("112233")
    assert options(t, "metamorph") == [card_id(t, "A", "metamorph")]
    wings = card_id(t, "B", "wings")
    assert t.refuses(Used(0, "card.metamorph", card_id(t, "A", "metamorph"), n=wings)) != ""
    t.do(DiceStand()).throws("112233")
    assert (t.who, t.s.phase) == ("C", "roll"), "B's turn ended without a question to A"


@pytest.mark.rule("KT-35", "KT-26")
def test_metamorphs_discards_lie_on_the_discard_pile() -> None:
    """KT-35, L142: "El descarte de tus cartas": what was discarded is gone from its owner."""
    t = CardTable("metamorph wings", follow__shop="on").throws("112233")
    t.uses("metamorph", n=card_id(t, "A", "wings"))
    assert (t.s.discard[-1], t.hand("A")) == ("wings", ["metamorph"])
