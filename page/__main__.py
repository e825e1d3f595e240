"""Command ``python -m page FOLDER``."""

from __future__ import annotations

import argparse
import subprocess
import urllib.error
from pathlib import Path
from typing import get_args

from .build import build_page
from .reader import LockError, WheelSource

PROGRAMS = ("bash", "node", "npm")
"""Programs that a build runs and that pip does not install."""


def main() -> None:
    """Build the page into the folder that the command names."""
    parser = argparse.ArgumentParser(prog="python -m page", description=__doc__)
    parser.add_argument("folder", type=Path, help="folder for the page; what is in it is deleted")
    parser.add_argument(
        "--wheels",
        choices=get_args(WheelSource),
        default="distribution",
        help="where NumPy and OpenCV come from; the wheels of the registry are for tests only",
    )
    told = parser.parse_args()
    try:
        build_page(told.folder, told.wheels)
    except (LockError, OSError, subprocess.CalledProcessError) as error:
        parser.exit(1, f"The page was not built. {reason_of(error)}\n")


def reason_of(error: Exception) -> str:
    """Return what a person can do about a failed build."""
    match error:
        case urllib.error.URLError():
            return f"A file named in page/lock.toml could not be fetched ({error.reason}): it needs the internet."
        case FileNotFoundError() if error.filename in PROGRAMS:
            return f"It needs {error.filename}, which this computer lacks."
        case subprocess.CalledProcessError():
            step = " ".join(map(str, error.cmd[:3]))
            return f"This step failed: {step} … It says why above; npm and pip need the internet."
    return f"{error}."


if __name__ == "__main__":
    main()
