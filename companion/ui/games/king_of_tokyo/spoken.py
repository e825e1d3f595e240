"""What is said aloud of King of Tokyo besides numbers: tokens, cards, curse and shop."""

from __future__ import annotations

from collections.abc import Iterator

from companion.match.log import counted_text
from companion.ui.table.context.context import TableContext
from companion.ui.table.context.spoken import join_with_commas
from rules.engine import Displayable, Text
from rules.king_of_tokyo.effects.state_changes import NUMBER_NAMES
from rules.king_of_tokyo.turn.view import CardLine, MonsterLine, TokyoView

from .cards import state_texts


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
    """Yield a monster's wickedness, tokens and states, cards and tiles."""
    if view.has_wickedness and line.wickedness:
        yield counted_text(NUMBER_NAMES["wickedness"], line.wickedness, "")
    yield from state_texts(line)
    yield from map(_card, (*line.cards, *line.tiles))


def _card(card: CardLine) -> Displayable:
    if not card.counters:
        return card.name
    return Text("{item}: {what}", item=card.name, what=Text("{n} counter", "{n} counters", n=card.counters))
