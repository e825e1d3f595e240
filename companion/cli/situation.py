"""``sobremesa situation``: start a stored game from a situation that somebody sent."""

from __future__ import annotations

from typing import IO

import click

from .cards import translator_of
from .games import import_file, open_library, report_errors
from .paths import InputFile


@click.command()
@click.argument("file", type=InputFile())
@click.pass_context
def situation(ctx: click.Context, file: IO[bytes]) -> None:
    """Begin a game with the situation that is in FILE: its text, its letters, or a photo of its code."""
    words = translator_of(ctx)
    with open_library(ctx) as library, report_errors(words):
        asked = library.open(import_file(library, file, words).id).prompt
        if asked is not None:
            click.echo(words(asked.title))
