"""Four players' tables whose stack holds a given number of items."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.library.library import Library
from companion.match.table import Table
from rules.engine import Rolled
from rules.four_souls.board.item_gain import starting_item_id
from rules.four_souls.model.catalogue import monsters
from rules.four_souls.model.effect import Effect, Target
from rules.four_souls.model.events import Attacked, Began, Chose, Played, Revealed
from tests.support.ui.headless import say

PEOPLE = {"Ana": "isaac", "Beto": "maggy", "Cira": "judas", "Dani": "eve"}
ANA, BETO, CIRA, DANI = range(4)


def action(library: Library) -> Table:
    """Ana's first turn: Big Spider, Ring of Flies; Beto and Dani have an unnamed item."""
    table = library.matches.create("four_souls", tuple(PEOPLE))
    for seat, character in enumerate(PEOPLE.values()):
        say(table, Chose(seat, character))
    say(table, Began(0))
    for slot, card in enumerate(("big-spider", "ring-of-flies")):
        say(table, Revealed(slot, (monsters()[card],)))
    for seat in (BETO, DANI):
        table.adjust(f"seat.{seat}.treasures", 1)
    return table


def stacked(library: Library, count: int) -> Table:
    """Ana's attack roll of 4 at the bottom of the stack, and the others' answers on it."""
    table = action(library)
    say(table, Attacked(table.state.slots[0].id))
    say(table, Rolled((4,)))
    for event in _answers(table):
        if len(table.state.stack.items) == count:
            return table
        say(table, event)
    return table


def _answers(table: Table) -> Iterator[Played]:
    """The answers, each made after the one before it, since it may target it."""
    roll = table.state.stack.items[0].id

    def played(seat: int, kind: Any, name: str, *effects: Effect) -> Played:
        how = "" if kind != "loot" else "free"
        offered = (c.event for c in table.prompt.choices if isinstance(c.event, Played) and c.seat == seat)
        how = next((event.how for event in offered if event.kind == kind), how)
        return Played(seat, kind, name, effects, how)

    def top() -> Target:
        return Target("item", table.state.stack.top.id)

    spider = Target("monster", table.state.slots[0].id)
    yield played(BETO, "loot", "Mini Mush", Effect("modify", Target("item", roll), -1))
    yield played(CIRA, "triggered", "", Effect("cents", Target("seat", CIRA), 1))
    yield played(DANI, "loot", "Butter Bean!", Effect("cancel", top()))
    yield Played(ANA, "activated", effects=(Effect("reroll", Target("item", roll)),), item=starting_item_id(ANA))
    yield played(BETO, "paid", "", Effect("damage", Target("seat", ANA), 1), Effect("cents", Target("seat", BETO), -4))
    yield played(CIRA, "loot", "Bomb!", Effect("damage", spider, 1))
    yield played(DANI, "activated", "", Effect("shield", Target("seat", ANA), 1))
    yield Played(BETO, "activated", effects=(Effect("heal", Target("seat", ANA), 1),), item=starting_item_id(BETO))
