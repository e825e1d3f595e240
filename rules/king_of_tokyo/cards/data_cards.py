"""Cards that consist of clauses alone: their clauses, registered as active effects."""

from __future__ import annotations

from rules.king_of_tokyo.effects.registry import MomentHandler, NumberModifier, TokyoCase, TokyoEffect, TokyoEffects
from rules.king_of_tokyo.model.card_abilities import CardTrigger, OwnerFilter, QuantityChange
from rules.king_of_tokyo.model.card_catalogue import printed_power_cards
from rules.king_of_tokyo.model.state import Tokyo

from .card_actions import RETALIATION, apply_action, conditions_hold

EFFECTS = TokyoEffects()

ATTACKER_QUANTITIES = ("hit",)
"""Quantities of the attacker, where the case is about the monster that is hit."""
LIMIT_QUANTITIES = ("most_hearts",)
"""Limits, which a clause raises to its number: the highest holds, and two of them do not add up."""


def build_modifier(quantity_change: QuantityChange) -> NumberModifier:
    """Build the modifier for a clause that changes a quantity."""

    def change(s: Tokyo, source: TokyoEffect, case: TokyoCase, n: int) -> int:
        meant = _is_meant(
            source, case.by if quantity_change.quantity in ATTACKER_QUANTITIES else case.seat, quantity_change.whose
        )
        if not meant or not conditions_hold(s, source, quantity_change.conditions, n):
            return n
        if quantity_change.quantity in LIMIT_QUANTITIES:
            return max(n, quantity_change.increase)
        return (n + quantity_change.increase) * quantity_change.factor

    return change


def build_handler(trigger: CardTrigger) -> MomentHandler:
    """Build the handler for a clause that acts at a moment."""

    def act(s: Tokyo, source: TokyoEffect, case: TokyoCase) -> Tokyo:
        if not _concerns(source, case, trigger) or not conditions_hold(s, source, trigger.conditions, case.n):
            return s
        for deed in trigger.actions:
            s = apply_action(s, source, case, deed)
        return s

    return act


def _concerns(source: TokyoEffect, case: TokyoCase, trigger: CardTrigger) -> bool:
    """Whether the moment concerns the clause: the owner's, or one of those it looks at.

    A loss by retaliation calls for no other retaliation.
    """
    if (
        trigger.moment == "lost"
        and case.cause == RETALIATION
        and any(deed.target == "other" for deed in trigger.actions)
    ):
        return False
    return _is_meant(source, case.by if trigger.moment == "claws_hit" else case.seat, trigger.whose)


def _is_meant(source: TokyoEffect, seat: int, whose: OwnerFilter) -> bool:
    return whose == "any" or (seat == source.seat) == (whose == "mine")


for _id, _card in printed_power_cards().items():
    for _change in _card.abilities.changes:
        EFFECTS.modifier(_change.quantity, f"card.{_id}", whose="any")(build_modifier(_change))
    for _trigger in _card.abilities.triggers:
        EFFECTS.handler(_trigger.moment, f"card.{_id}", whose="any")(build_handler(_trigger))
