"""``sobremesa games`` and ``sobremesa situation``: list, export and import the stored games."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import click

from companion.base.dates import format_relative_time
from companion.exchange.exporters import EXPORT_FORMATS
from companion.exchange.rejection import MAX_BYTES, ImportRejected
from companion.i18n import Translate
from companion.library import archive
from companion.library.library import Library
from companion.stats.results import winner_text
from companion.storage.matches import Match, StorageError
from rules.engine import Refused, Text

from .errors import translator_of
from .paths import InputFile, absolute_path
from .storage import storage_of


@click.group()
def games() -> None:
    """The games of the shelf: list them, export one or all, import them."""


@games.command("list")
@click.pass_context
def list_games(ctx: click.Context) -> None:
    """Say what is on the shelf, the game played last first: its number, who played, how it stands."""
    with open_library(ctx) as library:
        for number, match in enumerate(library.matches.all(), start=1):
            click.echo(f"{number}  {_describe_match(library, match, translator_of(ctx))}")


@games.command("export")
@click.argument("what", nargs=-1, required=True, metavar="[NUMBER] FILE")
@click.option("--all", "every", is_flag=True, help="All games, cards, taught dice and settings, for another computer.")
@click.option(
    "--as",
    "form",
    type=click.Choice(tuple(EXPORT_FORMATS)),
    default="jsonl",
    show_default=True,
    help="jsonl can be imported again; csv is for a spreadsheet, text to read, bgstats for the app BG Stats.",
)
@click.pass_context
def export_games(ctx: click.Context, what: tuple[str, ...], every: bool, form: str) -> None:
    """Write the game of that NUMBER of the list, or with --all everything, into FILE, which must not exist yet."""
    number, file = _parse_arguments(what, every)
    translate = translator_of(ctx)
    with open_library(ctx) as library, report_errors(translate):
        if every:
            _export_all(library, file, translate)
        else:
            _export_one(library, number, file, translate, form)


def _parse_arguments(arguments: tuple[str, ...], every: bool) -> tuple[int, Path]:
    """Return the game number (0 with ``every``) and the file. Raises ``click.UsageError``."""
    if len(arguments) != (1 if every else 2):
        raise click.UsageError("say --all FILE, or NUMBER FILE")
    number: int = 0 if every else click.IntRange(1)(arguments[0])
    return number, absolute_path(arguments[-1])


def _export_all(library: Library, file: Path, translate: Translate) -> None:
    packed = archive.export_archive(library.exchange, translate)
    _write(file, packed.data, translate)
    click.echo(translate(Text("{n} game is in {file}", "{n} games are in {file}", n=packed.game_count, file=str(file))))
    skipped = archive.describe_skipped(packed)
    if skipped is not None:
        click.echo(translate(skipped), err=True)


def _export_one(library: Library, number: int, file: Path, translate: Translate, form: str) -> None:
    matches = library.matches.all()
    if number > len(matches):
        raise click.ClickException(translate(Text("There is no game {n}.", n=number)))
    _, data = library.exchange.export(matches[number - 1].id, translate, form)
    _write(file, data, translate)
    click.echo(translate(Text("The game is in {file}", file=str(file))))


def _write(file: Path, data: bytes, translate: Translate) -> None:
    try:
        with file.open("xb") as out:
            out.write(data)
    except OSError as error:
        raise click.ClickException(translate(Text("{file} cannot be written.", file=str(file)))) from error


@games.command("import")
@click.argument("file", type=InputFile())
@click.pass_context
def import_games(ctx: click.Context, file: IO[bytes]) -> None:
    """Put the game that is in FILE, or all that ``export --all`` wrote into it, on the shelf beside the others."""
    translate = translator_of(ctx)
    with open_library(ctx) as library, report_errors(translate):
        data = file.read(archive.MAX_BYTES + 1)
        if archive.is_archive(data):
            click.echo(translate(archive.describe_import(archive.import_archive(library.exchange, data))))
        else:
            import_file(library, io.BytesIO(data), translate)


def import_file(library: Library, file: IO[bytes], translate: Translate) -> Match:
    """Import the game in the file and print that it was stored."""
    match = library.exchange.import_match(file.read(MAX_BYTES + 1))
    click.echo(translate(Text("The game of {players} is on the shelf.", players=", ".join(match.seats))))
    return match


@click.command()
@click.argument("file", type=InputFile())
@click.pass_context
def situation(ctx: click.Context, file: IO[bytes]) -> None:
    """Begin a game with the situation that is in FILE: its text, its letters, or a photo of its code."""
    translate = translator_of(ctx)
    with open_library(ctx) as library, report_errors(translate):
        asked = library.matches.open(import_file(library, file, translate).id).prompt
        if asked is not None:
            click.echo(translate(asked.title))


def _describe_match(library: Library, match: Match, translate: Translate) -> str:
    status = format_relative_time(translate, match.finished or match.last, time.time())
    if match.finished is not None:
        with report_errors(translate):
            status = f"{translate(winner_text(match, library.matches.result(match).outcome))} · {status}"
    return f"{translate(library.games[match.game].title)} · {', '.join(match.seats)} · {status}"


@contextmanager
def report_errors(translate: Translate) -> Iterator[None]:
    """Turn expected errors into ``click.ClickException`` with a translated sentence."""
    try:
        yield
    except (ImportRejected, Refused, StorageError) as trouble:
        raise click.ClickException(translate(trouble.reason)) from trouble


@contextmanager
def open_library(ctx: click.Context) -> Iterator[Library]:
    """Open the library over the storage that the command line names, and close it afterwards."""
    from rules.registry import GAMES

    with storage_of(ctx) as storage:
        library = Library(storage, GAMES)
        if library.matches.problem is not None:
            raise click.ClickException(translator_of(ctx)(library.matches.problem))
        yield library
