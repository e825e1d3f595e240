"""The house is in order: style, types, layers, and the commands that the README promises."""

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

import companion
import rules
import vision

ROOT = Path(__file__).parents[1]
BIN = str(Path(sys.executable).parent)

TEST = (
    "python3 -m venv .venv && .venv/bin/python -m pip install -q -c constraints.txt -e '.[dev]'"
    " && .venv/bin/python -m pytest"
)
START = "python3 -m venv .venv && .venv/bin/python -m pip install -q -c constraints.txt -e . && .venv/bin/sobremesa"
WINDOWS = (
    r"py -m venv .venv; .venv\Scripts\python -m pip install -q -c constraints.txt -e .; .venv\Scripts\sobremesa",
    r'py -m venv .venv; .venv\Scripts\python -m pip install -q -c constraints.txt -e ".[dev]";'
    r" .venv\Scripts\python -m pytest",
)


def passes(*command: str) -> None:
    program = shutil.which(command[0], path=BIN)
    assert program, f"{command[0]} is part of the dev extra"
    done = subprocess.run([program, *command[1:]], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_style_is_clean() -> None:
    """Ruff finds nothing."""
    passes("ruff", "check", ".")


def test_the_format_is_one() -> None:
    """Ruff would format nothing anew."""
    passes("ruff", "format", "--check", ".")


def test_the_types_hold() -> None:
    """Mypy, strict, finds nothing."""
    passes("mypy")


def test_the_layers_hold() -> None:
    """Rules and vision know neither each other nor the companion, and import only what they may."""
    passes("lint-imports")


@pytest.mark.parametrize("package", [rules, vision, companion], ids=lambda package: package.__name__)
def test_the_packages_are_ours(package) -> None:
    """The three packages come from this folder, not from other projects of the same names."""
    assert Path(package.__file__) == ROOT / package.__name__ / "__init__.py"


def lines(file: str) -> list[str]:
    return [line.strip() for line in (ROOT / file).read_text("utf-8").splitlines()]


@pytest.mark.parametrize("command", [START, TEST, *WINDOWS], ids=["start", "test", "start-windows", "test-windows"])
def test_the_readme_gives_the_commands(command: str) -> None:
    """One line starts it and one line tests it, on Linux and macOS and on Windows, each to be copied whole."""
    assert command in lines("README.md")


def test_ci_runs_the_readmes_command() -> None:
    """What CI runs last is the README's test command, word for word, and the workflow runs nothing else."""
    assert lines(".ci/run")[-1] == TEST
    assert [line for line in lines(".github/workflows/ci.yml") if "run:" in line] == ["- run: .ci/run"]


@pytest.mark.skipif(os.name == "nt", reason="Windows knows no executable bit")
def test_ci_can_be_started() -> None:
    """The CI script is executable and its shell finds no mistake in it."""
    script = ROOT / ".ci" / "run"
    assert script.stat().st_mode & stat.S_IXUSR
    assert subprocess.run(["bash", "-n", str(script)]).returncode == 0
