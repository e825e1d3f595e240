"""The games' scenes, each imported when it is first shown."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from companion.ui.table.context.scene import Scene
from rules.summaries import SUMMARIES

PLAIN_SCENE = Scene()


@cache
def scene_of(game: str) -> Scene:
    """Return that game's scene, ``SCENE`` of its own package; the plain scene for a game without one."""
    if game not in SUMMARIES:
        return PLAIN_SCENE
    scene: Scene = import_module(f"companion.ui.games.{game}.scene").SCENE
    return scene
