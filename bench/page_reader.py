"""The page's reader beside this computer's on labelled photos.

PHOTOS is the folder with ``check.json``. Printed are the photos that are read differently, how many dice differ, and
the seconds of a photo in the page.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from statistics import median

import click
from playwright.sync_api import sync_playwright

from companion.dice.capture import read_capture_file
from tests.support.ui import browser as driving
from tests.support.ui.page_reader import read_in_page, reading_summary, start_reader
from tests.support.ui.published_page import published

from .labelled_photos import PHOTOS


@click.command(help=__doc__)
@click.argument("photos", default=PHOTOS, type=click.Path(exists=True, path_type=Path))
def main(photos: Path) -> None:
    """Read every photo in the page and here, and print what differs."""
    rows = json.loads((photos / "check.json").read_text("utf-8"))["images"]
    pictures = [(photos / row["file"]).read_bytes() for row in rows]
    with (
        tempfile.TemporaryDirectory() as folder,
        published(Path(folder)) as page,
        sync_playwright() as playwright,
        driving.chromium(playwright) as chromium,
    ):
        tab = chromium.new_page()
        print(f"the page's reader, until it reads: {start_reader(page, tab):.1f} s", flush=True)
        times, different = [], 0
        for row, picture, (there, took) in zip(rows, pictures, read_in_page(tab, pictures), strict=True):
            here = reading_summary(read_capture_file(picture, 0))
            times.append(took)
            if reading_summary(there) != here:
                different += 1
                print(f"{row['id']}, labelled {row['values']}: page {reading_summary(there)}, here {here}", flush=True)
    print(f"{different} of {len(rows)} photos are read differently")
    print(f"a photo in the page: {median(times):.2f} s (median), {max(times):.2f} s at most (aim 1.2)")


if __name__ == "__main__":
    main()
