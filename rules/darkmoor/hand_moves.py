"""What players do with cards and tokens when the rules change a number."""

from rules.engine import HandMove, Text

HAND_MOVES = {
    "seat.tokens": HandMove(Text("take {n} VP in tokens", n=0), Text("put back {n} VP in tokens", n=0), is_alike=True),
    "seat.hand": HandMove(
        Text("draw {n} card", "draw {n} cards", n=0), Text("discard {n} card", "discard {n} cards", n=0)
    ),
    "minion.vp_tokens": HandMove(
        Text("put {n} VP in tokens on {owner}", n=0, owner=""),
        Text("take {n} VP in tokens off {owner}", n=0, owner=""),
        is_alike=True,
    ),
    "minion.peril_tokens": HandMove(
        Text("put {n} peril token on {owner}", "put {n} peril tokens on {owner}", n=0, owner=""),
        Text("take {n} peril token off {owner}", "take {n} peril tokens off {owner}", n=0, owner=""),
        is_alike=True,
    ),
}
"""What is moved for each number, by the key of its tracker."""
SELF_DONE_RULES = frozenset({"RD-14"})
"""Whoever plays a minion has laid it down."""
