"""What Retreat to Darkmoor adds to the models of the table: words and sheets of things."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce

from companion.ui.design.look import translate
from companion.ui.games.darkmoor.board_model import (
    PICTURE_QUESTIONS,
    board_model,
    is_on_board,
    minion_label,
    place_label,
)
from companion.ui.games.darkmoor.signs import SIGNS
from companion.ui.table.model.context import TableContext
from companion.ui.table.model.game_model import NUMBERS_TEXT, UNDO_TEXT, GameModel, Hint, PlayerRowLayout
from companion.ui.table.model.seats import SeatNumber
from companion.ui.table.model.sheet import ItemSheet
from rules.darkmoor.model.events import Began, Played, ReadVp
from rules.darkmoor.view import DarkmoorPlayerLine, DarkmoorView, PlaceLine
from rules.engine import Displayable, Text, Tracker


@dataclass(frozen=True, slots=True)
class ScoreSheet(ItemSheet):
    """The score as it stands."""


FIRST_TURN = (
    Hint("begins", Text("A tap on a name answers for the whole table."), (Began,)),
    Hint("played", Text("Say at which horde the minion was played; its numbers are remembered."), (Played,)),
    Hint("numbers", NUMBERS_TEXT),
    Hint("undo", UNDO_TEXT),
)
"""The hints, in the order in which they are shown."""


def spoken(context: TableContext) -> tuple[Text, ...]:
    """Return the hero with his threshold, and what lies at each location.

    Each horde goes from its location towards the hero.
    """
    return tuple(_sentences(context.view_as(DarkmoorView)))


def _sentences(view: DarkmoorView) -> Iterator[Text]:
    if view.hero is not None:
        yield Text("{hero} attacks at peril {n} or more", hero=view.hero.name, n=view.hero.threshold)
    for place in view.places:
        threshold = view.hero.threshold if view.hero else 0
        yield from _place(place, threshold)


def _place(place: PlaceLine, threshold: int) -> Iterator[Text]:
    yield place_label(place, threshold)
    if place.attacked:
        yield Text("The hero attacks {place}", place=place.name)
    if place.horde:
        yield Text("Horde: {minions}", minions=_joined([minion_label(minion) for minion in place.horde]))
    if place.haven:
        yield Text("In the haven: {minions}", minions=_joined([minion_label(minion) for minion in place.haven]))


def _joined(texts: list[Text]) -> Displayable:
    return reduce(lambda first, then: Text("{first}; {then}", first=first, then=then), texts)


def player_subtitle(context: TableContext, seat: int) -> str:
    """Return what a player would score if the game ended now."""
    score = context.lines_as(DarkmoorPlayerLine)[seat].score
    parts = {"minions": sum(score.minions), "locations": sum(score.locations), "tokens": score.tokens}
    text = Text("As it stands: {minions} + {locations} + {tokens} = {n} VP", n=score.total, **parts)
    return translate(text)


def seat_numbers(context: TableContext, seat: int, numbers: tuple[SeatNumber, ...]) -> tuple[SeatNumber, ...]:
    """Return the VP that the game counts for a player as it stands, then the cards in hand."""
    score, is_over = context.lines_as(DarkmoorPlayerLine)[seat].score, context.view_as(DarkmoorView).is_over
    label = Text("VP in all") if is_over else Text("VP if it ended now")
    total = SeatNumber(Tracker("", label, score.total, seat, icon="points"), translate(label))
    return (total, *(number for number in numbers if number.tracker.icon == "hand"))


def seat_note(context: TableContext, seat: int) -> str:
    """Return a player's VP in tokens, and whether VP of minions are still to be read."""
    score = context.lines_as(DarkmoorPlayerLine)[seat].score
    note = Text("{n} in tokens · +?", n=score.tokens) if score.unread else Text("{n} in tokens", n=score.tokens)
    return translate(note)


MODEL = GameModel(
    board=board_model,
    is_on_board=is_on_board,
    player_row=PlayerRowLayout(("points", "hand", "deck"), signs=SIGNS),
    separate_tracker_prefixes=("minion.", "place.", "hero."),
    player_subtitle=player_subtitle,
    seat_numbers=seat_numbers,
    seat_note=seat_note,
    auto_opened_events=(ReadVp,),
    picture_questions=PICTURE_QUESTIONS,
    spoken=spoken,
    first_turn=FIRST_TURN,
)
