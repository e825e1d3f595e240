"""What the board of Malifaux shows, as data: the things that have a sheet."""

from __future__ import annotations

from dataclasses import dataclass

from companion.ui.table.model.sheet import ItemSheet


@dataclass(frozen=True, slots=True)
class ModelSheet(ItemSheet):
    """A model of a crew."""


@dataclass(frozen=True, slots=True)
class ConditionSheet(ItemSheet):
    """A condition of ones own naming for that model."""


@dataclass(frozen=True, slots=True)
class NamedConditionSheet(ItemSheet):
    """A condition with that key, whose value is asked, for a model."""

    key: str = ""


@dataclass(frozen=True, slots=True)
class HandSheet(ItemSheet):
    """A seat's virtual hand."""
