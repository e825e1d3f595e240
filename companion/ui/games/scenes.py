"""Registry of the games' scenes; a game with its own scene adds one line here."""

from __future__ import annotations

from companion.ui.games.boss_monster.scene import SCENE as BOSS_MONSTER
from companion.ui.games.darkmoor.scene import SCENE as DARKMOOR
from companion.ui.games.four_souls.scene import SCENE as FOUR_SOULS
from companion.ui.games.king_of_tokyo.scene import SCENE as KING_OF_TOKYO
from companion.ui.games.malifaux.scene import SCENE as MALIFAUX
from companion.ui.table.context.scene import Scene

SCENES = {
    "four_souls": FOUR_SOULS,
    "king_of_tokyo": KING_OF_TOKYO,
    "malifaux": MALIFAUX,
    "darkmoor": DARKMOOR,
    "boss_monster": BOSS_MONSTER,
}
PLAIN_SCENE = Scene()


def scene_of(game: str) -> Scene:
    """Return that game's scene; the plain scene for a game without one."""
    return SCENES.get(game, PLAIN_SCENE)
