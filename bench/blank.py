"""A pytest plugin that leaves one step out: it does nothing, what it carried is empty."""

import os
from dataclasses import replace
from typing import Any

from rules.engine import State, carried, steps
from rules.registry import GAMES


def nothing(*args: Any) -> Any:
    """The state as it was; for what gives no state, nothing."""
    return args[0] if args and isinstance(args[0], State) else None


def pytest_configure() -> None:
    name = os.environ["SOBREMESA_BLANK"]
    assert GAMES  # all steps are registered by now
    for table in (steps, carried):
        if name in table:
            table[name] = replace(table[name], run=nothing)
