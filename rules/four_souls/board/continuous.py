"""Continuous effects of active monsters on evasion and attack (FS-71)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from rules.engine import carries
from rules.four_souls.model.effect import Target
from rules.four_souls.model.monster_abilities import Deed, natures
from rules.four_souls.model.state import FourSouls, Monster, set_monster
from rules.four_souls.vocabulary.state_changes import moved

NUMBERS = ("evasion", "attack")


@carries("FS-71")
def lift(s: FourSouls) -> FourSouls:
    """Update the active monsters' numbers to the continuous effects; all other changes stay."""
    if not any(monster.evasion_lift or monster.attack_lift or _lifts(monster.card.id) for monster in s.monsters):
        return s
    for monster in s.monsters:
        for what in NUMBERS:
            s = _lift(s, monster, what)
    return s


@cache
def _lifts(card: str) -> bool:
    """Return whether the monster with that id has any continuous effect."""
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
    """Yield the continuous effects on a monster: those of the others, and its own at low life."""
    for other in s.monsters:
        for nature in natures(other.card.id):
            if nature.when == "always" and other.id != monster.id:
                yield from nature.does
    for nature in natures(monster.card.id):
        if nature.when == "life" and monster.life <= nature.numbers[0]:
            yield from nature.does
