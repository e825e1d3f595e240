"""``sobremesa games`` and ``sobremesa situation``: list, export and import the stored games."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import click
from click.core import ParameterSource

from companion.base.dates import format_relative_time
from companion.exchange.exporters import EXPORT_FORMATS
from companion.exchange.rejection import MAX_BYTES, ImportRejected
from companion.i18n import Translate
from companion.library import archive
from companion.library.library import Library
from companion.stats.results import winner_text
from companion.storage.matches import Match, StorageError
from rules.engine import Refused, Text

from . import spoken
from .errors import say, translator_of
from .paths import FILE, InputFile, absolute_path, write_told
from .storage import storage_of


@spoken.group(says=(Text("List, export and import the games of the shelf."),))
def games() -> None:
    """List, export and import the games of the shelf."""


@games.command(
    "list",
    says=(
        Text("Say what is on the shelf."),
        Text("The game played last comes first: its number, who played, how it stands."),
    ),
)
@click.pass_context
def list_games(ctx: click.Context) -> None:
    """Say what is on the shelf, the game played last first."""
    with open_library(ctx) as library:
        if not library.matches.all():
            click.echo(say(Text("There is no game on the shelf.")))
        for number, match in enumerate(library.matches.all(), start=1):
            click.echo(f"{number}  {_describe_match(library, match, translator_of(ctx))}")


@games.command(
    "export",
    says=(
        Text("Write one game, or all, into FILE."),
        Text("NUMBER is that of the list. FILE must not exist yet."),
    ),
)
@spoken.argument("what", nargs=-1, required=True, shown=Text("[NUMBER] FILE"))
@spoken.option(
    "--all",
    "every",
    is_flag=True,
    says=Text("All games, cards, taught dice and settings, for another computer."),
)
@spoken.option(
    "--as",
    "form",
    type=click.Choice(tuple(EXPORT_FORMATS)),
    default="jsonl",
    show_default=True,
    says=Text("jsonl can be imported again; csv is for a spreadsheet, text to read, bgstats for the app BG Stats."),
)
@click.pass_context
def export_games(ctx: click.Context, what: tuple[str, ...], every: bool, form: str) -> None:
    """Write one game, or with --all everything, into a new file."""
    if every and ctx.get_parameter_source("form") is ParameterSource.COMMANDLINE:
        raise click.UsageError(say(Text("--as goes with the NUMBER of one game, not with --all")))
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
        raise click.UsageError(say(Text("Say --all FILE, or NUMBER FILE")))
    file = absolute_path(arguments[-1])
    if every:
        return 0, file
    if not arguments[0].isdecimal() or int(arguments[0]) < 1:
        raise click.UsageError(say(Text("“{word}” is no number of the list", word=arguments[0])))
    return int(arguments[0]), file


def _export_all(library: Library, file: Path, translate: Translate) -> None:
    packed = archive.export_archive(library.exchange, translate)
    write_told(file, packed.data)
    click.echo(translate(Text("{n} game is in {file}", "{n} games are in {file}", n=packed.game_count, file=str(file))))
    skipped = archive.describe_skipped(packed)
    if skipped is not None:
        click.echo(translate(skipped), err=True)


def _export_one(library: Library, number: int, file: Path, translate: Translate, form: str) -> None:
    matches = library.matches.all()
    if number > len(matches):
        raise click.ClickException(translate(Text("There is no game {n}.", n=number)))
    _, data = library.exchange.export(matches[number - 1].id, translate, form)
    write_told(file, data)
    click.echo(translate(Text("The game is in {file}", file=str(file))))


@games.command(
    "import",
    says=(
        Text("Put the game that is in FILE on the shelf."),
        Text("Or all games that “export --all” wrote into it. The others stay as they are."),
    ),
)
@spoken.argument("file", type=InputFile(), shown=FILE)
@click.pass_context
def import_games(ctx: click.Context, file: IO[bytes]) -> None:
    """Put the game, or the games, of a file on the shelf beside the others."""
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


@spoken.command(
    says=(
        Text("Begin a game with the situation in FILE."),
        Text("FILE holds its text, its letters, or a photo of its code."),
    )
)
@spoken.argument("file", type=InputFile(), shown=FILE)
@click.pass_context
def situation(ctx: click.Context, file: IO[bytes]) -> None:
    """Begin a game with the situation of a file."""
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
