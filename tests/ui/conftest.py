"""Tests of this folder may be coroutines: each runs in a loop of its own, and its phones are put away with it."""

from __future__ import annotations

import asyncio
import inspect

import pytest

from companion.library.library import Library
from companion.match.table import Table
from tests.support.ui.headless import Wire, action_phase


@pytest.fixture
def table(library: Library) -> Table:
    """A table of three in the action phase of Ana's first turn of Four Souls, unless a module has another one."""
    return action_phase(library)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    try:
        asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names}))
    finally:
        while Wire.opened:
            Wire.opened.pop().dispose()
    return True
