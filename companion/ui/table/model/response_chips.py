"""Answers below a player's tile: responses, and belongings that a picture question is about.

That a hand holds cards is public, so every hand with cards has its chip; which cards is its owner's to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion.ui.design.look import translate
from companion.ui.table.model.choice_layout import ChoiceLayout, item_id_of, sheet_kind
from companion.ui.table.model.context import TableContext
from companion.ui.table.model.picture_answers import PictureQuestion, asked_items, direct_answer
from companion.ui.table.model.sheet import Sheet
from rules.engine import Choice

if TYPE_CHECKING:
    from companion.ui.table.model.game_model import Belonging, PlayerRowLayout

MAX_BESIDE = 4
"""Number of players up to which there is room for responses below the tiles beside the board."""


@dataclass(frozen=True)
class ResponseChip:
    """A belonging or a hand that can respond.

    Its name, what it does now, and what a tap on it answers.

    A tap answers with the ``choice``, or makes the ``remark``. Without either it opens the ``sheet``, or that of the
    item, which lists its several uses. ``spoken`` is its accessible name. A hand has no ``item``.
    """

    item: int
    name: str
    spoken: str
    detail: str = ""
    choice: Choice | None = None
    remark: Choice | None = None
    sheet: Sheet | None = None

    @property
    def is_hand(self) -> bool:
        """Whether it plays a card of the hand."""
        return not self.item


def response_chips(
    context: TableContext, row_layout: PlayerRowLayout, questions: Sequence[PictureQuestion] = ()
) -> Mapping[int, tuple[ResponseChip, ...]]:
    """Return the chips of each seat that this device may answer with.

    Belongings that one of the picture ``questions`` is about come first, the game's own responses last. Seats without
    any chip are left out. There are none where the screen has no room for them, or when the question takes no responses
    there.
    """
    if not shows_response_chips(context, row_layout):
        return {}
    chips = {
        seat: (
            *_asked_chips(context, row_layout, questions, seat),
            *_chips(context, row_layout.belongings(context, seat), uses),
            *_hand_chip(context, row_layout, uses),
            *row_layout.responses(context, seat),
        )
        for seat in range(len(context.seats))
        for uses in (context.layout.responses_by_seat.get(seat, ()),)
    }
    return {seat: found for seat, found in chips.items() if found}


def shows_response_chips(context: TableContext, row_layout: PlayerRowLayout) -> bool:
    """Return whether belongings respond on the rows, and not among the answers."""
    is_beside = context.is_landscape and context.has_two_columns and len(context.seats) <= MAX_BESIDE
    has_room = context.is_roomy or context.is_low or is_beside
    return has_room and context.seat_prompt is not None and row_layout.takes_responses(context)


def without_row_responses(layout: ChoiceLayout, context: TableContext, row_layout: PlayerRowLayout) -> ChoiceLayout:
    """Return the layout without the items that respond on their player's row."""
    return replace(layout, own_items=()) if shows_response_chips(context, row_layout) else layout


def _asked_chips(
    context: TableContext, row_layout: PlayerRowLayout, questions: Sequence[PictureQuestion], seat: int
) -> Iterator[ResponseChip]:
    kind, who = row_layout.item_sheet, context.seats[seat]
    asked = asked_items(context, questions, kind)
    for belonging in row_layout.belongings(context, seat) if asked else ():
        if belonging.item in asked:
            choice = direct_answer(context, questions, kind(belonging.item))
            name = translate(belonging.name)
            yield ResponseChip(belonging.item, name, f"{who}: {name}", choice=choice)


def _chips(
    context: TableContext, belongings: Iterable[Belonging], choices: tuple[Choice, ...]
) -> Iterator[ResponseChip]:
    for belonging in belongings:
        uses = [choice for choice in choices if belonging.item and item_id_of(choice) == belonging.item]
        if uses:
            yield _chip(context, belonging, uses)


def _hand_chip(
    context: TableContext, row_layout: PlayerRowLayout, choices: tuple[Choice, ...]
) -> Iterator[ResponseChip]:
    """Yield the chip of the hand.

    There is one where a card of it may be played and several players share the device.
    """
    for use in () if context.layout.has_single_responder else choices:
        if row_layout.hand_kind and use.kind == row_layout.hand_kind:
            who, name = context.seats[use.seat or 0], translate(use.label)
            shown = translate(row_layout.hand_brief) if row_layout.hand_brief else name
            yield ResponseChip(0, shown, f"{who}: {name}", choice=use)


def _chip(context: TableContext, belonging: Belonging, uses: list[Choice]) -> ResponseChip:
    """Return the chip of a belonging with these uses: the usual one where there is only one."""
    name = translate(belonging.name)
    at_once = [use for use in uses if not sheet_kind(use)] or uses
    if at_once[1:]:
        return ResponseChip(belonging.item, name, name)
    use = at_once[0]
    return ResponseChip(belonging.item, name, translate(use.label), translate(use.brief) if use.brief else "", use)
