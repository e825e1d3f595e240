"""FS-36, FS-37: whether it matters in which order effects that trigger together go on the stack."""

from __future__ import annotations

from itertools import permutations

from rules.engine.record import replace

from .aim import unaimed
from .does import do_all
from .stacked import Item
from .state import FourSouls

PLAIN = {"cents", "loot", "damage", "heal", "attack", "evasion", "more_damage", "times_damage", "recharge", "look"}
"""What happens at once and can be tried out; everything else (a death, a choice, a die) is taken to matter."""
MOST = 4
"""How many are tried out in every order."""


def matters(s: FourSouls, items: tuple[Item, ...]) -> bool:
    """Whether any order leads to something else than another; a lethal blow beside a monster's death does."""
    plain = tuple(item for item in items if _plain(item))
    heavy = len(items) - len(plain)
    if heavy > 1 or len(plain) > MOST:
        return True
    ends = [_played_out(s, order) for order in permutations(plain)]
    return any(end != ends[0] for end in ends) or (heavy == 1 and _kills(s, ends[0]))


def heavy_first(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Where the order does not matter, what is tried out lies on top and is done with first."""
    return tuple(sorted(items, key=_plain))


def _plain(item: Item) -> bool:
    kinds = {effect.kind for effect in item.effects}
    return item.kind == "triggered" and bool(kinds) and kinds <= PLAIN and not unaimed(item)


def _played_out(s: FourSouls, order: tuple[Item, ...]) -> FourSouls:
    """The table after them, without what they trigger in turn."""
    for item in order:
        s = do_all(s, item)
    boosts = tuple(sorted(s.boosts, key=repr))
    return replace(s, notes=(), waiting=(), numbered=0, boosts=boosts)


def _kills(before: FourSouls, after: FourSouls) -> bool:
    lives = zip(before.players, after.players, strict=True)
    return any(was.life > 0 == now.life for was, now in lives)
