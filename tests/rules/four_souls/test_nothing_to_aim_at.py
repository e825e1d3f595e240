"""FS-26 (L273): what has nothing to aim at is refused, however it is played; a card with another way keeps that."""

from dataclasses import replace
from typing import Any

import pytest

from rules.card_grammar import Deed, If, May, Step, Way, parse_abilities
from rules.engine import Event, Refused, apply
from rules.four_souls.board.item_gain import add_item
from rules.four_souls.model.catalogue import read_rows
from rules.four_souls.model.events import Played
from rules.four_souls.model.item_catalogue import item_cards
from tests.support.games.four_souls import FourSoulsTable, table

rule = pytest.mark.rule

NOT_THERE = {
    "roll", "stack", "activated,paid,loot", "activated,paid", "monster", "idle_monster", "idle_card", "fought", "death",
    "curse", "calm_room", "attack", "own_attack", "their_attack", "idle_in_fight", "bystander",
}  # fmt: skip
"""Targets that are nowhere on a table without monsters, rooms, items and curses, over an empty stack.

A bystander joins an attack.
"""
ITEMS = {"item", "own_item", "other_item", "another_item"}
"""Items: for what takes one away there is none; an item that is only changed may be one without a name."""
TAKEN = ("destroy", "steal", "reroll_item", "trade_in", "offer_trade", "give", "copy")
WITHOUT_SOULS = ("steal_soul", "soul")


def bare() -> FourSoulsTable:
    """Ana in her actions at a table with nothing on it: no monster, no item but those of the characters, no curse."""
    t = table().by_hand("Ana", "cents", 90)
    t.s = replace(t.s, slots=(None, None))
    return t


def lacks(way: Way) -> bool:
    """Whether a way of the notation aims at something that is not there."""
    return any(map(_lacks, way))


def _lacks(step: Step) -> bool:
    if isinstance(step, If | May) or not isinstance(step, Deed):
        return False
    is_taken = step.verb in TAKEN and (step.target in ITEMS and "eternal, without" not in step.limit)
    return (
        step.target in NOT_THERE
        or is_taken
        or (step.verb in WITHOUT_SOULS and step.target in ("player", "other", "most_souls"))
    )


def refusal(t: FourSoulsTable, event: Event) -> str:
    """The rule by which an event is refused, if it is."""
    try:
        apply(t.game, t.s, event)
    except Refused as refused:
        return refused.rule
    return ""


FILES = ("loot.csv", "items.csv", "treasures.csv")
LISTED = [row for file in FILES for row in read_rows(file) if row["does"] and not row["lacks"]]


def uses_of(row: dict[str, str]) -> list[tuple[str, int, list[Way]]]:
    """How a card is played: as loot, sideways, or for each price that is no item; with its ways."""
    found: list[tuple[str, int, list[Way]]] = []
    for ability in parse_abilities(row["does"]):
        head = ability.head
        if ability.is_trinket or (head and not head.is_tapped and not head.cost):
            continue
        if head and head.cost and head.cost.thing:
            continue
        kind = "loot" if head is None else "activated" if head.is_tapped else "paid"
        found.append((kind, head.cost.amount.number if head and head.cost else 0, list(ability.ways)))
    return found


USES = [(row["id"], *use) for row in LISTED for use in uses_of(row)]


@rule("FS-26")
@pytest.mark.parametrize(("card", "kind", "cost", "ways"), USES, ids=[f"{use[0]}-{use[1]}-{use[2]}" for use in USES])
def test_a_card_is_played_only_with_something_to_aim_at(card: str, kind: Any, cost: int, ways: list[Way]) -> None:
    """A card all of whose ways lack a target is neither offered nor taken, out of the hand or in play."""
    t, is_lacking = bare(), all(map(lacks, ways))
    if kind == "loot":
        assert refusal(t, t.play("Ana", card=card)) == ("FS-26" if is_lacking else "")
        return
    t.s = add_item(t.s, 0, replace(item_cards()[card].owned, id=999, counters=9, eternal=True))
    used = [c.event for c in t.asked.choices if isinstance(c.event, Played) and c.event.item == 999]
    assert (not [event for event in used if (event.kind, event.cost) == (kind, cost)]) == is_lacking
    if is_lacking:
        assert refusal(t, Played(0, kind, item=999, cost=cost)) == "FS-26"


@rule("FS-26", "FS-22")
def test_pay_to_play_is_refused_where_all_items_of_the_others_are_eternal() -> None:
    """Pay to Play steals an item that is not eternal: with nothing but D6 and Yum Heart it costs nobody 10¢."""
    t = table().names("Ana", "Pay to Play").by_hand("Ana", "cents", 9)
    use = t.use("Ana", "pay-to-play", cost=10)
    assert t.refuses(use) == "FS-26"
    assert t.player("Ana").cents == 12
    t.names("Beto", "Chaos Card")
    t.do(next(event for event in t.offered if getattr(event, "item", 0) == use.item)).nobody()
    assert (t.has("Ana", "chaos-card"), t.player("Ana").cents) == (True, 2)
