"""Command ``python -m page FOLDER``."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import get_args

from .build import build_page
from .reader import WheelSource


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
    build_page(told.folder, told.wheels)


if __name__ == "__main__":
    main()
