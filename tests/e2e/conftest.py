"""Fixtures of the browser tests that look at the painted screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.screen.look import RENDERER
from tests.support.screen.turns import Stage
from tests.support.ui.browser import Server


@pytest.fixture(scope="module")
def stage(chromium: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """A server for all games, whose pages say what they paint, and phones in Spanish."""
    server = Server(tmp_path_factory.mktemp("stage"))
    server.environment = dict(RENDERER)
    try:
        yield Stage(chromium, server.start())
    finally:
        server.kill()
