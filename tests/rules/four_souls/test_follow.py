"""Numbers that are not followed are neither counted nor asked for nor a reason to refuse."""

import pytest

from rules.four_souls.board.item_gain import add_item
from rules.four_souls.game import GAME
from rules.four_souls.model.events import Bartered, Bought, Played
from rules.four_souls.model.item import Owned
from tests.support.games.four_souls import FourSoulsTable, table

rule = pytest.mark.rule


def numbers(t: FourSoulsTable) -> set[str]:
    return {tracker.key for tracker in GAME.trackers(t.s)}


@rule("FS-43", "FS-51")
def test_loot_that_is_not_counted_does_not_move() -> None:
    """With loot not followed, neither draws nor the hand limit change it, and it has no tracker."""
    t = table().by_hand("Beto", "loot", 12).settles_on("follow.loot", "off")
    t.ends_turn()
    assert (t.s.active, t.player("Beto").loot) == (1, 15)
    t.ends_turn()
    assert (t.s.active, t.player("Beto").loot) == (0, 15)
    assert not {"seat.0.loot", "seat.1.loot"} & numbers(t)
    assert "seat.0.cents" in numbers(t)


@rule("FS-62", "FS-66")
def test_without_counted_cents_a_purchase_is_never_refused() -> None:
    """FS L177: with ¢ not followed, a purchase always happens, leaves the ¢ alone and gives the item."""
    poor = table().do(Bought("deck")).nobody()
    assert (poor.player("Ana").cents, poor.player("Ana").treasures) == (3, 0)
    t = table().settles_on("follow.cents", "off").do(Bought("deck")).nobody()
    assert (t.player("Ana").cents, t.player("Ana").treasures) == (3, 1)
    assert "seat.0.cents" not in numbers(t)


@rule("FS-13", "FS-99")
def test_without_counted_cents_an_effect_may_be_paid_and_nobody_is_offered_to_pay() -> None:
    """With ¢ not followed, paid effects are offered whatever they cost, and payments are not."""
    for follow, offered in (("on", False), ("off", True)):
        t = table().by_hand("Ana", "treasures", 1).settles_on("follow.cents", follow)
        t.s = add_item(t.s, 0, Owned(0, "Bomba", cost=9))
        paid = [c for c in t.asked.choices if isinstance(c.event, Played) and c.event.kind == "paid" and c.event.cost]
        assert bool(paid) == offered
        assert any(isinstance(c.event, Bartered) for c in GAME.remarks(t.s)) != offered


@rule("FS-115", "FS-116")
def test_what_is_not_counted_wins_no_bonus_soul() -> None:
    """Numbers not followed win no bonus souls; followed again, they win them at once."""
    t = table(bonus_souls="on").settles_on("follow.cents", "off").settles_on("follow.loot", "off")
    t.by_hand("Ana", "cents", 30).by_hand("Beto", "loot", 9)
    assert (t.player("Ana").soul_count, t.player("Beto").soul_count) == (0, 0)
    t.settles_on("follow.cents", "on").settles_on("follow.loot", "on")
    assert (t.player("Ana").soul_count, t.player("Beto").soul_count) == (1, 1)
    assert {"seat.0.cents", "seat.0.loot"} <= numbers(t)
