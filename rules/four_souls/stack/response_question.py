"""The question for responses to the top of the stack (FS-32)."""

from __future__ import annotations

from rules.engine import Displayable, Text
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import FourSouls
from rules.four_souls.vocabulary.card_names import display_name, item_name
from rules.four_souls.vocabulary.consequence_text import brief_text

TURNED_UP_KINDS = ("non_monster", "triggered", "room", "effect", "bonus_soul")
"""Kinds of stack items that nobody has played: the question names what came up."""


def response_question(s: FourSouls, top: Item) -> Text:
    """Return the question, in the words for what is on top: who played what, or what came up."""
    name = item_name(s, top)
    if top.kind == "loot":
        return Text("{who} plays {what}. Any responses?", who=s.seats[top.seat], what=_played_name(s, top))
    if top.kind in ("activated", "paid"):
        return Text("{who} uses {what}. Any responses?", who=s.seats[top.seat], what=name)
    if top.kind in TURNED_UP_KINDS:
        return Text("Any responses to {item}?", item=name)
    return Text("{item}: any responses?", item=name)


def _played_name(s: FourSouls, loot: Item) -> Displayable:
    """Return the name of a loot card, or what one without a name does."""
    if display_name(loot.name) or not loot.effects:
        return item_name(s, loot)
    return brief_text(s, loot.seat, loot.source, loot.effects)
