"""What is said aloud of a table of Retreat to Darkmoor.

The hero, and each location with its horde.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from companion.ui.table.context.context import TableContext
from rules.darkmoor.view import DarkmoorView, PlaceLine
from rules.engine import Displayable, Text

from .hordes import minion_label


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
