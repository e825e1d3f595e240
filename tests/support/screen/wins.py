"""The last answers of committed matches, and the picture of the winner."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.library.library import Library
from companion.storage.matches import Storage
from rules.registry import GAMES
from tests.support.ui.table_device import opened_after

from .turns import NAMES, Stage


@dataclass(frozen=True)
class Ending:
    """A committed match that is won, how many of its entries have happened, and what is tapped then.

    Each tap has what can be read after it.
    """

    match: str
    entries: int
    taps: tuple[tuple[str, str], ...]


OVER = "Revancha"
"""What a finished match offers."""
ENDINGS = {
    "four_souls": Ending("four_souls-two-players", 405, (("^Ira ", OVER),)),
    "king_of_tokyo": Ending("king_of_tokyo-three", 36, (("Terminar el turno", OVER),)),
    "malifaux": Ending("malifaux-fate-decks", 213, (("^Nada más, .*Gana", OVER),)),
    "darkmoor": Ending("darkmoor-three-lords", 72, (("^Oso temible .*gana ", OVER),)),
    "boss_monster": Ending("boss_monster-three", 69, (("^Nadie responde", "Mago 13"), ("^Nadie responde", OVER))),
}


def win(stage: Stage, game: str, halves: tuple[int, ...] = (0, 1)) -> None:
    """Win with each size of letters: the winner is named, and rows, numbers and frame are the last ones."""
    ending = ENDINGS[game]
    for half in halves:
        storage = Storage(stage.server.data)
        table, _ = opened_after(Library(storage, GAMES), ending.match, ending.entries)
        seats, id = len(table.match.seats), table.match.id
        storage.close()
        with stage.watch_sheets(stage.again(id, *NAMES[-seats:]), half) as turn:
            for name, sees in ending.taps:
                turn.tap(name, sees=sees)
            turn.reads("Gana")
            assert turn.seen == set(range(seats))


WINS: dict[str, Callable[[Stage], None]] = {
    f"win_{game}": lambda stage, game=game: win(stage, game)  # type: ignore[misc]
    for game in ENDINGS
}
"""The wins by name."""
