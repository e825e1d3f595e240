"""Where the table stops by itself and what flows: by table, by player, changeable at any moment."""

from __future__ import annotations

from rules import stack
from rules.engine import Event, Switch, Text

from .event import Passed
from .priority import priority
from .state import FourSouls, Item

STOPS: dict[str, tuple[Text, str]] = {
    "roll": (Text("Stop at a roll before it counts"), "on"),
    "card": (Text("Stop at a card somebody played"), "on"),
    "death": (Text("Stop at a death"), "on"),
    "soul": (Text("Stop at a soul"), "on"),
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

OF_KIND = {
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
    "monster_death": "death",
}

ON_OFF = (("on", Text("on")), ("off", Text("off")))
OFF_ON = ON_OFF[::-1]


def stop_of(item: Item) -> str:
    """The stop that an item of the stack belongs to."""
    if item.kind == "monster_card":
        return "soul" if item.card and item.card.souls else "reward"
    if item.kind == "triggered":
        return "trigger" if item.why else "card"
    if any(effect.kind in ("soul", "steal_soul") for effect in item.effects):
        return "soul"
    return OF_KIND[item.kind]


def stops_at(s: FourSouls, stop: str) -> bool:
    """Whether the table, or any player for themselves, wants to be asked there."""
    if s.ruling(f"stop.{stop}", STOPS[stop][1]) == "on":
        return True
    return any(s.ruling(f"stop.{stop}@{seat}", "off") == "on" for seat in range(len(s.seats)))


def flow(s: FourSouls) -> Event | None:
    """Everybody passes by themselves where nobody wants to be asked; None where the table decides."""
    if s.outcome or s.depth != "guided" or s.agenda[0].name != f"four_souls.{priority.__name__}":
        return None
    top = s.stack.top
    if top is None and s.phase == "action" and not s.combat:
        return None  # the active player's actions are theirs
    if stops_at(s, _stop(s)):
        return None
    return Passed(stack.to_pass(s.stack, len(s.seats)), top.id if top else 0)


def stop(s: FourSouls) -> str:
    """The switch that says whether the table stops at this question."""
    return f"stop.{_stop(s)}"


def _stop(s: FourSouls) -> str:
    return stop_of(s.stack.top) if s.stack.top else "empty"


def switches() -> tuple[Switch, ...]:
    """The stops of the table, then those of each seat."""
    table = (
        Switch(f"stop.{k}", text, ON_OFF if usual == "on" else OFF_ON, "stops") for k, (text, usual) in STOPS.items()
    )
    seats = (
        Switch(f"stop.{k}@{seat}", text, OFF_ON, f"stops of {seat}")
        for seat in range(4)
        for k, (text, _) in STOPS.items()
    )
    return (*table, *seats)
