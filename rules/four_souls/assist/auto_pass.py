"""Automatic passing: where the table and each player stop, changeable at any moment."""

from __future__ import annotations

from rules import stack
from rules.engine import OFF_ON, ON_OFF, Event, Switch, Text
from rules.four_souls.model.effect import EFFECT_KINDS
from rules.four_souls.model.events import Passed
from rules.four_souls.model.stack_item import Item
from rules.four_souls.model.state import FourSouls
from rules.four_souls.stack.priority import has_open_actions

from .stakes import PRIORITY_STEP, endangered_seats

STOPS: dict[str, tuple[Text, str]] = {
    "roll": (Text("Stop at a roll before it counts"), "on"),
    "card": (Text("Stop at a card somebody played"), "on"),
    "death": (Text("Stop at a player's death"), "on"),
    "kill": (Text("Stop at a monster's death"), "off"),
    "soul": (Text("Stop at a soul"), "on"),
    "monster_soul": (Text("Stop at the soul of a monster that was killed"), "off"),
    "purchase": (Text("Stop at a purchase"), "on"),
    "attack": (Text("Stop at a declared attack"), "off"),
    "damage": (Text("Stop at combat damage"), "off"),
    "reward": (Text("Stop at rewards"), "off"),
    "refill": (Text("Stop at a refill"), "off"),
    "loot_1": (Text("Stop at the turn's loot card"), "off"),
    "trigger": (Text("Stop at what goes off by itself"), "off"),
    "effect": (Text("Stop at the effect of a roll"), "off"),
    "penalty": (Text("Stop at a death penalty"), "off"),
    "empty": (Text("Stop where nothing is on the stack"), "off"),
}

STOP_OF_KIND = {
    "loot": "card",
    "activated": "card",
    "paid": "card",
    "non_monster": "card",
    "room": "card",
    "tap": "card",
    "bonus_soul": "soul",
    "rebuild": "refill",
    "roll": "roll",
    "purchase": "purchase",
    "attack": "attack",
    "damage": "damage",
    "held": "damage",
    "rewards": "reward",
    "refill": "refill",
    "shop_refill": "refill",
    "room_refill": "refill",
    "loot_1": "loot_1",
    "effect": "effect",
    "penalty": "penalty",
    "player_death": "death",
    "monster_death": "kill",
}

MONSTER_SOUL = "monster_soul"
"""Stop at a soul that comes with a kill, so that kill, rewards, soul and refill are one stop.

Whoever has said something about souls in general has said it about these too. The soul that wins always stops.
"""
TRIGGER = "trigger"
"""Stop at what goes off by itself.

Where nobody has set it, it stops at a trigger that kills, unless that resolves straight after it went off: then the
preview of the answer before has said it (FS-31, FS-32).
"""
LETHAL_SWITCH = "stop.lethal"
AS_TABLE_CHOICE = ("table", Text("as the table"))


def stop_of(item: Item) -> str:
    """Return the stop that covers a stack item."""
    if item.kind == "monster_card":
        return MONSTER_SOUL if item.card and item.card.souls else "reward"
    if item.kind == "triggered":
        return "trigger" if item.why else "card"
    if any(EFFECT_KINDS[effect.kind].is_soul for effect in item.effects):
        return "soul"
    return STOP_OF_KIND[item.kind]


def auto_pass(s: FourSouls, phones: frozenset[int] = frozenset()) -> Passed | None:
    """Return the automatic pass of the seats that do not stop here; None if there is none.

    A player who could die or win here is asked, if the seat is one of the ``phones`` or has a setting of its own. A
    table around one phone has only its own stops; otherwise it would be asked at a blow, and again at the death that
    follows.
    """
    if s.outcome or s.depth == "numbers" or s.agenda[0].name != PRIORITY_STEP or has_open_actions(s):
        return None
    seats = tuple(seat for seat in stack.seats_to_pass(s.stack, len(s.seats)) if _passes_automatically(s, seat))
    alone = frozenset(seat for seat in seats if seat in phones or _seat_setting(s, seat) == "off")
    if alone and s.ruling(LETHAL_SWITCH, "on") == "on":
        asked = alone & endangered_seats(s)
        seats = tuple(seat for seat in seats if seat not in asked)
    return Passed(seats, s.stack.top.id if s.stack.top else 0, alone=True) if seats else None


def stopping_seats(s: FourSouls) -> frozenset[int]:
    """Return the seats that have asked to be stopped here, by themselves or with the table.

    A stop that nobody has set is none of these, even if the table stops at it from the beginning.
    """
    if s.outcome or s.agenda[0].name != PRIORITY_STEP:
        return frozenset()
    seats = stack.seats_to_pass(s.stack, len(s.seats))
    by_table = s.depth == "every" or _setting(s, "", "unset") == "on"
    return frozenset(seat for seat in seats if by_table or _seat_setting(s, seat) == "on")


def _passes_automatically(s: FourSouls, seat: int) -> bool:
    """Return whether a seat passes automatically.

    A seat whose own stop is on never does. Where the table stops, the seat's own stop must be off, which does not count
    straight after a pass by hand.
    """
    setting = _seat_setting(s, seat)
    return setting != "on" and (not _is_table_stop(s) or (setting == "off" and seat not in s.by_hand))


def _seat_setting(s: FourSouls, seat: int) -> str:
    return _setting(s, f"@{seat}", "table")


def _is_table_stop(s: FourSouls) -> bool:
    if s.depth == "every" or _setting(s, "", STOPS[_current_stop(s)][1]) == "on":
        return True
    if _current_stop(s) == TRIGGER and _setting(s, "", "unset") == "unset" and _has_waited(s):
        return bool(endangered_seats(s))
    return _current_stop(s) == MONSTER_SOUL and len(endangered_seats(s)) == len(s.seats)


def _has_waited(s: FourSouls) -> bool:
    """Return whether something newer than all that waits has come and gone."""
    return s.numbered > max((item.id for item in (*s.stack.items, *s.waiting)), default=s.numbered)


def _setting(s: FourSouls, whose: str, usual: str) -> str:
    stop = _current_stop(s)
    general = s.ruling(f"stop.soul{whose}", usual) if stop == MONSTER_SOUL else usual
    return s.ruling(f"stop.{stop}{whose}", general)


def deciding_switch(s: FourSouls, event: Event) -> str:
    """Return the switch behind an automatic pass: the table's, or where it stops, the seat's."""
    suffix = f"@{event.seats[0]}" if isinstance(event, Passed) and _is_table_stop(s) else ""
    return f"stop.{_current_stop(s)}{suffix}"


def _current_stop(s: FourSouls) -> str:
    return stop_of(s.stack.top) if s.stack.top else "empty"


def stop_switches() -> tuple[Switch, ...]:
    """Return the table's stops, the switch for who could die or win, and the stops of each seat."""
    table = (
        Switch(f"stop.{k}", text, ON_OFF if usual == "on" else OFF_ON, "stops") for k, (text, usual) in STOPS.items()
    )
    seats = (
        Switch(f"stop.{k}@{seat}", text, (AS_TABLE_CHOICE, *ON_OFF), f"stops of {seat}")
        for seat in range(4)
        for k, (text, _) in STOPS.items()
    )
    lethal = Switch(LETHAL_SWITCH, Text("Ask whoever could die or win, whatever the stops say"), ON_OFF, "stops")
    return (*table, lethal, *seats)
