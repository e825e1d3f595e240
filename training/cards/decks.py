"""Free decks of cards for the scenes.

`python -m training.cards.decks WORK` fetches the packages that decks.toml names, unpacks them (nothing is installed),
has Chromium draw their pictures and writes WORK/faces/DECK/{13h,joker_r,back,…}.png.
"""

from __future__ import annotations

import base64
import gzip
import re
import shutil
import subprocess
import tarfile
import tomllib
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from training.scenes.textures import fetch_package

from .faces import FACE_PX

if TYPE_CHECKING:
    from playwright.sync_api import Page

SHEET_PX = 3400
"""Width in pixels at which the picture of a whole deck is drawn."""
SUIT_LETTERS = {"club": "c", "diamond": "d", "heart": "h", "spade": "s"}
RANK_NAMES = {"ace": 1, "a": 1, "t": 10, "jack": 11, "j": 11, "queen": 12, "q": 12, "king": 13, "k": 13}
RANK_NAMES |= {str(rank): rank for rank in range(1, 14)}
FIT_SHEET = """(wide) => {
  const root = document.documentElement
  if (!root.getAttribute('viewBox')) {
    const [w, h] = ['width', 'height'].map(name => parseFloat(root.getAttribute(name)))
    const around = w && h ? {x: 0, y: 0, width: w, height: h} : root.getBBox()
    root.setAttribute('viewBox', `${around.x} ${around.y} ${around.width} ${around.height}`)
  }
  const box = root.viewBox.baseVal
  root.setAttribute('width', wide)
  root.setAttribute('height', wide * box.height / box.width)
  return [...document.querySelectorAll('[id]')].map(one => [one.id, one.getBoundingClientRect()])
    .filter(([_, at]) => at.width > 60 && at.height > 60).map(([id, at]) => [id, at.x, at.y, at.width, at.height])
}"""
"""Gives a deck's picture a size, and returns what of it has a name, with its place."""


@dataclass(frozen=True)
class DeckPackage:
    """A package with decks, its licence and to whom it is owed."""

    source: str
    name: str
    licence: str
    attribution: str
    patterns: tuple[str, ...]
    prefix: str
    leave: tuple[str, ...] = ()


def packages() -> list[DeckPackage]:
    """The packages of decks.toml, in its order."""
    listed = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))["package"]
    return [
        DeckPackage(
            source=entry["from"],
            patterns=tuple(entry["patterns"]),
            leave=tuple(entry.get("leave", ())),
            **{key: entry[key] for key in ("name", "licence", "attribution", "prefix")},
        )
        for entry in listed
    ]


def card_key(name: str) -> str | None:
    """Key of a card, such as `13h` or `joker_r`, by the name that a deck gives it.

    None for what is no card.
    """
    parts = re.split(r"[_-]", name.lower())
    if "joker" in parts or "jk" in parts:
        return "joker_" + ("b" if {"black", "b", "1"} & set(parts) else "r")
    if name in ("1J", "2J"):
        return "joker_" + "br"[name == "2J"]
    if parts[0] == "back":
        return "back"
    short = re.fullmatch(r"(10|1[1-3]|[2-9atjqk1])([cdhs])", name.lower())
    if short:
        return f"{RANK_NAMES[short[1]]:02d}{short[2]}"
    for one, two in (parts[-2:], parts[-2:][::-1]) if len(parts) > 1 else ():
        suit = SUIT_LETTERS.get(one, one if one in ("c", "d", "h", "s") else None)
        if suit and two in RANK_NAMES:
            return f"{RANK_NAMES[two]:02d}{suit}"
    return None


def fetch(package: DeckPackage, store: Path) -> Path | None:
    """Download and unpack a package."""
    if package.source == "debian":
        return fetch_package(package.name, store)
    root = store / "x" / package.name.replace("/", "_")
    if not root.is_dir():
        root.mkdir(parents=True)
        packed = subprocess.run(
            ["npm", "pack", "--silent", package.name], cwd=root, check=True, timeout=300, capture_output=True, text=True
        )
        with tarfile.open(root / packed.stdout.split()[-1]) as archive:
            archive.extractall(root, filter="data")
    return root


def draw_deck(page: Page, path: Path, faces: Path) -> None:
    """Draw every card of a picture that holds a whole deck."""
    plain = faces / "sheet.svg"
    plain.write_bytes(gzip.decompress(path.read_bytes()))
    page.goto(plain.resolve().as_uri())
    places = page.evaluate(FIT_SHEET, SHEET_PX)
    high = page.evaluate("document.documentElement.getBoundingClientRect().height")
    page.set_viewport_size({"width": SHEET_PX, "height": int(high) + 1})
    sheet = cv2.imdecode(np.frombuffer(page.screenshot(omit_background=True), np.uint8), cv2.IMREAD_UNCHANGED)
    assert sheet is not None
    for name, x, y, wide, tall in places:
        key = card_key(name)
        part = sheet[max(0, round(y)) : round(y + tall), max(0, round(x)) : round(x + wide)]
        if key and part.size:
            write_face(faces / f"{key}.png", np.asarray(part, np.uint8))
    plain.unlink()


def draw_card(page: Page, path: Path) -> np.ndarray | None:
    """One card of its own file."""
    if path.suffix == ".png":
        return cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    data = base64.b64encode(path.read_bytes()).decode()
    wide, high = FACE_PX
    page.set_viewport_size({"width": wide, "height": high})
    shown = f'<img width={wide} height={high} src="data:image/svg+xml;base64,{data}">'
    page.goto("about:blank")  # the picture of a whole deck is no HTML
    page.set_content(f'<body style="margin:0">{shown}</body>')
    return cv2.imdecode(np.frombuffer(page.screenshot(omit_background=True), np.uint8), cv2.IMREAD_UNCHANGED)


def write_face(path: Path, image: np.ndarray) -> None:
    """Write a face in the size of all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), cv2.resize(image, FACE_PX, interpolation=cv2.INTER_AREA))


def decks_of(package: DeckPackage, root: Path) -> Iterator[tuple[str, list[Path]]]:
    """Names and files of a package's decks."""
    paths = sorted(path for pattern in package.patterns for path in root.glob(pattern))
    for path in [one for one in paths if one.suffix == ".svgz"]:
        if path.stem not in package.leave:
            yield package.prefix + path.stem, [path]
    single = [one for one in paths if one.suffix != ".svgz"]
    for folder in sorted({path.parent for path in single if path.parent.name not in package.leave}):
        yield package.prefix + folder.name, [path for path in single if path.parent == folder]


def collect_decks(work: Path) -> dict[str, int]:
    """Collect the decks into WORK/faces; returns the number of faces of each."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page()
        page.set_default_timeout(120_000)
        for package in packages():
            root = fetch(package, work / "packages")
            for name, paths in decks_of(package, root) if root else ():
                faces = work / "faces" / name
                if faces.is_dir():
                    continue
                faces.mkdir(parents=True)
                if paths[0].suffix == ".svgz":
                    draw_deck(page, paths[0], faces)
                    continue
                for path in paths:
                    key, image = card_key(path.stem), draw_card(page, path)
                    if key and image is not None:
                        write_face(faces / f"{key}.png", image)
        browser.close()
    return {folder.name: len(list(folder.glob("*.png"))) for folder in sorted((work / "faces").iterdir())}


def main() -> None:
    """Collect into the folder that the command line names."""
    parser = ArgumentParser(prog="python -m training.cards.decks", description=__doc__)
    parser.add_argument("work", type=Path, help="folder of the packages and the faces")
    for name, count in collect_decks(parser.parse_args().work).items():
        print(f"{count:4} {name}")


if __name__ == "__main__":
    main()
