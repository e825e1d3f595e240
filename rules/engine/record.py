"""A faster ``replace`` for immutable records, and changes of one record inside a state.

The standard library's ``replace`` runs ``__init__`` over every field again, which for a state of thirty fields costs
more than the rule that changed one of them. Records with slots are left to it.
"""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

S = TypeVar("S")
P = ParamSpec("P")

if TYPE_CHECKING:
    from dataclasses import replace
else:

    def replace(record, /, **changes):
        """Return the record with some fields changed. Raises ``TypeError`` for an unknown field."""
        if "__slots__" in record.__class__.__dict__:
            return dataclasses.replace(record, **changes)
        fresh = object.__new__(record.__class__)
        values, before = fresh.__dict__, record.__dict__
        values.update(before)
        values.update(changes)
        if len(values) != len(before):
            raise TypeError(f"{record.__class__.__name__} has no {sorted(changes.keys() - before.keys())}")
        return fresh


R = TypeVar("R")


def once_per_object(work: Callable[[S], R]) -> Callable[[S], R]:
    """Remember the latest result, for the same immutable object asked again.

    State-based rules ask the same of the players after every step, most of which change none of them.
    """
    latest: list[tuple[S, R]] = []

    def remembered(asked: S) -> R:
        known = latest[-1:]  # of another thread it may be another one, which is as good
        if known and known[0][0] is asked:
            return known[0][1]
        result = work(asked)
        latest[:] = [(asked, result)]
        return result

    return remembered


ANY_FIELDS: Callable[..., Any] = replace
"""In place of a record's class whose constructor has required fields: their names are checked at run time only."""


def update(state: S, field: str, index: int, /, **changes: Any) -> S:
    """Return the state with fields of one record changed, by its index in a tuple."""
    record: Any = state
    records = getattr(state, field)
    fresh = replace(records[index], **changes)
    changed: S = replace(record, **{field: (*records[:index], fresh, *records[index + 1 :])})
    return changed


def index_updater(state: type[S], field: str, record: Callable[P, Any]) -> Callable[Concatenate[S, int, P], S]:
    """Make a function that changes fields of the record of an index.

    As in ``set_player(s, seat, life=3)``.
    """

    def change(s: S, index: int, /, **changes: Any) -> S:
        return update(s, field, index, **changes)

    checked: Callable[..., S] = change  # it takes the record's fields, and by keyword only
    return checked


def id_updater(
    state: type[S], record: Callable[Concatenate[int, P], Any], *paths: str
) -> Callable[Concatenate[S, int, P], S]:
    """Make a function that changes fields of the record of an id.

    ``paths`` lead to the records: ``players.items``.
    """

    def change(s: S, id: int, /, **changes: Any) -> S:
        for path in paths:
            s = _updated(s, path.split("."), id, changes)
        return s

    checked: Callable[..., S] = change  # as above
    return checked


def _updated(value: Any, path: Sequence[str], id: int, changes: Mapping[str, Any]) -> Any:
    if isinstance(value, tuple):
        return tuple(_updated(one, path, id, changes) for one in value)
    if path:
        return replace(value, **{path[0]: _updated(getattr(value, path[0]), path[1:], id, changes)})
    return replace(value, **changes) if value is not None and value.id == id else value


__all__ = ["ANY_FIELDS", "id_updater", "index_updater", "once_per_object", "replace", "update"]
