"""How likely an attack roll hits: a die, what changes it, and the evasion as it is now (FS-55)."""

from __future__ import annotations

from rules.engine import Text, carries
from rules.engine.record import replace

from .stacked import Item
from .state import FourSouls, Monster


def coming(s: FourSouls, seat: int) -> Item:
    """A player's next roll, its die not thrown yet: what is added to each of theirs is on it."""
    added = s.players[seat].rolls
    return Item(0, "roll", seat, changes=(added,) if added else ())


@carries("FS-55")
def hitting(s: FourSouls, roll: Item, monster: Monster) -> tuple[int, ...]:
    """The faces that hit, with all that has changed the roll."""
    return tuple(face for face in range(1, 7) if s.result(replace(roll, value=face)) >= monster.evasion)


def odds(s: FourSouls, roll: Item, monster: Monster) -> Text:
    """What the die must show, in short, and how likely that is."""
    faces = hitting(s, roll, monster)
    if not faces:
        return Text("no roll hits")
    return Text("{n} or more · {odds} %", n=faces[0], odds=round(100 * len(faces) / 6))


def stake(s: FourSouls, roll: Item, monster: Monster) -> Text:
    """What counts, as the question says it."""
    if not hitting(s, roll, monster):
        return Text("no roll hits")
    return Text("hits with {what}", what=odds(s, roll, monster))
