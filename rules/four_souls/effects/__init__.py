"""The words of the card language: one record for each kind of effect and of target.

A word is added as an ``EffectKind`` or a ``TargetKind`` of one of these modules, and nowhere else. People state the
kinds of effects in the order in which they are included here.
"""

from rules.four_souls.model.effect import include_effects, include_targets

from . import (
    belongings,
    character_change,
    copies,
    in_play,
    slots,
    stack_items,
    targets,
    turns,
    until_turn_ends,
    usual,
)

include_targets(targets.KINDS)
include_effects(usual.KINDS | until_turn_ends.KINDS | belongings.KINDS | turns.KINDS | slots.KINDS)
include_effects(stack_items.KINDS | copies.KINDS | character_change.KINDS | in_play.KINDS)
