"""KT-36 … KT-54: the variants, each a switch, and what they lay out before the first turn."""

from __future__ import annotations

from rules.engine import Step, Switch, Text

from .name import VARIANTS
from .state import Tokyo

ON_OFF = (("on", Text("on")), ("off", Text("off")))
OFF_ON = ON_OFF[::-1]


def openings(s: Tokyo) -> tuple[Step, ...]:
    """The steps before the first turn, of the variants that are played."""
    return ()


SWITCHES = (
    Switch("duel", Text("Two players: energy instead of points for Tokyo"), ON_OFF, "mode"),
    *(Switch(f"variant.{key}", title, OFF_ON, "mode") for key, title in VARIANTS.items()),
)
