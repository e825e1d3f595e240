"""The first visitors of a process, who come while it still imports its modules, are served."""

from __future__ import annotations

import os
import socket
import time
from pathlib import Path

import pytest

from companion.i18n import translator
from companion.server.middleware import NOT_INVITED_TEXT
from companion.server.public_reception import WELCOME_TEXT
from tests.support import postgres
from tests.support.paths import ROOT
from tests.support.server.public_address import Answer, Browser
from tests.support.ui.browser import Server

SLOW_IMPORT = """
import sys, threading, time
from importlib.machinery import PathFinder


class SlowFinder:
    def find_spec(self, name, path=None, target=None):
        if name != "babel" or threading.current_thread() is threading.main_thread():
            return None
        spec = PathFinder.find_spec(name, path, target)
        load = spec.loader.exec_module
        spec.loader.exec_module = lambda module: (time.sleep(8), load(module))
        return spec


sys.meta_path.insert(0, SlowFinder())
"""
"""What Python reads at its start: the catalogue's library is slow to import, but for the main thread.

Meanwhile that thread imports a module of the same library, and each waits for what the other has begun.
"""
NAME = "mesa.example.org"
PATIENCE = 60
"""Seconds for a process to serve."""


def first_answer(server: Server) -> Answer:
    """What the very first visitor of that server gets, who has no key and reads Spanish."""
    arguments = ["--port", str(server.port), "--no-browser", "--data", str(server.data), *server.options]
    process = server._execute(arguments)
    server._process = process
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", server.port), 1).close()
            return Browser(server.port, name=NAME, forwarded="203.0.113.6").get("/?begin", "same-origin")
        except ConnectionError:
            time.sleep(0.01)
    raise AssertionError(server.log.read_text("utf-8"))


@pytest.fixture
def server(tmp_path: Path) -> Server:
    """A server that is not started yet, with a slow import."""
    (tmp_path / "sitecustomize.py").write_text(SLOW_IMPORT)
    (tmp_path / "data").mkdir()
    one = Server(tmp_path / "data")
    one.environment = {"PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT)))}
    return one


def test_the_first_stranger_at_a_public_address_is_welcome(server: Server) -> None:
    """Nobody gets an error of the imports of others."""
    with postgres.server() as database:
        server.options = ("--database", database.database("strangers"), "--public", f"https://{NAME}")
        try:
            answer = first_answer(server)
        finally:
            server.kill()
    assert (answer.status, translator("es")(WELCOME_TEXT) in answer.text) == (200, True), server.log.read_text("utf-8")


def test_the_first_stranger_at_a_household_reads_why_not(server: Server) -> None:
    """So does whoever comes to a household without an invitation."""
    try:
        answer = first_answer(server)
    finally:
        server.kill()
    told = translator("es")(NOT_INVITED_TEXT) in answer.text
    assert (answer.status, told) == (403, True), server.log.read_text("utf-8")
