"""A process that cannot start, or is killed: a sentence, and nothing lost."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import flet as ft
import httpx
import pytest
from flet_web.uploads import build_upload_url
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from companion.access import uploads
from companion.access.upload_inbox import INBOX
from companion.access.visitor import LOCAL_BROWSER
from companion.base.errors import FILE_TOO_LARGE_TEXT
from companion.cli import errors
from companion.cli.serving import _serve
from companion.i18n import translator
from companion.server import sockets
from rules.engine import Text
from rules.registry import GAMES
from tests.support.full_disk import unprivileged
from tests.support.paths import ROOT
from tests.support.server.processes import KEY, free_port, serving

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


@pytest.mark.parametrize("language", ["es", "en"])
def test_a_port_in_use_is_a_sentence(tmp_path: Path, language: str) -> None:
    """A port in use ends in a sentence with port and remedy, its exit code, and no traceback."""
    with socket.socket() as other:
        other.bind((sockets.HOST, 0))
        other.listen()
        port = other.getsockname()[1]
        done = ended("--no-browser", "--data", str(tmp_path), "--lang", language, "--port", str(port))
    says = Text("Port {port} is in use: is Sobremesa already open? Choose another with --port.", port=port)
    assert done.returncode == errors.EXIT_PORT_IN_USE
    assert translator(language)(says) in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="other systems give their low ports to anybody")
def test_a_port_that_one_may_not_use_is_a_sentence() -> None:
    """A port without permission has another sentence than a port in use."""
    if int(Path("/proc/sys/net/ipv4/ip_unprivileged_port_start").read_text()) <= 81:
        pytest.skip("here anybody may use any port")
    with unprivileged(), pytest.raises(errors.CliError, match="no te deja usar el puerto 81") as unwell:
        _serve(None, Any, 81, False, "es", "")
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


# --- uploads and messages ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def served() -> Iterator[str]:
    """The address of a real server for this computer only."""
    sock = sockets.open_local_socket(free_port())
    with serving(sock, lambda page: page.add(ft.Text("here"))):
        yield sockets.local_url(sock).rstrip("/")


def sent(url: str, name: str, data: bytes) -> int:
    """Send a file as a phone's page does; the status code."""
    return httpx.put(url + build_upload_url("/" + uploads.UPLOAD_PATH, name, 60, KEY), content=data).status_code


def test_a_photo_larger_than_a_message_arrives(served: str) -> None:
    """A photo larger than a message arrives by upload, is read, and its file is then deleted."""
    upload = INBOX.expect(LOCAL_BROWSER)
    assert sent(served, upload.name, b"x" * 900_000) == 200
    assert upload.is_complete
    assert upload.path.read_bytes() == b"x" * 900_000
    INBOX.drop(upload)
    assert not upload.path.exists()


def test_a_file_beyond_the_limit_is_cut_off(served: str) -> None:
    """An upload beyond the limit is refused while it comes, and none of it is kept."""
    upload = INBOX.expect(LOCAL_BROWSER)
    assert sent(served, upload.name, b"x" * 3_000_000) == 413
    assert upload.reason is FILE_TOO_LARGE_TEXT
    assert not upload.path.exists()


@pytest.mark.parametrize("name", ["unasked", "../climbed", "", "lock", "x" * 5000])
def test_nobody_uploads_unasked(served: str, name: str) -> None:
    """An upload under a name that was not asked for, or that climbs, writes nothing."""
    before = sorted(INBOX.folder.parent.glob("climbed")), sorted(INBOX.folder.iterdir())
    assert sent(served, name, b"x") == 403
    assert (sorted(INBOX.folder.parent.glob("climbed")), sorted(INBOX.folder.iterdir())) == before


def test_a_message_beyond_the_limit_ends_that_page_only(served: str) -> None:
    """A message beyond the limit ends its own page only."""
    socket_url = served.replace("http", "ws") + "/ws"
    with connect(socket_url, origin=served) as other:
        with connect(socket_url, origin=served) as page, suppress(ConnectionClosed, OSError):
            page.send(b"x" * 2_000_000)
            page.recv(timeout=10)
        assert page.protocol.close_code == 1009
        other.ping().wait(10)
    assert httpx.get(served).status_code == 200


@pytest.mark.parametrize("message", [b"\xc1", b"\x93\x01", b"", b"\x00" * 99, "a text"])
def test_a_message_that_is_none_ends_that_page_only(served: str, message: bytes | str) -> None:
    """A message of meaningless bytes ends its own page only."""
    socket_url = served.replace("http", "ws") + "/ws"
    with connect(socket_url, origin=served) as page:
        page.send(message)
        with suppress(ConnectionClosed, TimeoutError):
            page.recv(timeout=0.3)
    assert httpx.get(served).status_code == 200


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


def test_a_killed_server_leaves_a_folder_that_opens(tmp_path: Path) -> None:
    """After kill -9 of the server the next one starts on the same folder and port."""
    port = free_port()
    for _ in range(2):
        process = subprocess.Popen(
            command("--no-browser", "--data", str(tmp_path), "--port", str(port), "--lang", "en"),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        try:
            wait_for(f"http://{sockets.HOST}:{port}/", process)
        finally:
            process.send_signal(signal.SIGKILL if os.name == "posix" else signal.SIGTERM)
            process.communicate()


def wait_for(url: str, process: subprocess.Popen[str]) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        assert process.poll() is None, process.stderr.read() if process.stderr else ""
        with suppress(httpx.HTTPError), closing(httpx.Client()) as client:
            assert client.get(url).status_code == 200
            return
        time.sleep(0.05)
    raise AssertionError("it did not come up")
