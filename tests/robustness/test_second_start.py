"""A second start on one data folder opens the server that runs; commands beside it go on working."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli.errors import EXIT_ALREADY_OPEN
from companion.cli.running import RUNNING_FILE
from companion.library.library import Library
from companion.storage.matches import Storage
from tests.support.server.command_line import start
from tests.support.server.processes import free_port
from tests.support.ui.browser import Server
from tests.toy.counting import GAME

pytestmark = pytest.mark.skipif(os.name == "nt", reason="a browser is a shell script here")
PATIENCE = 30


def second(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Another command, which ends by itself."""
    process = start("--lang", "en", *arguments)
    said, errors = process.communicate(timeout=PATIENCE)
    return subprocess.CompletedProcess(arguments, process.returncode, said, errors)


@pytest.mark.landing
def test_a_second_start_opens_the_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says where the first is, opens the browser there, and serves nothing; one after the end serves again."""
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > "{tmp_path}/opened"\n')
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{browser} %s")
    games = tmp_path / "games"
    house = Server(games)
    games.mkdir()
    house.start()
    try:
        again = second("--data", str(games), "--lan")
        assert (again.returncode, again.stderr) == (0, "")
        assert again.stdout.splitlines() == [
            f"Sobremesa is open already with these games: {house.url}",
            "It stays as it was started: end it first for --lang, --lan.",
        ]
        assert (tmp_path / "opened").read_text() == f"{house.url}\n"
        quiet = second("--data", os.path.relpath(games), "--no-browser", "--port", str(free_port()))
        assert quiet.returncode == EXIT_ALREADY_OPEN
        assert quiet.stderr == f"Error: Sobremesa is open already with these games: {house.url}\n"
    finally:
        house.kill()
    process = start("--data", str(games), "--no-browser", "--port", str(free_port()))
    assert process.stdout is not None
    assert "Sobremesa" in process.stdout.readline()
    process.send_signal(signal.SIGTERM)
    assert process.wait(PATIENCE) == 0
    assert not (games / RUNNING_FILE).exists()


def test_two_starts_at_once_are_one_server(tmp_path: Path) -> None:
    """Of several starts at the same time one serves, and all others say where."""
    every = [
        start("--data", str(tmp_path), "--no-browser", "--port", str(free_port()), "--lang", "en") for _ in range(3)
    ]
    try:
        assert all(one.stdout is not None for one in every)
        lines = [one.stdout.readline() for one in every if one.stdout is not None]
        (serving,) = [one for one, line in zip(every, lines, strict=True) if line]
        for one in every:
            if one is not serving:
                assert one.wait(PATIENCE) == EXIT_ALREADY_OPEN
                assert one.stderr is not None
                assert "open already" in one.stderr.read()
    finally:
        for one in every:
            one.kill()
            one.communicate()


def test_commands_work_beside_a_server(tmp_path: Path) -> None:
    """Games are listed beside a server on the same folder."""
    storage = Storage(tmp_path)
    Library(storage, {GAME.key: GAME})
    storage.close()
    house = Server(tmp_path).start()
    try:
        command = [sys.executable, "-m", "companion", "--data", str(tmp_path), "games", "list"]
        assert subprocess.run(command, capture_output=True, timeout=PATIENCE).returncode == 0
    finally:
        house.kill()
