"""FS-71: evasion and attack that are higher only as long as an active monster says so."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from rules.engine import carries

from .change import moved
from .deeds import Deed, natures
from .effect import Target
from .state import FourSouls, Monster, set_monster

NUMBERS = ("evasion", "attack")


@carries("FS-71")
def lift(s: FourSouls) -> FourSouls:
    """The numbers of the active monsters rise and fall with what lifts them; whatever else changed them stays."""
    if not any(monster.evasion_lift or monster.attack_lift or _lifts(monster.card.id) for monster in s.monsters):
        return s
    for monster in s.monsters:
        for what in NUMBERS:
            s = _lift(s, monster, what)
    return s


@cache
def _lifts(card: str) -> bool:
    """Whether such a monster ever lifts anything."""
    return any(nature.when in ("always", "life") for nature in natures(card))


def _lift(s: FourSouls, monster: Monster, what: str) -> FourSouls:
    before, lifted = getattr(monster, what), getattr(monster, f"{what}_lift")
    wanted = sum(deed.amount for deed in _lifting(s, monster) if deed.kind == what)
    if wanted == lifted:
        return s
    after = max(0, before + wanted - lifted)
    s = set_monster(s, monster.id, **{what: after, f"{what}_lift": lifted + after - before})
    return moved(s, "FS-71", Target("monster", monster.id), what, before, after)


def _lifting(s: FourSouls, monster: Monster) -> Iterator[Deed]:
    """What lifts a monster: the others, and itself while its life is low."""
    for other in s.monsters:
        for nature in natures(other.card.id):
            if nature.when == "always" and other.id != monster.id:
                yield from nature.does
    for nature in natures(monster.card.id):
        if nature.when == "life" and monster.life <= nature.numbers[0]:
            yield from nature.does
