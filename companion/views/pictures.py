"""Each game's scene: a game that has a picture of its own is one more line here."""

from __future__ import annotations

from .four_souls.scene import SCENE as FOUR_SOULS
from .scene import Scene

SCENES = {"four_souls": FOUR_SOULS}
PLAIN = Scene()


def scene_of(game: str) -> Scene:
    """What that game shows of itself; a plain table for one that brings nothing."""
    return SCENES.get(game, PLAIN)
