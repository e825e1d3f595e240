"""``sobremesa cards``: export and import of the cards that the tables have described."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from companion.i18n import Translate, translator
from companion.storage.matches import Storage, StorageError
from companion.storage.settings import MAX_CARDS_LENGTH
from rules.engine import Text

from .errors import EXIT_NO_STORAGE, CliError, requested_language


@click.group()
def cards() -> None:
    """Take along what the tables taught about their cards: names, and what a card did last time."""


@cards.command("export")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.pass_context
def export_cards(ctx: click.Context, file: Path) -> None:
    """Write the remembered cards into FILE."""
    with open_storage(ctx) as storage:
        file.write_text(storage.settings.export_cards(), "utf-8")
        click.echo(translator_of(ctx)(Text("The cards are in {file}", file=str(file))))


@cards.command("import")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.pass_context
def import_cards(ctx: click.Context, file: Path) -> None:
    """Remember the cards that are in FILE, beside those known already."""
    with open_storage(ctx) as storage:
        try:
            with file.open("rb") as source:
                text = source.read(MAX_CARDS_LENGTH + 1).decode("utf-8")
            count = storage.settings.import_cards(text)
        except ValueError as error:
            raise click.ClickException(translator_of(ctx)(Text("{file} holds no cards.", file=str(file)))) from error
        click.echo(translator_of(ctx)(Text("{n} card remembered", "{n} cards remembered", n=count)))


def translator_of(ctx: click.Context) -> Translate:
    """Return the translator for the command line's language."""
    return translator(requested_language(ctx))


@contextmanager
def open_storage(ctx: click.Context) -> Iterator[Storage]:
    """Open the storage in the folder given on the command line and close it afterwards."""
    folder = ctx.find_root().params.get("data")
    try:
        storage = Storage(folder if isinstance(folder, Path) else None)
    except StorageError as trouble:
        raise CliError(trouble.reason, EXIT_NO_STORAGE, requested_language(ctx)) from trouble
    try:
        yield storage
    finally:
        storage.close()
