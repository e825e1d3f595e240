"""A shelf of games; a browser, skipped where there is no Chromium, but never in CI; and figures told at the end."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from companion.library.library import Library
from companion.storage.matches import Storage
from rules.registry import GAMES
from tests.support.paths import TESTS
from tests.support.ui import browser as driving
from tests.toy.counting import GAME

WITHOUT = "no Chromium on this machine: install the system's package chromium to run the browser tests"
driving.LOOKED_AT = "SOBREMESA_SHOTS" in os.environ  # it takes a second to wait for each picture
FIGURES = "figures"

LONGEST = (
    *("meta/test_static_checks", "e2e/test_main_journey", "meta/test_bench", "laws/test_laws"),
    *("robustness/test_hostile_phones", "e2e/test_four_phones", "e2e/test_whole_game", "e2e/test_invitations"),
    *("e2e/test_boss", "e2e/test_camera", "e2e/test_finished_games", "e2e/test_phones", "e2e/test_stack"),
    *("meta/test_packaging", "laws/test_walks", "e2e/test_layout", "e2e/test_tokyo", "e2e/test_tray"),
    *("e2e/test_darkmoor", "e2e/test_seats", "e2e/test_malifaux", "robustness/test_process_ends"),
    *("robustness/test_hostile_guests", "ui/test_table", "ui/test_viewfinder", "ui/test_phones", "companion/test_tray"),
)
"""The files that take longest, longest first: none of them begins when all other workers have nothing left to do."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """The switch between the tiers."""
    parser.addoption("--full", action="store_true", help="all tiers: also laws, robustness, e2e and meta")


def pytest_configure(config: pytest.Config) -> None:
    """Run every folder with --full, unless paths are given by hand."""
    if config.getoption("full") and config.args_source is not pytest.Config.ArgsSource.ARGS:
        config.args = [str(TESTS)]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest files; a file stays together."""
    place = {name: k for k, name in enumerate(LONGEST)}
    items.sort(key=lambda item: place.get(str(item.path.relative_to(TESTS).with_suffix("")), len(place)))


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
def other(tmp_path: Path) -> Iterator[Library]:
    """Another computer's shelf."""
    storage = Storage(tmp_path / "other")
    yield Library(storage, {**GAMES, GAME.key: GAME})
    storage.close()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test taps faster than any thumb."""
    monkeypatch.setattr("companion.ui.table.context.actions.TAP_GUARD_SECONDS", 0)


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
