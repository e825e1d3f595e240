"""The command line: one local process for all phones, and a message for every fault."""

import asyncio
import gzip
import os
import signal
import socket
import subprocess
import sys
from importlib.abc import MetaPathFinder

import pytest
from click.testing import CliRunner
from flet.messaging.protocol import Message, MessageAction
from flet.messaging.session import Session
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from companion.cli import errors, serving
from companion.cli.errors import system_language
from companion.cli.main import main
from companion.server import app, requests, sockets
from tests.support.paths import ROOT
from tests.support.server.command_line import get, start
from tests.support.server.processes import free_port
from tests.support.ui.headless import Wire


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    """A running server: its process, its port and its first line."""
    port = free_port()
    process = start("--port", str(port), "--no-browser", "--data", str(tmp_path_factory.mktemp("data")), "--lang", "es")
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line, process.stderr.read() if process.stderr else ""
    yield process, port, line
    if process.poll() is None:
        process.terminate()
        process.wait(20)


def test_the_address_is_told_in_one_line(running) -> None:
    """The only output is one line with the address, in the system's language."""
    _, port, line = running
    assert line == f"Sobremesa está en http://127.0.0.1:{port}/ – termínalo con Ctrl+C\n"


def test_the_page_comes_compressed_and_from_here(running) -> None:
    """The page loads no script of another host, and is gzipped for a client that accepts it."""
    _, port, _ = running
    with get(f"http://127.0.0.1:{port}/", **{"Accept-Encoding": "gzip"}) as answer:
        assert answer.headers["Content-Encoding"] == "gzip"
        page = gzip.decompress(answer.read()).decode()
    assert "Sobremesa" in page
    assert "flet.noCdn=true" in page


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have one loopback address only")
def test_it_listens_on_this_computer_only(running) -> None:
    """The server listens on loopback only."""
    _, port, _ = running
    with socket.socket() as sock:
        sock.bind(("127.0.0.2", port))  # this bind would fail if the server listened everywhere


@pytest.mark.parametrize(
    ("origin", "host"), [("http://evil.example", None), (None, "evil.example"), ("http://evil.example", "evil.example")]
)
def test_other_pages_cannot_reach_the_table(running, origin, host) -> None:
    """A page of another origin or host name gets no WebSocket connection."""
    _, port, _ = running
    url = f"ws://{host or '127.0.0.1'}:{port}/ws"
    sock = socket.create_connection(("127.0.0.1", port), 20)
    with pytest.raises(InvalidStatus, match="403"), connect(url, sock=sock, origin=origin):
        pass


def test_its_own_page_reaches_the_table(running) -> None:
    """A page of the same origin gets a WebSocket connection."""
    _, port, _ = running
    with connect(f"ws://127.0.0.1:{port}/ws", origin=f"http://127.0.0.1:{port}"):
        pass


def test_a_taken_port_is_said_in_a_sentence(running, tmp_path) -> None:
    """A second start on the same port ends with a message and an exit code of its own."""
    _, port, _ = running
    second = start("--port", str(port), "--no-browser", "--data", str(tmp_path))
    _, error = second.communicate(timeout=30)
    assert second.returncode == errors.EXIT_PORT_IN_USE
    assert f"Port {port} is in use" in error
    assert "Traceback" not in error


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT to send")
def test_it_ends_when_interrupted(running) -> None:
    """Ctrl+C ends the process at once, without a traceback."""
    process, _, _ = running
    process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=20)
    assert error == ""
    assert process.returncode == 0


def test_without_a_wish_the_next_free_port_is_taken(monkeypatch) -> None:
    """The preferred port if free, else any; a requested port that is in use is an error."""
    with socket.socket() as taken:
        taken.bind((sockets.HOST, 0))
        taken.listen()
        monkeypatch.setattr(sockets, "DEFAULT_PORT", taken.getsockname()[1])
        with sockets.open_local_socket(None) as sock:
            assert sockets.local_url(sock) != f"http://127.0.0.1:{sockets.DEFAULT_PORT}/"
            assert sock.getsockname()[0] == "127.0.0.1"
        with pytest.raises(sockets.PortInUseError):
            sockets.open_local_socket(sockets.DEFAULT_PORT)


@pytest.mark.parametrize(
    ("host", "own"), [("127.0.0.1:8550", True), ("localhost", True), ("[::1]:1", False), ("", False), ("a.b:1", False)]
)
def test_the_computers_own_names(host: str, own: bool) -> None:
    """Only 127.0.0.1 and localhost count as names of this computer."""
    assert requests.is_local_host(host) is own


def test_a_folder_that_cannot_be_written_is_said(tmp_path) -> None:
    """If the data folder cannot be written, nothing starts, and the message names it."""
    (tmp_path / "file").write_text("")
    result = CliRunner().invoke(main, ["--data", str(tmp_path / "file" / "x"), "--no-browser", "--lang", "es"])
    assert result.exit_code == errors.EXIT_NO_STORAGE
    assert "No se puede escribir en la carpeta" in result.stderr


@pytest.mark.parametrize(("language", "message"), [("en_US.UTF-8", "cannot be written"), ("es_ES", "No se puede")])
@pytest.mark.parametrize("arguments", [["--no-browser"], ["games", "list"], ["cards", "export", "cards.json"]])
def test_storage_errors_are_in_the_systems_language(monkeypatch, tmp_path, arguments, language, message) -> None:
    """Without --lang, every command says in the system's language that the data folder cannot be written."""
    monkeypatch.setenv("LC_ALL", language)
    (tmp_path / "file").write_text("")
    result = CliRunner().invoke(main, ["--data", str(tmp_path / "file" / "x"), *arguments])
    assert result.exit_code == errors.EXIT_NO_STORAGE
    assert message in result.stderr


def test_a_computer_without_free_ports_is_not_told_of_a_port_0(monkeypatch, tmp_path) -> None:
    """Without --port, and where no port is free, the message names no port."""

    def all_taken(port: int, hosts: object) -> None:
        raise OSError("in use")

    monkeypatch.setattr(sockets, "bind_each", all_taken)
    result = CliRunner().invoke(main, ["--data", str(tmp_path), "--no-browser", "--lang", "en"])
    assert result.exit_code == errors.EXIT_PORT_IN_USE
    assert "This computer has no free port" in result.stderr
    result = CliRunner().invoke(main, ["--data", str(tmp_path), "--no-browser", "--lang", "en", "--port", "8550"])
    assert "Port 8550 is in use" in result.stderr


LACKING = "libGL.so.1: cannot open shared object file: No such file or directory"


@pytest.mark.parametrize("arguments", [["--no-browser"], ["scan", "photo.jpg"]])
def test_a_missing_library_is_named_with_its_package(monkeypatch, tmp_path, arguments) -> None:
    """If OpenCV lacks a system library, the message names the package to install."""
    without = ("companion.ui.app", "companion.cli.scan")

    class Lacking(MetaPathFinder):
        def find_spec(self, name, path, target=None):
            if name in without:
                raise ImportError(LACKING)

    for name in without:
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setattr(sys, "meta_path", [Lacking(), *sys.meta_path])
    monkeypatch.setenv("SOBREMESA_DATA", str(tmp_path))
    result = CliRunner().invoke(main, ["--lang", "en", *arguments])
    assert result.exit_code == errors.EXIT_NO_LIBRARY
    assert "sudo apt install libgl1" in result.stderr


@pytest.mark.parametrize("package", ["sqlalchemy", "alembic", "psycopg"])
def test_a_database_server_without_its_extra_is_told_how_to_install_it(monkeypatch, tmp_path, package: str) -> None:
    """``--database`` without one of the extra's packages names the extra."""
    for name in [name for name in sys.modules if name.partition(".")[0] == package or "companion.hosted." in name]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    result = CliRunner().invoke(main, ["--lang", "es", "--data", str(tmp_path), "--database", "postgresql+psycopg://x"])
    assert result.exit_code == errors.EXIT_NO_LIBRARY
    assert "pip install -c constraints.txt -e '.[hosted]'" in result.stderr


def test_one_of_several_processes_without_its_extra_is_told_how_to_install_it(monkeypatch) -> None:
    """A database server's process whose measurements have no library names the extra."""
    monkeypatch.delitem(sys.modules, "companion.hosted.metrics", raising=False)
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    with pytest.raises(errors.CliError) as told:
        serving.hosted_pages("es", 0)
    assert told.value.exit_code == errors.EXIT_NO_LIBRARY
    assert "pip install -c constraints.txt -e '.[hosted]'" in told.value.message


def test_only_system_libraries_are_diagnosed() -> None:
    """An unknown library is named without a package; other import errors are raised again."""
    unknown = errors.describe_missing_library(ImportError("libodd.so.3: cannot open shared object file: No such file"))
    assert unknown is not None
    assert dict(unknown.args) == {"library": "libodd.so.3"}
    assert errors.describe_missing_library(ImportError("No module named 'cv2'")) is None


@pytest.mark.parametrize("worked", [True, False])
def test_a_browser_that_does_not_open_is_no_end(monkeypatch, worked: bool) -> None:
    """Whether a browser could be opened is reported; the server runs either way."""

    class Started:
        started = True

    told: list[bool] = []
    monkeypatch.setattr(app.webbrowser, "open", lambda url: worked)
    app._open_browser(Started(), "http://127.0.0.1:1/", told.append)
    assert told == [worked]


def test_the_language_is_the_systems_unless_told(monkeypatch) -> None:
    """The language is the system's if it is supported, else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert system_language() == "en"
    monkeypatch.setenv("LANG", "es_ES.UTF-8")
    assert system_language() == "es"
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert system_language() == "en"


def test_help_lists_scan() -> None:
    """The help lists the commands that are imported late."""
    result = CliRunner().invoke(main, ["--help"])
    assert result.exit_code == 0
    assert "scan" in result.output


def test_it_runs_as_a_module(tmp_path) -> None:
    """``python -m companion`` is the same command."""
    done = subprocess.run([sys.executable, "-m", "companion", "--version"], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert "sobremesa" in done.stdout


def test_no_message_is_written_out_for_a_log_that_nobody_reads() -> None:
    """Flet's debug messages are not formatted: that took seconds for the content of a sheet."""

    class Sheet:
        def __repr__(self) -> str:
            raise AssertionError("written out")

    app.create_app(lambda page: None)
    assert f"{Message(MessageAction.PATCH_CONTROL, Sheet())}" == "Message(PATCH_CONTROL)"


def test_an_answer_that_comes_too_late_ends_no_connection() -> None:
    """A late answer for a control that is gone does not end the connection."""

    async def late() -> None:
        session = Session(Wire())
        app.create_app(lambda page: None)
        session.handle_invoke_method_results(931, "call", b"a frame", None)

    asyncio.run(late())


@pytest.mark.parametrize(
    ("url", "is_taken"),
    [
        *(
            ("http://mesa.example.org", False),
            ("http://192.0.2.7:8550", False),
            ("http://localhost.example.org", False),
        ),
        *(("https://mesa.example.org", True), ("http://127.0.0.1:8550", True), ("http://table.localhost:1", True)),
        ("http://[::1]:8550", True),
    ],
)
def test_a_public_address_is_secure(url: str, is_taken: bool) -> None:
    """Over http others would read keys: it is refused with a sentence, except on this computer alone."""
    said = CliRunner().invoke(main, ["--public", url])
    assert said.exit_code == 2
    assert ("has to begin with https" in said.output) == (not is_taken)
    assert ("--public goes with --database" in said.output) == is_taken
