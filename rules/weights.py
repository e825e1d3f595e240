"""Weights of what happened in each game, from the table in ``weights.toml``."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

from rules.engine import Weights


def load_weights(game: str) -> Weights:
    """Load the weights of a game that comes with Sobremesa, by its key."""
    declared: dict[str, Any] = tomllib.loads(files("rules").joinpath("weights.toml").read_text("utf-8"))[game]
    large = {key: (least, weight) for key, (least, weight) in declared.get("large", {}).items()}
    return Weights(declared["kinds"], declared.get("changes", {}), declared.get("falls", {}), large)
