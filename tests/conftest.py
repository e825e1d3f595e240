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
from tests.support.paths import TESTS
from tests.support.ui import browser as driving
from tests.toy.counting import GAME

WITHOUT = "no Chromium on this machine: install the system's package chromium to run the browser tests"
driving.LOOKED_AT = "SOBREMESA_SHOTS" in os.environ  # every screenshot takes about a second to settle
FIGURES = "figures"

LONGEST = (
    *("meta/test_static_checks", "e2e/test_main_journey", "e2e/test_whole_turns", "e2e/test_numbers_only"),
    *(
        "e2e/test_page",
        "e2e/test_hosted",
        "e2e/test_sheet_keys",
        "e2e/test_set_ups_and_wins",
        "e2e/test_taps_of_a_turn",
    ),
    *("robustness/test_attack_messages", "robustness/test_attack_ownership", "meta/test_bench"),
    *("e2e/test_invitations", "e2e/test_text_fields", "e2e/test_taps_of_other_games", "e2e/test_middle_of_games"),
    *("robustness/test_attack_photos", "e2e/test_four_phones", "e2e/test_whole_game", "robustness/test_postgres"),
    *("robustness/test_attack_uploads", "e2e/test_pressed", "e2e/test_cards_by_name", "e2e/test_numbers_move"),
    *("robustness/test_attack_properties", "laws/test_laws", "e2e/test_lan_switch"),
    *("robustness/test_attack_connections", "e2e/test_tray", "e2e/test_boss", "e2e/test_sheet_heights"),
    *("robustness/test_flood", "e2e/test_hand_tasks", "e2e/test_evening_by_name", "e2e/test_malifaux"),
    *("robustness/test_hostile_phones", "meta/test_packaging", "e2e/test_tokyo", "e2e/test_moments"),
    *("e2e/test_darkmoor", "laws/test_kept_parts", "e2e/test_helps", "robustness/test_attack_lan_switch"),
    *("e2e/test_finished_games", "e2e/test_layout", "robustness/test_stream_disturbed", "e2e/test_camera"),
    *("e2e/test_seats", "robustness/test_attack_imports", "robustness/test_attack_paths", "e2e/test_phones"),
    *("meta/test_container", "e2e/test_public"),
    *("e2e/test_ended_pages", "e2e/test_kinds_of_moments", "e2e/test_screen", "robustness/test_process_ends"),
    *("e2e/test_tls", "laws/test_walks", "e2e/test_rotation", "e2e/test_stack", "e2e/test_tray_stream"),
    *("e2e/test_home", "ui/test_viewfinder", "laws/test_games_kept", "ui/test_moment_kinds", "laws/test_ledger"),
    *("e2e/test_habits", "companion/test_opens_older_data", "robustness/test_reader_steady"),
    *("rules/test_playthroughs", "robustness/test_workers", "e2e/test_teach_dice_by_photos"),
    *("e2e/test_hands_free_videos", "laws/test_promises", "rules/four_souls/test_card_readings"),
    *("laws/test_automatic_answers", "robustness/test_hostile_guests", "laws/test_silences"),
    *("laws/test_random_monsters", "vision/test_input", "ui/test_phones"),
)
"""The slowest test files, slowest first, so that no worker starts one at the end."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of the tiers and of the hosted database."""
    parser.addoption("--full", action="store_true", help="all tiers: also laws, robustness, e2e and meta")
    parser.addoption(
        "--postgres",
        choices=("household", "tenants"),
        help="store all games in PostgreSQL instead of files: each folder's in a database, or as one of many owners",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Run every folder with --full, unless paths are given by hand."""
    if config.getoption("full") and config.args_source is not pytest.Config.ArgsSource.ARGS:
        config.args = [str(TESTS)]
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


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run the slowest files first, each file's tests together; with ``--postgres`` none of the embedded database."""
    if config.getoption("postgres"):
        items[:] = [item for item in items if item.get_closest_marker("embedded") is None]
    place = {name: k for k, name in enumerate(LONGEST)}
    items.sort(key=lambda item: place.get(str(item.path.relative_to(TESTS).with_suffix("")), len(place)))


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
    monkeypatch.setattr("companion.ui.table.context.actions.TAP_GUARD_SECONDS", 0)
    monkeypatch.setattr("companion.ui.table.board.moment.MOMENT_SECONDS", 0)


@pytest.fixture
def say(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Report a figure after all tests, from whichever process measured it."""
    return lambda line: record_property(FIGURES, line)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the figures that tests reported."""
    reports = [one for every in terminalreporter.stats.values() for one in every if getattr(one, "when", "") == "call"]
    told = [line for one in reports for key, line in one.user_properties if key == FIGURES]
    if told:
        terminalreporter.section(FIGURES)
    for line in told:
        terminalreporter.write_line(str(line))


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
