"""What Malifaux adds to the models of the table: marks, words and sheets of things."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.ui.design.look import translate
from companion.ui.games.malifaux.signs import FIRST_SIGN, SIGNS
from companion.ui.table.model.context import TableContext
from companion.ui.table.model.game_model import GameModel
from companion.ui.table.model.hints import NUMBERS_TEXT, UNDO_TEXT, USUAL_TEXT, Hint
from companion.ui.table.model.picture_answers import PictureQuestion
from companion.ui.table.model.player_row import NumberSection, PlayerRowLayout, StatusMark
from companion.ui.table.model.sheet import ItemSheet
from rules.engine import Text
from rules.malifaux.model.events import Activated, Damaged, Lifted, Lowered, Mustered
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


PICTURE_QUESTIONS = (PictureQuestion(Activated, "model", (ModelSheet,), label=Text("Activate")),)
"""Question that a tap on a model answers."""


def status_marks(context: TableContext, seat: int) -> Iterator[StatusMark]:
    """Yield the mark of the First Player."""
    if context.lines_as(MalifauxPlayerLine)[seat].first:
        yield FIRST_SIGN.mark


def player_subtitle(context: TableContext, seat: int) -> str:
    """Return whether the player is the First Player."""
    return translate(Text("First Player")) if context.lines_as(MalifauxPlayerLine)[seat].first else ""


def number_sections(context: TableContext) -> Iterator[NumberSection]:
    """Yield the wounds of each model, crew by crew."""
    trackers = {tracker.key: tracker for tracker in context.table_state.trackers}
    for seat, line in context.lines_as(MalifauxPlayerLine).items():
        for model in line.crew:
            wounds = trackers.get(f"model.{model.id}.wounds")
            sheet = ModelSheet(model.id)
            if wounds is not None:
                name = translate(model.name)
                yield NumberSection(name, (wounds,), sheet, seat, model.acting, model.is_out)


MODEL = GameModel(
    player_row=PlayerRowLayout(("points", "soulstone"), status_marks, signs=SIGNS),
    separate_tracker_prefixes=("model.",),
    separate_remarks=(Damaged, Lowered, Lifted),
    player_subtitle=player_subtitle,
    number_sections=lambda context: tuple(number_sections(context)),
    picture_questions=PICTURE_QUESTIONS,
    spoken=spoken,
    first_turn=FIRST_TURN,
)
