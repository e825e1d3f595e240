"""What the board of King of Tokyo shows, as data: the things that have a sheet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.match.log import counted_text
from companion.ui.table.model.context import TableContext
from companion.ui.table.model.hints import DICE_TEXT, UNDO_TEXT, Hint
from companion.ui.table.model.sheet import ItemSheet
from companion.ui.table.model.spoken import join_with_commas
from rules.engine import Displayable, Rolled, Text
from rules.king_of_tokyo.effects.state_changes import NUMBER_NAMES
from rules.king_of_tokyo.model.events import Began, Kept, Yielded
from rules.king_of_tokyo.turn.view import CardLine, MonsterLine, TokyoView


@dataclass(frozen=True, slots=True)
class TokyoSheet(ItemSheet):
    """Everybody's place."""


@dataclass(frozen=True, slots=True)
class CardSheet(ItemSheet):
    """A card in front of a monster."""


@dataclass(frozen=True, slots=True)
class OfferSheet(ItemSheet):
    """The card in that place of the shop."""


@dataclass(frozen=True, slots=True)
class CurseSheet(ItemSheet):
    """The curse that is in force."""


FIRST_TURN = (
    Hint("begins", Text("A tap on a name answers for the whole table."), (Began,)),
    Hint("dice", DICE_TEXT, (Rolled,)),
    Hint("kept", Text("Tap the dice that you keep; the others are rolled again."), (Kept,)),
    Hint("yield", Text("Whoever was hit in Tokyo decides alone: stay or yield."), (Yielded,)),
    Hint("undo", UNDO_TEXT),
)
"""The hints, in the order in which they are shown."""


def spoken(context: TableContext) -> tuple[Text, ...]:
    """Return what each monster has in front of it, then the curse and the cards for sale."""
    return tuple(_sentences(context))


def _sentences(context: TableContext) -> Iterator[Text]:
    view = context.view_as(TokyoView)
    for line in context.lines_as(MonsterLine).values():
        if held := list(_held(view, line)):
            yield Text("{who}: {what}", who=line.name, what=join_with_commas(held))
    if view.curse is not None:
        yield Text("Curse: {name}", name=view.curse.name)
    if offers := [Text("{card}: {n} energy", card=card.name, n=card.cost) for card in view.shop if card.effect]:
        yield Text("{item}: {what}", item=Text("Shop"), what=join_with_commas(offers))


def _held(view: TokyoView, line: MonsterLine) -> Iterator[Displayable]:
    if view.has_wickedness and line.wickedness:
        yield counted_text(NUMBER_NAMES["wickedness"], line.wickedness, "")
    yield from (text for _, text in monster_states(line))
    yield from map(_card, (*line.cards, *line.tiles))


def _card(card: CardLine) -> Displayable:
    if not card.counters:
        return card.name
    return Text("{item}: {what}", item=card.name, what=Text("{n} counter", "{n} counters", n=card.counters))


TOWER_LEVEL_NAMES = (Text("bottom level of the tower"), Text("second level of the tower"), Text("top of the tower"))


def monster_states(line: MonsterLine) -> Iterator[tuple[str, Text]]:
    """Yield a monster's tokens and forms, each with its kind and its words."""
    if line.poison:
        yield "poison", Text("{n} poison token", "{n} poison tokens", n=line.poison)
    if line.shrink:
        yield "shrink", Text("{n} shrink token", "{n} shrink tokens", n=line.shrink)
    if line.berserk:
        yield "berserk", Text("Berserk")
    if line.beast:
        yield "beast", Text("beast")
    if line.scarab:
        yield "scarab", Text("golden scarab")
    if line.cultists:
        yield "cultist", Text("{n} cultist", "{n} cultists", n=line.cultists)
    for level in line.levels:
        yield "tower", TOWER_LEVEL_NAMES[level - 1]
