"""Fixtures of the browser tests; where there is no Chromium they are skipped, but never in CI."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import browser as driving
import pytest

WITHOUT = "no Chromium on this machine: install the system's package chromium to run the browser tests"


@pytest.fixture(scope="module")
def installed() -> None:
    """This machine has a Chromium."""
    if not driving.CHROMIUM:
        pytest.fail(WITHOUT) if os.environ.get("CI") == "true" else pytest.skip(WITHOUT)


@pytest.fixture(scope="module")
def chromium(installed: None) -> Iterator[Any]:
    """One Chromium for a file of browser tests; Playwright's loop must not run on into tests that start their own."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright, driving.chromium(playwright) as browser:
        yield browser


@pytest.fixture
def server(tmp_path: Path) -> Iterator[driving.Server]:
    """A running ``sobremesa`` without any games."""
    served = driving.Server(tmp_path)
    try:
        yield served.start()
    finally:
        served.kill()


@pytest.fixture
def phone(chromium: Any, server: driving.Server) -> Iterator[driving.Phone]:
    """A Spanish phone at the home page."""
    with driving.phone(chromium, server) as one:
        yield one


@pytest.fixture
def phones(chromium: Any, server: driving.Server) -> Iterator[Callable[..., driving.Phone]]:
    """As many phones as a test likes, each with the options of a Playwright context."""
    with ExitStack() as stack:
        yield lambda **more: stack.enter_context(driving.phone(chromium, server, **more))
