"""Starter boxes of crews by faction, read from their data file."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from rules.engine import Name

from .state import Recruit


@dataclass(frozen=True, slots=True)
class CrewBox:
    """A box: its name, the keys of its factions, and each model once with the number of copies."""

    name: str
    factions: tuple[str, ...]
    models: tuple[tuple[Recruit, int], ...]


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads(files("rules.malifaux").joinpath("data", "crews.toml").read_text("utf-8"))


@cache
def factions() -> dict[str, Name]:
    """Return the factions that have a box, by key."""
    return {row["key"]: Name(row["es"], row["en"]) for row in _data()["faction"]}


@cache
def crew_boxes() -> tuple[CrewBox, ...]:
    """Return all boxes, by name."""
    return tuple(_box(row) for row in _data()["box"])


def _box(row: dict[str, Any]) -> CrewBox:
    models = ((Recruit(model["name"], model["wounds"]), model.get("count", 1)) for model in row["models"])
    return CrewBox(row["en"], tuple(row["factions"]), tuple(models))
