"""Types of the inside of Flet that the faster versions use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

FletObject = Any
"""A control, a value, or what one of them holds: which it is, is known at run time only."""
FletFunction = Callable[..., FletObject]
"""A function of Flet's, or one that stands in its place."""
STRUCTURE = "__dataclass_fields__"
"""Attribute of the classes whose objects Flet looks into."""


class TrackedClass(Protocol):
    """A class in whose objects Flet keeps what is set (``flet.controls.value_types``)."""

    _structural_fields: frozenset[str]
    """Fields that are no properties: lists, dictionaries, values, number and type."""
    _event_fields: frozenset[str]
    _root_defaults: dict[str, FletObject]
    """Defaults as the client knows them."""
    _override_props: dict[str, FletObject]
    """Defaults that differ from those that the client knows."""
