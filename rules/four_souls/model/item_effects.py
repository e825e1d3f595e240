"""Effects of items and loot cards, compiled from one way of the notation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TypeGuard

from rules.card_grammar import UNKNOWN, Ability, Amount, Condition, Deed, If, Roll, Step, UntilEnd, Way

from .effect import ABILITIES, EFFECT_KINDS, FORMS, TARGETS, Effect, Target

EffectSequence = tuple[Effect, ...]
"""One alternative of a card's effects; empty if none of them is tracked."""

UNTRACKED_VERB = "peek"
"""Verb of what only shows or sorts cards that nobody tracks."""

KEPT: EffectSequence = (Effect("trinket", Target("me")),)
"""What a loot card does that stays in play."""


class UnknownWordError(ValueError):
    """A word, or a use of one, that the rules of items do not know yet."""

    def __str__(self) -> str:
        return f"items know no such word, or not here: {self.args[0]}"


# --- conditions --------------------------------------------------------------------------------------------------

MEASURES = (
    "hand", "cents", "counters", "my_turn", "souls", "items", "most_souls", "fewest_souls", "most_items", "players",
    "bought", "text", "other_side",
)  # fmt: skip
"""What a condition may ask about an item and its owner."""


NEEDS_THREE_PLAYERS = (Condition("players", ">=", "3"),)
"""Conditions of what only tables of three players or more play."""


def are_known(conditions: tuple[Condition, ...]) -> bool:
    """Return whether the rules can work out all conditions."""
    return all(condition.measure in MEASURES and _is_known_value(condition.value) for condition in conditions)


def _is_known_value(value: str) -> bool:
    return not value or value.isdigit() or value in (*MEASURES, UNKNOWN)


# --- what no source says -----------------------------------------------------------------------------------------

TEXT = "text"
"""Measure of which of several texts lies there, counted from 1."""
POINTS = "?"
"""Begins the word for a point of a card that the table reads from it once: ``?room-red-vise.hand``."""


def open_point(card: str, of: str) -> str:
    """Return the word for a point that no source states of that card."""
    return f"{POINTS}{card}.{of}"


def split_point(word: str) -> tuple[str, str]:
    """Return the card and the point of such a word."""
    card, _, of = word.removeprefix(POINTS).partition(".")
    return card, of


def with_points(card: str, effects: EffectSequence) -> EffectSequence:
    """Return the effects of a card with its id in what no source states."""
    return tuple(
        replace(
            effect,
            count=open_point(card, effect.kind) if effect.count == UNKNOWN else effect.count,
            only_if=conditions_with_points(card, effect.only_if),
        )
        for effect in effects
    )


def conditions_with_points(card: str, conditions: tuple[Condition, ...]) -> tuple[Condition, ...]:
    """Return the conditions of a card with its id in what no source states."""
    return tuple(
        replace(
            one,
            measure=open_point(card, TEXT) if one.measure == TEXT else one.measure,
            value=open_point(card, one.measure) if one.value == UNKNOWN else one.value,
        )
        for one in conditions
    )


def open_points(conditions: tuple[Condition, ...]) -> Iterator[str]:
    """Yield the words in those conditions for what the table reads from a card."""
    yield from (word for one in conditions for word in (one.measure, one.value) if word.startswith(POINTS))


# --- steps -------------------------------------------------------------------------------------------------------


def effects_of_way(way: Way) -> EffectSequence:
    """Return the tracked effects of a way, those of an ``if`` with its conditions."""
    said = next(
        (step.amount.number for step in way if isinstance(step, Deed) and step.verb == "say" and step.amount), 0
    )
    found = (step for step in way if not (isinstance(step, Deed) and step.verb == "say"))
    effects = tuple(effect for step in found for effect in _effects_of_step(step))
    return tuple(replace(e, amount=said) if e.kind == "lasting" else e for e in effects) if said else effects


def _effects_of_step(step: Step) -> Iterator[Effect]:
    if isinstance(step, If):
        if not are_known(step.conditions):
            raise UnknownWordError(step)
        for way, otherwise in ((step.then, False), (step.otherwise, True)):
            yield from (replace(e, only_if=step.conditions, otherwise=otherwise) for e in effects_of_way(way))
    elif not is_untracked(step):
        yield from _plain_effects(step)


def is_untracked(step: Step) -> bool:
    """Return whether the step only shows or sorts cards that nobody tracks."""
    return isinstance(step, Deed) and step.verb == UNTRACKED_VERB


def _plain_effects(step: Step) -> Iterator[Effect]:
    """Yield the effects of a step without conditions: each of several dice is one."""
    if isinstance(step, Roll):
        if step.target not in ("", "everyone"):
            raise UnknownWordError(step)
        yield from (Effect("roll_each" if step.target else "roll"),) * step.times
    else:
        yield _lasting_effect(step.ability) if isinstance(step, UntilEnd) else _effect(step)


def _lasting_effect(ability: Ability) -> Effect:
    if (ability,) in ABILITIES:
        return ABILITIES[(ability,)]
    is_of_player = ability.head is not None and ability.head.words == ("player",)
    return Effect("lasting", Target("same") if is_of_player else Target())


def is_lasting(step: Step) -> TypeGuard[UntilEnd]:
    """Return whether it is an ability until the turn ends that is nothing else."""
    return isinstance(step, UntilEnd) and (step.ability,) not in ABILITIES


# --- deeds -------------------------------------------------------------------------------------------------------

WITHIN = re.compile(r"within (\d+)-(\d+)")
"""Limit of a number that an effect changes."""


def _effect(step: Step) -> Effect:
    if isinstance(step, Deed) and (step.verb, step.target, step.limit) in FORMS:
        return FORMS[step.verb, step.target, step.limit]
    if not isinstance(step, Deed) or step.verb not in EFFECT_KINDS or step.target not in TARGETS:
        raise UnknownWordError(step)
    kind, limits = EFFECT_KINDS[step.verb], WITHIN.fullmatch(step.limit)
    if (
        not (limits or step.limit in ("", kind.limit))
        or kind.action is None
        or step.is_instead
        or step.receiver not in TARGETS
    ):
        raise UnknownWordError(step)
    if bool(step.receiver) != (step.verb == "give" or _is_of_another(step.amount)):
        raise UnknownWordError(step)
    amount, count = amount_and_count(step.amount)
    if count and kind.counted is None:
        raise UnknownWordError(step)
    receiver = TARGETS[step.receiver] if step.receiver else Target()
    within = tuple(map(int, limits.groups())) if limits else ()
    return Effect(step.verb, TARGETS[step.target], amount, count=count, to=receiver, within=within)


# --- amounts -----------------------------------------------------------------------------------------------------

COUNTS = (
    "hand", "counters", "all", "as_many_as_they_have", "monster_slots", "their_hand", "up_to_theirs", "most_souls",
    "mine",
)  # fmt: skip
"""Words of an amount that the table works out as the effect happens, alone or with + and − between them."""
ASKED_COUNTS = ("n", "found", "takers", "bid")
"""Words of an amount that a player says: as many as they like, as were found, as took part, or as was offered."""
MOMENT_COUNT = "dealt"
"""Word of an amount that is the damage of the moment at which an item triggers."""
COUNTS_OF_ANOTHER = ("their_hand", "up_to_theirs")
"""Numbers of the target, while what is done is done to a receiver."""


def amount_and_count(amount: Amount | None) -> tuple[int, str]:
    """Return the number of an amount, and the word for what it is multiplied with."""
    if amount is None or _is_plain(amount):
        return (amount.number if amount else 0), ""
    if amount.word.removeprefix("-") == UNKNOWN:
        return (-1 if amount.word.startswith("-") else 1), UNKNOWN
    word = amount.word.removeprefix("-")
    known = (*COUNTS, MOMENT_COUNT, *(ASKED_COUNTS if word in ASKED_COUNTS else ()))
    is_rate = bool(amount.numbers) == bool(amount.per)
    if not is_rate or amount.is_factor or any(part not in known for part in re.split(r"[+-]", word)):
        raise UnknownWordError(amount)
    if amount.per:
        return amount.number, f"{word}/{amount.per}"
    return (-1 if amount.word.startswith("-") else 1), word


def _is_of_another(amount: Amount | None) -> bool:
    return amount is not None and amount.word in COUNTS_OF_ANOTHER


def _is_plain(amount: Amount | None) -> bool:
    return amount is None or (len(amount.numbers) == 1 and not (amount.word or amount.is_factor or amount.per))
