"""HAProxy from the system's packages with the configuration of ``deploy/``, as an ordinary user on loopback."""

from __future__ import annotations

import contextlib
import http.client
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.support.postgres import USER

CONFIGURATION = ROOT / "deploy" / "haproxy.cfg"
WITHOUT = "no HAProxy on this machine: install the system's package haproxy"
STARTED = 10
"""Seconds for the proxy to start."""


def installed() -> str:
    """The path of the proxy; Debian keeps it out of an ordinary user's path."""
    return shutil.which("haproxy", path=f"{os.environ.get('PATH', '')}:/usr/sbin") or ""


@contextlib.contextmanager
def proxy(ports: Sequence[int], log: Path, name: str = "127.0.0.1", page: int = 9, **environment: str) -> Iterator[int]:
    """A proxy in front of the processes at these ports, under that name; its own port.

    ``page`` is the port of the file server with the page that needs no server; ``environment`` may change the limits.
    """
    if not installed():
        pytest.fail(WITHOUT) if os.environ.get("CI") == "true" else pytest.skip(WITHOUT)
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = int(one.getsockname()[1])
    as_user = ["runuser", "-u", USER, "--"] if os.geteuid() == 0 else []
    addresses = {f"WEB_{k}": f"127.0.0.1:{web}" for k, web in enumerate((*ports, *ports)[: max(2, len(ports))], 1)}
    addresses |= {"BIND": f"127.0.0.1:{port}", "HOST": f"{name}:{port}", "PAGE": f"127.0.0.1:{page}"}
    variables = {**os.environ, **addresses, **environment}
    with log.open("ab") as out:
        command = [*as_user, installed(), "-db", "-f", "/dev/stdin"]
        configuration = log.with_suffix(".cfg")
        configuration.write_text(_configuration(len(ports)), "utf-8")
        with configuration.open("rb") as read:  # opened here: the proxy's user may not enter this folder
            process = subprocess.Popen(command, stdin=read, stdout=out, stderr=out, env=variables, cwd="/")
    try:
        _wait_until_open(port, log)
        yield port
    finally:
        process.terminate()
        process.wait(STARTED)


def _configuration(processes: int) -> str:
    """The deployed configuration, with a line for each process."""
    last = '    server web2 "${WEB_2}"'
    more = "".join(f'\n    server web{k} "${{WEB_{k}}}"' for k in range(3, processes + 1))
    return CONFIGURATION.read_text("utf-8").replace(last, last + more)


def _wait_until_open(port: int, log: Path) -> None:
    end = time.monotonic() + STARTED
    while time.monotonic() < end:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.05)
    raise AssertionError(f"the proxy did not come up:\n{log.read_text('utf-8')}")


def wait_until_served(port: int, name: str = "127.0.0.1") -> None:
    """Wait until the proxy knows of processes that are ready for either kind of path."""
    end = time.monotonic() + STARTED
    for path in ("/", "/t/none/outage.json"):
        while _status(port, name, path) >= 500:
            assert time.monotonic() < end, "the proxy finds no process"
            time.sleep(0.1)


def _status(port: int, name: str, path: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=STARTED)
    with contextlib.closing(connection):
        connection.request("GET", path, headers={"Host": f"{name}:{port}"})
        return connection.getresponse().status
