"""Texts of curses and wickedness tiles from the data files, and the rulebook."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from rules.engine import Name
from rules.rulebook import Rulebook

RULEBOOK = Rulebook("king_of_tokyo")
"""The rulebook of the game, with its open points."""


@cache
def load_data(name: str) -> dict[str, Any]:
    """Load a data file of the cards, by key."""
    return tomllib.loads(files("rules.king_of_tokyo").joinpath("data", f"{name}.toml").read_text("utf-8"))


@cache
def load_names(name: str) -> dict[str, Name]:
    """Load the names in a data file, by key."""
    return {key: Name(entry["es"], entry["en"]) for key, entry in load_data(name).items()}


def silenced_kind(curse: str) -> str:
    """The kind of effect sources that a curse switches off; empty if none."""
    found: str = load_data("curses")[curse].get("silences", "")
    return found
