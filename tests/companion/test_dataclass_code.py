"""Dataclasses whose methods were compiled before."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.support.paths import ROOT

MODULE = """
from dataclasses import dataclass, field

@dataclass(frozen=True, slots=True, order=True)
class Die:
    face: int
    colors: list[str] = field(default_factory=list)
"""
RECORD = """
from pathlib import Path
from companion.dataclass_code import FILE, Recorder
recorder = Recorder({})
recorder.install()
import die
recorder.write(FILE)
"""
MAKE = """
import builtins
from companion import dataclass_code
dataclass_code.install()
compiled, run = [], builtins.exec

def exec(code, *scope):
    compiled.append(isinstance(code, str))
    run(code, *scope)

builtins.exec = exec
import die
print(any(compiled), die.Die(3), die.Die(1) < die.Die(2), die.Die(1) == die.Die(1))
from dataclasses import make_dataclass
print(make_dataclass("Other", ["x"])(5).x, any(compiled))
"""


def ran(folder: Path, script: str) -> list[str]:
    begin = f"import sys\nsys.path.insert(0, {str(ROOT)!r})\nsys.path.insert(0, '')\n"
    done = subprocess.run([sys.executable, "-B", "-c", begin + script], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_what_was_noted_is_compiled_no_more(tmp_path: Path) -> None:
    """A class does the same as ever, and one that was not noted too."""
    (tmp_path / "die.py").write_text(MODULE)
    ran(tmp_path, RECORD)
    assert ran(tmp_path, MAKE) == ["False Die(face=3, colors=[]) True True", "5 True"]


def test_without_the_file_nothing_changes(tmp_path: Path) -> None:
    """Elsewhere than in a page there is none."""
    (tmp_path / "die.py").write_text(MODULE)
    assert ran(tmp_path, MAKE)[1] == "5 True"
