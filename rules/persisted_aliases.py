"""The aliases of the games that come with Sobremesa, read from ``persisted_aliases.toml``."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from rules.engine import Aliases

EVERY_GAME = "engine"
"""The table for what all games share: the engine's own events and records."""


@cache
def load_aliases(game: str) -> Aliases:
    """Load the aliases of a game by its key; empty for a game that is not in the file."""
    text = files("rules").joinpath("persisted_aliases.toml").read_text("utf-8")
    return Aliases(**tomllib.loads(text).get(game, {}))
