"""A second run of browser tests that failed in the landing tier, each by itself, with nothing beside it.

One that passes then has wobbled: a busy machine was too slow for it. The run succeeds, names it at its end with its
first failure, and notes it in ``bench/wobbles.jsonl``. No other test is ever run twice: what rules, laws, storage and
attacks find is a fault the first time.
"""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.support.paths import ROOT

BROWSER_TESTS = "tests/e2e/"
"""The only folder whose tests may run twice."""
NOTES = "bench/wobbles.jsonl"
MOST = 3
"""Most failures that can be wobbles; with more of them the change or the machine is broken."""
WOBBLED = "wobbled"


class Wobbles:
    """Plugin of the process that collects the results of a checkout's tests."""

    def __init__(self, root: Path = ROOT) -> None:
        self._root = root

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Run the failed browser tests again, and let the session pass if all failures were wobbles."""
        reporter = session.config.pluginmanager.get_plugin("terminalreporter")
        stats = reporter.stats if reporter else {}
        failed = [*stats.get("failed", ()), *stats.get("error", ())]
        names = list(dict.fromkeys(report.nodeid for report in failed))
        if exitstatus != pytest.ExitCode.TESTS_FAILED or not 0 < len(names) <= MOST:
            return
        if not all(name.startswith(BROWSER_TESTS) for name in names):
            return
        wobbled = {name for name in names if self._passes_alone(name)}
        for kind in ("failed", "error"):
            stats[kind] = [report for report in stats.get(kind, ()) if report.nodeid not in wobbled]
        stats[WOBBLED] = first = [report for report in failed if report.nodeid in wobbled]
        self._note(first)
        if wobbled == set(names):
            session.exitstatus = pytest.ExitCode.OK

    def _passes_alone(self, test: str) -> bool:
        """Run one test in a process of its own and return whether it passes."""
        command = [sys.executable, "-m", "pytest", "-n", "0", test]
        return subprocess.run(command, cwd=self._root, stdin=subprocess.DEVNULL).returncode == pytest.ExitCode.OK

    def _note(self, reports: list[pytest.TestReport]) -> None:
        """Append a line for each report: day, commit (none in a copy without a repository), test and failure."""
        command = ["git", "rev-parse", "--short", "HEAD"]
        at = subprocess.run(command, cwd=self._root, capture_output=True, text=True).stdout.strip()
        day = datetime.now(UTC).date().isoformat()
        with (self._root / NOTES).open("a", encoding="utf-8") as file:
            for report in reports:
                line = {"day": day, "commit": at, "test": report.nodeid, "failure": _reason(report)}
                file.write(json.dumps(line, ensure_ascii=False) + "\n")

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print each wobble with its first failure."""
        for report in terminalreporter.stats.get(WOBBLED, ()):
            terminalreporter.section(f"{WOBBLED}: {report.nodeid}")
            terminalreporter.write_line(report.longreprtext)
        for report in terminalreporter.stats.get(WOBBLED, ()):
            terminalreporter.write_line(f"{WOBBLED}: {report.nodeid}")


def _reason(report: pytest.TestReport) -> str:
    """The first line of what went wrong."""
    crash = getattr(report.longrepr, "reprcrash", None)
    return str(crash.message if crash else report.longreprtext).strip().splitlines()[0][:300]
