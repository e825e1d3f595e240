"""``sobremesa cards``: export and import of the cards that the tables have described."""

from __future__ import annotations

from pathlib import Path

import click

from companion.base.errors import NewerFileError
from companion.storage.cards import MAX_CARDS_LENGTH, read_card_file
from rules.engine import Text

from .errors import translator_of
from .paths import OutsidePath
from .storage import storage_of


@click.group()
def cards() -> None:
    """Take along what the tables taught about their cards: names, and what a card did last time."""


@cards.command("export")
@click.argument("file", type=OutsidePath(is_file=True))
@click.pass_context
def export_cards(ctx: click.Context, file: Path) -> None:
    """Write the remembered cards into FILE."""
    with storage_of(ctx) as storage:
        file.write_text(storage.cards.export(), "utf-8")
        click.echo(translator_of(ctx)(Text("The cards are in {file}", file=str(file))))


@cards.command("import")
@click.argument("file", type=OutsidePath(exists=True, is_file=True))
@click.pass_context
def import_cards(ctx: click.Context, file: Path) -> None:
    """Remember the cards that are in FILE, beside those known already."""
    with storage_of(ctx) as storage:
        try:
            with file.open("rb") as source:
                text = source.read(MAX_CARDS_LENGTH + 1).decode("utf-8")
            count = storage.cards.import_rows(read_card_file(text))
        except NewerFileError as error:
            raise click.ClickException(translator_of(ctx)(error.reason)) from error
        except ValueError as error:
            raise click.ClickException(translator_of(ctx)(Text("{file} holds no cards.", file=str(file)))) from error
        click.echo(translator_of(ctx)(Text("{n} card remembered", "{n} cards remembered", n=count)))
