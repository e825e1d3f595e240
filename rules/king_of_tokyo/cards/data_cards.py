"""Cards that consist of clauses alone: their clauses, registered as active effects."""

from __future__ import annotations

from rules.king_of_tokyo.effects.verbs import Acts, Alters, Case, Source, alters, when
from rules.king_of_tokyo.model.card_catalogue import printed
from rules.king_of_tokyo.model.clause_parser import Alter, Trigger, Whose
from rules.king_of_tokyo.model.state import Tokyo

from .card_actions import ANSWER, do, hold

STRIKERS = ("hit",)
"""Quantities of the attacker, where the case is about the monster that is hit."""


def changes(alter: Alter) -> Alters:
    """Build the modifier for a clause that changes a quantity."""

    def change(s: Tokyo, source: Source, case: Case, n: int) -> int:
        meant = _is(source, case.by if alter.what in STRIKERS else case.seat, alter.whose)
        return (n + alter.by) * alter.times if meant and hold(s, source, alter.needs, n) else n

    return change


def acts(trigger: Trigger) -> Acts:
    """Build the handler for a clause that acts at a moment."""

    def act(s: Tokyo, source: Source, case: Case) -> Tokyo:
        if not _meant(source, case, trigger) or not hold(s, source, trigger.needs, case.n):
            return s
        for deed in trigger.does:
            s = do(s, source, case, deed)
        return s

    return act


def _meant(source: Source, case: Case, trigger: Trigger) -> bool:
    """Whether the moment concerns the clause: the owner's, or one of those it looks at.

    A loss by retaliation calls for no other retaliation.
    """
    if trigger.when == "lost" and case.why == ANSWER and any(deed.whom == "other" for deed in trigger.does):
        return False
    return _is(source, case.by if trigger.when == "claws_hit" else case.seat, trigger.whose)


def _is(source: Source, seat: int, whose: Whose) -> bool:
    return whose == "any" or (seat == source.seat) == (whose == "mine")


def hang() -> None:
    """Register every clause of every card under the card's key."""
    for id, card in printed().items():
        for alter in card.nature.alters:
            alters(alter.what, f"card.{id}")(changes(alter))
        for trigger in card.nature.triggers:
            when(trigger.when, f"card.{id}")(acts(trigger))


hang()
