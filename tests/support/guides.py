"""The guides of docs/, followed to the letter: their blocks are written into a copy of the repository."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.support.paths import ROOT

BLOCK = re.compile(r"^<!-- (\w+)(?:: (.+?))? -->\n```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
"""A block of code below a mark that says what is done with it, and where."""
LEFT_OUT = (".git", ".venv", "*cache*", "build", "dist", "out", "pictures")
"""What a guide's commands do not need of the repository."""


def blocks(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield kind, place and code of each block of a guide."""
    yield from BLOCK.findall(text)


def copy_repository(folder: Path) -> Path:
    """Copy what a developer works on into a new folder, and return that."""
    return Path(shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*LEFT_OUT)))


def follow(text: str, folder: Path) -> list[str]:
    """Write the blocks of a guide into a copy of the repository; return the paths of the files that changed.

    ``file`` is a new file, ``append`` stands at the end of one, ``below`` after the line with the words that follow the
    path, ``instead`` in its place.
    """
    written = []
    for kind, place, code in blocks(text):
        name, _, line = place.partition(": ")
        path = folder / name
        if kind == "file":
            assert not path.exists(), f"{name} is there already"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(code, "utf-8")
        elif kind == "append":
            path.write_text(path.read_text("utf-8") + code, "utf-8")
        elif kind in ("below", "instead"):
            lines = path.read_text("utf-8").splitlines(keepends=True)
            (found,) = (number for number, held in enumerate(lines) if line in held)
            lines[found : found + 1] = [*([lines[found]] if kind == "below" else []), code]
            path.write_text("".join(lines), "utf-8")
        else:
            continue
        written.append(name)
    return written


def run(command: str, folder: Path) -> str:
    """Run a command of a guide in a copy of the repository; return what it prints. Fails if the command does."""
    words = command.removeprefix("python ").replace("pytest", "-m pytest -n0", 1 if command.startswith("pytest") else 0)
    done = subprocess.run([sys.executable, *words.split()], cwd=folder, capture_output=True, text=True, timeout=500)
    assert done.returncode == 0, f"{command}\n{done.stdout[-6000:]}{done.stderr[-2000:]}"
    return done.stdout
