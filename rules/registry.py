"""The registry of all games, each imported when it is first asked for.

A new game is one more line in ``rules.summaries``; its package has the name of its key.
"""

from collections.abc import Iterator, Mapping
from importlib import import_module

from rules.engine import Game, State
from rules.summaries import SUMMARIES


class GameRegistry(Mapping[str, Game[State]]):
    """Every game by its key; ``rules.KEY.game`` holds it as ``GAME``."""

    def __getitem__(self, key: str) -> Game[State]:
        if key not in SUMMARIES:
            raise KeyError(key)
        game: Game[State] = import_module(f"rules.{key}.game").GAME
        return game

    def __contains__(self, key: object) -> bool:
        return key in SUMMARIES

    def __iter__(self) -> Iterator[str]:
        return iter(SUMMARIES)

    def __len__(self) -> int:
        return len(SUMMARIES)


GAMES: Mapping[str, Game[State]] = GameRegistry()
"""Each game by its key; a game is only given states of its own."""
