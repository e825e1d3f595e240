"""Constructors of Flet's controls and values that set the fields that are given.

A dataclass's own constructor sets every field, and each assignment goes through Flet's descriptor ``Prop``, which keeps
what differs from the default. Here only the given arguments are compared with their defaults.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import MISSING, Field, fields
from inspect import getattr_static

from flet.controls import base_control, value_types
from flet.controls.base_control import BaseControl
from flet.controls.value_types import Prop

from .internals import FletFunction, FletObject

OWN = ("_values", "_dirty")
"""Fields in which Flet keeps what is set and what has changed."""
_apply_control: FletFunction = base_control._apply_control
_value: FletFunction = value_types.value
WRITTEN: dict[type, FletFunction] = {}
"""The constructors that ``dataclass`` has written, by class."""


def install() -> None:
    """Give faster constructors to the classes that are loaded, and to those that will be."""
    for module, name, ours in (
        (base_control, "_apply_control", _faster_control),
        (value_types, "value", _faster_value),
    ):
        setattr(module, name, ours)
    for kind in {*_below(BaseControl), *_loaded_values()}:
        _replace(kind)


def _faster_control(kind: type, *args: FletObject, **options: FletObject) -> type:
    return _replace(_apply_control(kind, *args, **options))


def _faster_value(kind: type | None = None, **options: FletObject) -> FletObject:
    if kind is not None:
        return _replace(_value(kind, **options))
    decorate = _value(None, **options)
    return lambda one: _replace(decorate(one))


def _below(kind: type) -> Iterator[type]:
    one: type
    for one in kind.__subclasses__():
        yield one
        yield from _below(one)


def _loaded_values() -> Iterator[type]:
    for name, module in list(sys.modules.items()):
        if name.startswith("flet."):
            loaded = [one for one in vars(module).values() if isinstance(one, type)]
            yield from (one for one in loaded if "_is_flet_value" in vars(one))


def _replace(kind: type) -> type:
    written = vars(kind).get("__init__")
    if written is not None and kind not in WRITTEN and "__dataclass_fields__" in vars(kind):
        WRITTEN[kind] = written
        if not any(_acts(kind, one.name) for one in fields(kind)):
            type.__setattr__(kind, "__init__", _constructor(kind, written))
    return kind


def _acts(kind: type, name: str) -> bool:
    """Return whether setting that field does more than to store a value."""
    attribute = getattr_static(kind, name, None)
    return hasattr(type(attribute), "__set__") and not isinstance(attribute, Prop)


def _error_of(written: FletFunction, *args: FletObject, **given: FletObject) -> TypeError:
    try:
        written(*args, **given)
    except TypeError as error:
        return error
    return TypeError("these arguments fit only the constructor that was replaced")


def _constructor(kind: type, written: FletFunction) -> FletFunction:
    declared = {one.name: one for one in fields(kind)}
    every: dict[str, Field[FletObject]] = vars(kind)["__dataclass_fields__"]
    taken = {name: one for name, one in every.items() if one.init and "ClassVar" not in str(one.type)}
    names, positional = taken.keys(), tuple(name for name, one in taken.items() if not one.kw_only)
    needed = {name for name, one in taken.items() if one.default is MISSING and one.default_factory is MISSING}
    only_initial = {name: one.default for name, one in taken.items() if name not in declared}
    usual = {name: one.default for name in declared if isinstance(one := getattr_static(kind, name, None), Prop)}
    made = [(name, one.default_factory) for name, one in declared.items() if one.default_factory is not MISSING]
    made = [(name, factory) for name, factory in made if name not in OWN]
    is_finished = hasattr(kind, "__post_init__")

    def initialize(self: FletObject, *args: FletObject, **given: FletObject) -> None:
        if args:
            if len(args) > len(positional) or not given.keys().isdisjoint(positional[: len(args)]):
                raise _error_of(written, self, *args, **given)
            given.update(zip(positional, args, strict=False))
        if not (given.keys() <= names and needed <= given.keys()):
            raise _error_of(written, self, **given)
        own: dict[str, FletObject] = self.__dict__
        values: dict[str, FletObject] = {}
        own["_values"], own["_dirty"] = values, {}
        for name, value in given.items():
            if name in usual:
                default = usual[name]
                if value is not default and (default is None or value != default):
                    values[name] = value
            elif name not in only_initial:
                own[name] = value
        for name, factory in made:
            if name not in given:
                own[name] = factory()
        if is_finished:
            self.__post_init__(*[given.get(name, default) for name, default in only_initial.items()])
        own["_dirty"].clear()

    return initialize
