"""Effects entered so far in the effect builder; taps on the same effect add up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rules.engine import Option, Template

from .recall import number_of, pick_of, skeleton

Said = tuple[Any, ...]


def targets(templates: Sequence[Template], first: Sequence[Any]) -> tuple[Option, ...]:
    """Return every target of the templates once, ``first_targets`` first."""
    found: dict[Any, Option] = {}
    for template in templates:
        pick = pick_of(template)
        for option in pick.options if pick else ():
            found.setdefault(option.value, option)
    front = [found[value] for value in first if value in found]
    return (*front, *(option for option in found.values() if option not in front))


def aim(template: Template, chosen: Any) -> Option | None:
    """Return a tap's target: the chosen one if admitted, else the last; None without target."""
    pick = pick_of(template)
    if pick is None:
        return None
    return next((option for option in pick.options if option.value == chosen), pick.options[-1])


def tapped(said: Said, template: Template, target: Any, by: int, most: int = 20) -> Said:
    """Return the effects after one more tap.

    Amounts add up, and an effect of amount 0 is removed; without an amount a tap adds or removes the effect.
    """
    at = next((k for k, record in enumerate(said) if _same(record, template, target)), None)
    if at is None:
        new = _made(template, target, by)
        return (*said, new) if template.admits(new) and len(said) < most else said
    number = number_of(template)
    if number is None:
        return (*said[:at], *said[at + 1 :])
    amount = getattr(said[at], number.name) + by
    changed = replace(said[at], **{number.name: amount})
    if amount == 0 or amount < number.low:
        return (*said[:at], *said[at + 1 :])
    return (*said[:at], changed, *said[at + 1 :]) if template.admits(changed) else said


def amount(said: Said, template: Template, target: Any) -> int:
    """Return the amount of an effect so far; 1 for an effect without amount."""
    number = number_of(template)
    record = next((record for record in said if _same(record, template, target)), None)
    return 0 if record is None else getattr(record, number.name) if number else 1


def _same(record: Any, template: Template, target: Any) -> bool:
    pick = pick_of(template)
    fixed = all(getattr(record, key) == value for key, value in skeleton(template).items())
    return fixed and (pick is None or getattr(record, pick.name) == target)


def _made(template: Template, target: Any, by: int) -> Any:
    pick, number = pick_of(template), number_of(template)
    values = {} if pick is None else {pick.name: target}
    return replace(template.value, **values, **({} if number is None else {number.name: by}))
