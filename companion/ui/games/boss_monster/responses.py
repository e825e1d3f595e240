"""Responses on a player's dungeon: what cancels a spell, rooms that may be used, spells.

Which rooms lie there is public, and so is whether a hand holds any spell; which spells these are is its owner's to say.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.ui.table.context.context import TableContext
from companion.ui.table.context.open_sheet import OpenSheet
from companion.ui.table.context.response_chips import MARK, ResponseChip
from rules.boss_monster.model.events import Activated, Cast, Countered, Played
from rules.engine import Choice, Displayable, Text

SPELL_TEXT = Text("Spell")


def takes_responses(context: TableContext) -> bool:
    """Return whether a guided game is on: spells and rooms may be used whatever is asked."""
    return context.winners is None and not context.keeps_numbers_only


def responses(context: TableContext, seat: int) -> Iterator[ResponseChip]:
    """Yield what the player may cancel with, rooms that may be used now, and spells, last."""
    for choice in context.annotated_prompt.choices if context.annotated_prompt else ():
        if isinstance(choice.event, Countered) and choice.seat == seat:
            yield _chip(context, seat, _named(choice, "card"), choice.event.room, choice=choice)
    own = [remark for remark in context.remarks if remark.seat == seat]
    for remark in own:
        if isinstance(remark.event, Activated):
            yield _chip(context, seat, _named(remark, "room"), remark.event.item, remark=remark)
    for remark in own:
        if isinstance(remark.event, Cast | Played):
            kind = "hand" if isinstance(remark.event, Played) else "own_spells"
            yield _chip(context, seat, SPELL_TEXT, sheet=OpenSheet(kind, number=seat))


def _named(choice: Choice, hole: str) -> Displayable:
    """Return what the label of a choice names in a hole."""
    return dict(choice.label.args)[hole]


def _chip(
    context: TableContext,
    seat: int,
    what: Displayable,
    item: int = 0,
    *,
    choice: Choice | None = None,
    remark: Choice | None = None,
    sheet: OpenSheet | None = None,
) -> ResponseChip:
    """Return a chip; one of no ``item`` is of the hand."""
    name = context.translate(what)
    spoken = f"{context.seats[seat]}: {name}"
    return ResponseChip(item, name, f"{name} {MARK}", spoken, choice, remark=remark, sheet=sheet)
