"""Search for Flet's controls and values (borders, paddings, styles) at module level."""

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
"""The listeners of open sessions are skipped: each holds values of its own session."""
PLAIN = str, int, float, bytes, type(None)


def flets(found: Any) -> bool:
    """Whether it is a mutable control or value of Flet's: no enumeration, class or function."""
    kind = type(found)
    changes = isinstance(found, BaseControl) or issubclass(kind, Value) or is_dataclass(kind)
    return changes and not isinstance(found, type) and kind.__module__.split(".")[0].startswith("flet")


def modules(package: ModuleType) -> list[ModuleType]:
    """All modules of a package, imported, without ``__main__``."""
    names = [one.name for one in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")]
    return [importlib.import_module(name) for name in names if not name.endswith("__main__")]


def paths_to_flet_values(module: ModuleType) -> Iterator[str]:
    """The paths from a module to Flet's values: names, classes, defaults, closures, caches."""
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
    """The parts of a value, each with its path; other libraries' objects are not searched."""
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
        except ValueError:  # an empty closure cell
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
