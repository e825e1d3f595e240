"""Loot cards of Four Souls that are played by name, as the second reading of their line says."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache

from tests.support.card_reading.notation import Action, CardText, UnreadableError, read_card
from tests.support.paths import ROOT

BOOKED = ("cents", "loot", "treasure", "soul", "damage", "kill", "heal")
"""Actions that move what the ledger books."""
GROUPS = ("me", "everyone", "others", "monsters", "left")
"""Words for whom that the card decides."""
CHOSEN = ("player", "body", "monster")
"""Words for whom that its player decides."""


@dataclass(frozen=True)
class Aim:
    """A target in the words of the log."""

    kind: str
    id: int = 0


@dataclass(frozen=True)
class PrintedEffect:
    """One action of a card in the words of the log; ``target`` is open until it is chosen."""

    kind: str
    amount: int
    target: Aim


@cache
def known_loot() -> dict[str, CardText | None]:
    """What each loot card of the data does, by its id; None for one that does more than the ledger books."""
    text = (ROOT / "rules/four_souls/data/loot.csv").read_text("utf-8")
    return {row["id"]: _booked(row) for row in csv.DictReader(text.splitlines(), delimiter=";")}


@cache
def known_cards() -> frozenset[str]:
    """Ids of all cards of the data, of whatever kind."""
    files = (path.read_text("utf-8") for path in sorted((ROOT / "rules/four_souls/data").glob("*.csv")))
    rows = (row for text in files for row in csv.DictReader(text.splitlines(), delimiter=";"))
    return frozenset(row["id"] for row in rows if "id" in row)


def _booked(row: dict[str, str]) -> CardText | None:
    if row["lacks"]:
        return None
    try:
        text = read_card(row["does"])
    except UnreadableError:
        return None
    (ability,) = text.abilities[:1]
    plain = not text.is_trinket and ability.head.kind == "play"
    return text if plain and all(map(_is_booked, ability.actions)) else None


def _is_booked(action: Action) -> bool:
    if action.verb == "roll":
        return action.times == 1
    chosen = action.whom in GROUPS or action.whom in CHOSEN
    loses_soul = action.verb == "soul" and action.amount.startswith("-")
    return action.verb in BOOKED and chosen and not loses_soul and (action.amount or "1").lstrip("-").isdigit()


def rolls_die(id: str) -> bool:
    """Whether a die decides what the card does."""
    text = known_loot()[id]
    return text is not None and any(action.verb == "roll" for action in text.abilities[0].ways[0])


def has_ways(id: str) -> bool:
    """Whether its player chooses between several ways."""
    text = known_loot()[id]
    return text is not None and len(text.abilities[0].ways) > 1


def printed_effects(id: str) -> tuple[PrintedEffect, ...]:
    """What the card does without a die and without a choice of ways."""
    text = known_loot()[id]
    if text is None or rolls_die(id) or has_ways(id):
        return ()
    (way,) = text.abilities[0].ways
    return _effects(way)


def rolled_effects(id: str, face: int) -> tuple[PrintedEffect, ...]:
    """What the card does with that number of its die."""
    text = known_loot()[id]
    assert text is not None
    (action,) = (action for action in text.abilities[0].ways[0] if action.verb == "roll")
    return _effects(action.on_face(face))


def _effects(actions: tuple[Action, ...]) -> tuple[PrintedEffect, ...]:
    return tuple(PrintedEffect(action.verb, int(action.amount or "1"), Aim(action.whom)) for action in actions)
