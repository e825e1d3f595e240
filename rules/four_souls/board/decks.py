"""Rebuilding of a deck that ran out from its discard (FS-97)."""

from __future__ import annotations

from rules.engine import Option, Text, carries, note
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import FourSouls
from rules.four_souls.vocabulary.state_changes import apply_ruling, queue_item

DECK_OPTIONS = (
    Option("monsters", Text("monsters")),
    Option("loot", Text("loot")),
    Option("treasure", Text("treasures")),
)


@carries("FS-97")
def rebuild_deck(s: FourSouls, deck: str) -> FourSouls:
    """Rebuild a deck at once, even in the middle of an effect, or by the stack (FS-A22)."""
    item = Item(0, "rebuild", s.active, deck)
    if s.ruling("FS-A22") == "stack" and s.depth != "numbers":
        return queue_item(apply_ruling(s, "FS-A22", "FS-97")[0], item)
    return resolve_rebuild(s, item)


def resolve_rebuild(s: FourSouls, item: Item) -> FourSouls:
    """Shuffle the discard, which becomes the deck."""
    label = next(option.label for option in DECK_OPTIONS if option.value == item.name)
    return note(s, "FS-97", Text("Shuffle the discard of {deck}: it is the deck now", deck=label), switch="FS-A22")
