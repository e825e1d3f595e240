"""Files given to the real command, with the processor time and memory that it used."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
import zlib
from dataclasses import dataclass
from pathlib import Path

from tests.support.paths import ROOT


@dataclass(frozen=True)
class CommandResult:
    """A command's output and exit code, and the seconds and megabytes that it used."""

    said: str
    code: int
    seconds: float
    megabytes: float


LONGEST = 60
"""Seconds after which a command is killed."""
MEASURED = """
import json, resource, subprocess, sys
try:
    code = subprocess.run(sys.argv[2:], timeout=float(sys.argv[1])).returncode
except subprocess.TimeoutExpired:
    code = -9
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps([code, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024]))
"""
"""Runs a command and prints its usage.

It is a process of its own, because a child's peak memory is at least its parent's.
"""


def run_command(folder: Path, data: bytes, *command: str) -> CommandResult:
    """Run that command (``games import``) on a file of those bytes over an empty data folder."""
    file, said = folder / "file", folder / "said"
    file.write_bytes(data)
    asked = [sys.executable, "-m", "companion", "--data", str(folder / "data"), "--lang", "es", *command, str(file)]
    with said.open("wb") as out:
        measured = [sys.executable, "-S", "-c", MEASURED, str(LONGEST), *asked]
        done = subprocess.run(measured, stdout=subprocess.PIPE, stderr=out, cwd=ROOT, check=True)
    # the command's own standard output comes before the line of figures
    *before, figures = done.stdout.decode("utf-8").rstrip("\n").split("\n")
    code, seconds, megabytes = json.loads(figures)
    return CommandResult("\n".join([*before, said.read_text("utf-8")]).lstrip("\n"), code, seconds, megabytes)


def code_of(text: str) -> bytes:
    """The letters of a situation's QR code for a text of any length."""
    return b"SOBREMESA1:" + base64.b32encode(zlib.compress(text.encode(), 9)).rstrip(b"=")
