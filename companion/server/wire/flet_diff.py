"""Faster walks over the controls of a patch; ``flet_patches`` installs them.

Flet visits every field of each of these controls, about thirty-five, of which a few are set: half the time of a redraw.
These visit the fields that are set, and do the same there (``flet.controls.object_patch.DiffBuilder``).
"""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from typing import Any

from flet.controls.base_control import BaseControl
from flet.controls.object_patch import DiffBuilder, ObjectPatchException, _control_setattr

STRUCTURE = "__dataclass_fields__"


def _parts(item: Any) -> list[Any]:
    """Return what a control or a value holds that may hold controls, in the order of its fields."""
    kind: Any = type(item)
    order, values = _positions(kind), getattr(item, "_values", None)
    if values is None:
        candidates = {name: getattr(item, name) for name in order}
    else:
        candidates = {name: getattr(item, name) for name in kind._structural_fields} | values
    found = [name for name, one in candidates.items() if isinstance(one, list | dict) or hasattr(type(one), STRUCTURE)]
    return [candidates[name] for name in (sorted(found, key=order.__getitem__) if len(found) > 1 else found)]


@cache
def _positions(kind: type) -> dict[str, int]:
    """Return the position of each field that Flet visits."""
    return {one.name: k for k, one in enumerate(fields(kind)) if not one.metadata.get("skip", False)}


def configure_dataclass(
    builder: DiffBuilder, item: Any, parent: Any, frozen: bool, configure_setattr_only: bool = False
) -> Iterator[BaseControl]:
    """Prepare a new control and all that is below it, and return the controls among them.

    ``parent`` is the nearest control above, ``frozen`` whether they are never changed in place.
    """
    found: list[BaseControl] = []
    _configure(builder, item, parent, frozen, configure_setattr_only, found)
    return iter(found)


def _configure(
    builder: DiffBuilder, item: Any, parent: Any, frozen: bool, only_setattr: bool, found: list[BaseControl]
) -> None:
    if isinstance(item, list | dict):
        for one in item.values() if isinstance(item, dict) else item:
            _configure(builder, one, parent, frozen, False, found)
        return
    kind = type(item)
    if not hasattr(kind, STRUCTURE):
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


def _track_changes(item: Any) -> None:
    """Have later changes in place noticed."""
    changed = getattr(item, "_dirty", None)
    if changed is not None:
        changed.clear()
        return
    kind: Any = type(item)
    if kind.__setattr__ is not _control_setattr:
        kind.__setattr__ = _control_setattr
    object.__setattr__(item, "__changes", {})


def removed_controls(builder: DiffBuilder, item: Any, recurse: bool) -> Iterator[BaseControl]:
    """Return a removed control and all below it.

    ``recurse`` is whether to look into one that Flet keeps no account of.
    """
    found: list[BaseControl] = []
    _collect_removed(item, recurse, found)
    return iter(found)


def _collect_removed(item: Any, recurse: bool, found: list[BaseControl]) -> None:
    if isinstance(item, list | dict):
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
