"""The registry of all games; a new game is one more line here."""

from typing import Any

from rules.boss_monster.game import GAME as BOSS_MONSTER
from rules.darkmoor.game import GAME as DARKMOOR
from rules.engine import Game
from rules.four_souls.game import GAME as FOUR_SOULS
from rules.king_of_tokyo.game import GAME as KING_OF_TOKYO
from rules.malifaux.game import GAME as MALIFAUX

GAMES: dict[str, Game[Any]] = {game.key: game for game in (FOUR_SOULS, KING_OF_TOKYO, MALIFAUX, DARKMOOR, BOSS_MONSTER)}
