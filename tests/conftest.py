"""A shelf of games; a browser, skipped where there is no Chromium, but never in CI; and figures told at the end."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import browser as driving
import pytest
from toy.counting import GAME

from companion.library import Library
from companion.storage import Storage
from rules.registry import GAMES

WITHOUT = "no Chromium on this machine: install the system's package chromium to run the browser tests"
driving.LOOKED_AT = "SOBREMESA_SHOTS" in os.environ  # it takes a second to wait for each picture
FIGURES = "figures"

LONGEST = (
    *("bench", "rules_laws", "bad_visitors", "browser_four_phones", "browser_evening", "browser_journey"),
    *("browser_lan", "browser_boss", "browser_camera", "browser_shelf", "browser_phones", "browser_stack"),
    *("packaging", "house", "companion_views_table", "rules_walks", "companion_tray", "companion_views_finder"),
    *("browser_reach", "browser_tokyo", "browser_tray", "browser_darkmoor", "browser_seats", "browser_malifaux"),
    *("bad_process", "companion_views_phones", "bad_guests", "companion_lan"),
)
"""The files that take longest, longest first: none of them begins when all other workers have nothing left to do."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Those first; a file stays together."""
    place = {f"test_{name}": k for k, name in enumerate(LONGEST)}
    items.sort(key=lambda item: place.get(item.path.stem, len(place)))


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[Storage]:
    """The saved games of a computer, none so far."""
    empty = Storage(tmp_path)
    yield empty
    empty.close()


@pytest.fixture
def library(storage: Storage) -> Library:
    """That computer's shelf: the five games, and the toy."""
    return Library(storage, {**GAMES, GAME.key: GAME})


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test taps faster than any thumb."""
    monkeypatch.setattr("companion.views.doing.GUARD", 0)


@pytest.fixture
def say(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Tell a figure after all tests, whichever process measured it."""
    return lambda line: record_property(FIGURES, line)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The figures that tests have told."""
    reports = [one for every in terminalreporter.stats.values() for one in every if getattr(one, "when", "") == "call"]
    told = [line for one in reports for key, line in one.user_properties if key == FIGURES]
    if told:
        terminalreporter.section(FIGURES)
    for line in told:
        terminalreporter.write_line(str(line))


@pytest.fixture(scope="module")
def installed() -> None:
    """This machine has a Chromium."""
    if not driving.CHROMIUM:
        pytest.fail(WITHOUT) if os.environ.get("CI") == "true" else pytest.skip(WITHOUT)


@pytest.fixture(scope="module")
def chromium(installed: None) -> Iterator[Any]:
    """One Chromium for a file of browser tests; Playwright's loop must not run on into tests that start their own."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright, driving.chromium(playwright, driving.ONCE) as browser:
        yield browser


@pytest.fixture
def options() -> tuple[str, ...]:
    """With what ``sobremesa`` is started; a module may say otherwise."""
    return ()


@pytest.fixture
def server(tmp_path: Path, options: tuple[str, ...]) -> Iterator[driving.Server]:
    """A running ``sobremesa`` without any games."""
    served = driving.Server(tmp_path, *options)
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
