"""``sobremesa situation``: start a stored game from a situation that somebody sent."""

from __future__ import annotations

from typing import IO

import click

from .cards import words_of
from .games import in_words, shelf, shelved


@click.command()
@click.argument("file", type=click.File("rb"))
@click.pass_context
def situation(ctx: click.Context, file: IO[bytes]) -> None:
    """Begin a game with the situation that is in FILE: its text, its letters, or a photo of its code."""
    words = words_of(ctx)
    with shelf(ctx) as library, in_words(words):
        asked = library.open(shelved(library, file, words).id).prompt
        if asked is not None:
            click.echo(words(asked.title))
