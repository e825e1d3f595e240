"""Blank each step of a game in turn and say which tests still pass: a step whose absence nobody notices is not tested.

    python -m bench.mutants [GAME]

Every mutant runs the rules' own tests of that game (not the random laws, which a blank step may satisfy) until the
first failure, in one process a mutant. Exit code 1 when a mutant survives.
"""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

from rules.engine import carried, steps
from rules.registry import GAMES

ROOT = Path(__file__).parents[1]
VARIABLE = "SOBREMESA_BLANK"
PATIENCE = 40
"""Seconds of the processor's time after which a run hangs, however busy the machine is; whole ones take eight."""


def mutants(game: str) -> list[str]:
    """The names of the steps, and of what carries rules inside them, that can be left out."""
    return sorted(name for name in (*steps, *carried) if name.startswith(f"{game}."))


def survives(game: str, name: str) -> bool:
    """Whether the game's tests pass without that step."""
    tests = sorted(str(path) for path in (ROOT / "tests" / "rules" / game).glob("test_*.py"))
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n0", "-p", "no:cacheprovider", "-p", "blank", *tests]
    environment = {**os.environ, VARIABLE: name, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "bench")])}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, preexec_fn=_limit)
    if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return False  # a game that no longer moves on has been noticed
    if done.returncode not in (0, 1, 2):
        raise RuntimeError(done.stdout + done.stderr)
    return done.returncode == 0


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE + 1))


def main(games: list[str]) -> int:
    """Print each survivor and the count."""
    alive = 0
    for game in games or sorted(GAMES):
        names = mutants(game)
        for name in names:
            if survives(game, name):
                alive += 1
                print(f"survives: {name}", flush=True)
        print(f"{game}: {len(names)} steps blanked, {alive} survive")
    return 1 if alive else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
