"""Conditions on models: how they are given, what they do, and when they end (MX-A11)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from rules.engine import Displayable, Text, carries, note
from rules.engine.record import replace
from rules.malifaux.model.conditions import ConditionEnd, ConditionKind, condition_kinds
from rules.malifaux.model.state import RULEBOOK, Condition, Malifaux, Model, set_model

from .state_changes import damage, model_name, remove_condition

CONDITION_RULE = "MX-A11"
"""The open point that says what conditions do, for the rules text leaves them to the book."""
MAX_VALUE = 99
"""Largest value of a condition."""
LASTS: dict[ConditionEnd, Text] = {
    "upkeep": Text("until upkeep"),
    "activation": Text("until its activation ends"),
    "next_activation": Text("until it acts again"),
    "never": Text("stays"),
}
"""How long a known condition lasts."""


def acts_by_itself(s: Malifaux) -> bool:
    """Whether the app does what conditions do, or the table (MX-A11)."""
    return s.ruling(CONDITION_RULE) == "app"


def condition_name(condition: Condition) -> Displayable:
    """Return the name of a condition, with its value and the word beside it."""
    kind = condition.kind
    if kind is None:
        return condition.name or Text("an effect")
    return value_name(kind, condition.value, condition.name)


def value_name(kind: ConditionKind, value: int, group: str = "") -> Displayable:
    """Return the name of a known condition, with its value and the word beside it."""
    if kind.valued:
        return Text("{what} {n}", what=kind.name, n=value)
    return Text("{what} ({group})", what=kind.name, group=group) if group else kind.name


def condition_effect(condition: Condition) -> Displayable:
    """Return the name of a condition and what it does, as far as it is known."""
    name, kind = condition_name(condition), condition.kind
    return Text("{what}: {effect}", what=name, effect=kind.effect_of(condition.value)) if kind else name


def condition_duration(condition: Condition) -> Text:
    """Return how long a condition lasts."""
    kind = condition.kind
    if kind is not None:
        return Text("1 less at each upkeep") if kind.fades else LASTS[kind.ends]
    if condition.turns:
        return Text("until the end of the turn", "for {n} more turns", n=condition.turns)
    return Text("stays")


def list_effects(conditions: Iterable[Condition]) -> Displayable | None:
    """List conditions with what they do, those of the activation first."""
    first = sorted(conditions, key=lambda one: one.kind is None or one.kind.ends != "activation")
    effects = [condition_effect(condition) for condition in first]
    return reduce(lambda first, then: Text("{first}; {then}", first=first, then=then), effects) if effects else None


# --- giving ------------------------------------------------------------------------------------------------------


@carries(CONDITION_RULE)
def afflict(s: Malifaux, id: int, key: str, value: int, group: str = "") -> Malifaux:
    """Give a model a known condition: values add, opposites cancel out."""
    found, kind = s.find_model(id), condition_kinds()[key]
    if found is None:
        return s
    kind = condition_kinds().get(kind.gives, kind)
    name = group.strip() if kind.named else ""
    conditions, who = found[1].conditions, model_name(found[1])
    opposite = next((c for c in conditions if c.kind and c.key == kind.cancels), None)
    if opposite is not None:
        text = Text("{model}: {what} and {other} cancel out", model=who, what=kind.name, other=condition_name(opposite))
        return note(remove_condition(s, opposite.id), CONDITION_RULE, text, kind="condition")
    present = next((c for c in conditions if (c.key, c.name) == (kind.key, name)), None)
    if present is not None:
        return _add_up(s, found[1], present, value)
    s = replace(s, numbered=s.numbered + 1)
    turns = 1 if kind.ends == "upkeep" else 0
    fresh = Condition(s.numbered, name, turns, False, kind.key, value if kind.valued else 0)
    return set_model(s, id, conditions=(*conditions, fresh))


def _add_up(s: Malifaux, model: Model, present: Condition, value: int) -> Malifaux:
    """Add a value to a condition; one without a value does not add up."""
    who = model_name(model)
    if present.kind is None or not present.kind.valued:
        text = Text("{model} already has {what}: it does not add up", model=who, what=condition_name(present))
        return note(s, CONDITION_RULE, text)
    total = replace(present, value=min(MAX_VALUE, present.value + value))
    text = Text("{model}: {what} in all", model=who, what=condition_name(total))
    return note(_set_condition(s, model, total), CONDITION_RULE, text, kind="condition")


def _set_condition(s: Malifaux, model: Model, changed: Condition) -> Malifaux:
    conditions = tuple(changed if one.id == changed.id else one for one in model.conditions)
    return set_model(s, model.id, conditions=conditions)


def lower(s: Malifaux, id: int) -> Malifaux:
    """Take one from the value of a condition; without any left it ends."""
    for model, condition in _all_conditions(s):
        if condition.id == id:
            left = replace(condition, value=condition.value - 1)
            return _set_condition(s, model, left) if left.value > 0 else remove_condition(s, id)
    return s


def _all_conditions(s: Malifaux) -> tuple[tuple[Model, Condition], ...]:
    return tuple((model, one) for player in s.players for model in player.crew for one in model.conditions)


# --- what they do, and their end ---------------------------------------------------------------------------------


@carries(CONDITION_RULE)
def end_with_activation(s: Malifaux, id: int, when: ConditionEnd) -> Malifaux:
    """End a model's conditions that last until the end or the start of an activation.

    Of a model that is out nothing is said.
    """
    found = s.find_model(id) if acts_by_itself(s) else None
    for condition in found[1].conditions if found else ():
        if found and condition.kind and condition.kind.ends == when:
            s = remove_condition(s, condition.id)
            text = Text("{model}: {what} ends", model=model_name(found[1]), what=condition_name(condition))
            s = note(s, CONDITION_RULE, text, kind="condition") if found[1].wounds else s
    return s


@carries(CONDITION_RULE)
def suffer(s: Malifaux, id: int, condition: Condition) -> Malifaux:
    """Deal a model the damage of its condition at upkeep, with a note that changes its wounds."""
    found, kind = s.find_model(id), condition.kind
    if found is None or kind is None:
        return s
    amount = kind.damage_of(condition.value)
    if not amount or not found[1].wounds:
        return s
    if not acts_by_itself(s):
        return RULEBOOK.note_ruling(s, CONDITION_RULE, "MX-17")
    return damage(s, CONDITION_RULE, id, amount, condition_name(condition))


def fade(s: Malifaux, id: int, condition: Condition) -> Malifaux | None:
    """Take one from a condition that fades, until the next closing phase; None where it ends."""
    found, kind = s.find_model(id), condition.kind
    if found is None or kind is None or not kind.fades or condition.value < 2:
        return None
    # one turn more, because the phase counts it down
    left = replace(condition, value=condition.value - 1, turns=condition.turns + 1)
    text = Text("{model}: {what} is left", model=model_name(found[1]), what=condition_name(left))
    return note(_set_condition(s, found[1], left), CONDITION_RULE, text, kind="condition")
