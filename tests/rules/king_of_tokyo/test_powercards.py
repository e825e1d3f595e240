"""The power cards as data: how many there are, what they cost in which edition, and that every line of theirs reads."""

from collections.abc import Callable

import pytest

from bench.powercards import rows, share
from rules.king_of_tokyo.model.card_catalogue import (
    EDITIONS,
    catalogue_key,
    catalogues,
    copies_in_deck,
    printed_power_cards,
)
from rules.king_of_tokyo.model.clause_parser import (
    CardAction,
    CardTrigger,
    ClauseCondition,
    QuantityChange,
    parse_clauses,
)


@pytest.mark.parametrize(("edition", "count"), [("base", 66), ("dark", 66), ("origins", 50)])
def test_a_deck_has_the_cards_of_its_edition(edition: str, count: int) -> None:
    """So many cards lie in the box, copies counted."""
    assert sum(copies_in_deck(edition).values()) == count


def test_two_cards_are_there_twice_and_one_of_them_only_once_in_the_dark_edition() -> None:
    """Extra Head and Evacuation Orders are the cards with a copy."""
    twice = {id for id, n in copies_in_deck("base").items() if n == 2}
    assert twice == {"extra_head", "evacuation_orders"}
    assert (copies_in_deck("dark")["extra_head"], copies_in_deck("dark")["evacuation_orders"]) == (1, 2)


def test_costumes_are_in_the_deck_only_when_they_are_played() -> None:
    """What was not dealt of the twelve costumes is bought like any card."""
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
    """Some prices differ between editions."""
    assert printed_power_cards()[id].cost_in(edition) == cost


def test_every_card_is_found_by_name_and_by_price_and_says_what_it_does() -> None:
    """Names and effects in both languages, each name once in a language."""
    names = [card.name for card in printed_power_cards().values()]
    assert len(names) == len({name.es for name in names}) == len({name.en for name in names}) == 99
    assert all(card.effect.es and card.effect.en for card in printed_power_cards().values())


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("costumes", [False, True])
def test_a_shelf_holds_the_cards_of_its_deck_at_their_prices(edition: str, costumes: bool) -> None:
    """Nobody who plays one edition finds the cards of another."""
    found = {card.record.id: card.record.cost for card in catalogues()[catalogue_key(edition, costumes)]}
    assert found == {id: printed_power_cards()[id].cost_in(edition) for id in copies_in_deck(edition, costumes)}


def test_a_line_is_read_as_a_number_that_is_asked() -> None:
    """By how much, how many times, and on what conditions."""
    read = parse_clauses(("smashes +1 if inside=1 claws>=1", "lose_hearts x0 if n=1"))
    assert read.changes == (
        QuantityChange("smashes", 1, 1, (ClauseCondition("inside", "=", 1), ClauseCondition("claws", ">=", 1))),
        QuantityChange("lose_hearts", 0, 0, (ClauseCondition("n", "=", 1),)),
    )


def test_a_line_is_read_as_something_that_happens_at_a_moment() -> None:
    """Whose moment, the faces it needs, on whom, how much, and how much of what it counts."""
    read = parse_clauses(("resolving others if faces=1he: richest steal_points 2, damage 1 per 2 energy",))
    faces = ClauseCondition("faces", ">=", 0, ("1", "heart", "energy"))
    deeds = (CardAction("steal_points", "richest", 2), CardAction("damage", "me", 1, 2, "energy"))
    assert read.triggers == (CardTrigger("resolving", deeds, "others", (faces,)),)


@pytest.mark.parametrize("line", ["smashs +1", "resolving: dance 1", "resolving his: points 1", "claws +1 if rain=1"])
def test_a_line_that_says_nothing_known_is_refused(line: str) -> None:
    """A slip in the data is an error at once, not a card that does nothing."""
    with pytest.raises(ValueError, match=line.split()[0]):
        parse_clauses((line,))


def test_every_card_is_on_the_table_in_a_test(say: Callable[[str], None]) -> None:
    """None of them is only a line of data: the table of them all is ``python -m bench.powercards``."""
    say(f"king_of_tokyo: {share(rows())}")
    assert [row.card.id for row in rows() if not row.test] == []


def test_a_card_says_each_thing_once() -> None:
    """A number or a moment that stood twice in its data would overwrite itself."""
    for card in printed_power_cards().values():
        said = [
            *(alter.quantity for alter in card.abilities.changes),
            *(trigger.moment for trigger in card.abilities.triggers),
        ]
        assert len(said) == len(set(said)), card.id
