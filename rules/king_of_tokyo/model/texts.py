"""Texts of curses and wickedness tiles from the data files, and the rulebook."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from rules.engine import Name
from rules.rulebook import Book

BOOK = Book("king_of_tokyo")
"""The rulebook of the game, with its open points."""


@cache
def data(name: str) -> dict[str, Any]:
    """Load a data file of the cards, by key."""
    return tomllib.loads(files("rules.king_of_tokyo").joinpath("data", f"{name}.toml").read_text("utf-8"))


@cache
def named(name: str) -> dict[str, Name]:
    """Load the names in a data file, by key."""
    return {key: Name(entry["es"], entry["en"]) for key, entry in data(name).items()}


def silences(curse: str) -> str:
    """The kind of effect sources that a curse switches off; empty if none."""
    found: str = data("curses")[curse].get("silences", "")
    return found
