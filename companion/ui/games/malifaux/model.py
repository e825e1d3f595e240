"""What Malifaux adds to the models of the table: marks, words and sheets of things."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from companion.ui.design.look import scaled_height, translate
from companion.ui.design.sizes import FontSize, Space
from companion.ui.design.text_fit import line_count
from companion.ui.games.malifaux.signs import FIRST_SIGN, SIGNS
from companion.ui.table.model.board_room import BoardRoom
from companion.ui.table.model.context import TableContext
from companion.ui.table.model.game_model import (
    NUMBERS_TEXT,
    UNDO_TEXT,
    USUAL_TEXT,
    GameModel,
    Hint,
    NumberSection,
    PlayerRowLayout,
    StatusMark,
)
from companion.ui.table.model.picture_answers import PictureQuestion, asked_items
from companion.ui.table.model.sheet import ItemSheet
from rules.engine import CardFace, Text
from rules.malifaux.model.events import Activated, Damaged, Lifted, Lowered, Mustered
from rules.malifaux.state_changes import ACTIVATION_PHASE, CLOSING_PHASE, DRAW_PHASE, INITIATIVE_PHASE
from rules.malifaux.view import ConditionLine, MalifauxPlayerLine, MalifauxView, ModelLine


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


ACTIVATE = Text("Activate")
PICTURE_QUESTIONS = (
    PictureQuestion(Activated, "model", (ModelSheet,), label=ACTIVATE, replaces_key=lambda context, model: True),
)
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


# --- the board ---------------------------------------------------------------------------------------------------

PHASES = (
    ("draw", DRAW_PHASE),
    ("initiative", INITIATIVE_PHASE),
    ("activation", ACTIVATION_PHASE),
    ("closing", CLOSING_PHASE),
)
"""The phases of a turn with their names."""
TABLET_ROW_HEIGHT, ROW_HEIGHT, LOW_ROW_HEIGHT = 84, 54, 44
"""Heights in points of a model's row at text scale 1: greatest on a tablet, usually greatest, least."""
LEAST_COLUMN_WIDTH = 84
"""Width in points below which a crew has no further column of rows."""
PHASE_LINE_HEIGHT, DECK_HEIGHT, END_SIGN_WIDTH = 32, 52, 40
"""Heights in points of the line of the phase and of a deck, and the width beside its texts, at text scale 1."""


@dataclass(frozen=True)
class ModelRow:
    """A model on the board: name, conditions in words, wounds, and how it stands in the turn."""

    id: int
    name: str
    conditions: str
    wounds: int
    is_low: bool
    is_acting: bool
    is_done: bool
    is_out: bool
    is_asked: bool
    spoken: str


@dataclass(frozen=True)
class DeckModel:
    """A fate deck of the app: its cards, discards, cards in the hand, and the last flip."""

    cards: int
    discarded: int
    hand: int
    flip: CardFace | None
    spoken: str


@dataclass(frozen=True)
class CrewColumn:
    """The crew of one player below its seat, in so many columns of rows.

    ``deck`` is None where decks are real.
    """

    seat: int
    rows: tuple[ModelRow, ...]
    across: int
    deck: DeckModel | None


@dataclass(frozen=True)
class MalifauxBoard:
    """What the board shows.

    The phase with what the flip for the end needs, and each player's crew.

    ``row_height`` is in points, ``width`` that of a crew. ``end_flip`` is empty while there is no such flip;
    ``end_flip_shown`` is as much of it as fits beside the phase.
    """

    phase: str
    end_flip: str
    end_flip_shown: str
    crews: tuple[CrewColumn, ...]
    row_height: float
    width: float


def board_model(context: TableContext, room: BoardRoom) -> MalifauxBoard:
    """Return the board.

    With little room without the models that are out, then without those that have acted, and without the phase.
    """
    view, asked = context.view_as(MalifauxView), asked_items(context, PICTURE_QUESTIONS, ModelSheet)
    count = max(1, len(view.players))
    width = (room.width - (count - 1) * Space.GAP) / count
    has_decks = view.has_virtual_decks and view.turn > 0
    end_flip = (
        translate(Text("The game goes on with {n} or more: {p} %", n=view.end_flip_threshold, p=view.end_flip_percent))
        if view.end_flip_threshold
        else ""
    )
    phase = next((translate(name) for key, name in PHASES if key == view.phase), "")
    is_whole = line_count(f"{phase} {end_flip}", FontSize.SMALL, room.width - scaled_height(END_SIGN_WIDTH)) < 2
    shown = end_flip if is_whole else f"{view.end_flip_threshold}+ · {view.end_flip_percent} %"
    decks, head = (scaled_height(DECK_HEIGHT + Space.TIGHT) if has_decks else 0), scaled_height(PHASE_LINE_HEIGHT)
    low, most_across = (
        scaled_height(LOW_ROW_HEIGHT) + Space.TIGHT,
        max(1, int(width // scaled_height(LEAST_COLUMN_WIDTH))),
    )
    fewest = max((math.ceil(len(_shown_models(line, 0, asked)) / most_across) for line in view.players), default=0)
    if not end_flip and fewest * low > room.height - decks - head:
        phase = ""
    free = max(room.height - decks - (head if phase else 0), 0)
    lines = [_shown_models(line, max(1, int(free // low)) * most_across, asked) for line in view.players]
    across = [min(most_across, max(1, math.ceil(len(rows) * low / free))) if free else most_across for rows in lines]
    deepest = max((math.ceil(len(rows) / each) for rows, each in zip(lines, across, strict=True)), default=0)
    most = scaled_height(TABLET_ROW_HEIGHT if room.is_tablet else ROW_HEIGHT)
    height = free / deepest - Space.TIGHT if deepest else most
    crews = tuple(
        CrewColumn(line.seat, rows, each, _deck(line) if has_decks else None)
        for line, rows, each in zip(view.players, lines, across, strict=True)
    )
    row_height = max(scaled_height(LOW_ROW_HEIGHT), min(most, height))
    return MalifauxBoard(phase, end_flip, shown, crews, row_height, width)


def _shown_models(line: MalifauxPlayerLine, places: int, asked: Collection[int]) -> tuple[ModelRow, ...]:
    kept = list(line.crew)
    if len(kept) > places:
        kept = [model for model in kept if model.id in asked or not model.is_out]
    if len(kept) > places:
        kept = [model for model in kept if model.id in asked or model.acting or not model.done]
    return tuple(_model_row(model, model.id in asked) for model in kept)


def _model_row(model: ModelLine, is_asked: bool) -> ModelRow:
    conditions = " · ".join(translate(one.short_name) for one in shown_conditions(model))
    is_done = model.done and not model.acting and not model.is_out
    return ModelRow(
        model.id,
        translate(model.name),
        conditions,
        model.wounds,
        0 < model.wounds < model.full,
        model.acting and not model.is_out,
        is_done,
        model.is_out,
        is_asked,
        f"{translate(ACTIVATE)}. {model_label(model)}" if is_asked else model_label(model),
    )


def shown_conditions(model: ModelLine) -> tuple[ConditionLine, ...]:
    """Return the conditions that the board shows: none of a model that is out."""
    return () if model.is_out else model.conditions


def _deck(line: MalifauxPlayerLine) -> DeckModel:
    said = (
        Text("{who}'s fate deck", who=line.name),
        Text("{n} card in the deck", "{n} cards in the deck", n=line.deck),
        Text("{n} discarded", "{n} discarded", n=line.discard),
        Text("{n} in the hand", "{n} in the hand", n=len(line.hand)),
        *([Text("last flip: {card}", card=line.flip.name)] if line.flip else []),
    )
    return DeckModel(line.deck, line.discard, len(line.hand), line.flip, ", ".join(map(translate, said)))


MODEL = GameModel(
    board=board_model,
    player_row=PlayerRowLayout(("points", "soulstone", "hand"), status_marks, signs=SIGNS),
    separate_tracker_prefixes=("model.",),
    separate_remarks=(Damaged, Lowered, Lifted),
    player_subtitle=player_subtitle,
    number_sections=lambda context: tuple(number_sections(context)),
    picture_questions=PICTURE_QUESTIONS,
    spoken=spoken,
    first_turn=FIRST_TURN,
)
