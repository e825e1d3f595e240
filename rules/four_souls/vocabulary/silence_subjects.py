"""What a player may be silent about: stack items by kind; cards, items, triggers by name."""

from __future__ import annotations

from collections.abc import Iterable

from rules.engine import Displayable, Subject, Text
from rules.four_souls.model.stack_item import Item

from .card_names import FIXED_ITEM_NAMES, UNNAMED_TEXTS, card_key, display_name

ROLL_TEXTS: dict[str, Text] = {"attack": Text("an attack roll"), "": Text("a roll")}
"""Name of a roll, by what it is for."""
OTHER_TEXTS: dict[str, Text] = {
    "attack": Text("an attack"),
    "effect": Text("an effect"),
    "damage": Text("damage"),
    "held": Text("damage"),
    "monster_death": Text("a monster's death"),
    "monster_card": Text("the soul or the card of a monster"),
    "rewards": Text("rewards"),
    "player_death": Text("a player's death"),
    "penalty": Text("a death penalty"),
    "tap": Text("a character"),
    "bonus_soul": Text("a bonus soul"),
}
"""Names of the other kinds of stack items, whoever they are of."""


def subjects(seats: Iterable[int], item: Item) -> tuple[Subject, ...]:
    """Return what each of the seats is asked about over that stack item."""
    key = subject_key(item)
    name = subject_name(key) or ""
    return tuple(Subject(seat, key, name) for seat in seats)


def subject_key(item: Item) -> str:
    """Return the key of a stack item's kind, with the name of its card if it has one."""
    if item.kind == "roll":
        return "roll.attack" if item.why == "attack" else "roll"
    if item.kind not in UNNAMED_TEXTS:
        return item.kind
    name = card_key(item.card) if item.kind == "triggered" and item.card else item.name
    return f"{item.kind}.{name}" if name else item.kind


def subject_name(key: str) -> Displayable | None:
    """Return the name for a key; None if there is no such kind of stack item."""
    kind, _, name = key.partition(".")
    if kind == "roll":
        return ROLL_TEXTS.get(name)
    if name:
        return display_name(name) if kind in UNNAMED_TEXTS else None
    return UNNAMED_TEXTS.get(kind) or FIXED_ITEM_NAMES.get(kind) or OTHER_TEXTS.get(kind)
