"""Boss Monster tables on a phone without a browser."""

from __future__ import annotations

from companion.library.library import Library
from companion.match.table import Table
from rules.boss_monster.model.events import Arrived, Chose, Discarded, Handed, Placed, Revealed, Skipped
from tests.support.ui.headless import say

BOSSES = ("robobo", "gorgona", "seducia", "cerebellus")


def sat(library: Library, *names: str) -> Table:
    """A table after the bosses are dealt; nobody builds a first room."""
    table = library.matches.create("boss_monster", names)
    for event in (*(Chose(seat, BOSSES[seat]) for seat in range(len(names))), Handed(), *(Skipped() for _ in names)):
        say(table, event)
    return table


def dealt(library: Library) -> Table:
    """A table with virtual cards after both players discarded two: a first room may be built."""
    table = library.matches.create("boss_monster", ("Ana", "Beto"), (("cards", "virtual"),))
    for seat in table.state.waits:
        choice = next(c for c in table.prompt.choices if c.seat == seat)  # type: ignore[union-attr]
        say(table, Discarded(seat, tuple(face.value for face in choice.template.holes[0].faces)[:2]))  # type: ignore[union-attr]
    return table


def walking(library: Library, rooms: tuple[str, ...] = ("witchs_kitchen", "witchs_kitchen", "bottomless_pit")) -> Table:
    """A table of two at which a hero stands before Ana's rooms, of which the first was built last."""
    table = sat(library, "Ana", "Beto")
    for turn, room in enumerate(rooms):
        last = turn == len(rooms) - 1
        for event in (Arrived("f.8" if last else "c.4"), Arrived("c.4"), Skipped(), Placed(0), Revealed(room)):
            say(table, event)
    return table
