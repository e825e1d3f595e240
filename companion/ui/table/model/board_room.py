"""The room that the board has.

What the seats, the question and the answers leave of the page.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from companion.ui.design.look import current_preferences, scaled_height
from companion.ui.design.sizes import MIN_TAP_SIZE, FontSize, Space
from companion.ui.design.text_fit import columns_at_scale, line_count
from rules.engine import Dice

from .choice_layout import (
    QUIET_ACROSS,
    ChoiceLayout,
    asks_card,
    button_options,
    has_inline_dice,
    quiet_count,
    shares_row,
)
from .context import TableContext
from .question import QuestionModel

Density: TypeAlias = Literal["full", "medium", "thin"]
"""How much of the board is drawn: everything, everything in less room, or what the question is about."""
FULL_HEIGHT, MEDIUM_HEIGHT = 300, 180
"""Heights in points at text scale 1 from which the density is full, and medium."""
TABLET_HEIGHT, ENDLESS_HEIGHT = 550, 10_000
"""Heights in points at text scale 1: from which the board is as large as a tablet's, and on a page that scrolls."""
BAR_HEIGHT = 54
"""Height of the bar, in points."""
LINE_SHARE = 1.25
"""Height of a line of text, as a share of its font size."""
HEAD_HEIGHT, PADDING, BANNER_LINE, BANNER_SECOND_LINE, ROW_HEIGHT = 44, 16, 44, 20, 48
"""Heights in points of the parts of the question's card at text scale 1."""
PRIMARY_HEIGHT, SECONDARY_HEIGHT, CARD_PAD_HEIGHT, NEXT_LINE_HEIGHT, TRAY_HEIGHT = 64, 48, 208, 18, 44
"""Heights in points of the rows of answers at text scale 1."""
FIRST_SHARE = 1.5
"""Height of answers that scroll, in large keys: the first, and so much of the next that it is seen."""
LEAST_BOARD = 150
"""Height in points below which the board takes room from the question."""
FLAT_SPARE = 8
"""How much lower the answers are on a phone that lies on its side, in points."""
QUESTION_MARGIN = 40
"""Width beside the text of the question's card, in points."""


@dataclass(frozen=True)
class BoardRoom:
    """The room of the board: its width and height in points, and how closely it is drawn."""

    width: float
    height: float

    @property
    def density(self) -> Density:
        """How much of the board is drawn."""
        height = self.height / current_preferences().scale
        return "full" if height >= FULL_HEIGHT else "medium" if height >= MEDIUM_HEIGHT else "thin"

    @property
    def is_tablet(self) -> bool:
        """Whether the height is that of a tablet; a page that scrolls has no height."""
        return TABLET_HEIGHT <= self.height / current_preferences().scale < ENDLESS_HEIGHT


ENDLESS_ROOM = BoardRoom(366, ENDLESS_HEIGHT)
"""The room on a page that scrolls, as of a match that is put away."""


def question_height(question: QuestionModel, width: float) -> float:
    """Return about how high the question's card is, in points; its text has that width."""
    free = width - QUESTION_MARGIN
    size, high = (FontSize.BODY, FontSize.SUBTITLE) if question.is_flat else (FontSize.TITLE, FontSize.TITLE)
    lines = line_count(question.title, size, free) * high
    below = [text for text in (question.stake, question.shared, question.thinking) if text]
    lines += sum(line_count(text, FontSize.BODY, free) for text in below) * FontSize.BODY
    card = HEAD_HEIGHT + PADDING + lines * LINE_SHARE + Space.TIGHT * len(below)
    return scaled_height(card + _banner_height(question, width) + ROW_HEIGHT * len(question.timely))


def fit_question(question: QuestionModel, width: float, height: float, *, keeps_outcome: bool = False) -> QuestionModel:
    """Return the question for a height in points.

    It goes without what it is about, then is written small, unless it ``keeps_outcome`` also without what all answers
    lead to and without the banner. What is left out is behind *details*.
    """
    lean = replace(question, stake="")
    steps = [question, lean, replace(lean, is_flat=True)]
    if not keeps_outcome:
        lean = replace(lean, shared="")
        steps = [question, lean, replace(lean, outcome=replace(question.outcome, results=()))]
    return next((one for one in steps if question_height(one, width) <= height), steps[-1])


def _banner_height(question: QuestionModel, width: float) -> float:
    """Return about how high the banner is at text scale 1, in points."""
    outcome, free = question.outcome, question.outcome.text_width(width)
    if not outcome.results:
        return 0
    first = outcome.results[0].in_one_line(FontSize.TITLE, free)
    others = [one.in_one_line(FontSize.BODY, free) for one in outcome.results[1 : outcome.most]]
    more = line_count(*first, free) - 1 + sum(line_count(*one, free) for one in others)
    least = MIN_TAP_SIZE / current_preferences().scale if outcome.more else 0  # the key has one size
    return max(BANNER_LINE + BANNER_SECOND_LINE * more, least + 2 * Space.TIGHT)


def fit_answers(needed: float, height: float) -> float | None:
    """Return the height in points in which the answers scroll, the first always in sight.

    None where they have the height that they need.
    """
    return max(height, scaled_height(PRIMARY_HEIGHT) * FIRST_SHARE) if height < needed else None


def answers_height(layout: ChoiceLayout, width: float, own_seat: int, *, is_low: bool) -> float:
    """Return about how high the answers are, in points.

    The quiet ones share one row on a page that ``is_low``; ``own_seat`` is whose response is one of them.
    """
    rows = [MIN_TAP_SIZE] if layout.own_items else []
    keys = quiet_count(layout, own_seat)
    if not (is_low and shares_row(layout, own_seat)):
        keys += bool(layout.triggers) + bool(layout.responses_by_seat)
    if any(choice.die is not None for choice in layout.secondary) and not has_inline_dice(layout):
        rows.append(PRIMARY_HEIGHT)
    rows += [SECONDARY_HEIGHT] * math.ceil((keys + len(layout.leave_beside)) / QUIET_ACROSS)
    rows += _primary_rows(layout, width)
    if layout.next_roll is not None:
        rows.append(NEXT_LINE_HEIGHT + SECONDARY_HEIGHT)
    return scaled_height(sum(rows)) + (len(rows) - 1) * Space.GAP + Space.EDGE


def _primary_rows(layout: ChoiceLayout, width: float) -> list[int]:
    if any(asks_card(choice) for choice in layout.primary):
        return [CARD_PAD_HEIGHT]
    if has_inline_dice(layout) and layout.dice is not None:
        dice = layout.dice.template.required_hole(Dice)
        put_aside = [PRIMARY_HEIGHT] if layout.put_aside is not None else []
        return [PRIMARY_HEIGHT, *([TRAY_HEIGHT] if dice.count > 1 else []), *put_aside]
    count = sum(len(button_options(choice)) or 1 for choice in layout.primary)
    return [PRIMARY_HEIGHT] * max(1, math.ceil(count / columns_at_scale(2)) if count > 1 else 1)


def board_height(context: TableContext, seats_height: float, question: float, answers: float) -> float:
    """Return the height that is left for the board, in points."""
    if context.has_side_columns:
        return context.height - BAR_HEIGHT - Space.EDGE - (0 if context.is_landscape else seats_height + Space.GAP)
    return context.height - BAR_HEIGHT - seats_height - question - answers - 3 * Space.GAP
