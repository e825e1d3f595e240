"""The games' scenes, each imported when it is first shown."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from companion.ui.table.scene import Scene

from .covers import COVER_ICONS

PLAIN_SCENE = Scene()


@cache
def scene_of(game: str) -> Scene:
    """Return ``SCENE`` of that game's package; the plain scene for a game without one."""
    if game not in COVER_ICONS:
        return PLAIN_SCENE
    scene: Scene = import_module(f"companion.ui.games.{game}.scene").SCENE
    return scene
