"""What Retreat to Darkmoor adds to the models of the table: words and sheets of things."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce

from companion.ui.design.look import translate
from companion.ui.games.darkmoor.signs import SIGNS
from companion.ui.table.model.context import TableContext
from companion.ui.table.model.game_model import GameModel
from companion.ui.table.model.hints import NUMBERS_TEXT, UNDO_TEXT, Hint
from companion.ui.table.model.picture_answers import PictureQuestion
from companion.ui.table.model.player_row import PlayerRowLayout
from companion.ui.table.model.sheet import ItemSheet
from rules.darkmoor.model.events import Aimed, Began, Headed, Played, ReadVp
from rules.darkmoor.view import DarkmoorPlayerLine, DarkmoorView, MinionLine, PlaceLine
from rules.engine import Displayable, Text


@dataclass(frozen=True, slots=True)
class MinionSheet(ItemSheet):
    """A minion of a horde."""


@dataclass(frozen=True, slots=True)
class LocationSheet(ItemSheet):
    """The location with that number."""


@dataclass(frozen=True, slots=True)
class DarkmoorHeroSheet(ItemSheet):
    """The hero."""


@dataclass(frozen=True, slots=True)
class OwnCardsSheet(ItemSheet):
    """The cards that the house has made."""


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
    yield Text("{place}: {vp} VP, peril {n} of {most}", place=place.name, vp=place.vp, n=place.peril, most=threshold)
    if place.attacked:
        yield Text("The hero attacks {place}", place=place.name)
    if place.horde:
        yield Text("Horde: {minions}", minions=_joined([minion_label(minion) for minion in place.horde]))
    if place.haven:
        yield Text("In the haven: {minions}", minions=_joined([minion_label(minion) for minion in place.haven]))


def _joined(texts: list[Text]) -> Displayable:
    return reduce(lambda first, then: Text("{first}; {then}", first=first, then=then), texts)


def minion_label(m: MinionLine) -> Text:
    """Return a minion's accessible text, and whether it would be the first to fall."""
    label = Text("{minion}: peril {peril}, {vp} VP", minion=m.name, peril=m.peril, vp=worth_text(m))
    return Text("{minion}, the first to fall", minion=label) if m.doomed else label


def worth_text(m: MinionLine) -> str:
    """Return the VP of a minion's card, "?" if nobody has read them, plus those in tokens."""
    printed = "?" if m.is_vp_unknown else f"{m.vp}"
    return f"{printed}+{m.vp_tokens}" if m.vp_tokens else printed


PICTURE_QUESTIONS = (
    PictureQuestion(Headed, "place", (LocationSheet,)),
    PictureQuestion(Aimed, "minion", (MinionSheet,)),
)
"""Questions that a tap on a location or a minion answers."""


def player_subtitle(context: TableContext, seat: int) -> str:
    """Return what a player would score if the game ended now."""
    score = context.lines_as(DarkmoorPlayerLine)[seat].score
    parts = {"minions": sum(score.minions), "locations": sum(score.locations), "tokens": score.tokens}
    text = Text("As it stands: {minions} + {locations} + {tokens} = {n} VP", n=score.total, **parts)
    return translate(text)


MODEL = GameModel(
    player_row=PlayerRowLayout(("points", "hand", "deck"), signs=SIGNS),
    separate_tracker_prefixes=("minion.", "place.", "hero."),
    player_subtitle=player_subtitle,
    auto_opened_events=(ReadVp,),
    picture_questions=PICTURE_QUESTIONS,
    spoken=spoken,
    first_turn=FIRST_TURN,
)
