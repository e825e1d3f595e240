"""Fixtures of all tests: library, server, browser and phones; tiers and reported figures.

Browser tests are skipped without Chromium, except in CI.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.flet_speed import GC_THRESHOLD
from companion.library.library import Library
from companion.storage import matches
from companion.storage.matches import Storage
from rules.registry import GAMES
from tests.support.durations import load_durations, sort_by_duration, store_durations
from tests.support.examples import allow_slow_examples, choose_few_examples
from tests.support.paths import TESTS
from tests.support.ui import browser as driving
from tests.support.ui.firefox import FIREFOX
from tests.support.ui.firefox import firefox as open_firefox
from tests.support.wobbles import Wobbles
from tests.toy.counting import GAME

WITHOUT = "no Chromium on this machine: install the system's package chromium to run the browser tests"
driving.LOOKED_AT = "SOBREMESA_SHOTS" in os.environ  # every screenshot takes about a second to settle
FIGURES = "figures"

LANDING = "landing"
SLOW_FOLDERS = ("e2e", "robustness", "laws", "meta")
"""Folders outside the fast tier, of which the landing tier is a part."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of the tiers and of the hosted database."""
    parser.addoption("--full", action="store_true", help="all tiers: also laws, robustness, e2e and meta")
    parser.addoption("--store-durations", action="store_true", help="record how long each test took")
    parser.addoption(
        "--postgres",
        choices=("household", "tenants"),
        help="store all games in PostgreSQL instead of files: each folder's in a database, or as one of many owners",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Choose the folders of the tier, unless paths are given by hand; the landing tier has few examples and wobbles."""
    is_landing = config.getoption("markexpr") == LANDING
    if config.args_source is not pytest.Config.ArgsSource.ARGS:
        if config.getoption("full"):
            config.args = [str(TESTS)]
        elif is_landing:
            config.args = [str(TESTS / folder) for folder in SLOW_FOLDERS]
    allow_slow_examples()
    if is_landing:
        choose_few_examples()
        if not hasattr(config, "workerinput"):
            config.pluginmanager.register(Wobbles())
    if config.getoption("postgres") and not hasattr(config, "workerinput") and config.getoption("numprocesses"):
        raise pytest.UsageError("--postgres goes with -n 0: one process has one server")


@pytest.fixture(scope="session", autouse=True)
def postgres(request: pytest.FixtureRequest) -> Iterator[None]:
    """With ``--postgres``, a server whose databases, or owners, stand for the data folders of the tests."""
    kind = request.config.getoption("postgres")
    if not kind:
        yield
        return
    from tests.support import postgres

    with postgres.server("-c fsync=off", "-c max_connections=900") as server, pytest.MonkeyPatch.context() as patch:
        stands_for = {"household": postgres.in_folder, "tenants": postgres.of_tenant}[kind]
        patch.setattr(matches, "SqliteDatabase", partial(stands_for, server))
        yield


def pytest_collection_finish() -> None:
    """Collect no imported object ever again, as the server does; whole collections took a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(GC_THRESHOLD, 10, 10)


@pytest.hookimpl(trylast=True)  # after ``-m`` has chosen
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run the slowest files first; with ``--postgres`` leave out the embedded database's own tests."""
    if config.getoption("postgres"):
        items[:] = [item for item in items if item.get_closest_marker("embedded") is None]
    sort_by_duration(items, load_durations())


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[Storage]:
    """The saved matches of a computer, none so far."""
    empty = Storage(tmp_path)
    yield empty
    empty.close()


@pytest.fixture
def library(storage: Storage) -> Library:
    """The library over that storage: the five games and the toy."""
    return Library(storage, {**GAMES, GAME.key: GAME})


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Library]:
    """The library of another computer."""
    storage = Storage(tmp_path / "other")
    yield Library(storage, {**GAMES, GAME.key: GAME})
    storage.close()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the minimum delay between two taps, and the time of moments."""
    monkeypatch.setattr("companion.ui.table.intents.TAP_GUARD_SECONDS", 0)
    monkeypatch.setattr("companion.ui.table.zones.moment.MOMENT_SECONDS", 0)


@pytest.fixture
def say(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Report a figure after all tests, from whichever process measured it."""
    return lambda line: record_property(FIGURES, line)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the figures that tests reported, and store their durations if that is wanted."""
    reports = [one for every in terminalreporter.stats.values() for one in every if getattr(one, "when", "") == "call"]
    told = [line for one in reports for key, line in one.user_properties if key == FIGURES]
    if told:
        terminalreporter.section(FIGURES)
    for line in told:
        terminalreporter.write_line(str(line))
    if terminalreporter.config.getoption("store_durations"):
        every = [report for reports in terminalreporter.stats.values() for report in reports]
        store_durations(report for report in every if isinstance(report, pytest.TestReport))


@pytest.fixture(scope="module")
def installed() -> None:
    """Require a Chromium on this machine."""
    if not driving.CHROMIUM:
        pytest.fail(WITHOUT) if os.environ.get("CI") == "true" else pytest.skip(WITHOUT)


@pytest.fixture(scope="module")
def chromium(installed: None) -> Iterator[Any]:
    """One Chromium for a file of browser tests.

    Playwright's event loop must end before tests that start their own.
    """
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright, driving.chromium(playwright, driving.ONCE) as browser:
        yield browser


@pytest.fixture(scope="module")
def firefox() -> Iterator[Any]:
    """One Firefox for a file of browser tests."""
    from playwright.sync_api import sync_playwright

    if not FIREFOX:
        without = WITHOUT.replace("Chromium", "Firefox").replace("chromium", "firefox-esr")
        pytest.fail(without) if os.environ.get("CI") == "true" else pytest.skip(without)
    with sync_playwright() as playwright, open_firefox(playwright) as browser:
        yield browser


@pytest.fixture
def options() -> tuple[str, ...]:
    """The options of ``sobremesa``; a module may override them."""
    return ()


@pytest.fixture
def server(tmp_path: Path, options: tuple[str, ...]) -> Iterator[driving.Server]:
    """A running ``sobremesa`` without any matches."""
    served = driving.Server(tmp_path, *options)
    served.is_forked = True
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
    """A factory of phones, each with the options of a Playwright context."""
    with ExitStack() as stack:
        yield lambda **more: stack.enter_context(driving.phone(chromium, server, **more))
