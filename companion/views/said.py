"""What has been said of a card so far: taps on the same thing add up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rules.engine import Option, Template

from .recall import number_of, pick_of, skeleton

Said = tuple[Any, ...]


def targets(templates: Sequence[Template], first: Sequence[Any]) -> tuple[Option, ...]:
    """Everything that any of the templates may be about, each once; ``first`` are those that come first."""
    found: dict[Any, Option] = {}
    for template in templates:
        pick = pick_of(template)
        for option in pick.options if pick else ():
            found.setdefault(option.value, option)
    front = [found[value] for value in first if value in found]
    return (*front, *(option for option in found.values() if option not in front))


def aim(template: Template, chosen: Any) -> Option | None:
    """What a tap would be about: the chosen target if it may be, else the latest that may; none if it has no target."""
    pick = pick_of(template)
    if pick is None:
        return None
    return next((option for option in pick.options if option.value == chosen), pick.options[-1])


def tapped(said: Said, template: Template, target: Any, by: int, most: int = 20) -> Said:
    """One more tap: amounts add up, and one that comes to nothing is gone; without an amount it is said or unsaid."""
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
    """How much of it has been said; 1 for what has no amount."""
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
