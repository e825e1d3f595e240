"""A faster ``replace`` for immutable records, and changes of one record inside a state.

The standard library's ``replace`` runs ``__init__`` over every field again, which for a state of thirty fields costs
more than the rule that changed one of them. Records with slots are left to it.
"""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter, is_
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, TypeVar, cast

S = TypeVar("S")
P = ParamSpec("P")

if TYPE_CHECKING:
    from dataclasses import replace
else:
    new, set_attribute = object.__new__, object.__setattr__

    def replace(record, /, **changes):
        """Return the record with some fields changed. Raises ``TypeError`` for an unknown field."""
        if "__slots__" in record.__class__.__dict__:
            return dataclasses.replace(record, **changes)
        before = record.__dict__
        values = before | changes  # copies the table of the dictionary as a whole
        if len(values) != len(before):
            raise TypeError(f"{record.__class__.__name__} has no {sorted(changes.keys() - before.keys())}")
        fresh = new(record.__class__)
        set_attribute(fresh, "__dict__", values)
        return fresh


def fills_at_once(record: type[S]) -> type[S]:
    """Give an immutable record without slots a constructor that assigns all fields together.

    That of the standard library assigns them one by one, which for a note of thirteen fields costs more than the rest
    of the rule that writes it.
    """
    fields = dataclasses.fields(cast(Any, record))
    defaults = {f"default_{one.name}": one.default for one in fields if one.default is not dataclasses.MISSING}
    given = (f"{one.name}=default_{one.name}" if f"default_{one.name}" in defaults else one.name for one in fields)
    values = ", ".join(f"'{one.name}': {one.name}" for one in fields)
    names: dict[str, Any] = {**defaults, "assign": object.__setattr__}
    exec(f"def init(self, {', '.join(given)}): assign(self, '__dict__', {{{values}}})", names)
    setattr(record, "__init__", names["init"])  # noqa: B010 (a class has no such attribute for mypy)
    return record


R = TypeVar("R")
REMEMBERED = 16
"""Number of objects of which ``once_per_object`` remembers results: those of all seats, and a few of before."""


def once_per_object(work: Callable[[S], R]) -> Callable[[S], R]:
    """Remember the latest results, for the same immutable objects asked again.

    State-based rules ask the same of the players after every step, most of which change none of them.
    """
    known: dict[int, tuple[S, R]] = {}

    def remembered(asked: S) -> R:
        found = known.get(id(asked))
        if found is not None and found[0] is asked:
            return found[1]
        result = work(asked)
        if len(known) >= REMEMBERED:
            known.clear()
        known[id(asked)] = asked, result
        return result

    return remembered


class RestingRule(Generic[S]):
    """A state-based rule that is left out while nothing that it reads has changed.

    It then did nothing the last time, so it would do nothing again.

    ``reads`` are the fields and properties of the state on which it depends, dotted ones too (``stack.items``); two of
    them at least. They are compared by identity: records never change, so the same object says the same.
    """

    def __init__(self, rule: Callable[[S], S], reads: tuple[str, ...]) -> None:
        self.rule, self.reads = rule, reads
        self._read = attrgetter(*reads)
        self._at_rest: tuple[object, ...] = tuple(object() for _ in reads)

    def __call__(self, state: S) -> S:
        """Apply the rule, if it can change anything."""
        now = self._read(state)
        if all(map(is_, now, self._at_rest)):
            return state
        after = self.rule(state)
        if after is state:
            self._at_rest = now
        return after


def resting(*reads: str) -> Callable[[Callable[[S], S]], RestingRule[S]]:
    """Leave a state-based rule out while those fields stay the same; see ``RestingRule``."""
    return lambda rule: RestingRule(rule, reads)


ANY_FIELDS: Callable[..., Any] = replace
"""In place of a record's class whose constructor has required fields: their names are checked at run time only."""


def changed(record: S, /, **changes: Any) -> S:
    """Return the record with some fields changed, itself if they are those already."""
    fresh: Any = record
    is_same = all(getattr(record, name, record) is changes[name] for name in changes)
    return record if is_same else replace(fresh, **changes)


def update(state: S, field: str, index: int, /, **changes: Any) -> S:
    """Return the state with fields of one record changed, by its index in a tuple."""
    record: Any = state
    records = getattr(state, field)
    fresh = changed(records[index], **changes)
    if fresh is records[index]:
        return state
    after: S = replace(record, **{field: (*records[:index], fresh, *records[index + 1 :])})
    return after


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

    split = [path.split(".") for path in paths]

    def change(s: S, id: int, /, **changes: Any) -> S:
        for path in split:
            s = _updated(s, path, id, changes)
        return s

    checked: Callable[..., S] = change  # as above
    return checked


def _updated(value: Any, path: Sequence[str], id: int, changes: Mapping[str, Any]) -> Any:
    """Return the value with the changes, the same object where it holds no record of that id."""
    if isinstance(value, tuple):
        after = tuple([_updated(one, path, id, changes) for one in value])
        return value if all(map(is_, after, value)) else after
    if path:
        before = getattr(value, path[0])
        held = _updated(before, path[1:], id, changes)
        return value if held is before else replace(value, **{path[0]: held})
    return changed(value, **changes) if value is not None and value.id == id else value


__all__ = [
    "ANY_FIELDS",
    "changed",
    "fills_at_once",
    "id_updater",
    "index_updater",
    "once_per_object",
    "replace",
    "resting",
    "update",
]
