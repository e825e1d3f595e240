"""The command that composes training scenes, which needs no torch for this part."""

from __future__ import annotations

import subprocess
import sys


def test_the_command_composes_scenes(tmp_path):
    """The command and the process that it starts write the requested number of scenes."""
    (tmp_path / "grounds").mkdir()
    command = [sys.executable, "-m", "training", str(tmp_path), "--only", "compose", "--scenes", "2"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert "Traceback" not in done.stderr
    assert len(list((tmp_path / "scenes").glob("*.json"))) == 2
