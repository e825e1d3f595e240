"""The double-click start: each system's file runs this Python, whatever its folder is called."""

from __future__ import annotations

import configparser
import re
import shlex
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli.launcher import ICON, launcher_for
from companion.cli.main import main

ODD = 'my "games" at $5, 100% `fun` \\ it\'s'
"""A folder whose name has every sign that some file has to escape."""


@pytest.fixture
def python(tmp_path: Path) -> Path:
    """A program in an odd folder that prints its arguments."""
    folder = tmp_path / ODD
    folder.mkdir()
    program = folder / "python"
    program.write_text('#!/bin/sh\necho "$@"\n')
    program.chmod(0o755)
    return program


def words_of_entry(text: str) -> list[str]:
    """The words of ``Exec``, read as the Desktop Entry Specification says: two layers of escapes, then ``%%``."""
    parser = configparser.RawConfigParser()
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read_string(text)
    value = re.sub(r"\\(.)", lambda found: {"\\": "\\", "s": " "}[found[1]], parser["Desktop Entry"]["Exec"])
    words = re.findall(r'"((?:[^"\\]|\\.)*)"|(\S+)', value)
    return [re.sub(r"\\(.)", r"\1", quoted).replace("%%", "%") if quoted else plain for quoted, plain in words]


def test_the_entry_of_linux_names_the_program_and_an_icon(python: Path) -> None:
    """The desktop entry runs the program with its module, and its icon is a file that is there."""
    made = launcher_for("linux", str(python))
    assert words_of_entry(made.text) == [str(python), "-m", "companion"]
    assert f"Icon={ICON}\n" in made.text
    assert ICON.is_file()
    assert "Terminal=true\n" in made.text


def test_the_command_of_macos_runs_the_program(python: Path, tmp_path: Path) -> None:
    """The shell script runs the program in its odd folder."""
    file = tmp_path / launcher_for("darwin", str(python)).name
    file.write_text(launcher_for("darwin", str(python)).text)
    done = subprocess.run(["sh", str(file)], capture_output=True, text=True)
    assert done.stdout == "-m companion\n", done.stderr


def test_the_batch_file_of_windows_quotes_the_program() -> None:
    """A path with blanks and percent signs is one word, and an error keeps the window open."""
    text = launcher_for("win32", r"C:\My games\100%\python.exe").text
    assert text.splitlines()[1] == r'"C:\My games\100%%\python.exe" -m companion'
    assert text.endswith("pause\r\n")


def test_one_command_lays_it_and_a_foreign_file_stays(tmp_path: Path) -> None:
    """The command lays a file that may be run, and again; a file of somebody else is refused in words."""
    made = launcher_for(sys.platform, sys.executable)
    for _ in range(2):
        done = CliRunner().invoke(main, ["--lang", "es", "launcher", str(tmp_path)])
        assert done.exit_code == 0, done.output
        assert "doble clic" in done.output
    file = tmp_path / made.name
    assert file.stat().st_mode & stat.S_IXUSR
    assert shlex.quote(sys.executable) in file.read_text() or sys.executable in file.read_text()
    file.write_text("my own")
    done = CliRunner().invoke(main, ["--lang", "es", "launcher", str(tmp_path)])
    assert done.exit_code == 1
    assert "no es nuestro" in done.output
    assert file.read_text() == "my own"


KEPT = ["--data", f"/home/Ana/{ODD}", "--lan", "--port", "8551"]


def test_every_launcher_keeps_the_options(python: Path, tmp_path: Path) -> None:
    """The options reach the program as they were typed, whatever a folder is called."""
    assert words_of_entry(launcher_for("linux", str(python), KEPT).text)[3:] == KEPT
    file = tmp_path / "Sobremesa.command"
    python.write_text('#!/bin/sh\nfor word in "$@"; do echo "$word"; done\n')
    file.write_text(launcher_for("darwin", str(python), KEPT).text)
    assert subprocess.run(["sh", str(file)], capture_output=True, text=True).stdout.splitlines()[2:] == KEPT
    batch = launcher_for("win32", "python.exe", ["--data", r"C:\100% ours", "--lan"]).text
    assert batch.splitlines()[1] == r'"python.exe" -m companion "--data" "C:\100%% ours" "--lan"'


def test_the_command_keeps_what_it_was_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Options before the command are in the file, paths absolute; so is a data folder of the environment."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SOBREMESA_DATA", "theirs")
    name = launcher_for(sys.platform, sys.executable).name

    def laid(*words: str) -> str:
        done = CliRunner().invoke(main, [*words, "launcher", "."])
        assert done.exit_code == 0, done.output
        return (tmp_path / name).read_text()

    text = laid("--data", "ours", "--tls", "--no-browser", "--lang", "es")
    for word in ("--data", str(tmp_path / "ours"), "--tls", "--no-browser", "--lang", "es"):
        assert word in text
    assert "theirs" not in text
    assert str(tmp_path / "theirs") in laid()
    monkeypatch.delenv("SOBREMESA_DATA")
    assert "--" not in laid().partition("-m companion")[2].partition("\n")[0]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")
def test_others_do_not_read_a_launcher(tmp_path: Path) -> None:
    """An address of a database may hold a password."""
    assert CliRunner().invoke(main, ["launcher", str(tmp_path)]).exit_code == 0
    (file,) = tmp_path.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o700
