"""What the Boss Monster ledger reads on the cards, and the things that it lays on the table."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from tests.support.paths import ROOT

CLASSES = "cfmt"
"""Classes of heroes, a letter each."""
INERT = (
    "zombie_prison",
    "jackpot_stash",
    "witchs_kitchen",
    "dark_altar",
    "bottomless_pit",
    "dragon_hatchery",
    "the_crushinator",
    "boulder_ramp",
    "neanderthal_cave",
    "torture_chamber",
    "dracolich_lair",
)
"""Rooms that do nothing but treasure and damage until somebody uses them."""
AGAINST_ONE_HERO = {"bottomless_pit": 1, "boulder_ramp": 2}
"""Inert rooms that can be used only on the hero who is in them, each with the rooms that its owner needs for it."""


@cache
def printed(file: str) -> dict[str, dict[str, Any]]:
    """The printed facts of bosses, heroes, rooms or spells."""
    return tomllib.loads((ROOT / f"rules/boss_monster/data/{file}.toml").read_text("utf-8"))


def sort(key: str) -> str:
    """Whether that card is a room or a spell."""
    return "room" if key in printed("rooms") else "spell"


def key_of(card: str) -> str:
    """The printed name of a virtual card, without the number of its copy."""
    return card.rpartition(".")[0]


@dataclass(eq=False)
class Room:
    """A room card in a dungeon; face down until it is revealed."""

    treasure: str = ""
    damage: int = 0
    down: bool = True
    id: int = 0
    key: str = ""


@dataclass(eq=False)
class Hero:
    """A hero in town or at an entrance."""

    klass: str
    health: int
    epic: bool
    id: int = 0
    taken: int = 0


@dataclass(frozen=True, eq=False)
class Scored:
    """A hero in a score area, with the wounds or the souls he brought."""

    hero: Hero
    seat: int
    wounds: bool


@dataclass
class Keep:
    """A player's boss, dungeon from the entrance on, and heroes at the entrance."""

    boss: str = ""
    piles: list[list[Room]] = field(default_factory=list)
    entrance: list[Hero] = field(default_factory=list)
    laid: Room | None = None
    treasure: str = ""
    out: bool = False
    won_soul: bool = False
