"""``sobremesa scan``: read dice from pictures on the command line."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path

import click
import cv2

from companion.decoding.photo_formats import decode_with_pillow, unread_format, unread_format_text
from companion.i18n import Translate, translator
from rules.engine import Text
from vision import Die, Reading, UnreadableImage, annotate, decode, read
from vision.reading import Image

from . import spoken
from .errors import install_command, requested_language
from .paths import OutsidePath, cause_of, write_new

EXIT_SURE, EXIT_DOUBTFUL, EXIT_FAILED = 0, 1, 2
"""Exit codes: all dice are sure; something is doubtful; a picture failed."""
JSON_FORMAT = 1
"""Format of what ``--json`` prints; it is raised when a field gets another name or meaning, or goes."""
MAX_FILE_BYTES = 200_000_000
"""Maximum size of a file that is read, in bytes."""
DOUBT_TEXTS = {
    "cut off": Text("cut off"),
    "blurred": Text("blurred"),
    "contradictory": Text("contradictory"),
    "faint": Text("faint"),
}
"""Text for each of the reader's reasons for doubt."""
ERROR_TEXTS = {
    "not-an-image": Text("this is no picture"),
    "truncated": Text("the picture is incomplete or damaged"),
    "too-large": Text("the picture is too large (more than 50 megapixels)"),
    "other-format": Text("this is a picture of another kind: save it as JPEG"),
    "unreadable": Text("the file cannot be read"),
    "unwritable": Text("the annotated picture cannot be written: its name ends in .png, .jpg, .webp or .bmp"),
}
"""Text for each error in reading or writing a picture."""


@dataclass(frozen=True, slots=True)
class ScanResult:
    """Result for one picture: its reading, or the error."""

    file: Path
    image: Image | None = None
    reading: Reading | None = None
    error: str | None = None
    """A key of ``ERROR_TEXTS``."""
    reason: Text | None = None
    """What is known of the error beyond that text."""

    @property
    def exit_code(self) -> int:
        """Exit code for this picture."""
        if self.error or self.reading is None:
            return EXIT_FAILED
        return EXIT_SURE if self.reading.is_sure else EXIT_DOUBTFUL


@spoken.command(
    says=(
        Text("Read the dice in pictures: one line for each."),
        Text("Doubtful dice are marked with a question mark and the reason, and so are things that may be dice."),
        Text(
            """Exit code:
  0  all pictures were read and every die is sure
  1  something is doubtful: a picture without dice, a die that is not sure, or one that may have been missed
  2  a picture could not be read, or an annotated one not written"""
        ),
    )
)
@spoken.argument("images", nargs=-1, required=True, type=OutsidePath(stays_relative=True), shown=Text("IMAGE…"))
@spoken.option(
    "--json", "as_json", is_flag=True, says=Text("Print one JSON object: dice, rejects or error of every picture.")
)
@spoken.option(
    "--expected",
    type=spoken.WholeNumber(0),
    shown=Text("NUMBER"),
    says=Text("So many dice are likely to lie in each picture."),
)
@spoken.option(
    "--annotate",
    "out",
    type=OutsidePath(),
    shown=Text("PATH"),
    says=Text("Save copies with the dice framed: a new file for one picture, a folder for several."),
)
@click.pass_context
def scan(ctx: click.Context, images: tuple[Path, ...], as_json: bool, expected: int | None, out: Path | None) -> None:
    """Read the dice in pictures."""
    translate = translator(requested_language(ctx))
    code = EXIT_SURE
    rows = []
    for scanned in save_annotated(map(partial(scan_file, expected=expected), images), out, several=len(images) > 1):
        code = max(code, scanned.exit_code)
        rows.append(result_to_json(scanned))
        if not as_json:
            print_result(scanned, translate)
    if as_json:
        click.echo(json.dumps({"format": JSON_FORMAT, "pictures": rows}, ensure_ascii=False, indent=1))
    ctx.exit(code)


def scan_file(file: Path, expected: int | None = None) -> ScanResult:
    """Read the dice in one file, in which so many are likely to lie."""
    try:
        with file.open("rb") as opened:
            data = opened.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        return ScanResult(file, error="unreadable", reason=cause_of(error, file))
    if len(data) > MAX_FILE_BYTES:
        return ScanResult(file, error="too-large")
    other = unread_format(data)
    try:
        image = decode_with_pillow(data) if other else decode(data)
    except ImportError:
        return ScanResult(file, error="other-format", reason=unread_format_text(other, install_command("photos")))
    except UnreadableImage as error:
        return ScanResult(file, error=error.reason)
    return ScanResult(file, image, read(image, expected=expected))


def save_annotated(results: Iterator[ScanResult], out: Path | None, several: bool) -> Iterator[ScanResult]:
    """Yield the results, and write each annotated picture on the way."""
    used: set[Path] = set()
    for scanned in results:
        if out is None or scanned.image is None or scanned.reading is None:
            yield scanned
            continue
        path = unused_path(out / f"{scanned.file.stem}.png", used) if several or os.path.isdir(out) else out
        try:
            written = write_picture(path, annotate(scanned.image, scanned.reading))
            yield scanned if written else replace(scanned, error="unwritable")
        except OSError as error:
            yield replace(scanned, error="unwritable", reason=cause_of(error, path, is_new=True))


def unused_path(path: Path, used: set[Path]) -> Path:
    """Return the path, or one with a number appended that is not used yet."""
    choice, n = path, 1
    while choice in used:
        n += 1
        choice = path.with_stem(f"{path.stem}-{n}")
    used.add(choice)
    return choice


def write_picture(path: Path, image: Image) -> bool:
    """Write a new picture in the format of its suffix and return whether there is such a format.

    Raises ``OSError``, also where there is a file already.
    """
    try:
        encoded, data = cv2.imencode(path.suffix or ".png", image)
    except cv2.error:
        return False
    if encoded:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_new(path, data.tobytes())
    return encoded


def result_to_json(scanned: ScanResult) -> dict[str, object]:
    """Return the JSON object of one picture: its file, and the reading or the error."""
    result: dict[str, object] = {"file": str(scanned.file)}
    if scanned.reading is not None:
        result |= {"is_sure": scanned.reading.is_sure, "values": scanned.reading.values} | asdict(scanned.reading)
        del result["are_cards"]  # dice are what is scanned
        del result["stage_ms"]  # another one each time
    if scanned.error is not None:
        result["error"] = scanned.error
    return result


def print_result(scanned: ScanResult, translate: Translate) -> None:
    """Print one line for one picture; errors go to the error stream."""
    if scanned.error is not None:
        click.echo(f"{scanned.file}: {translate(scanned.reason or ERROR_TEXTS[scanned.error])}", err=True)
    elif scanned.reading is None or not scanned.reading.dice:
        click.echo(f"{scanned.file}: {translate(Text('no dice'))}")
    else:
        dice = [format_die(die, translate) for die in scanned.reading.dice]
        more = [f"? ({translate(Text('perhaps one more die'))})" for _ in scanned.reading.possible_dice]
        click.echo(f"{scanned.file}: {'  '.join(dice + more)}")


def format_die(die: Die, translate: Translate) -> str:
    """Format a die's value, with its doubt."""
    return str(die.value) if die.doubt is None else f"{die.value}? ({translate(DOUBT_TEXTS[die.doubt])})"
