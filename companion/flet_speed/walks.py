"""Walks over the controls of a patch that visit what is set.

They stand in the place of methods of ``flet.controls.object_patch.DiffBuilder``.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from dataclasses import fields
from functools import cache

from flet.controls.base_control import BaseControl
from flet.controls.object_patch import DiffBuilder, ObjectPatchException, _control_setattr
from flet.utils.validation import _compile_class_spec

from .internals import STRUCTURE, FletFunction, FletObject

_flets_check: FletFunction = BaseControl._before_update_safe


class _HoldingTypes(dict[type, bool]):
    """Whether values of a type may hold controls; found out once for each type."""

    def __missing__(self, kind: type) -> bool:
        self[kind] = found = issubclass(kind, (list, dict)) or hasattr(kind, STRUCTURE)
        return found


_HOLDING = _HoldingTypes()


def _parts(item: FletObject) -> list[FletObject]:
    kind: FletObject = type(item)
    own = item.__dict__
    values = own.get("_values")
    if values is None:
        order = _positions(kind)
        return [one for name in order if _HOLDING[type(one := getattr(item, name))]]
    found = [name for name, one in values.items() if _HOLDING[type(one)]]
    for name in _structure(kind):
        one = own[name] if name in own else getattr(item, name, None)
        if one and _HOLDING[type(one)]:
            found.append(name)
    if len(found) > 1:
        found.sort(key=_positions(kind).__getitem__)
    return [values[name] if name in values else getattr(item, name) for name in found]


@cache
def _positions(kind: type) -> dict[str, int]:
    return {one.name: k for k, one in enumerate(fields(kind)) if not one.metadata.get("skip", False)}


@cache
def _structure(kind: FletObject) -> tuple[str, ...]:
    """Return the fields that are no properties and may hold controls."""
    return tuple(sorted(kind._structural_fields - {"_i", "_c"}))


@cache
def _needs_check(kind: FletObject) -> bool:
    """Return whether such a control acts before an update, or has rules for its values."""
    rules = _compile_class_spec(kind)
    acts: bool = kind.before_update is not BaseControl.before_update
    return acts or bool(rules.field_rules or rules.class_rules)


def check_control(control: BaseControl) -> None:
    """Check a control before it is sent, and let it act. Raises ``ValueError`` for wrong values."""
    kind: FletObject = type(control)
    if _needs_check(kind):
        _flets_check(control)


def configure_dataclass(
    builder: DiffBuilder, item: FletObject, parent: FletObject, frozen: bool, configure_setattr_only: bool = False
) -> Iterator[BaseControl]:
    """Prepare a new control and all that is below it, and return the controls among them.

    ``parent`` is the nearest control above, ``frozen`` whether they are never changed in place.
    """
    found: list[BaseControl] = []
    _configure(builder, item, parent, frozen, configure_setattr_only, found)
    return iter(found)


def _configure(
    builder: DiffBuilder,
    item: FletObject,
    parent: FletObject,
    frozen: bool,
    only_setattr: bool,
    found: list[BaseControl],
) -> None:
    kind = type(item)
    if not _HOLDING[kind]:
        return
    if isinstance(item, (list, dict)):
        for one in item.values() if isinstance(item, dict) else item:
            _configure(builder, one, parent, frozen, False, found)
        return
    if parent is None and (known := getattr(item, "_parent", None)):
        parent = known()
    if parent:
        if parent is item:
            raise ObjectPatchException(f"Parent is the same as item: {item}")
        item._parent = weakref.ref(parent)
    if hasattr(item, "_frozen"):
        frozen = item._frozen
    elif frozen:
        item._frozen = frozen
    if getattr(kind, "__flet_control_cls__", None) is None:
        kind.__flet_control_cls__ = builder.control_cls
    is_control = isinstance(item, BaseControl)
    if is_control:
        if not only_setattr:
            item.build()
            item._before_update_safe()
            object.__setattr__(item, "_initialized", True)
        found.append(item)
    if not only_setattr:
        for part in _parts(item):
            _configure(builder, part, item if is_control else parent, frozen, False, found)
    if not frozen:
        _track_changes(item)


def _track_changes(item: FletObject) -> None:
    changed = getattr(item, "_dirty", None)
    if changed is not None:
        changed.clear()
        return
    kind: FletObject = type(item)
    if kind.__setattr__ is not _control_setattr:
        kind.__setattr__ = _control_setattr
    object.__setattr__(item, "__changes", {})


def removed_controls(builder: DiffBuilder, item: FletObject, recurse: bool) -> Iterator[BaseControl]:
    """Return a removed control and all below it.

    ``recurse`` is whether to look into one that Flet keeps no account of.
    """
    found: list[BaseControl] = []
    _collect_removed(item, recurse, found)
    return iter(found)


def _collect_removed(item: FletObject, recurse: bool, found: list[BaseControl]) -> None:
    if isinstance(item, (list, dict)):
        for one in item.values() if isinstance(item, dict) else item:
            _collect_removed(one, recurse, found)
    elif isinstance(item, BaseControl):
        if hasattr(item, "__prev_lists"):
            for kept in ("__prev_lists", "__prev_dicts", "__prev_classes"):
                for part in getattr(item, kept, {}).values():
                    _collect_removed(part, recurse, found)
        elif recurse:
            for part in _parts(item):
                _collect_removed(part, recurse, found)
        found.append(item)
