"""``sobremesa scan``: read dice from pictures on the command line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click
import cv2

from companion.i18n import Translate, translator
from rules.engine import Text
from vision import Die, Reading, Unreadable, annotate, decode, read
from vision.reading import Image

SURE, DOUBTFUL, BAD = 0, 1, 2
"""Exit codes: all dice are sure; something is doubtful; a picture failed."""
HEAVIEST = 200_000_000
"""Maximum size of a file that is opened, in bytes."""
UNSURE = {
    "cocked": Text("cocked"),
    "cut off": Text("cut off"),
    "stacked": Text("on another die"),
    "blurred": Text("blurred"),
    "contradictory": Text("contradictory"),
    "faint": Text("faint"),
}
"""Text for each of the reader's reasons for doubt."""
TROUBLE = {
    "not-an-image": Text("this is no picture (JPEG, PNG, WebP or BMP)"),
    "truncated": Text("the picture is incomplete or damaged"),
    "too-large": Text("the picture is too large (more than 50 megapixels)"),
    "unreadable": Text("the file cannot be read"),
    "unwritable": Text("the annotated picture cannot be written"),
}
"""Text for each error in reading or writing a picture."""


@dataclass(frozen=True, slots=True)
class Scanned:
    """Result for one picture: its reading, or the error."""

    file: Path
    image: Image | None = None
    reading: Reading | None = None
    trouble: str | None = None
    """A key of ``ERROR_TEXTS``."""

    @property
    def code(self) -> int:
        """Exit code for this picture."""
        if self.trouble or self.reading is None:
            return BAD
        return SURE if self.reading.sure else DOUBTFUL


@click.command()
@click.argument("images", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="IMAGE…")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array: dice, rejects or error of every picture.")
@click.option(
    "--annotate",
    "out",
    type=click.Path(path_type=Path),
    help="Save the pictures with the dice framed: a file for one picture, a folder for several.",
)
@click.pass_context
def scan(ctx: click.Context, images: tuple[Path, ...], as_json: bool, out: Path | None) -> None:
    """Read the dice in pictures: one line for each.

    Doubtful dice are marked with a question mark and the reason.

    \b
    Exit code:
      0  all pictures were read and every die is sure
      1  something is doubtful: a picture without dice, or a die that is not sure
      2  a picture could not be read, or an annotated one not written
    """
    words = translator(language(ctx))
    code = SURE
    rows = []
    for scanned in saved(map(look, images), out, several=len(images) > 1):
        code = max(code, scanned.code)
        rows.append(row(scanned))
        if not as_json:
            say(scanned, words)
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False, indent=1))
    ctx.exit(code)


def language(ctx: click.Context) -> str:
    """Return the language given on the command line, or the system's."""
    from companion.i18n.system_language import spoken

    asked = ctx.parent.params.get("lang") if ctx.parent else None
    return asked or spoken()


def look(file: Path) -> Scanned:
    """Read the dice in one file."""
    try:
        if file.stat().st_size > HEAVIEST:
            return Scanned(file, trouble="too-large")
        image = decode(file.read_bytes())
    except OSError:
        return Scanned(file, trouble="unreadable")
    except Unreadable as error:
        return Scanned(file, trouble=error.reason)
    return Scanned(file, image, read(image))


def saved(every: Iterator[Scanned], out: Path | None, several: bool) -> Iterator[Scanned]:
    """Yield the results, and write each annotated picture on the way."""
    used: set[Path] = set()
    for scanned in every:
        if out is None or scanned.image is None or scanned.reading is None:
            yield scanned
            continue
        place = free(out / f"{scanned.file.stem}.png", used) if several or out.is_dir() else out
        done = write(place, annotate(scanned.image, scanned.reading))
        yield scanned if done else Scanned(scanned.file, reading=scanned.reading, trouble="unwritable")


def free(place: Path, used: set[Path]) -> Path:
    """Return the path, or one with a number appended that is not used yet."""
    choice, n = place, 1
    while choice in used:
        n += 1
        choice = place.with_stem(f"{place.stem}-{n}")
    used.add(choice)
    return choice


def write(place: Path, image: Image) -> bool:
    """Write a picture in the format of the file's suffix and return whether that succeeded."""
    try:
        done, data = cv2.imencode(place.suffix or ".png", image)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data.tobytes())
    except (OSError, cv2.error):
        return False
    return done


def row(scanned: Scanned) -> dict[str, object]:
    """Return the JSON object of one picture."""
    result: dict[str, object] = {"file": str(scanned.file)}
    if scanned.reading is not None:
        result["size"] = scanned.reading.size
        result["dice"] = [entry(die) for die in scanned.reading.dice]
        result["rejects"] = len(scanned.reading.rejects)
    if scanned.trouble is not None:
        result["error"] = scanned.trouble
    return result


def entry(die: Die) -> dict[str, object]:
    """Return the JSON object of one die."""
    return {"value": die.value, "box": die.box, "confidence": die.confidence, "unsure": die.unsure}


def say(scanned: Scanned, words: Translate) -> None:
    """Print one line for one picture; errors go to the error stream."""
    if scanned.trouble is not None:
        click.echo(f"{scanned.file}: {words(TROUBLE[scanned.trouble])}", err=True)
    elif scanned.reading is None or not scanned.reading.dice:
        click.echo(f"{scanned.file}: {words(Text('no dice'))}")
    else:
        click.echo(f"{scanned.file}: {'  '.join(shown(die, words) for die in scanned.reading.dice)}")


def shown(die: Die, words: Translate) -> str:
    """Format a die's value, with its doubt."""
    return str(die.value) if die.unsure is None else f"{die.value}? ({words(UNSURE[die.unsure])})"
