"""A process that cannot start, or is killed: a sentence, and nothing lost."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest

from companion.cli import errors
from companion.cli.serving import ServeOptions, _serve
from companion.i18n import translator
from rules.engine import Text
from rules.registry import GAMES
from tests.support.full_disk import unprivileged
from tests.support.paths import ROOT
from tests.support.server.processes import free_port

pytestmark = pytest.mark.landing

PATIENCE = 60


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "companion", *arguments]


def ended(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The real command, which is expected to end by itself."""
    return subprocess.run(
        command(*arguments),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        cwd=ROOT,
        env={**os.environ, **environment},
    )


@pytest.mark.skipif(sys.platform != "linux", reason="other systems give their low ports to anybody")
def test_a_port_that_one_may_not_use_is_a_sentence() -> None:
    """A port without permission has another sentence than a port in use."""
    if int(Path("/proc/sys/net/ipv4/ip_unprivileged_port_start").read_text()) <= 81:
        pytest.skip("here anybody may use any port")
    with unprivileged(), pytest.raises(errors.CliError, match="no te deja usar el puerto 81") as unwell:
        _serve(None, Any, ServeOptions(port=81, no_browser=True), "es")
    assert unwell.value.code == errors.EXIT_PORT_IN_USE


def a_file(folder: Path) -> Path:
    (folder / "games").write_text("mine")
    return folder / "games"


def below_a_file(folder: Path) -> Path:
    return a_file(folder) / "deep"


def with_a_folder_in_the_way(folder: Path) -> Path:
    (folder / "sobremesa.sqlite").mkdir()
    return folder


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("place", [a_file, below_a_file, with_a_folder_in_the_way])
def test_a_data_folder_that_is_none_is_a_sentence(tmp_path: Path, place: Any, language: str) -> None:
    """A file in place of the data folder, or the reverse, is named in a sentence and stays."""
    folder = place(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    done = ended("--no-browser", "--data", str(folder), "--lang", language)
    assert done.returncode == errors.EXIT_NO_STORAGE
    assert str(folder) in done.stderr
    assert ("No se puede escribir" if language == "es" else "cannot be written") in done.stderr
    assert "Traceback" not in done.stderr
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.skipif(os.name == "nt", reason="Windows always knows a browser")
@pytest.mark.parametrize(("browser", "path"), [("false %s", os.environ.get("PATH", "")), ("", "/nowhere")])
def test_without_a_browser_it_says_where_it_is(tmp_path: Path, browser: str, path: str) -> None:
    """Without a working browser the address is printed to open by hand, and the table is served."""
    environment = {**os.environ, "PATH": path, "PYTHONUNBUFFERED": "1", "BROWSER": browser}
    for name in ("DISPLAY", "WAYLAND_DISPLAY", *(["BROWSER"] if not browser else [])):
        environment.pop(name, None)
    asked = command("--data", str(tmp_path), "--lang", "es", "--port", str(free_port()))
    process = subprocess.Popen(
        asked, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT, env=environment
    )
    last = threading.Timer(PATIENCE, process.kill)  # else a line that never comes would be waited for
    last.start()
    try:
        assert process.stdout is not None
        assert process.stderr is not None
        url = next(word for word in process.stdout.readline().split() if word.startswith("http"))
        says = translator("es")(Text("No browser could be opened: open {url} yourself.", url=url))
        assert any(says in line for line in process.stderr)
        assert httpx.get(url, timeout=PATIENCE).status_code == 200
    finally:
        last.cancel()
        process.kill()
        process.communicate()


# --- killed ------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not die so exactly")
def test_a_table_killed_in_any_phase_of_an_append_loses_nothing() -> None:
    """A kill in any phase of an append loses nothing, in every game.

    By the clock, at an instruction of the database, in a write; ``bench.kills`` does more.
    """
    done = subprocess.run(
        [sys.executable, "-m", "bench.kills", "15"], capture_output=True, text=True, timeout=120, cwd=ROOT
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("nothing lost") == len(GAMES)
