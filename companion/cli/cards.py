"""``sobremesa cards``: export and import of the cards that the tables have described."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from companion.i18n import Translate, translator
from companion.storage.matches import Storage, StorageTrouble
from companion.storage.settings import CARDS_HEAVIEST
from rules.engine import Text

from .errors import NO_STORAGE, Unwell


@click.group()
def cards() -> None:
    """Take along what the tables taught about their cards: names, and what a card did last time."""


@cards.command("export")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.pass_context
def export(ctx: click.Context, file: Path) -> None:
    """Write the remembered cards into FILE."""
    with storage_of(ctx) as storage:
        file.write_text(storage.export_cards(), "utf-8")
        click.echo(words_of(ctx)(Text("The cards are in {file}", file=str(file))))


@cards.command("import")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.pass_context
def bring(ctx: click.Context, file: Path) -> None:
    """Remember the cards that are in FILE, beside those known already."""
    with storage_of(ctx) as storage:
        try:
            with file.open("rb") as source:
                text = source.read(CARDS_HEAVIEST + 1).decode("utf-8")
            count = storage.import_cards(text)
        except ValueError as error:
            raise click.ClickException(words_of(ctx)(Text("{file} holds no cards.", file=str(file)))) from error
        click.echo(words_of(ctx)(Text("{n} card remembered", "{n} cards remembered", n=count)))


def _options(ctx: click.Context) -> dict[str, object]:
    return ctx.find_root().params


def words_of(ctx: click.Context) -> Translate:
    """Return the translator for the command line's language."""
    from companion.i18n.system_language import spoken

    return translator(str(_options(ctx).get("lang") or spoken()))


@contextmanager
def storage_of(ctx: click.Context) -> Iterator[Storage]:
    """Open the storage in the folder given on the command line and close it afterwards."""
    folder = _options(ctx).get("data")
    try:
        storage = Storage(folder if isinstance(folder, Path) else None)
    except StorageTrouble as trouble:
        raise Unwell(trouble.reason, NO_STORAGE, str(_options(ctx).get("lang") or "es")) from trouble
    try:
        yield storage
    finally:
        storage.close()
