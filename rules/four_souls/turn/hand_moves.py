"""What players do with coins, cards and counters when the rules change a number."""

from rules.engine import HandMove, Text

HAND_MOVES = {
    "seat.cents": HandMove(
        Text("take {n} ¢", n=0), Text("pay {n} ¢", n=0), Text("give {n} ¢ to {who}", n=0, who=""), is_alike=True
    ),
    "seat.loot": HandMove(
        Text("draw {n} loot card", "draw {n} loot cards", n=0),
        Text("discard {n} loot card", "discard {n} loot cards", n=0),
        Text("give {n} loot card to {who}", "give {n} loot cards to {who}", n=0, who=""),
    ),
    "seat.treasures": HandMove(
        Text("take {n} treasure", "take {n} treasures", n=0),
        Text("destroy {n} item", "destroy {n} items", n=0),
        Text("give {n} item to {who}", "give {n} items to {who}", n=0, who=""),
    ),
    "seat.souls": HandMove(
        Text("take {n} soul", "take {n} souls", n=0),
        Text("discard {n} soul", "discard {n} souls", n=0),
        Text("give {n} soul to {who}", "give {n} souls to {who}", n=0, who=""),
    ),
    "owned.counters": HandMove(
        Text("put {n} counter on {owner}", "put {n} counters on {owner}", n=0, owner=""),
        Text("take {n} counter off {owner}", "take {n} counters off {owner}", n=0, owner=""),
        is_alike=True,
    ),
}
"""What is moved for each number, by the key of its tracker; life and attack are numbers alone."""
SELF_DONE_RULES = frozenset({"FS-13", "FS-15", "FS-17", "FS-99", "FS-111", "FS-112", "FS-114"})
"""Whoever pays for an effect, plays loot or trades with another player does it while saying so.

A trinket stays where it was played: no treasure is taken for it. A character's own soul is printed on its card, and
an item that becomes a soul only changes its place, which is a task.
"""
