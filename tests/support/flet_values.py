"""Flet's controls and values (borders, paddings, styles) among Python objects: which stand at module level."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from types import ModuleType
from typing import Any

from flet.controls.base_control import BaseControl
from flet.controls.value_types import Value

LISTENERS = "_listeners"
"""Who is told of a change: functions of the sessions that are open, each with what is its own."""
PLAIN = str, int, float, bytes, type(None)


def flets(found: Any) -> bool:
    """Whether it is a control or a value of Flet's that can be changed: not an enumeration, a class or a function."""
    kind = type(found)
    changes = isinstance(found, BaseControl) or issubclass(kind, Value) or is_dataclass(kind)
    return changes and not isinstance(found, type) and kind.__module__.split(".")[0].startswith("flet")


def modules(package: ModuleType) -> list[ModuleType]:
    """All modules of a package, imported; those that run something when they are imported are left out."""
    names = [one.name for one in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")]
    return [importlib.import_module(name) for name in names if not name.endswith("__main__")]


def held(module: ModuleType) -> Iterator[str]:
    """Where Flet's values can be reached from a module: its names, their classes, defaults, closures and caches."""
    seen: set[int] = set()
    for name, value in vars(module).items():
        if not name.startswith("__"):
            yield from _in(value, f"{module.__name__}.{name}", seen)


def _in(value: Any, path: str, seen: set[int]) -> Iterator[str]:
    if isinstance(value, PLAIN) or id(value) in seen:
        return
    seen.add(id(value))
    if flets(value):
        yield path
        return
    for step, part in _parts(value):
        yield from _in(part, path + step, seen)


def _parts(value: Any) -> Iterator[tuple[str, Any]]:
    """What lies in it, and how one gets there. Other libraries' objects are not looked into."""
    if isinstance(value, dict):
        yield from ((f"[{key!r}]", part) for key, part in value.items())
    elif isinstance(value, list | tuple | set | frozenset):
        yield from ((f"[{k}]", part) for k, part in enumerate(value))
    elif inspect.isfunction(value):
        yield from _of_function(value)
    elif hasattr(value, "cache_info"):
        yield "()", value.__wrapped__
    elif isinstance(value, property | staticmethod | classmethod):
        yield "", getattr(value, "fget", None) or getattr(value, "__func__", None)
    elif (value if isinstance(value, type) else type(value)).__module__.startswith("companion"):
        own = [(f".{name}", part) for name, part in getattr(value, "__dict__", {}).items() if name != LISTENERS]
        slots = fields(value) if is_dataclass(value) and not isinstance(value, type) else ()
        yield from (*own, *((f".{one.name}", getattr(value, one.name, None)) for one in slots))


def _of_function(value: Any) -> Iterator[tuple[str, Any]]:
    yield from (("(default)", part) for part in value.__defaults__ or ())
    yield from ((f"({name}=)", part) for name, part in (value.__kwdefaults__ or {}).items())
    for cell in value.__closure__ or ():
        try:
            yield "(closure)", cell.cell_contents
        except ValueError:  # not filled yet
            continue


def below(root: Any, seen: dict[int, Any]) -> dict[int, Any]:
    """Every Flet object in the tree of a page, by its identity."""
    waiting = [root]
    while waiting:
        one = waiting.pop()
        if isinstance(one, list | tuple):
            waiting.extend(one)
        elif isinstance(one, dict):
            waiting.extend(one.values())
        elif flets(one) and id(one) not in seen:
            seen[id(one)] = one
            waiting.extend(
                getattr(one, field.name, None) for field in fields(one) if not field.metadata.get("skip", False)
            )
    return seen
