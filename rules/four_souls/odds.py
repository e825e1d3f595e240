"""How likely an attack roll hits: a die, what is added to each roll, and the evasion as it is now (FS-55)."""

from __future__ import annotations

from rules.engine import Text, carries

from .state import FourSouls, Monster


@carries("FS-55")
def hitting(s: FourSouls, seat: int, monster: Monster) -> tuple[int, ...]:
    """The faces that hit: with what is added a roll is never above 6 nor below 1 (FS-54)."""
    added = s.players[seat].rolls
    return tuple(face for face in range(1, 7) if min(6, max(1, face + added)) >= monster.evasion)


def odds(s: FourSouls, seat: int, monster: Monster) -> Text:
    """What the die must show, in short, and how likely that is."""
    faces = hitting(s, seat, monster)
    if not faces:
        return Text("no roll hits")
    return Text("{n} or more · {odds} %", n=faces[0], odds=round(100 * len(faces) / 6))


def stake(s: FourSouls, seat: int, monster: Monster) -> Text:
    """What counts, as the question says it."""
    faces = hitting(s, seat, monster)
    if not faces:
        return Text("no roll hits")
    return Text("hits with {n} or more · {odds} %", n=faces[0], odds=round(100 * len(faces) / 6))
