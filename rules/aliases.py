"""The aliases of the games that come with Sobremesa, as they lie in ``persisted_aliases.toml``."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from rules.engine import Aliases

EVERY_GAME = "engine"
"""The table of what all games share: the engine's own events and records."""


@cache
def aliases(game: str) -> Aliases:
    """The aliases of the game of that key; none for a game that is not in the file."""
    text = files("rules").joinpath("persisted_aliases.toml").read_text("utf-8")
    return Aliases(**tomllib.loads(text).get(game, {}))
