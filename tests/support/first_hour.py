"""README's commands, run word for word in a copy of the repository by somebody with an empty home."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import click

from tests.support.paths import ROOT
from tests.support.readme import AGAIN, START
from tests.support.tracked_files import tracked_files

PATIENCE = 300
"""Seconds for one command; the first one installs."""
OTHER = {
    "-m pytest": "it is what runs this",
    "--database": "it needs a database server, see tests/robustness/test_postgres.py",
    "-m page": "it needs the environment of the tests, see tests/e2e/test_page.py",
}
"""Commands of README that are not run here, by a part of them, and why."""
KEPT = ("PIP_CERT", "SSL_CERT_FILE", "HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy")
"""What an empty environment keeps: how this machine reaches a package index."""
NO_NETWORK = ("unshare", "--net", "sh", "-c", 'ip link set lo up 2>/dev/null; exec sh -c "$0"')
"""Runs a command without a network, where the user may do that."""


def commands_of_readme() -> list[str]:
    """Every command that README gives for a shell, in its order."""
    text = re.sub(r"```powershell.*?```", "", (ROOT / "README.md").read_text("utf-8"), flags=re.DOTALL)
    blocks = re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
    spans = re.findall(r"`(\.venv/bin/[^`]+|python3? [^`]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))
    return [*(line for block in blocks for line in block.splitlines()), *spans]


def reason_to_skip(command: str) -> str:
    """Why the command is not run here; empty if it is."""
    return next((why for part, why in OTHER.items() if part in command), "")


def serves(command: str) -> bool:
    """Whether the command goes on until it is interrupted."""
    words = command.split("sobremesa", 1)[-1].split()
    return command != f"{AGAIN} --help" and not [word for word in words if not word.startswith("--") and word != "0"]


@dataclass
class Newcomer:
    """Somebody with a copy of the repository, an empty home and no settings."""

    folder: Path
    log: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.copy, self.home = self.folder / "sobremesa", self.folder / "home"
        self.home.mkdir()
        for name in tracked_files():
            if (ROOT / name).exists() and not name.startswith("tests/"):
                (self.copy / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, self.copy / name)
        self.environment = {
            "HOME": str(self.home),
            "PATH": f"{Path(sys.executable).resolve().parent}:/usr/bin:/bin",
            "LANG": "es_ES.UTF-8",
            "BROWSER": "true",
            "PYTHONUNBUFFERED": "1",
            **{name: os.environ[name] for name in KEPT if name in os.environ},
        }

    def note(self, line: str) -> None:
        """Write a line of the log."""
        self.log.append(line)
        print(line, flush=True)

    def does(self, command: str) -> str:
        """Run a command to its end, which has to be a good one, and return what it says."""
        began = time.monotonic()
        done = subprocess.run(
            ["sh", "-c", command], cwd=self.copy, env=self.environment, timeout=PATIENCE, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        self.note(f"$ {command}\n{done.stdout.rstrip()}\n[{done.returncode}, {time.monotonic() - began:.1f} s]")
        assert done.returncode == 0, command
        return done.stdout

    def starts(self, command: str, *around: str) -> Served:
        """Start a command that serves, and wait until its page is there."""
        return Served(self, command, around)

    def has_no_network(self) -> bool:
        """Whether commands can be run without a network here."""
        return shutil.which("unshare") is not None and not subprocess.run(["unshare", "--net", "true"]).returncode


class Served:
    """A command that serves until it is left."""

    def __init__(self, who: Newcomer, command: str, around: tuple[str, ...]) -> None:
        self.who, self.command = who, command
        self.told = who.folder / "told.txt"
        began = time.monotonic()
        with self.told.open("w") as out:
            self.process = subprocess.Popen(
                [*(around or ("sh", "-c")), command], cwd=who.copy, env=who.environment, stdout=out, stderr=out,
                start_new_session=True,
            )  # fmt: skip
        self.url = self._address()
        self.seconds = time.monotonic() - began

    def _address(self) -> str:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.process.poll() is None:
            if found := re.search(r"http://127\.0\.0\.1:\d+/", self.told.read_text()):
                return found[0]
            time.sleep(0.1)
        raise AssertionError(f"{self.command}: {self.told.read_text()}")

    def shows_its_page(self) -> None:
        """Fetch the page, which has to be ours."""
        with urllib.request.urlopen(self.url) as page:
            assert b"Sobremesa" in page.read()

    def __enter__(self) -> Served:
        return self

    def __exit__(self, *given: object) -> None:
        os.killpg(self.process.pid, signal.SIGINT)
        self.process.wait(30)
        said = self.told.read_text().rstrip()
        self.who.note(f"$ {self.command}\n{said}\n[served after {self.seconds:.1f} s, ended by Ctrl+C]")


def first_hour(folder: Path) -> Iterator[str]:
    """Do what README says, in its order, and yield each command that was run."""
    somebody = Newcomer(folder)
    given = commands_of_readme()
    assert given[:2] == [START, AGAIN]
    with somebody.starts(START) as first:
        first.shows_its_page()
        yield START
        assert first.url in somebody.does(AGAIN), "a second start opens the one that runs"
        yield AGAIN
    size = sum(path.stat().st_size for path in (somebody.copy / ".venv").rglob("*") if not path.is_symlink())
    somebody.note(f"# .venv: {size / 1e6:.0f} MB")
    around = NO_NETWORK if somebody.has_no_network() else ()
    with somebody.starts(START, *around):
        somebody.note(f"# the same line again{', without a network' if around else ''}")
    for command in given[2:]:
        if why := reason_to_skip(command):
            somebody.note(f"# not run, as {why}: {command}")
            continue
        if serves(command):
            with somebody.starts(command) as table:
                table.shows_its_page()
        else:
            somebody.does(command)
        yield command


@click.command(help=__doc__)
def main() -> None:
    """Do what README says in a temporary folder, and print what is typed and what is said."""
    with tempfile.TemporaryDirectory(prefix="sobremesa-newcomer-") as folder:
        ran = list(first_hour(Path(folder)))
    print(f"{len(ran)} commands of README did what it says", flush=True)


if __name__ == "__main__":
    main()
