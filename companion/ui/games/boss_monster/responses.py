"""Responses on a player's dungeon: rooms that may be used, and spells.

Which rooms lie there is public, and so is whether a hand holds any spell; which spells these are is its owner's to say.
What cancels a spell answers the question, and stands among the answers: a dungeon further down may be out of sight.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.ui.design.look import translate
from companion.ui.games.boss_monster.model import HandSheet, OwnSpellsSheet
from companion.ui.table.context.context import TableContext
from companion.ui.table.context.response_chips import MARK, ResponseChip
from companion.ui.table.model.sheet import Sheet
from rules.boss_monster.model.events import Activated, Cast, Played
from rules.engine import Choice, Displayable, Text

SPELL_TEXT = Text("Spell")


def takes_responses(context: TableContext) -> bool:
    """Return whether a guided game is on: spells and rooms may be used whatever is asked."""
    return context.winners is None and not context.keeps_numbers_only


def responses(context: TableContext, seat: int) -> Iterator[ResponseChip]:
    """Yield the rooms that the player may use now, and spells, last."""
    own = [remark for remark in context.remarks if remark.seat == seat]
    for remark in own:
        if isinstance(remark.event, Activated):
            yield _chip(context, seat, dict(remark.label.args)["room"], remark.event.item, remark=remark)
    for remark in own:
        if isinstance(remark.event, Cast | Played):
            kind = HandSheet if isinstance(remark.event, Played) else OwnSpellsSheet
            yield _chip(context, seat, SPELL_TEXT, sheet=kind(seat))


def _chip(
    context: TableContext,
    seat: int,
    what: Displayable,
    item: int = 0,
    *,
    remark: Choice | None = None,
    sheet: Sheet | None = None,
) -> ResponseChip:
    """Return a chip; one of no ``item`` is of the hand."""
    name = translate(what)
    spoken = f"{context.seats[seat]}: {name}"
    return ResponseChip(item, name, f"{name} {MARK}", spoken, remark=remark, sheet=sheet)
