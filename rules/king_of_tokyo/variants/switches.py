"""KT-36 … KT-54: the switches of the variants, and the set-up steps that they add."""

from __future__ import annotations

from rules.engine import OFF_ON, ON_OFF, Step, Switch, Text, at
from rules.king_of_tokyo.effects.card_names import VARIANT_NAMES
from rules.king_of_tokyo.model.state import Tokyo

from .costumes import dress
from .fate_die import turn_curse
from .scarab import lay_scarab

VARIANT_CHOICES = {
    "wickedness": (
        ("off", Text("off")),
        ("orange", Text("the orange tiles")),
        ("green", Text("the green tiles")),
        ("both", Text("all tiles")),
    )
}
"""Choices of the variants that are not simply on or off."""


def setup_steps(s: Tokyo) -> tuple[Step, ...]:
    """Set-up steps of the variants that are played, before the first turn (KT-37, KT-45, KT-48)."""
    dressing = (at(dress),) if s.has_variant("costumes") else ()
    cursing = (at(lay_scarab), at(turn_curse)) if s.has_variant("curses") else ()
    return (*dressing, *cursing)


VARIANT_SWITCHES = (
    Switch("duel", Text("Two players: energy instead of points for Tokyo"), ON_OFF, "mode"),
    *(
        Switch(f"variant.{key}", title, VARIANT_CHOICES.get(key, OFF_ON), "mode")
        for key, title in VARIANT_NAMES.items()
    ),
)
"""The switch for two-player games (KT-36), then one for each variant."""
