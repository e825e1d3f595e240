"""Rebuilding of a deck that ran out from its discard (FS-97)."""

from __future__ import annotations

from rules.engine import Displayable, Option, Text, carries, note
from rules.engine.record import replace
from rules.four_souls.model.catalogue import RULEBOOK
from rules.four_souls.model.effect import EFFECT_KINDS
from rules.four_souls.model.item_catalogue import find_card, find_played
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import FourSouls
from rules.four_souls.vocabulary.card_names import display_name
from rules.four_souls.vocabulary.state_changes import queue_item

DECK_OPTIONS = (
    Option("monsters", Text("monsters")),
    Option("loot", Text("loot")),
    Option("treasure", Text("treasures")),
)


def deck_label(deck: str) -> Displayable:
    """Return the name of a deck that can run out."""
    return next(option.label for option in DECK_OPTIONS if option.value == deck)


@carries("FS-97")
def rebuild_deck(s: FourSouls, deck: str) -> FourSouls:
    """Rebuild a deck at once, even in the middle of an effect, or by the stack (FS-A22)."""
    item = Item(0, "rebuild", s.active, deck)
    if s.ruling("FS-A22") == "stack" and s.depth != "numbers":
        return queue_item(RULEBOOK.note_ruling(s, "FS-A22", "FS-97"), item)
    return resolve_rebuild(s, item)


def resolve_rebuild(s: FourSouls, item: Item) -> FourSouls:
    """Shuffle the discard, which becomes the deck."""
    text = Text("Shuffle the discard of {deck}: it is the deck now", deck=deck_label(item.name))
    return note(s, "FS-97", text, switch="FS-A22", task=text)


# --- cards that have been played -----------------------------------------------------------------------------------


@carries("FS-94", "FS-100")
def discard_played(s: FourSouls, rule: str, item: Item) -> FourSouls:
    """Note that a loot card or an event goes on its discard as it leaves the stack (L271)."""
    if item.kind not in ("loot", "non_monster"):
        return s
    if item.kind == "loot":
        name = display_name(item.name) or Text("the card played")
        text = Text("{card} goes on the loot discard", card=name)
        task = Text("put {card} on the loot discard", card=name)
    else:
        name = display_name(item.name) or Text("the event")
        text = Text("{monster} goes on the monster discard", monster=name)
        task = Text("put {monster} on the monster discard", monster=name)
    return note(s, rule, text, kind="restated", seat=item.seat, task=task)


def discard_unkept_event(s: FourSouls, rule: str, effect: Item) -> FourSouls:
    """Note the discard of an event that its die might have let somebody keep, and did not."""
    card = find_card(effect.name)
    is_open = card is not None and card.kind == "event" and effect.value > 0
    if not is_open or not is_kept(replace(effect, effects=())) or is_kept(replace(effect, name="")):
        return s
    return discard_played(s, rule, replace(effect, kind="non_monster"))


def is_kept(item: Item) -> bool:
    """Return whether the card of a stack item is kept, by what it does now or on a die."""
    card = find_played(item.name) or find_card(item.name)
    does = card.does if card else None
    ways = (item.effects, *(does.activations if does and not item.effects else ()))
    rolled = tuple(effects for _, effects in does.by_die) if does else ()
    return any(EFFECT_KINDS[effect.kind].keeps_card for way in (*ways, *rolled) for effect in way)
