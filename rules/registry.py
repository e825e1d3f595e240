"""The registry of all games; a new game is one more line here."""

from typing import Any

from rules.boss_monster.game import GAME as BOSS_MONSTER
from rules.darkmoor.game import GAME as DARKMOOR
from rules.engine import Game, State
from rules.four_souls.game import GAME as FOUR_SOULS
from rules.king_of_tokyo.game import GAME as KING_OF_TOKYO
from rules.malifaux.game import GAME as MALIFAUX

_games: tuple[Game[Any], ...] = (FOUR_SOULS, KING_OF_TOKYO, MALIFAUX, DARKMOOR, BOSS_MONSTER)
GAMES: dict[str, Game[State]] = {game.key: game for game in _games}
"""Each game by its key; a game is only given states of its own."""
