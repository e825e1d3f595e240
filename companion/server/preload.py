"""Import of all modules that pages need, before somebody waits for them.

A server does it before it serves anybody. Later an import fails where another thread imports the same packages in
another order (each holds a lock that the other waits for), and if connections have left no descriptor.
"""

from __future__ import annotations

import asyncio
import importlib
import pkgutil
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from importlib.abc import InspectLoader
from types import CodeType

import flet as ft

import companion
from companion.i18n import catalogue_of

LAZY_LIBRARY_MODULES = (
    "anyio._backends._asyncio",
    "babel.messages.mofile",
    "flet.components.component",
    "multiprocessing.connection",
    "multiprocessing.popen_spawn_posix",
    "multiprocessing.popen_spawn_win32",
    "multiprocessing.resource_tracker",
)
"""Library modules that are otherwise imported at first use."""
EXCLUDED_MODULES = frozenset({"__main__", "tls", "standalone", "hosted"})
"""Modules and packages that no page needs; a hosted process imports its database when it starts."""


async def pass_turn() -> None:
    """Let other tasks run."""
    await asyncio.sleep(0)


async def preload(
    more_excluded: frozenset[str] = frozenset(), pause: Callable[[], Awaitable[None]] = pass_turn
) -> None:
    """Import the modules one by one in the event loop, which handles what else waits in between.

    ``more_excluded`` are packages that this process cannot use; ``pause`` is awaited between two modules.
    """
    used: set[str] = set()
    for name in (*page_modules(EXCLUDED_MODULES | more_excluded), *LAZY_LIBRARY_MODULES):
        with suppress(Exception):  # the page that needs it reports the error
            used |= _import_module(name)
        await pause()
    for name in used.intersection(ft.__all__):  # Flet imports each control at first use
        getattr(ft, name)
        await pause()
    catalogue_of("es")


def page_modules(excluded: frozenset[str] = EXCLUDED_MODULES) -> list[str]:
    """The names of this program's modules that pages may need."""
    found = pkgutil.walk_packages(companion.__path__, "companion.")
    return [one.name for one in found if excluded.isdisjoint(one.name.split("."))]


def _import_module(name: str) -> set[str]:
    """Import a module and return every name that occurs in its code."""
    spec = importlib.import_module(name).__spec__
    loader = spec.loader if spec is not None else None
    code = loader.get_code(name) if isinstance(loader, InspectLoader) else None
    return set() if code is None else set(_names_in_code(code))


def _names_in_code(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names_in_code(constant)
