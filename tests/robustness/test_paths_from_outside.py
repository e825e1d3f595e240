"""The whole command line in another working folder, with paths as people write them."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.storage.daily_copies import BACKUP_FOLDER
from tests.support.paths import FIXTURES, ROOT
from tests.support.server.processes import free_port

SPELLINGS = ("mesa", "./mis partidas/año 1", "../fuera ✓/x", "~/casa de Ana", "{absolute}/ñandú y más")
"""Folders as they are typed in a working folder below the temporary one."""
PATIENCE = 60


class Desk:
    """A shell in a working folder, with a home folder beside it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.here, self.home = folder, folder / "here", folder / "home"
        self.here.mkdir()
        self.home.mkdir()
        self.environment = {**os.environ, "HOME": str(self.home), "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}

    def at(self, name: str) -> Path:
        """Where a name leads, as a shell reads it."""
        return Path(os.path.normpath(self.here / name.replace("~", str(self.home))))

    def command(self, *words: str) -> list[str]:
        return [sys.executable, "-m", "companion", "--lang", "en", *words]

    def does(self, *words: str) -> str:
        """What a command prints, which has to succeed."""
        done = subprocess.run(
            self.command(*words), cwd=self.here, env=self.environment, capture_output=True, text=True, timeout=PATIENCE
        )
        assert done.returncode == 0, (words, done.stdout, done.stderr)
        return done.stdout


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


@pytest.mark.parametrize("spelling", [*SPELLINGS, pytest.param("mis partidas/año 1", marks=pytest.mark.landing)])
def test_every_command_finds_its_files(desk: Desk, spelling: str) -> None:
    """Games, cards, situations and launchers are read and written where the words say."""
    name = spelling.format(absolute=desk.folder)
    data, files = desk.at(name), f"{name}/files"
    desk.at(files).mkdir(parents=True)
    desk.at(f"{files}/moment.toml").write_bytes(min((FIXTURES / "situations").glob("*.toml")).read_bytes())
    desk.does("--data", name, "situation", f"{files}/moment.toml")
    assert (data / "sobremesa.sqlite").is_file()
    desk.does("--data", name, "games", "export", "1", f"{files}/one.jsonl")
    desk.does("--data", name, "games", "export", "--all", f"{files}/all.zip")
    desk.does("--data", f"{name}/other", "games", "import", f"{files}/all.zip")
    assert desk.does("--data", f"{name}/other", "games", "list").startswith("1  ")
    desk.does("--data", name, "cards", "export", f"{files}/cards.json")
    desk.does("--data", name, "cards", "import", f"{files}/cards.json")
    desk.does("launcher", files)
    for file in ("one.jsonl", "all.zip", "cards.json"):
        assert (desk.at(files) / file).is_file()
    assert not any("~" in path.name for path in desk.folder.rglob("*"))


@pytest.mark.parametrize("spelling", [SPELLINGS[1], pytest.param(SPELLINGS[3], marks=pytest.mark.landing)])
def test_the_server_keeps_and_backs_up_where_it_was_told(desk: Desk, spelling: str) -> None:
    """The database and its backup lie in the named folder; a video for the camera is found by its relative name."""
    with subprocess.Popen(
        desk.command("--data", spelling, "--no-browser", "--port", str(free_port()), "--camera", "~/no video.mp4"),
        cwd=desk.here, env=desk.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        try:
            copies = desk.at(spelling) / BACKUP_FOLDER
            end = time.monotonic() + PATIENCE
            while not list(copies.glob("sobremesa-2*.sqlite")) and time.monotonic() < end:
                time.sleep(0.1)
            assert len(list(copies.glob("sobremesa-2*.sqlite"))) == 1
        finally:
            process.terminate()
            _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert "Traceback" not in said
    assert str(desk.home / "no video.mp4") in said


def test_pictures_are_read_and_annotated_where_the_words_say(desk: Desk) -> None:
    """A picture of no dice in the home folder is scanned, and its annotated copy lies beside the working folder."""
    (desk.home / "una foto.png").write_bytes(cv2.imencode(".png", np.full((64, 64, 3), 255, np.uint8))[1].tobytes())
    words = desk.command("scan", "~/una foto.png", "--annotate", "../leída.png")
    done = subprocess.run(words, cwd=desk.here, env=desk.environment, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 1, done.stderr
    assert (desk.folder / "leída.png").is_file()
