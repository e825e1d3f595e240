"""Types of parsed data (``JsonValue``), of values in events and states, of annotations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import EllipsisType, GenericAlias, UnionType
from typing import TYPE_CHECKING, TypeAlias, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


JsonValue: TypeAlias = "list[JsonValue] | dict[str, JsonValue] | str | bool | int | float | None"
"""Parsed JSON or TOML; pydantic, which validates it, has the same type under the same name."""
JsonTable: TypeAlias = "dict[str, JsonValue]"
WritableJson: TypeAlias = "bool | int | float | str | Sequence[WritableJson] | Mapping[str, WritableJson] | None"
"""What can be written as JSON or TOML."""
WritableTable: TypeAlias = Mapping[str, WritableJson]
Annotation: TypeAlias = type | GenericAlias | UnionType | TypeVar | EllipsisType
"""A resolved type annotation."""
SavedValue: TypeAlias = (
    "bool | int | float | str | tuple[SavedValue, ...] | frozenset[SavedValue] | dict[SavedValue, SavedValue]"
    " | DataclassInstance | None"
)
"""What a field of an event or a state holds."""


def children(data: JsonValue) -> Iterable[tuple[str | int, JsonValue]]:
    """Return what a table or list holds, by key or index."""
    return data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()


def strings_of(data: JsonValue) -> list[str] | None:
    """Return the data if it is a list of strings."""
    strings = [item for item in data if isinstance(item, str)] if isinstance(data, list) else None
    return strings if strings == data else None
