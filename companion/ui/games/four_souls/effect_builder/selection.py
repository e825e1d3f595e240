"""Effects entered so far in the effect builder; taps on the same effect add up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.engine import Number, Option, Pick, Template
from rules.four_souls.model.effect import Effect, Target

from .remembered_effects import fixed_fields

Effects = tuple[Effect, ...]


def target_options(templates: Sequence[Template], first_targets: Sequence[Target]) -> tuple[Option, ...]:
    """Return every target of the templates once, ``first_targets`` first."""
    options_by_target: dict[Target, Option] = {}
    for template in templates:
        pick = template.hole(Pick)
        for option in pick.options if pick else ():
            options_by_target.setdefault(option.value, option)
    front = [options_by_target[value] for value in first_targets if value in options_by_target]
    return (*front, *(option for option in options_by_target.values() if option not in front))


def tap_target(template: Template, chosen: Target | None) -> Option | None:
    """Return a tap's target: the chosen one if admitted; None if there is or can be none.

    No player and no monster is ever meant in place of the chosen one. What can do without a target does, what aims at
    the stack means its top, and an only item in play needs no choice.
    """
    pick = template.hole(Pick)
    if pick is None:
        return None
    unaimed = next((option for option in pick.options if _kind(option) == "table"), None)
    is_sole_item = len(pick.options) == 1 and _kind(pick.options[0]) == "owned"
    aims_at_stack = all(_kind(option) == "item" for option in pick.options)
    implied = pick.options[-1] if aims_at_stack or is_sole_item else unaimed
    return next((option for option in pick.options if option.value == chosen), implied)


def lacks_target(template: Template, chosen: Target | None) -> bool:
    """Return whether the chip can do nothing until another target is chosen."""
    return template.hole(Pick) is not None and tap_target(template, chosen) is None


def _kind(option: Option) -> str:
    return str(getattr(option.value, "kind", ""))


def apply_tap(effects: Effects, template: Template, target: Target | None, by: int, max_effects: int = 20) -> Effects:
    """Return the effects after one more tap.

    Amounts add up, and an effect of amount 0 is removed; without an amount a tap adds or removes the effect.
    """
    index = next((k for k, record in enumerate(effects) if _is_same_effect(record, template, target)), None)
    if index is None:
        new = _build_effect(template, target, by)
        return (*effects, new) if template.admits(new) and len(effects) < max_effects else effects
    number = template.hole(Number)
    if number is None:
        return (*effects[:index], *effects[index + 1 :])
    amount = getattr(effects[index], number.name) + by
    changed = replace(effects[index], **{number.name: amount})
    if amount == 0 or amount < number.low:
        return (*effects[:index], *effects[index + 1 :])
    return (*effects[:index], changed, *effects[index + 1 :]) if template.admits(changed) else effects


def amount_of(effects: Effects, template: Template, target: Target | None) -> int:
    """Return the amount of an effect so far; 1 for an effect without amount."""
    number = template.hole(Number)
    record = next((record for record in effects if _is_same_effect(record, template, target)), None)
    return 0 if record is None else getattr(record, number.name) if number else 1


def _is_same_effect(record: Effect, template: Template, target: Target | None) -> bool:
    pick = template.hole(Pick)
    fixed = all(getattr(record, key) == value for key, value in fixed_fields(template).items())
    return fixed and (pick is None or getattr(record, pick.name) == target)


def _build_effect(template: Template, target: Target | None, by: int) -> Effect:
    pick, number = template.hole(Pick), template.hole(Number)
    values = {} if pick is None else {pick.name: target}
    effect: Effect = replace(template.value, **values, **({} if number is None else {number.name: by}))
    return effect
