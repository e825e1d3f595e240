"""Which steps lead to which, read from the compiled code of the steps.

A step puts others on the agenda by their names (``then(s, roll, end)``): in its own code, in what it calls, or in a
table that it looks up. Whatever a step can lead to is therefore named somewhere on the way from it. The compiled code
is read, not the source, because an app on a phone carries no source.
"""

from __future__ import annotations

import dis
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from importlib.util import resolve_name
from inspect import unwrap
from types import CodeType, FunctionType
from typing import Any, cast

from rules.engine import Step, at, steps

Named = str | FunctionType
"""Something that a function names: a step, by its name, or another function."""


def leads(start: Callable[..., Any]) -> tuple[str, ...]:
    """Return the steps that a function names, itself or through calls, in the order of the code."""
    seen, found = {start}, dict[str, None]()

    def follow(function: Callable[..., Any]) -> None:
        for thing in _named(function):
            if isinstance(thing, str):
                found[thing] = None
            elif thing not in seen:
                seen.add(thing)
                follow(thing)

    follow(start)
    return tuple(found)


def names(start: Callable[..., Any]) -> tuple[str, ...]:
    """Return the steps that a function names in its own code, not those reached through calls."""
    return tuple(thing for thing in _named(start) if isinstance(thing, str))


@cache
def _named(function: Callable[..., Any]) -> tuple[Named, ...]:
    """Return the game's steps and functions in a function's code, defaults and closure."""
    function = cast(FunctionType, unwrap(function))
    things = [*_loaded(function.__code__, function.__globals__), *_held(function)]
    package = ".".join(function.__module__.split(".")[:2])
    return tuple(dict.fromkeys(named for thing in things for named in _inside(thing, package)))


def _held(function: FunctionType) -> Iterator[Any]:
    """Yield a function's defaults and the values of its closure."""
    yield from function.__defaults__ or ()
    yield from (function.__kwdefaults__ or {}).values()
    yield from (cell.cell_contents for cell in function.__closure__ or ())


def _loaded(code: CodeType, names: dict[str, Any]) -> Iterator[Any]:
    """Yield the globals that code loads, that of nested functions included."""
    module = ""
    for line in dis.get_instructions(code):
        match line.opname, line.argval:
            case "LOAD_GLOBAL", name if name in names:
                yield names[name]
            case "LOAD_CONST", CodeType() as inner:
                yield from _loaded(inner, names)
            case "IMPORT_NAME", module:
                pass
            case "IMPORT_FROM", name:
                home = sys.modules.get(resolve_name(f".{module}", names["__package__"]))
                yield getattr(home, name, None)


def _inside(thing: Any, package: str) -> Iterator[Named]:
    """Yield the steps and functions of the game that a value is or contains."""
    match thing:
        case Step(name):
            yield name
        case FunctionType():
            function = unwrap(thing)
            if f"{function.__module__}.".startswith(f"{package}."):
                yield _step(function) or function
        case Mapping():
            yield from _inside(tuple(thing.values()), package)
        case tuple() | list() | set() | frozenset():
            yield from (named for held in thing for named in _inside(held, package))
        case _ if is_dataclass(thing) and not isinstance(thing, type):
            yield from _inside(tuple(getattr(thing, field.name) for field in fields(thing)), package)


def _step(function: FunctionType) -> str:
    """Return the name of the step that a function is; empty if it is none."""
    name = at(function).name
    return name if name in steps and steps[name].run is function else ""
