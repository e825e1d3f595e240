"""Rendered dice of King of Tokyo, drawn by another hand than those that teach the reader."""

from __future__ import annotations

from functools import cache

from bench.symbol_dice import DiceSet, symbol_picture
from training.scenes.scene import GroundTruth
from vision.reading import Image

NUMBERS = (102, 103)
"""Numbers of the pictures of a lot; ``bench.symbol_dice`` measures others."""


@cache
def outlined_picture(lot: str, number: int) -> tuple[Image, list[GroundTruth], tuple[str, ...]]:
    """A picture of dice of a lot, its truth (values are faces), and the sign of each face."""
    dice = DiceSet(lot, "outlines")
    return *symbol_picture(dice, number), dice.faces
