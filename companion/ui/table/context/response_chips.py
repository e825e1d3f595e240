"""Responses of what lies openly in front of a player: one tap on that player's row.

Only belongings respond there: what a hand holds is nobody's but its owner's to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from rules.engine import Choice, Text

from .choice_layout import ChoiceLayout, item_id_of, sheet_kind
from .context import TableContext
from .scene import Belonging, PlayerRowLayout

MARK = "›"
"""What ends the label of a chip: there is something to tap."""


@dataclass(frozen=True)
class ResponseChip:
    """A belonging that can respond: what a tap on it answers, and its label.

    Without a ``choice`` it has several uses, which its sheet lists; ``spoken`` is its accessible name.
    """

    item: int
    name: str
    label: str
    spoken: str
    choice: Choice | None = None

    @property
    def brief(self) -> ResponseChip:
        """The same without what it does."""
        return replace(self, label=f"{self.name} {MARK}")


def response_chips(context: TableContext, row_layout: PlayerRowLayout) -> Mapping[int, tuple[ResponseChip, ...]]:
    """Return the chips of each seat that this device may answer with.

    Seats without any are left out.

    There are none where the screen has no room for them, or when the question takes no responses there.
    """
    if not shows_response_chips(context, row_layout):
        return {}
    chips = {
        seat: tuple(_chips(context, row_layout.belongings(context, seat), uses))
        for seat, uses in context.layout.responses_by_seat.items()
        if any(item_id_of(use) for use in uses)
    }
    return {seat: found for seat, found in chips.items() if found}


def shows_response_chips(context: TableContext, row_layout: PlayerRowLayout) -> bool:
    """Return whether belongings respond on the rows, and not among the answers."""
    return context.is_roomy and context.seat_prompt is not None and row_layout.takes_responses(context)


def without_row_responses(layout: ChoiceLayout, context: TableContext, row_layout: PlayerRowLayout) -> ChoiceLayout:
    """Return the layout without the items that respond on their player's row."""
    return replace(layout, own_items=()) if shows_response_chips(context, row_layout) else layout


def _chips(
    context: TableContext, belongings: Iterable[Belonging], choices: tuple[Choice, ...]
) -> Iterator[ResponseChip]:
    for belonging in belongings:
        uses = [choice for choice in choices if belonging.item and item_id_of(choice) == belonging.item]
        if uses:
            yield _chip(context, belonging, uses)


def _chip(context: TableContext, belonging: Belonging, uses: list[Choice]) -> ResponseChip:
    """Return the chip of a belonging with these uses: the usual one where there is only one."""
    name = context.translate(belonging.name)
    at_once = [use for use in uses if not sheet_kind(use)] or uses
    if at_once[1:]:
        return ResponseChip(belonging.item, name, f"{name} {MARK}", name)
    use = at_once[0]
    label = context.translate(Text("{item}: {what}", item=name, what=use.brief)) if use.brief else name
    return ResponseChip(belonging.item, name, f"{label} {MARK}", context.translate(use.label), use)
