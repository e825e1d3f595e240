"""Data of the power cards: copies, prices by edition, and the parser of their lines."""

from collections.abc import Callable

import pytest

from bench.powercards import rows, share
from rules.king_of_tokyo.model.card_abilities import (
    CardAction,
    CardTrigger,
    ClauseCondition,
    QuantityChange,
    card_abilities,
)
from rules.king_of_tokyo.model.card_catalogue import (
    EDITIONS,
    catalogue_key,
    catalogues,
    copies_in_deck,
    printed_power_cards,
)


@pytest.mark.parametrize(("edition", "count"), [("base", 66), ("dark", 66), ("origins", 50)])
def test_a_deck_has_the_cards_of_its_edition(edition: str, count: int) -> None:
    """A deck holds the edition's number of cards, copies included."""
    assert sum(copies_in_deck(edition).values()) == count


def test_two_cards_are_there_twice_and_one_of_them_only_once_in_the_dark_edition() -> None:
    """Extra Head and Evacuation Orders have two copies; the dark edition has one Extra Head."""
    twice = {id for id, n in copies_in_deck("base").items() if n == 2}
    assert twice == {"extra_head", "evacuation_orders"}
    assert (copies_in_deck("dark")["extra_head"], copies_in_deck("dark")["evacuation_orders"]) == (1, 2)


def test_costumes_are_in_the_deck_only_when_they_are_played() -> None:
    """The twelve costumes are in the deck only when costumes are played."""
    assert set(copies_in_deck("base", costumes=True)) - set(copies_in_deck("base")) == {
        id for id, card in printed_power_cards().items() if card.kind == "costume"
    }
    assert sum(copies_in_deck("base", costumes=True).values()) == 66 + 12


@pytest.mark.parametrize(
    ("id", "edition", "cost"),
    [
        ("acid_attack", "base", 6),
        ("freeze_time", "base", 5),
        ("freeze_time", "dark", 6),
        ("gourmet", "base", 4),
        ("gourmet", "dark", 6),
        ("herd_culler", "dark", 5),
        ("herd_culler", "origins", 3),
        ("solar_powered", "base", 2),
        ("lunar_powered", "dark", 3),
        ("mimic", "base", 8),
        ("monster_pets", "dark", 0),
        ("witch", "base", 4),
    ],
)
def test_a_card_costs_what_its_edition_prints(id: str, edition: str, cost: int) -> None:
    """A card has the price that its edition prints."""
    assert printed_power_cards()[id].cost_in(edition) == cost


def test_every_card_is_found_by_name_and_by_price_and_says_what_it_does() -> None:
    """Each of the 99 cards has a unique name and an effect in both languages."""
    names = [card.name for card in printed_power_cards().values()]
    assert len(names) == len({name.es for name in names}) == len({name.en for name in names}) == 99
    assert all(card.effect.es and card.effect.en for card in printed_power_cards().values())


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("costumes", [False, True])
def test_a_shelf_holds_the_cards_of_its_deck_at_their_prices(edition: str, costumes: bool) -> None:
    """The catalogue of an edition lists only its deck's cards, at their prices."""
    found = {card.record.id: card.record.cost for card in catalogues()[catalogue_key(edition, costumes)]}
    assert found == {id: printed_power_cards()[id].cost_in(edition) for id in copies_in_deck(edition, costumes)}


def test_a_line_is_read_as_a_number_that_is_asked() -> None:
    """A clause that changes a quantity is parsed with addend, factor and conditions."""
    read = card_abilities("always if(inside=1, claws>=1) -> smashes:1@me && always if(n=1) -> lose_hearts:x0@me")
    assert read.changes == (
        QuantityChange("smashes", 1, 1, (ClauseCondition("inside", "=", 1), ClauseCondition("claws", ">=", 1))),
        QuantityChange("lose_hearts", 0, 0, (ClauseCondition("n", "=", 1),)),
    )


def test_a_line_is_read_as_something_that_happens_at_a_moment() -> None:
    """A clause with a trigger is parsed with owner, faces, actions, targets and amounts."""
    read = card_abilities("resolving others if(faces=1he) -> steal_points:2@richest, damage:1 per 2 energy@me")
    faces = ClauseCondition("faces", ">=", 0, ("1", "heart", "energy"))
    actions = (CardAction("steal_points", "richest", 2), CardAction("damage", "me", 1, 2, "energy"))
    assert read.triggers == (CardTrigger("resolving", actions, "others", (faces,)),)


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("always -> smashs:1@me", "smashs"),
        ("resolving -> dance:1@me", "dance"),
        ("resolving his -> points:1@me", "his"),
        ("always if(rain=1) -> claws:1@me", "rain"),
        ("resolving if(faces=1x) -> points:1@me", "x"),
        ("tap -> points:1@me", "tap"),
        ("points:1@me", "points"),
        ("taken -> points:many@me", "many"),
    ],
)
def test_a_line_that_says_nothing_known_is_refused(line: str, word: str) -> None:
    """A line with an unknown word is refused, and the word is named."""
    with pytest.raises(ValueError, match=word):
        card_abilities(line)


def test_every_card_is_on_the_table_in_a_test(say: Callable[[str], None]) -> None:
    """Each card is used in a test; ``python -m bench.powercards`` prints the table."""
    say(f"king_of_tokyo: {share(rows())}")
    assert [row.card.id for row in rows() if not row.test] == []


def test_a_card_says_each_thing_once() -> None:
    """No card has two clauses for one quantity or moment, as one would overwrite the other."""
    for card in printed_power_cards().values():
        said = [
            *(alter.quantity for alter in card.abilities.changes),
            *(trigger.moment for trigger in card.abilities.triggers),
        ]
        assert len(said) == len(set(said)), card.id
