"""What the board of Malifaux shows, as data: the things that have a sheet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.ui.design.look import translate
from companion.ui.table.model.context import TableContext
from companion.ui.table.model.hints import NUMBERS_TEXT, UNDO_TEXT, USUAL_TEXT, Hint
from companion.ui.table.model.sheet import ItemSheet
from rules.engine import Text
from rules.malifaux.model.events import Activated, Mustered
from rules.malifaux.view import MalifauxPlayerLine, MalifauxView, ModelLine


@dataclass(frozen=True, slots=True)
class ModelSheet(ItemSheet):
    """A model of a crew."""


@dataclass(frozen=True, slots=True)
class ConditionSheet(ItemSheet):
    """A condition of ones own naming for that model."""


@dataclass(frozen=True, slots=True)
class NamedConditionSheet(ItemSheet):
    """A condition with that key, whose value is asked, for a model."""

    key: str = ""


@dataclass(frozen=True, slots=True)
class FateHandSheet(ItemSheet):
    """A seat's virtual hand."""


FIRST_TURN = (
    Hint("mustered", USUAL_TEXT, (Mustered,)),
    Hint("activated", Text("Tap who acts. As you tap the next one, this one is done."), (Activated,)),
    Hint("numbers", NUMBERS_TEXT),
    Hint("undo", UNDO_TEXT),
)
"""The hints, in the order in which they are shown."""


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


def model_label(model: ModelLine) -> str:
    """Return a model's accessible text."""
    phrases = [model.name, *(condition.name for condition in model.conditions)]
    phrases[1:1] = [model_status(model)]
    return ", ".join(map(translate, phrases))


def model_status(model: ModelLine) -> str:
    """Return a model's wounds and activation as text."""
    phrases = [translate(Text("{n} of {full} wounds", n=model.wounds, full=model.full))]
    if model.is_out:
        phrases.append(translate(Text("out")))
    elif model.acting:
        phrases.append(translate(Text("acting")))
    elif model.done:
        phrases.append(translate(Text("has acted")))
    return ", ".join(phrases)
