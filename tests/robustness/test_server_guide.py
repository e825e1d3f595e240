"""docs/server.md and docs/hosting.md: their blocks are run as they stand, with other paths and ports."""

from __future__ import annotations

import configparser
import contextlib
import http.client
import os
import re
import shlex
import signal
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import postgres, proxy
from tests.support.guides import blocks
from tests.support.paths import ROOT
from tests.support.postgres import PostgresServer
from tests.support.server.processes import free_port
from tests.support.server.public_address import Browser

pytestmark = pytest.mark.landing

SERVER, LIVING_ROOM = ((ROOT / "docs" / name).read_text("utf-8") for name in ("server.md", "hosting.md"))
PATIENCE = 30
STUBS = {
    "runuser": 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"',
    "chgrp": "exit 0",  # the test has one user only
    "systemctl": 'echo "$@" >> "$CALLS"',
}
"""What a test may not do to the system: another user, other groups, services."""


def of_kind(text: str, kind: str) -> list[str]:
    """The blocks of that kind in a guide, in order."""
    found = [code for one, _, code in blocks(text) if one == kind]
    assert found, kind
    return found


class Machine:
    """A folder that stands for the computer of the guide: its paths, ports and programs lead into it."""

    def __init__(self, folder: Path, server: PostgresServer) -> None:
        self.folder, self.ports = folder, {"8551": free_port(), "8552": free_port(), "443": free_port()}
        self.names = {
            "/opt/sobremesa/.venv/bin/sobremesa": str(folder / "bin" / "sobremesa"),
            "/opt/sobremesa": str(ROOT),
            "/etc/sobremesa": str(folder / "etc"),
            "/etc/haproxy": str(folder / "etc"),
            "/var/lib/sobremesa": str(folder / "backups"),
            "/usr/sbin/haproxy": proxy.installed(),
            "127.0.0.1:5432": f"127.0.0.1:{server.port}",
            "*:443": f"127.0.0.1:{self.ports['443']}",
            **{f":{port}": f":{self.ports[port]}" for port in ("8551", "8552")},
        }
        for name in ("bin", "backups"):
            (folder / name).mkdir()
        programs = STUBS | {"sobremesa": f'exec "{sys.executable}" -m companion "$@"'}
        for name, script in programs.items():
            (folder / "bin" / name).write_text(f"#!/bin/sh\n{script}\n")
            (folder / "bin" / name).chmod(0o755)
        path = f"{folder / 'bin'}:{Path(postgres.installed('psql')).parent}:{os.environ['PATH']}"
        own = {
            "PGHOST": "127.0.0.1",
            "PGPORT": str(server.port),
            "PGUSER": postgres.USER,
            "POSTGRES_USER": postgres.USER,
        }
        self.environment = {**os.environ, **own, "PATH": path, "CALLS": str(folder / "calls"), "PYTHONPATH": str(ROOT)}

    def here(self, text: str) -> str:
        """The text with the paths and ports of this machine."""
        pattern = "|".join(map(re.escape, sorted(self.names, key=len, reverse=True)))
        return re.sub(pattern, lambda found: self.names[found[0]], text)

    def run(self, block: str) -> str:
        """Run a block of the guide as a script; it stops at the first command that fails."""
        script = self.here(block)
        done = subprocess.run(
            ["sh", "-euc", script], cwd=self.folder, env=self.environment, capture_output=True, text=True
        )
        assert done.returncode == 0, script + done.stdout + done.stderr
        return done.stdout

    @contextlib.contextmanager
    def service(self, unit: str, instance: str = "") -> Iterator[None]:
        """Run what systemd would start for a unit, and end it as systemd does."""
        read = configparser.ConfigParser(strict=False, interpolation=None)
        read.optionxform = str  # type: ignore[assignment,method-assign]
        read.read_string(self.here(unit.replace("%i", str(self.ports.get(instance, "")))))
        service = read["Service"]
        pairs = [service.get("Environment", "")]
        if "EnvironmentFile" in service:
            pairs = Path(service["EnvironmentFile"]).read_text("utf-8").splitlines()
        given = dict(word.split("=", 1) for pair in pairs for word in shlex.split(pair))
        with (self.folder / f"log-{instance}").open("w") as log:
            started = subprocess.Popen(
                shlex.split(service["ExecStart"]), cwd="/", env=self.environment | given, stdout=log, stderr=log
            )
        try:
            yield
            assert started.poll() is None, (self.folder / f"log-{instance}").read_text("utf-8")
        finally:
            started.send_signal(signal.SIGTERM)
            started.wait(PATIENCE)


def answer(port: int, path: str, host: str, *, is_tls: bool = False) -> tuple[int, str]:
    """Status and text of what is answered there; 0 for nobody."""
    trusting = ssl._create_unverified_context()
    connection = (
        http.client.HTTPSConnection("127.0.0.1", port, timeout=PATIENCE, context=trusting)
        if is_tls
        else http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    )
    try:
        connection.request("GET", path, headers={"Host": host, "Accept-Language": "en"})
        got = connection.getresponse()
        return got.status, got.read().decode("utf-8", "replace")
    except OSError:
        return 0, ""
    finally:
        connection.close()


def wait_for(port: int, path: str, host: str, *, is_tls: bool = False) -> None:
    """Wait until that is answered with 200."""
    end = time.monotonic() + PATIENCE
    while (got := answer(port, path, host, is_tls=is_tls))[0] != 200:
        assert time.monotonic() < end, got
        time.sleep(0.1)


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    """A machine with PostgreSQL and without Sobremesa."""
    if not proxy.installed():
        pytest.fail(proxy.WITHOUT) if os.environ.get("CI") == "true" else pytest.skip(proxy.WITHOUT)
    with postgres.server() as server:
        yield Machine(tmp_path, server)


def test_a_server_made_by_the_guide_serves_backs_up_and_comes_back(machine: Machine) -> None:
    """Role and database, two processes, the proxy with a certificate, what is watched, a backup and its way back."""
    machine.run(of_kind(SERVER, "database")[0])
    address = (machine.folder / "etc" / "database").read_text("utf-8")
    assert re.match(r"postgresql://sobremesa:[0-9a-f]{48}@127\.0\.0\.1:\d+/sobremesa\n$", address)
    assert (machine.folder / "etc" / "password").stat().st_mode & 0o007 == 0
    key, pem = machine.folder / "key.pem", machine.folder / "etc" / "mesa.pem"
    machine.run(
        f"openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=mesa.example.org -keyout {key} -out {pem} 2>/dev/null"
        f"\ncat {key} >> {pem}"
    )
    (machine.folder / "etc" / "proxy").write_text(machine.here(of_kind(SERVER, "proxy")[0]))
    web, front = of_kind(SERVER, "unit")
    for block in of_kind(SERVER, "processes"):
        machine.run(block)
    assert "enable --now sobremesa@8551 sobremesa@8552" in machine.here((machine.folder / "calls").read_text())
    first, port, host = machine.ports["8551"], machine.ports["443"], "mesa.example.org"
    with machine.service(web, "8551"), machine.service(web, "8552"), machine.service(front):
        for process in ("8551", "8552"):
            wait_for(machine.ports[process], "/ready", "127.0.0.1")
        wait_for(port, "/", host, is_tls=True)
        assert answer(port, "/", "other.example.org", is_tls=True)[0] == 421
        assert answer(port, "/", f"page.{host}", is_tls=True)[0] == 503  # no page without a server here
        assert answer(port, "/metrics", host, is_tls=True)[0] == 404
        watched = re.findall(r"`curl -s (127\.0\.0\.1:\d+)(/\w+)`", machine.here(SERVER))
        assert len(watched) == 3
        assert [answer(first, path, where)[0] for where, path in watched] == [200, 200, 200]
        assert "# TYPE" in answer(first, "/metrics", f"127.0.0.1:{first}")[1]
        browser = Browser(first, name=host, forwarded="203.0.113.5")
        assert browser.begin().status in (200, 302, 303, 307)
        assert browser.kept
        line = of_kind(SERVER, "cron")[0]
        made = machine.run(re.sub(r"^\d+ \d+ \* \* \* sobremesa ", "", line))
        assert Path(made.strip()).parent == machine.folder / "backups"
    machine.run(of_kind(SERVER, "restore")[0])
    assert (machine.folder / "etc" / "database").read_text("utf-8").endswith("/restored\n")
    assert "restart sobremesa@8551" in (machine.folder / "calls").read_text()
    with machine.service(web, "8551"):
        wait_for(first, "/ready", "127.0.0.1")
        again = Browser(first, name=host, forwarded="203.0.113.5")
        again.jar = browser.jar
        assert "begin=" not in again.get("/?begin", "same-origin").text  # the key opens the tables that were restored
        assert "begin=" in Browser(first, name=host, forwarded="203.0.113.6").get("/?begin", "same-origin").text


def test_the_living_room_starts_and_moves_as_the_guide_says(tmp_path: Path) -> None:
    """The command of the guide serves the app; all games go into a file and come in elsewhere."""
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    program = tmp_path / ".venv" / "bin" / "sobremesa"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m companion --lang en "$@"\n')
    program.chmod(0o755)
    environment = {**os.environ, "SOBREMESA_DATA": str(tmp_path / "games"), "BROWSER": "true", "PYTHONPATH": str(ROOT)}
    environment["PYTHONUNBUFFERED"] = "1"
    shell = subprocess.Popen(
        ["sh", "-c", of_kind(LIVING_ROOM, "start")[0]],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        assert shell.stdout is not None
        (told,) = re.findall(r"http://127\.0\.0\.1:(\d+)", shell.stdout.readline())
        wait_for(int(told), "/", f"127.0.0.1:{told}")
    finally:
        os.killpg(shell.pid, signal.SIGINT)
        shell.wait(PATIENCE)
    for command in of_kind(LIVING_ROOM, "move")[0].splitlines():
        done = subprocess.run(
            ["sh", "-c", command], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60
        )
        assert done.returncode == 0, command + done.stdout + done.stderr
    assert (tmp_path / "all-games.zip").stat().st_size > 0
