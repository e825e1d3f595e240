"""What is said aloud of a table of Malifaux: the phase, each crew, and the flip for the end."""

from __future__ import annotations

from collections.abc import Iterator

from companion.ui.table.context.context import TableContext
from rules.engine import Text
from rules.malifaux.view import MalifauxPlayerLine, MalifauxView

from .table import model_label


def spoken(context: TableContext) -> tuple[Text, ...]:
    """Return each crew with the wounds, conditions and activations of its models.

    The flip for the end comes last.
    """
    return tuple(_sentences(context))


def _sentences(context: TableContext) -> Iterator[Text]:
    for line in context.lines_as(MalifauxPlayerLine).values():
        for model in line.crew:
            yield Text("{who}: {what}", who=line.name, what=model_label(model))
    view = context.view_as(MalifauxView)
    if view.end_flip_threshold:
        yield Text("The game goes on with {n} or more: {p} %", n=view.end_flip_threshold, p=view.end_flip_percent)
