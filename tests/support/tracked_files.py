"""The files of the repository: those that git tracks, or, in an archive without it, those that it would not ignore."""

from __future__ import annotations

import os
import subprocess
import tempfile

from tests.support.paths import ROOT


def tracked_files(*folders: str) -> list[str]:
    """Return the paths of all files below those folders, or of all files. It needs git, but no clone."""
    if (ROOT / ".git").exists():
        return _listed("ls-files", *folders)
    with tempfile.TemporaryDirectory() as empty:
        environment = {"GIT_DIR": empty, "GIT_WORK_TREE": str(ROOT)}
        _listed("init", "--quiet", environment=environment)
        return _listed("ls-files", "--others", "--exclude-standard", *folders, environment=environment)


def _listed(*words: str, environment: dict[str, str] | None = None) -> list[str]:
    told = subprocess.run(
        ["git", "-c", "core.quotePath=off", *words],
        cwd=ROOT,
        env={**os.environ, **(environment or {})},
        check=True,
        capture_output=True,
        text=True,
    )
    return told.stdout.splitlines()
