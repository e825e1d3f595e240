"""Fixtures of the browser tests: the painted screen, and the page without a server."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.screen.look import RENDERER
from tests.support.screen.turns import Stage
from tests.support.ui.browser import Server
from tests.support.ui.published_page import PublishedPage, published


@pytest.fixture(scope="module")
def stage(chromium: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """A server for all games, whose pages say what they paint, and phones in Spanish."""
    server = Server(tmp_path_factory.mktemp("stage"))
    server.environment = dict(RENDERER)
    try:
        yield Stage(chromium, server.start())
    finally:
        server.kill()


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PublishedPage]:
    """The page without a server, built once for a file and served as plain files."""
    try:
        with published(tmp_path_factory.mktemp("page")) as files:
            yield files
    except (FileNotFoundError, subprocess.CalledProcessError) as error:
        if "CI" in os.environ:
            raise
        pytest.skip(f"the page's parts are not to be had here: {error}")
