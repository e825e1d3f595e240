"""Conversion of a card's effects to saved data and back; targets are saved by role."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace

from companion.base.value_types import JsonValue
from rules.engine import Number, Option, Pick, Template
from rules.four_souls.model.effect import Effect, Target

SavedEffect = dict[str, str | int]
"""Fields of an effect as they are saved."""


@dataclass(frozen=True)
class PlayContext:
    """Acting seat, active seat, and monster under attack (0: none)."""

    seat: int
    active_seat: int = -1
    attacked_monster_id: int = 0


def fixed_fields(template: Template) -> SavedEffect:
    """Return the fields of a record that its template fixes."""
    open_ = {hole.name for hole in template.holes}
    return {f.name: getattr(template.value, f.name) for f in fields(template.value) if f.name not in open_}


def template_of(record: Effect, templates: Iterable[Template]) -> Template | None:
    """Return the template that a record was made from."""
    return next((template for template in templates if template.admits(record)), None)


def effect_kind(template: Template) -> str:
    """Return the kind of effect that a template states."""
    return str(getattr(template.value, "kind", ""))


# --- to keep -----------------------------------------------------------------------------------------------------


def to_saved_effects(
    records: Iterable[Effect], templates: Sequence[Template], play_context: PlayContext
) -> list[SavedEffect]:
    """Return the records as plain data: fixed fields and numbers as they are, targets as words."""
    return [
        _to_saved_effect(record, template, play_context)
        for record in records
        if (template := template_of(record, templates))
    ]


def _to_saved_effect(record: Effect, template: Template, play_context: PlayContext) -> SavedEffect:
    data = {key: value for key, value in fixed_fields(template).items() if isinstance(value, str | int)}
    pick, number = template.hole(Pick), template.hole(Number)
    if pick is not None:
        data[pick.name] = target_word(getattr(record, pick.name), play_context)
    if number is not None:
        data[number.name] = getattr(record, number.name)
    return data


def target_word(target: Target, play_context: PlayContext) -> str:
    """Return the role of a target for the acting seat.

    One of: self, active, fought, roll (top of its kind), other. A target that is no seat, monster or stack item
    (everybody, a deck) is its own kind.
    """
    match getattr(target, "kind", ""), getattr(target, "id", None):
        case "seat", play_context.seat:
            return "self"
        case "seat", play_context.active_seat:
            return "active"
        case "monster", play_context.attacked_monster_id:
            return "fought"
        case "item", _:
            return "roll"
        case "seat" | "monster", _:
            return "other"
        case kind, _:
            return str(kind)


# --- to use again ------------------------------------------------------------------------------------------------


def from_saved_effects(
    data: JsonValue, templates: Sequence[Template], play_context: PlayContext, chosen: Target | None = None
) -> tuple[Effect, ...]:
    """Return the records for this table; those without a unique target are left out."""
    items = data if isinstance(data, list) else []
    found = (_from_saved_effect(item, templates, play_context, chosen) for item in items if isinstance(item, dict))
    return tuple(record for record in found if record is not None)


def _from_saved_effect(
    item: dict[str, JsonValue], templates: Sequence[Template], play_context: PlayContext, chosen: Target | None
) -> Effect | None:
    template = next((one for one in templates if _fits(item, one)), None)
    if template is None:
        return None
    pick, number = template.hole(Pick), template.hole(Number)
    values: dict[str, JsonValue | Target] = {}
    if number is not None:
        values[number.name] = item.get(number.name, number.default)
    if pick is not None:
        values[pick.name] = target_for_word(str(item.get(pick.name)), pick.options, play_context, chosen)
    record: Effect = replace(template.value, **values)
    return record if template.admits(record) else None


def _fits(item: dict[str, JsonValue], template: Template) -> bool:
    fixed = fixed_fields(template)
    return all(item.get(key) == value for key, value in fixed.items() if isinstance(value, str | int))


def target_for_word(
    saved_word: str, options: Sequence[Option], play_context: PlayContext, chosen: Target | None = None
) -> Target | None:
    """Return the option that the word means; for "other", the chosen one or the only one."""
    values: list[Target] = [option.value for option in options]
    match saved_word:
        case "self":
            return _target_by_id(values, "seat", play_context.seat)
        case "active":
            return _target_by_id(values, "seat", play_context.active_seat)
        case "fought":
            return _target_by_id(values, "monster", play_context.attacked_monster_id)
        case "roll":
            return next((value for value in reversed(values) if getattr(value, "kind", "") == "item"), None)
        case kind if kind != "other":
            return next((value for value in values if getattr(value, "kind", "") == kind), None)
    others = [value for value in values if target_word(value, play_context) == "other"]
    return chosen if chosen in others else others[0] if len(others) == 1 else None


def _target_by_id(values: list[Target], kind: str, id: int) -> Target | None:
    return next((v for v in values if (getattr(v, "kind", ""), getattr(v, "id", None)) == (kind, id)), None)
