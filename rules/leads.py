"""Which steps lead to which, read from the steps' own code: nobody has to draw a turn, and no drawing can be wrong.

A step puts others on the agenda by their names (``then(s, roll, end)``): in its own code, in what it calls, or in a
table that it looks up. So whatever a step can lead to is named somewhere on the way from it. The compiled code is
read, not the source: an app on a phone carries none.
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
"""What a function names: a step, by its name, or another function."""


def leads(start: Callable[..., Any]) -> tuple[str, ...]:
    """The steps that this function names, itself or through what it calls, in the order of the code."""
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
    """Those of them that stand in its own code: what it is for, not what effects may bring about besides."""
    return tuple(thing for thing in _named(start) if isinstance(thing, str))


@cache
def _named(function: Callable[..., Any]) -> tuple[Named, ...]:
    """The steps and the functions of the same game that stand in a function's code or in what it was made with."""
    function = cast(FunctionType, unwrap(function))
    things = [*_loaded(function.__code__, function.__globals__), *_held(function)]
    package = ".".join(function.__module__.split(".")[:2])
    return tuple(dict.fromkeys(named for thing in things for named in _inside(thing, package)))


def _held(function: FunctionType) -> Iterator[Any]:
    """What a function was made with: its defaults and what it closes over."""
    yield from function.__defaults__ or ()
    yield from (function.__kwdefaults__ or {}).values()
    yield from (cell.cell_contents for cell in function.__closure__ or ())


def _loaded(code: CodeType, names: dict[str, Any]) -> Iterator[Any]:
    """The globals that a function's code loads, those of the functions written in it too."""
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
    """The steps and functions of the game that a thing is or holds."""
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
    """The name of the step that this function is; empty if it is none."""
    name = at(function).name
    return name if name in steps and steps[name].run is function else ""
