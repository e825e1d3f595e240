"""Boss Monster, audit of open points of the set-up and the text (BM-A10, A11, A12, A14): each from one sentence."""

import pytest

from rules.boss_monster.model.card_catalogue import card_texts, room_cards
from rules.boss_monster.model.events import Arrived, Laid, Lured, Skipped
from rules.boss_monster.model.state import set_keep
from tests.support.games.boss_monster import handed, table


@pytest.mark.rule("BM-A10")
@pytest.mark.parametrize(("ruling", "fits"), [("normal", False), ("any", True)])
def test_an_advanced_room_of_the_hand_is_laid_first_only_where_the_table_allows_it(ruling: str, fits: bool) -> None:
    """BM-A10, L145, L247: the same with the app's cards."""
    t = handed(BM_A10=ruling)
    seat = t.asked.seats[0]
    t.change(set_keep, seat, hand=("dracolich_lair", "golem_factory"))
    assert ("dracolich_lair.1" in t.cards_for(Laid, seat, room=0)) == fits
    if not fits:
        assert t.refuses(Laid(seat, 0, ("dracolich_lair.1",))) in ("BM-14", "BM-A10")


@pytest.mark.rule("BM-A11")
def test_the_table_says_where_the_fool_goes() -> None:
    """BM-A11: the text does not name the Fool's treasure, so the table answers; he may also stay in town."""
    t = table().do(Arrived("x.2"), Arrived("c.8"), Skipped(), Skipped())
    assert t.offers(Lured)
    assert sorted(event.seat for event in t.events if isinstance(event, Lured)) == [-1, 0, 1]
    assert t.copy().do(Lured(0)).standing_in(0) == ["x.2"]
    assert "x.2" in t.copy().do(Lured(-1)).standing_in(-1)
    assert t.refuses(Lured(2)) in ("BM-26", "BM-A11")


@pytest.mark.rule("BM-A12")
def test_the_cards_that_the_rules_text_names_have_those_names() -> None:
    """BM-A12, L387-417, L545: five Spanish names; the lair shares Cleric with two of them, not with the third."""
    names = {key: text.name.es for key, text in card_texts().items()}
    assert names["dracolich_lair"] == "Guarida del Dracoliche"
    assert names["dark_altar"] == "Altar lúgubre"
    assert names["torture_chamber"] == "Sala de tortura"
    assert names["golem_factory"] == "Fábrica de golems"
    assert names["beast_menagerie"] == "La casa de fieras"
    treasures = {key: set(card.treasure) for key, card in room_cards().items()}
    shared = [treasures["dracolich_lair"] & treasures[k] for k in ("dark_altar", "torture_chamber", "golem_factory")]
    assert shared == [{"c"}, {"c"}, set()]


@pytest.mark.rule("BM-A14")
def test_the_rules_that_lost_their_page_still_name_their_line() -> None:
    """BM-A14, L65, L653: the pages are lost; tie-breaks and set-up are found as rules of their own."""
    entries = table().game.rulebook
    assert entries["BM-A14"]["line"] == [65, 653]
    assert (entries["BM-39"]["line"], entries["BM-03"]["line"]) == (510, 215)
