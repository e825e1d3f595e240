"""Blank each step of a game in turn and list the mutants that no test notices.

Each mutant runs the game's own tests until the first failure and, if none fails, the laws for that game: in a fork of
one process that has collected them, two at a time. Exit code 1 when a mutant survives.
"""

from __future__ import annotations

import inspect
import os
import resource
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from rules.engine import rule_functions, steps
from rules.registry import GAMES

TESTS = Path(__file__).parents[1] / "tests"
OPTIONS = ("-x", "-q", "-n0", "-p", "no:cacheprovider", "-p", "no:warnings", "--import-mode=importlib")
PATIENCE = 60
"""Processor seconds after which a run counts as hanging; whole runs take eight."""
TOGETHER = 2
"""Mutants that run at once."""
NOTICED = (1, 2, -signal.SIGXCPU, -signal.SIGKILL)
"""Exit codes of a run that noticed: a failure, an error while collecting, an endless game."""


def mutants(game: str) -> list[str]:
    """The names of the steps, and of functions marked `carries`, that can be left out."""
    prefix = f"{GAMES[game].key}."  # the game is imported, which registers its steps
    return sorted({name for name in (*steps, *rule_functions) if name.startswith(prefix)})


def nothing(*args: Any, **kwargs: Any) -> Any:
    """The state unchanged; for a function that returns no state, None."""
    from rules.engine import State  # this body is also that of functions elsewhere, which lack the name

    return args[0] if args and isinstance(args[0], State) else None


def blank(name: str) -> None:
    """Blank that step in this process, permanently, wherever it has been imported."""
    for table in (steps, rule_functions):
        if name in table:
            run = table[name].run
            inspect.unwrap(run).__code__ = nothing.__code__
            getattr(run, "cache_clear", lambda: None)()


def survivors(game: str, names: list[str]) -> Iterator[str]:
    """The steps without which all tests of the game, and the laws, pass."""
    own = [str(TESTS / "rules" / game), str(TESTS / "rules" / "audit" / game)]
    laws = [str(TESTS / "laws"), "-k", game]
    yield from _passing(laws, list(_passing(own, names)))


def _passing(tests: list[str], names: list[str]) -> Iterator[str]:
    """The names without which those tests pass, each run in a fork of this process."""
    _quietly([*OPTIONS, "--collect-only", *tests])
    waiting, running = list(reversed(names)), dict[int, str]()
    while waiting or running:
        while waiting and len(running) < TOGETHER:
            name = waiting.pop()
            running[_forked(name, tests)] = name
        pid, status = os.wait()
        name, code = running.pop(pid), os.waitstatus_to_exitcode(status)
        if code == 0:
            yield name
        elif code not in NOTICED:
            raise RuntimeError(f"{name}: the tests ended with {code}")


def _forked(name: str, tests: list[str]) -> int:
    """Run the tests without that step in a child; its process id."""
    sys.stdout.flush()
    pid = os.fork()
    if pid == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE + 1))
        blank(name)
        os._exit(_quietly([*OPTIONS, *tests]))
    return pid


def _quietly(words: list[str]) -> int:
    """Pytest's exit code, without its output."""
    kept = os.dup(1)
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        try:
            return int(pytest.main(words))
        finally:
            sys.stdout.flush()
            os.dup2(kept, 1)
            os.close(kept)


@click.command(help=__doc__)
@click.argument("chosen", metavar="[GAME|STEP]...", nargs=-1)
def main(chosen: tuple[str, ...]) -> None:
    """Print each survivor and the count, for games, single steps, or everything."""
    every = {game: mutants(game) for game in sorted(GAMES)}
    for unknown in set(chosen).difference(every, *every.values()):
        raise click.BadParameter(f"{unknown!r} is no step, and no game: {', '.join(every)}")
    alive = 0
    for game, known in every.items():
        names = [name for name in known if not chosen or game in chosen or name in chosen]
        if not names:
            continue
        found = 0
        for name in survivors(game, names):
            found += 1
            print(f"survives: {name}", flush=True)
        print(f"{game}: {len(names)} steps blanked, {found} survive", flush=True)
        alive += found
    sys.exit(alive > 0)


if __name__ == "__main__":
    main()
