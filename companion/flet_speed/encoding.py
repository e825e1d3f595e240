"""Encoding of controls for the wire: what a class has in common is looked up once."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache

from flet.controls.value_types import _UNSET
from flet.messaging import protocol

from .internals import STRUCTURE, FletFunction, FletObject, TrackedClass

Encode = Callable[[FletObject], FletObject]
_root_field: FletFunction = protocol._get_root_dataclass_field
CONFIGURE = "configure_encode_object_for_msgpack"
_flets_configure: FletFunction = protocol.configure_encode_object_for_msgpack


def install() -> None:
    """Replace the encoder in the modules of Flet that have it, and in those that will import it."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("flet.", "flet_web.")) and vars(module).get(CONFIGURE) is _flets_configure:
            setattr(module, CONFIGURE, configure_encoder)


@cache
def configure_encoder(control_class: type) -> Encode:
    """Return the encoder of controls of that class, their values, and all that Flet can send."""
    flets: Encode = _flets_configure(control_class)

    def encode(item: FletObject) -> FletObject:
        kind: FletObject = type(item)
        if "_values" not in getattr(item, "__dict__", ()) or not _is_tracked(kind, control_class):
            return flets(item)
        return _encode_tracked(item, kind)

    return encode


@cache
def _is_tracked(kind: FletObject, control_class: type) -> bool:
    """Return whether Flet keeps what is set in a control or value of that class."""
    tracks = hasattr(kind, STRUCTURE) and hasattr(kind, "_structural_fields")
    return tracks and (issubclass(kind, control_class) or getattr(kind, "_is_flet_value", False))


@cache
def _usual_scalars(kind: type[TrackedClass]) -> dict[str, FletObject]:
    """Return the defaults of the fields besides the properties, as the client knows them."""
    found = {}
    for name in kind._structural_fields:
        declared = _root_field(kind, name)
        found[name] = declared.default if declared is not None else _UNSET
    return found


def _encode_tracked(item: FletObject, kind: type[TrackedClass]) -> dict[str, FletObject]:
    """Return what is set of a control or value, and keep what it holds for the next comparison."""
    sent: dict[str, FletObject] = {}
    lists: dict[str, list[FletObject]] = {}
    dicts: dict[str, dict[FletObject, FletObject]] = {}
    classes: dict[str, FletObject] = {}
    events, roots = kind._event_fields, kind._root_defaults
    for name, value in item._values.items():
        if value is None or ((root := roots.get(name, _UNSET)) is not _UNSET and value == root):
            continue
        if isinstance(value, list):
            sent[name] = lists[name] = value[:]
        elif isinstance(value, dict):
            sent[name] = dicts[name] = value.copy()
        elif hasattr(value, STRUCTURE):
            sent[name] = classes[name] = value
        else:
            sent[name] = True if name in events else value
    for name, value in kind._override_props.items():
        if value is not None and name not in sent:
            sent[name] = value
    for name, usual in _usual_scalars(kind).items():
        value = getattr(item, name)
        if isinstance(value, list):
            lists[name] = value[:]
            if value:
                sent[name] = lists[name]
        elif isinstance(value, dict):
            dicts[name] = value.copy()
            if value:
                sent[name] = dicts[name]
        elif hasattr(value, STRUCTURE):
            sent[name] = classes[name] = value
        elif value is not None and value != usual:
            sent[name] = value
    if not hasattr(item, "_frozen"):
        for kept, values in (("__prev_lists", lists), ("__prev_dicts", dicts), ("__prev_classes", classes)):
            setattr(item, kept, values)
    return sent
