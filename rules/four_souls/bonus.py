"""FS-115 … FS-117: the bonus souls beside the table, each won once by whoever first meets its condition."""

from __future__ import annotations

from collections.abc import Callable

from rules.engine import Text, carries, note
from rules.engine.record import replace

from .change import gain_soul, ruled, wait
from .stacked import Item
from .state import FourSouls, Player, SoulCard, seats_from

GREED, GLUTTONY, GUPPY = 25, 10, 2
CONDITIONS: dict[str, tuple[str, Callable[[Player], bool]]] = {
    "greed": ("FS-115", lambda player: player.cents >= GREED),
    "gluttony": ("FS-116", lambda player: player.loot >= GLUTTONY),
    "guppy": ("FS-117", lambda player: sum(item.guppy for item in player.items) >= GUPPY),
}
"""Each bonus soul with its rule and what a player must have."""
OF = {"greed": "cents", "gluttony": "loot"}
"""The number that a condition is about."""


@carries("FS-23", "FS-115", "FS-116", "FS-117")
def bonus_souls(s: FourSouls) -> FourSouls:
    """Those whose condition somebody meets, the first in turn order if several do at the same time."""
    on_the_way = {item.name for item in (*s.stack.items, *s.waiting) if item.kind == "bonus_soul"}
    for name in s.bonus:
        seats = (seat for seat in seats_from(s, s.active) if _meets(s, name, seat))
        seat = next(seats, None) if name not in on_the_way else None
        s = s if seat is None else _won(s, Item(0, "bonus_soul", seat, name))
    return s


def _meets(s: FourSouls, name: str, seat: int) -> bool:
    """A number that is not followed meets nothing: the table says by hand who has won the soul."""
    if not s.follows(OF.get(name, "")):
        return False
    return CONDITIONS[name][1](s.players[seat])


def _won(s: FourSouls, item: Item) -> FourSouls:
    """At once, or by the stack, where it can be answered (FS-A12); following numbers only there is no stack."""
    s, how = ruled(s, "FS-A12", CONDITIONS[item.name][0])
    return wait(s, item) if how == "stack" and s.depth != "numbers" else resolve_bonus_soul(s, item)


@carries("FS-103", "FS-115")
def resolve_bonus_soul(s: FourSouls, item: Item) -> FourSouls:
    """The player wins it, if the condition still holds; else it stays beside the table."""
    rule = CONDITIONS[item.name][0]
    if item.name not in s.bonus or not _meets(s, item.name, item.seat):
        return note(s, "FS-103", Text("{who} no longer meets its condition", who=s.seats[item.seat]))
    s = replace(s, bonus=tuple(left for left in s.bonus if left != item.name))
    return gain_soul(s, rule, item.seat, SoulCard(soul_name(item.name), pile="aside"))


def soul_name(name: str) -> str:
    """What a bonus soul is called."""
    return f"Soul of {name.title()}"
