"""Commands and their options, which speak the language of whoever types them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

import click

from companion.i18n import LANGUAGES, Translate, translator
from rules.engine import Text

from .click_messages import USAGE_PIECES, speaking
from .errors import requested_language, say, system_language


def language_of_arguments(arguments: Sequence[str]) -> str:
    """Return the language that ``--lang`` names, wherever it stands, or else the system's."""
    words = [word for argument in arguments for word in argument.split("=", 1)]
    named = [after for word, after in pairwise(words) if word == "--lang" and after in LANGUAGES]
    return named[-1] if named else system_language()


class SpokenOption(click.Option):
    """An option with its help and, if it has a value, a placeholder for it."""

    def __init__(
        self, param_decls: Sequence[str] | None = None, *, says: Text, shown: Text | None = None, **more: Any
    ) -> None:
        super().__init__(param_decls, **more)
        self.says, self.shown = says, shown

    def speak(self, translate: Translate) -> None:
        """Say everything in that language from now on."""
        self.help = translate(self.says)
        self.metavar = translate(self.shown) if self.shown is not None else None


class SpokenArgument(click.Argument):
    """An argument with its placeholder."""

    def __init__(self, param_decls: Sequence[str], *, shown: Text, **more: Any) -> None:
        super().__init__(param_decls, **more)
        self.shown = shown

    def speak(self, translate: Translate) -> None:
        """Say everything in that language from now on."""
        self.metavar = translate(self.shown)


class WholeNumber(click.IntRange):
    """Type of an option that is a whole number within bounds."""

    def __init__(self, least: int, most: int | None = None) -> None:
        super().__init__(least, most)

    def convert(self, value: int, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number."""
        self.name = say(Text("whole number"))  # what Click calls it in an error
        return int(super().convert(value, param, ctx))


class SpokenCommand(click.Command):
    """A command with its help, a text a paragraph; the first is in the list of commands."""

    def __init__(self, name: str | None = None, *, says: tuple[Text, ...], **more: Any) -> None:
        super().__init__(name, **more)
        self.says = says

    def speak(self, translate: Translate) -> None:
        """Say everything in that language from now on."""
        paragraphs = map(translate, self.says)
        self.help = "\n\n".join(f"\b\n{text}" if "\n" in text else text for text in paragraphs)
        for parameter in self.params:
            if isinstance(parameter, SpokenOption | SpokenArgument):
                parameter.speak(translate)

    def main(self, args: Sequence[str] | None = None, *given: Any, **more: Any) -> Any:
        """Run the command in the language of its arguments or of the system."""
        language = language_of_arguments(sys.argv[1:] if args is None else args)
        self.speak(translator(language))
        with speaking(language):
            return super().main(args, *given, obj=language, **more)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return the option ``--help``, which Click makes once for all languages."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = say(Text("Show this message and exit."))
        return option

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Return the parts of the usage line."""
        return [say(USAGE_PIECES.get(piece, piece)) for piece in super().collect_usage_pieces(ctx)]


class SpokenGroup(SpokenCommand, click.Group):
    """A group of commands with its help."""

    command_class = SpokenCommand

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command that speaks the language of the command line."""
        command = self.find_command(ctx, cmd_name)
        if isinstance(command, SpokenCommand):
            command.speak(translator(requested_language(ctx)))
        return command

    def find_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Return the command of that name."""
        return super().get_command(ctx, name)


option = partial(click.option, cls=SpokenOption)
"""Decorator: an option with ``says`` and, if it has a value, ``shown``."""
argument = partial(click.argument, cls=SpokenArgument)
"""Decorator: an argument that is ``shown``."""
command = partial(click.command, cls=SpokenCommand)
"""Decorator: a command that ``says`` what it does."""


def group(
    *, says: tuple[Text, ...], cls: type[SpokenGroup] = SpokenGroup, runs_alone: bool = False
) -> Callable[[Callable[..., None]], SpokenGroup]:
    """Return the decorator of a group that ``says`` what it is for."""
    return click.group(cls=cls, says=says, invoke_without_command=runs_alone)
