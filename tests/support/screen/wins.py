"""The last answer of committed matches, and the picture of its winner."""

from __future__ import annotations

from collections.abc import Callable

from companion.library.library import Library
from companion.storage.matches import Storage
from rules.registry import GAMES
from tests.support.ui.kept import opened_after

from .turns import NAMES, Stage

LAST = {
    "king_of_tokyo": ("king_of_tokyo-three", 36, "Terminar el turno"),
}
"""A match that is won, the entries before its last answer, and that answer."""


def win(stage: Stage, game: str) -> None:
    """Win once with each size of letters: the winner is named, and rows, numbers and frame are the last ones."""
    name, count, answer = LAST[game]
    for half in (0, 1):
        storage = Storage(stage.server.data)
        table, _ = opened_after(Library(storage, GAMES), name, count)
        seats, id = len(table.match.seats), table.match.id
        storage.close()
        with stage.watch_sheets(stage.again(id, *NAMES[-seats:]), half) as turn:
            turn.tap(answer, sees="Revancha")
            turn.reads("Gana")
            assert turn.seen == set(range(seats))


WINS: dict[str, Callable[[Stage], None]] = {
    f"win_{game}": lambda stage, game=game: win(stage, game)  # type: ignore[misc]
    for game in LAST
}
"""The wins by name."""
