"""Whom or what a word of the notation may mean on the small table."""

from __future__ import annotations

import re

from .notation import Action
from .table_model import TableModel, Thing

NUMBERS = {"evasion": "evasion", "attack": "attack", "health": "full"}
"""Numbers of a player or monster that a action changes."""


def legal_targets(table: TableModel, me: str, card: str, note: str, word: str, action: Action) -> list[str]:
    """Whom or what that word may mean now; of a number within limits only where it stays there."""
    names = _meant(table, me, card, note, word, action)
    bounds = re.fullmatch(r"(\d)-(\d)", action.limit)
    if bounds is None:
        return names
    changed = {name: getattr(table.body(name), NUMBERS[action.verb]) + int(action.amount) for name in names}
    return [name for name in names if int(bounds[1]) <= changed[name] <= int(bounds[2])]


def _meant(table: TableModel, me: str, card: str, note: str, word: str, action: Action) -> list[str]:
    """Whom or what that word may mean now, whatever their numbers are."""
    people = list(table.people)
    if action.verb in ("steal_loot", "steal_cents", "steal_soul"):
        people.remove(me)  # taking from oneself changes nothing
    if action.verb == "steal_soul" or (action.verb == "soul" and action.amount.startswith("-")):
        people = [who for who in people if table.people[who].souls]
    match word:
        case "player":
            return people
        case "other":
            return [who for who in people if who != me]
        case "most_souls":
            return table.most_souls()
        case "most_cents":
            most = max(person.cents for person in table.people.values())
            return [who for who in people if table.people[who].cents == most]
        case "monster" if action.limit.startswith("Mom!"):
            return []  # none of those is in play
        case "monster" | "monster_or_room":
            return table.idle() if "not attacked" in action.limit else list(table.monsters)
        case "curse":
            return [f"curse {who}" for who in people if table.people[who].curses]
        case "slot":
            names = list(table.monsters)
            return [f"slot {place}" for place, name in enumerate(names) if name != table.attacked]
        case "body":
            return people + list(table.monsters)
        case "other_body":
            return [who for who in people if who != me] + table.idle()
    return [
        name
        for owner, person in table.people.items()
        for name, thing in person.things.items()
        if not thing.place
        and _fits(action, thing, note)
        and _is_meant(word, action, is_own=owner == me, is_itself=name == card)
    ]


def _is_meant(word: str, action: Action, *, is_own: bool, is_itself: bool) -> bool:
    """Another item is one of anybody but the card itself, except where it is taken from somebody."""
    if action.verb == "copy" and is_itself:
        return False
    if word == "other_item":
        return not (is_itself if action.verb in ("recharge", "destroy") else is_own)
    return word != "own_item" or is_own


def _fits(action: Action, thing: Thing, note: str) -> bool:
    if action.verb == "recharge":
        return thing.turns and not thing.ready
    if action.verb == "counter":
        held = thing.counters > 0 or not (action.amount.startswith("-") or "lies there already" in note)
        return held and not (thing.eternal and "not eternal" in note)
    if action.verb == "copy":
        is_fit = thing.eternal if action.limit.startswith("eternal") else not thing.eternal
        return is_fit and not (action.limit.startswith("passive") and thing.turns)
    return not thing.eternal
