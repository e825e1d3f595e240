"""Conversion of a card's effects to saved data and back; targets are saved by role."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from rules.engine import Number, Option, Pick, Template


@dataclass(frozen=True)
class Here:
    """Acting seat, active seat, and monster under attack (0: none)."""

    seat: int
    active: int = -1
    fought: int = 0


def skeleton(template: Template) -> dict[str, Any]:
    """Return the fields of a record that its template fixes."""
    open_ = {hole.name for hole in template.holes}
    return {f.name: getattr(template.value, f.name) for f in fields(template.value) if f.name not in open_}


def template_of(record: Any, templates: Iterable[Template]) -> Template | None:
    """Return the template that a record was made from."""
    return next((template for template in templates if template.admits(record)), None)


def pick_of(template: Template) -> Pick | None:
    """Return the hole for the target."""
    return next((hole for hole in template.holes if isinstance(hole, Pick)), None)


def number_of(template: Template) -> Number | None:
    """Return the hole for the amount."""
    return next((hole for hole in template.holes if isinstance(hole, Number)), None)


# --- to keep -----------------------------------------------------------------------------------------------------


def kept(records: Iterable[Any], templates: Sequence[Template], here: Here) -> list[dict[str, Any]]:
    """Return the records as plain data: fixed fields and numbers as they are, targets as words."""
    return [_kept(record, template, here) for record in records if (template := template_of(record, templates))]


def _kept(record: Any, template: Template, here: Here) -> dict[str, Any]:
    data = {key: value for key, value in skeleton(template).items() if isinstance(value, str | int)}
    pick, number = pick_of(template), number_of(template)
    if pick is not None:
        data[pick.name] = word(getattr(record, pick.name), here)
    if number is not None:
        data[number.name] = getattr(record, number.name)
    return data


def word(target: Any, here: Here) -> str:
    """Return the role of a target for the acting seat.

    One of: self, active, fought, roll (top of its kind), other. A target that is no seat, monster or stack item
    (everybody, a deck) is its own kind.
    """
    match getattr(target, "kind", ""), getattr(target, "id", None):
        case "seat", here.seat:
            return "self"
        case "seat", here.active:
            return "active"
        case "monster", here.fought:
            return "fought"
        case "item", _:
            return "roll"
        case "seat" | "monster", _:
            return "other"
        case kind, _:
            return str(kind)


# --- to use again ------------------------------------------------------------------------------------------------


def recalled(data: Any, templates: Sequence[Template], here: Here, chosen: Any = None) -> tuple[Any, ...]:
    """Return the records for this table; those without a unique target are left out."""
    items = data if isinstance(data, list) else []
    found = (_recalled(item, templates, here, chosen) for item in items if isinstance(item, dict))
    return tuple(record for record in found if record is not None)


def _recalled(item: dict[str, Any], templates: Sequence[Template], here: Here, chosen: Any) -> Any:
    template = next((one for one in templates if _fits(item, one)), None)
    if template is None:
        return None
    pick, number = pick_of(template), number_of(template)
    values: dict[str, Any] = {}
    if number is not None:
        values[number.name] = item.get(number.name, number.usual)
    if pick is not None:
        values[pick.name] = target(str(item.get(pick.name)), pick.options, here, chosen)
    record = replace(template.value, **values)
    return record if template.admits(record) else None


def _fits(item: dict[str, Any], template: Template) -> bool:
    fixed = skeleton(template)
    return all(item.get(key) == value for key, value in fixed.items() if isinstance(value, str | int))


def target(meant: str, options: Sequence[Option], here: Here, chosen: Any = None) -> Any:
    """Return the option that the word means; for "other", the chosen one or the only one."""
    values = [option.value for option in options]
    match meant:
        case "self":
            return _of(values, "seat", here.seat)
        case "active":
            return _of(values, "seat", here.active)
        case "fought":
            return _of(values, "monster", here.fought)
        case "roll":
            return next((value for value in reversed(values) if getattr(value, "kind", "") == "item"), None)
        case kind if kind != "other":
            return next((value for value in values if getattr(value, "kind", "") == kind), None)
    others = [value for value in values if word(value, here) == "other"]
    return chosen if chosen in others else others[0] if len(others) == 1 else None


def _of(values: list[Any], kind: str, id: int) -> Any:
    return next((v for v in values if (getattr(v, "kind", ""), getattr(v, "id", None)) == (kind, id)), None)
