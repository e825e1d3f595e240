"""``sobremesa cards``: export and import of the cards that the tables have described."""

from __future__ import annotations

from pathlib import Path
from typing import IO

import click

from companion.base.errors import NewerFileError
from companion.storage.cards import MAX_CARDS_LENGTH, read_card_file
from rules.engine import Text

from . import spoken
from .errors import say, translator_of
from .paths import FILE, InputFile, OutsidePath, write_told
from .storage import storage_of


@spoken.group(
    says=(
        Text("Take along what the tables taught about their cards."),
        Text("That is their names, and what each card did last time."),
    )
)
def cards() -> None:
    """Take along what the tables taught about their cards."""


@cards.command("export", says=(Text("Write the remembered cards into FILE, which must not exist yet."),))
@spoken.argument("file", type=OutsidePath(), shown=FILE)
@click.pass_context
def export_cards(ctx: click.Context, file: Path) -> None:
    """Write the remembered cards."""
    with storage_of(ctx) as storage:
        write_told(file, storage.cards.export().encode())
        click.echo(say(Text("The cards are in {file}", file=str(file))))


@cards.command("import", says=(Text("Remember the cards that are in FILE, beside those known already."),))
@spoken.argument("file", type=InputFile(), shown=FILE)
@click.pass_context
def import_cards(ctx: click.Context, file: IO[bytes]) -> None:
    """Remember the cards of a file."""
    translate = translator_of(ctx)
    with storage_of(ctx) as storage:
        try:
            text = file.read(MAX_CARDS_LENGTH + 1).decode("utf-8")
            count = storage.cards.import_rows(read_card_file(text))
        except NewerFileError as error:
            raise click.ClickException(translate(error.reason)) from error
        except ValueError as error:
            raise click.ClickException(translate(Text("{file} holds no cards.", file=file.name))) from error
        click.echo(translate(Text("{n} card remembered", "{n} cards remembered", n=count)))
