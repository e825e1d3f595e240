"""What players do with cubes, tokens and tiles when the rules change a number."""

from rules.engine import HandMove, Text

HAND_MOVES = {
    "seat.energy": HandMove(
        Text("take {n} energy", "take {n} energy", n=0),
        Text("pay {n} energy", "pay {n} energy", n=0),
        Text("give {n} energy to {who}", "give {n} energy to {who}", n=0, who=""),
        is_alike=True,
    ),
    "seat.poison": HandMove(
        Text("take {n} poison token", "take {n} poison tokens", n=0),
        Text("put back {n} poison token", "put back {n} poison tokens", n=0),
        is_alike=True,
    ),
    "seat.shrink": HandMove(
        Text("take {n} shrink token", "take {n} shrink tokens", n=0),
        Text("put back {n} shrink token", "put back {n} shrink tokens", n=0),
        is_alike=True,
    ),
    "seat.cultists": HandMove(
        Text("take {n} cultist", "take {n} cultists", n=0),
        Text("put back {n} cultist", "put back {n} cultists", n=0),
        is_alike=True,
    ),
}
"""What is moved for each number, by the key of its tracker; hearts and points are on the monster's own board."""
