"""Click's own messages, for the catalogue, and the switch that has Click say them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from companion.i18n import catalogue_of
from rules.engine import Text

CLICK_TEXTS = (
    Text("Usage:"),
    Text("Options"),
    Text("Commands"),
    Text("Positional arguments"),
    Text("Aborted!"),
    Text("default: {default}"),
    Text("Show this message and exit."),
    Text("Error: {message}"),
    Text("Try '{command} {option}' for help."),
    Text("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    Text("Invalid value: {message}"),
    Text("Invalid value for {param_hint}: {message}"),
    Text("Missing command."),
    Text("Missing argument"),
    Text("Missing option"),
    Text("Missing parameter"),
    Text("No such option {name!r}."),
    Text("No such command {name!r}."),
    Text("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    Text("Option {name!r} does not take a value."),
    Text("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    Text("Invalid start character for option ({option})"),
    Text("Choose from:\n\t{choices}"),
    Text("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
    Text("{value} is not in the range {range}."),
    Text("{value!r} is not a valid {number_type}."),
)
"""Every message that our commands can bring Click to say; it looks them up by the English."""
USAGE_PIECES = {text.key: text for text in (Text("[OPTIONS]"), Text("[COMMAND] [ARGS]..."), Text("COMMAND [ARGS]..."))}
"""What Click writes into a usage line without looking it up."""


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Have Click look its messages up in our catalogue of that language within the block.

    Click asks gettext for them by a name in each of its modules, and brings no translation along.
    """
    catalogue = catalogue_of(language)
    names = {"_": catalogue.gettext, "ngettext": catalogue.ngettext}
    modules = [module for name, module in sys.modules.items() if name.startswith("click.")]
    before = [(module, name, getattr(module, name)) for module in modules for name in names if hasattr(module, name)]
    for module, name, _ in before:
        setattr(module, name, names[name])
    try:
        yield
    finally:
        for module, name, asks in before:
            setattr(module, name, asks)
