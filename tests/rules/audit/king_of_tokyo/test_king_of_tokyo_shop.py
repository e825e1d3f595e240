"""King of Tokyo, audit of the shop (KT-22 … KT-26, KT-30, KT-31, KT-A14): each test from one sentence."""

from itertools import islice

import pytest

from rules.king_of_tokyo.model.card_catalogue import PowerCard, copies_in_deck, printed_power_cards
from rules.king_of_tokyo.model.events import Bought, DoneBuying, Swept, TurnedUp
from rules.king_of_tokyo.shop.reveal import FROM_UNFOLLOWED_SHOP
from tests.support.games.king_of_tokyo import NOTHING, KingOfTokyoTable, three
from tests.support.games.king_of_tokyo_cards import CardTable, record


def shop(*cards: str, energy: int = 9, **rulings: str) -> KingOfTokyoTable:
    """Ana outside Tokyo, about to buy from three named cards; Cira is in Tokyo."""
    t = KingOfTokyoTable("Ana", "Beto", "Cira", follow__shop="on", **rulings)
    for slot, card in enumerate(cards):
        t.do(TurnedUp(slot, (record(card),)))
    return t.stand("Cira").has("Ana", energy=energy).throws(NOTHING)


def turns_up(t: KingOfTokyoTable, card: str) -> KingOfTokyoTable:
    """Name the card that was turned up."""
    slot = next(event.slot for event in t.events if isinstance(event, TurnedUp))
    t.do(TurnedUp(slot, (record(card),)))
    return t


def for_sale(t: KingOfTokyoTable) -> set[int]:
    """The slots from which the active monster may buy."""
    return {event.place for event in t.events if isinstance(event, Bought)}


@pytest.mark.rule("KT-22")
def test_three_cards_lie_face_up_and_any_number_of_them_is_bought_for_their_cost() -> None:
    """KT-22, L96: "comprar una o más de las tres cartas boca arriba ... gasta tanta energía como el coste"."""
    t = shop("alien_origin", "herbivore", "tank", energy=10)
    assert t.s.shop == ("alien_origin", "herbivore", "tank")
    assert for_sale(t) == {0, 1, 2}
    t.do(Bought(0, 2))
    assert (t.energy[0], t.points[0], t.hearts[0]) == (6, 4, 7)
    turns_up(t, "wings").do(Bought(0, 1))
    assert (t.energy[0], [held.card for held in t.monster("Ana").cards]) == (1, ["herbivore"])


@pytest.mark.rule("KT-22")
def test_a_card_that_is_too_dear_or_not_there_is_not_bought() -> None:
    """KT-22, L96: the cost has to be paid in full, by the active monster, for one of the cards that lie there."""
    t = shop("alien_origin", "herbivore", "tank", energy=4)
    assert for_sale(t) == {0, 2}
    assert t.refuses(Bought(0, 1)) == "KT-22"
    assert t.refuses(Bought(1, 0)) == "KT-22"
    assert t.refuses(Bought(0, 3)) == "KT-22"
    assert t.do(Bought(0, 2)).energy[0] == 0, "exactly its cost is enough"


@pytest.mark.rule("KT-22")
def test_a_card_of_a_shop_that_is_not_followed_costs_its_printed_price_or_what_is_said() -> None:
    """KT-22, L96: "el coste indicado en la parte superior de la carta"; the energy must be there."""
    t = three().has("Ana", energy=5).throws(NOTHING)
    assert t.refuses(Bought(0, FROM_UNFOLLOWED_SHOP, (record("gas_refinery"),))) == "KT-22"
    assert t.refuses(Bought(0, FROM_UNFOLLOWED_SHOP, (), 6)) == "KT-22"
    paid = t.copy().do(Bought(0, FROM_UNFOLLOWED_SHOP, (record("apartment_building"),)))
    assert (paid.energy[0], paid.points[0]) == (0, 3)
    typed = t.copy().do(Bought(0, FROM_UNFOLLOWED_SHOP, (PowerCard("", "Homemade", 4, True),)))
    assert (typed.energy[0], [held.name for held in typed.monster("Ana").cards]) == (1, ["Homemade"])
    assert t.do(Bought(0, FROM_UNFOLLOWED_SHOP, (), 3)).energy[0] == 2


@pytest.mark.rule("KT-22")
@pytest.mark.parametrize(("energy", "edition", "asked"), [(1, "base", False), (2, "base", True), (0, "dark", True)])
def test_the_question_of_buying_is_skipped_only_where_nothing_can_be_bought(
    energy: int, edition: str, asked: bool
) -> None:
    """KT-22, L96, L100: while the energy reaches for a card or a sweep the player decides; 0 buys a card of cost 0."""
    t = three(edition=edition).has("Ana", energy=energy).throws(NOTHING)
    assert (t.s.phase == "buy") is asked


@pytest.mark.rule("KT-23")
def test_a_bought_card_is_replaced_at_once_and_the_new_one_can_be_bought() -> None:
    """KT-23, L96: "Reemplaza inmediatamente ... disponibles inmediatamente para su compra"."""
    t = shop("corner_store", "herbivore", "tank", energy=7).do(Bought(0, 0))
    assert (t.offers(TurnedUp), t.offers(DoneBuying)) == (True, False), "the gap is filled before anything else"
    assert t.refuses(DoneBuying()) == "KT-23"
    assert t.refuses(Bought(0, 2)) == "KT-22"
    assert t.refuses(Swept()) == "KT-24"
    assert t.refuses(TurnedUp(1, (record("heal"),))) == "KT-23", "only the gap"
    turns_up(t, "heal")
    assert t.s.shop == ("heal", "herbivore", "tank")
    t.do(Bought(0, 0))
    assert (t.energy[0], t.s.shop[1:]) == (1, ("herbivore", "tank"))


@pytest.mark.rule("KT-24")
def test_two_energy_sweep_all_three_cards_to_the_discard() -> None:
    """KT-24, L98: "gastar 2 energías para barrer las tres cartas boca arriba al descarte"; three new ones come."""
    t = shop("corner_store", "herbivore", "tank", energy=5)
    assert t.offers(Swept)
    t.do(Swept())
    assert (t.energy[0], t.s.discard, t.s.shop) == (3, ("corner_store", "herbivore", "tank"), ())
    assert t.refuses(DoneBuying()) == "KT-23", "three cards are revealed first"
    turns_up(turns_up(turns_up(t, "heal"), "wings"), "jets")
    assert t.s.shop == ("heal", "wings", "jets")
    assert for_sale(t) == {0}, "bought at once, as far as the energy goes"
    assert t.do(Bought(0, 0)).energy[0] == 0


@pytest.mark.rule("KT-24")
def test_one_energy_sweeps_nothing_and_nobody_must_sweep() -> None:
    """KT-24, L98: "puedes gastar 2": not for less, not in another step, and not by force."""
    t = shop("corner_store", "herbivore", "tank", energy=3).do(Bought(0, 0))
    turns_up(t, "heal") if t.offers(TurnedUp) else None
    assert t.refuses(Swept()) == "KT-24"
    t = shop("corner_store", "herbivore", "tank", energy=2)
    assert t.offers(DoneBuying)
    t.do(DoneBuying())
    assert (t.who, t.s.shop, t.refuses(Swept())) == ("Beto", ("corner_store", "herbivore", "tank"), "KT-24")


@pytest.mark.rule("KT-25")
def test_buying_and_sweeping_go_on_while_energy_lasts() -> None:
    """KT-25, L100: "puedes seguir comprando o barriendo cartas": in any order, again and again."""
    t = three().has("Ana", energy=12).throws(NOTHING)
    for step, left in (
        (Swept(), 10),
        (Bought(0, FROM_UNFOLLOWED_SHOP, (record("heal"),)), 7),
        (Swept(), 5),
        (Swept(), 3),
        (Bought(0, FROM_UNFOLLOWED_SHOP, (record("corner_store"),)), 0),
    ):
        assert t.s.phase == "buy"
        t.do(step)
        assert t.energy[0] == left
    assert t.who == "Beto"


@pytest.mark.rule("KT-26")
def test_keep_cards_stay_and_discard_cards_resolve_once() -> None:
    """KT-26, L105-107: a keep card lies in front of its buyer from then on; a discard card acts and goes."""
    t = shop("giant_brain", "corner_store", "tank", energy=8).do(Bought(0, 1))
    assert (t.points[0], t.monster("Ana").cards, t.s.discard) == (1, (), ("corner_store",))
    turns_up(t, "jets").do(Bought(0, 0))
    if t.offers(TurnedUp):
        turns_up(t, "heal")
    t.on().turn(NOTHING).turn(NOTHING)
    assert t.who == "Ana"
    assert [held.card for held in t.monster("Ana").cards] == ["giant_brain"]
    assert t.throws_left == 4, "and goes on acting"
    assert t.points[0] == 1


@pytest.mark.rule("KT-26")
def test_every_card_stays_or_goes_as_its_facts_say() -> None:
    """KT-26, L103-107: "dos tipos diferentes": of each edition, the kind by the list of facts."""
    kinds = {card.kind for card in printed_power_cards().values()}
    assert kinds == {"keep", "discard", "costume"}
    assert all(card.is_permanent == (card.kind != "discard") for card in printed_power_cards().values())
    assert (printed_power_cards()["vast_storm"].kind, printed_power_cards()["wings"].kind) == ("discard", "keep")
    assert sum(copies_in_deck("base").values()) == 66


@pytest.mark.rule("KT-30")
def test_cards_heal_no_further_than_ten() -> None:
    """KT-30, L122: "no permiten a los Monstruos ganar más de 10 puntos de corazón"."""
    t = CardTable().has("A", energy=9, hearts=9).throws("112233").buys("heal")
    assert t.hearts[0] == 10
    t = CardTable().has("A", energy=9, hearts=8).throws("112233").buys("nuclear_power_plant")
    assert (t.hearts[0], t.points[0]) == (10, 7)
    t = CardTable("regeneration").has("A", hearts=9).throws("hh1123")
    assert t.hearts[0] == 10


@pytest.mark.rule("KT-30")
def test_a_keep_card_that_says_otherwise_raises_the_limit() -> None:
    """KT-30, L122: "a menos que una carta de guardado diga lo contrario": Even Bigger: twelve."""
    t = CardTable().has("A", energy=4, hearts=9).throws("112233").buys("even_bigger")
    assert t.hearts[0] == 11, "two hearts more"
    t = CardTable("even_bigger").has("A", hearts=9).throws("hhhhhh")
    assert t.hearts[0] == 12
    t = CardTable("", "even_bigger").has("A", hearts=9).throws("hhhhhh")
    assert t.hearts[0] == 10, "only its owner"


@pytest.mark.rule("KT-31")
def test_the_nearest_opportunist_clockwise_is_asked_first() -> None:
    """KT-31, L126: "el primer Monstruo en el sentido de las agujas del reloj" from the active one buys first."""
    t = CardTable("", "opportunist", "opportunist", follow__shop="on")
    t.has("A", energy=9).has("B", energy=9).has("C", energy=9).throws("112233").do(Swept())
    turns_up(t, "heal")
    assert t.asked.seats == (1,)
    assert t.refuses(Bought(2, 0)) != "", "C waits for B"
    assert t.refuses(Bought(0, 0)) != "", "and so does A"
    bought = t.copy().do(Bought(1, 0))
    assert (bought.energy, bought.hearts[1]) == ((7, 6, 9), 10)
    t.do(DoneBuying())
    assert t.asked.seats == (2,), "only then the next"
    t.do(Bought(2, 0))
    assert (t.energy, t.hearts) == ((7, 9, 6), (8, 8, 10))


@pytest.mark.rule("KT-31")
def test_the_order_of_the_opportunists_starts_from_whose_turn_it_is() -> None:
    """KT-31, L126: on C's turn A is nearer than B."""
    t = CardTable("opportunist", "opportunist", "", city=0, follow__shop="on").until("C")
    t.has("A", energy=9).has("B", energy=9).has("C", energy=9).throws("112233").do(Swept())
    turns_up(t, "heal")
    assert t.asked.seats == (0,)
    t.do(DoneBuying())
    assert t.asked.seats == (1,)


@pytest.mark.rule("KT-31", "KT-22")
def test_without_an_opportunist_the_others_buy_nothing() -> None:
    """KT-31, L96: only the active monster buys; an Opportunist only what was just revealed."""
    t = shop("corner_store", "herbivore", "tank", energy=5).has("Beto", energy=9)
    assert t.refuses(Bought(1, 0)) == "KT-22"
    t.holds("Beto", "opportunist", cost=3)
    assert t.refuses(Bought(1, 0)) == "KT-22", "that card was revealed before"


def empty_deck(**rulings: str) -> KingOfTokyoTable:
    """Ana about to buy, with the last three cards of the base deck face up and all others swept."""
    deck = [id for id, copies in copies_in_deck("base").items() for _ in range(copies)]
    t = KingOfTokyoTable("Ana", "Beto", "Cira", follow__shop="on", **rulings)
    cards = iter(deck)
    for slot, card in enumerate(islice(cards, 3)):
        t.do(TurnedUp(slot, (record(card),)))
    t.has("Ana", energy=99).throws(NOTHING)
    for three_cards in zip(cards, cards, cards, strict=True):
        t.do(Swept())
        for card in three_cards:
            turns_up(t, card)
    return t


@pytest.mark.rule("KT-A14", "KT-24")
def test_an_exhausted_deck_is_made_from_the_discards() -> None:
    """KT-A14: by default the discards are shuffled into a new deck, and the cards go on coming."""
    t = empty_deck()
    assert (len(t.s.discard), t.offers(DoneBuying)) == (63, True)
    t.do(Swept())
    assert any("shuffled" in text for text in t.note_texts)
    turns_up(turns_up(turns_up(t, "tank"), "heal"), "wings")
    assert (t.s.shop, t.s.discard) == (("tank", "heal", "wings"), ())


@pytest.mark.rule("KT-A14", "KT-24")
def test_a_table_may_let_an_exhausted_deck_stay_empty() -> None:
    """KT-A14: the other choice: no more come out: nothing is asked for, and nothing is left to buy."""
    t = empty_deck(KT_A14="over").do(Swept())
    assert len(t.s.discard) == 66
    assert t.note_texts.count("The deck runs out: No more come out.") == 1
    assert (t.who, t.energy[0]) == ("Beto", 55), "nothing is named, and nothing is left to buy or to sweep"
    t.has("Beto", energy=9).throws(NOTHING)
    assert t.who == "Cira"
    assert t.refuses(Swept()) == "KT-24"


@pytest.mark.rule("KT-A14", "KT-23")
def test_a_card_bought_from_an_exhausted_deck_leaves_a_gap() -> None:
    """KT-A14, L96: with nothing left to turn up the slot stays empty; the other two are still for sale."""
    t = empty_deck(KT_A14="over").do(Bought(0, 2))
    assert (t.offers(DoneBuying), for_sale(t)) == (True, {0, 1})
    assert [line.cost > 0 for line in t.view.shop] == [True, True, False]
    t.refuses(Bought(0, 2))
    t.do(Swept())
    assert (t.who, t.s.discard.count("alien_origin")) == ("Beto", 1), "the two that lay there were swept"
