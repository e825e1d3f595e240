"""``sobremesa games``: list, export and import the stored games."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import click

from companion.base.dates import when
from companion.exchange.exporters import FORMS
from companion.exchange.importer import HEAVIEST, NotTaken
from companion.i18n import Translate
from companion.library import archive
from companion.library.library import Library
from companion.stats.results import ended, who_won
from companion.storage.matches import Match, StorageTrouble
from rules.engine import Refused, Text

from .cards import storage_of, words_of


@click.group()
def games() -> None:
    """The games of the shelf: list them, export one or all, import them."""


@games.command("list")
@click.pass_context
def listing(ctx: click.Context) -> None:
    """Say what is on the shelf, the game played last first: its number, who played, how it stands."""
    with shelf(ctx) as library:
        for number, match in enumerate(library.matches(), start=1):
            click.echo(f"{number}  {_said(library, match, words_of(ctx))}")


@games.command("export")
@click.argument("what", nargs=-1, required=True, metavar="[NUMBER] FILE")
@click.option("--all", "every", is_flag=True, help="All games, cards, taught dice and settings, for another computer.")
@click.option(
    "--as",
    "form",
    type=click.Choice(tuple(FORMS)),
    default="jsonl",
    show_default=True,
    help="jsonl can be imported again; csv is for a spreadsheet, text to read, bgstats for the app BG Stats.",
)
@click.pass_context
def export(ctx: click.Context, what: tuple[str, ...], every: bool, form: str) -> None:
    """Write the game of that NUMBER of the list, or with --all everything, into FILE, which must not exist yet."""
    number, file = _asked(what, every)
    words = words_of(ctx)
    with shelf(ctx) as library, in_words(words):
        if every:
            _all(library, file, words)
        else:
            _one(library, number, file, words, form)


def _asked(what: tuple[str, ...], every: bool) -> tuple[int, Path]:
    """Return the game number (0 with ``every``) and the file. Raises ``click.UsageError``."""
    if len(what) != (1 if every else 2):
        raise click.UsageError("say --all FILE, or NUMBER FILE")
    number: int = 0 if every else click.IntRange(1)(what[0])
    return number, Path(what[-1])


def _all(library: Library, file: Path, words: Translate) -> None:
    packed = archive.pack(library, words)
    _write(file, packed.data, words)
    click.echo(words(Text("{n} game is in {file}", "{n} games are in {file}", n=packed.games, file=str(file))))
    left = archive.left_out(packed)
    if left is not None:
        click.echo(words(left), err=True)


def _one(library: Library, number: int, file: Path, words: Translate, form: str) -> None:
    matches = library.matches()
    if number > len(matches):
        raise click.ClickException(words(Text("There is no game {n}.", n=number)))
    _, data = library.export(matches[number - 1].id, words, form)
    _write(file, data, words)
    click.echo(words(Text("The game is in {file}", file=str(file))))


def _write(file: Path, data: bytes, words: Translate) -> None:
    try:
        with file.open("xb") as out:
            out.write(data)
    except OSError as error:
        raise click.ClickException(words(Text("{file} cannot be written.", file=str(file)))) from error


@games.command("import")
@click.argument("file", type=click.File("rb"))
@click.pass_context
def bring(ctx: click.Context, file: IO[bytes]) -> None:
    """Put the game that is in FILE, or all that ``export --all`` wrote into it, on the shelf beside the others."""
    words = words_of(ctx)
    with shelf(ctx) as library, in_words(words):
        data = file.read(archive.HEAVIEST + 1)
        if archive.is_archive(data):
            click.echo(words(archive.told(archive.unpack(library, data))))
        else:
            shelved(library, io.BytesIO(data), words)


def shelved(library: Library, file: IO[bytes], words: Translate) -> Match:
    """Import the game in the file and print that it was stored."""
    match = library.bring(file.read(HEAVIEST + 1))
    click.echo(words(Text("The game of {players} is on the shelf.", players=", ".join(match.seats))))
    return match


def _said(library: Library, match: Match, words: Translate) -> str:
    """Describe a game in one line."""
    stands = when(words, match.finished or match.last, time.time())
    if match.finished is not None:
        with in_words(words):
            stands = f"{words(who_won(match, ended(library, match).outcome))} · {stands}"
    return f"{words(library.games[match.game].title)} · {', '.join(match.seats)} · {stands}"


@contextmanager
def in_words(words: Translate) -> Iterator[None]:
    """Turn expected errors into ``click.ClickException`` with a translated sentence."""
    try:
        yield
    except (NotTaken, Refused, StorageTrouble) as trouble:
        raise click.ClickException(words(trouble.reason)) from trouble


@contextmanager
def shelf(ctx: click.Context) -> Iterator[Library]:
    """Open the library in the folder given on the command line and close it afterwards."""
    from rules.registry import GAMES

    with storage_of(ctx) as storage:
        library = Library(storage, GAMES)
        if library.trouble is not None:
            raise click.ClickException(words_of(ctx)(library.trouble))
        yield library
