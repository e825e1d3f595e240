"""Each game's scene: a game that has a picture of its own is one more line here."""

from __future__ import annotations

from .boss_monster.scene import SCENE as BOSS_MONSTER
from .darkmoor.scene import SCENE as DARKMOOR
from .four_souls.scene import SCENE as FOUR_SOULS
from .king_of_tokyo.scene import SCENE as KING_OF_TOKYO
from .malifaux.scene import SCENE as MALIFAUX
from .scene import Scene

SCENES = {
    "four_souls": FOUR_SOULS,
    "king_of_tokyo": KING_OF_TOKYO,
    "malifaux": MALIFAUX,
    "darkmoor": DARKMOOR,
    "boss_monster": BOSS_MONSTER,
}
PLAIN = Scene()


def scene_of(game: str) -> Scene:
    """What that game shows of itself; a plain table for one that brings nothing."""
    return SCENES.get(game, PLAIN)
