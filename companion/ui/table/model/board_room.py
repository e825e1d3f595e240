"""The room that the board has.

What the seats, the question and the answers leave of the page.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from companion.ui.design.look import current_preferences, scaled_height
from companion.ui.design.sizes import MIN_TAP_SIZE, FontSize, Space
from companion.ui.design.text_fit import SPARE_SHARE, has_large_text, line_count
from rules.engine import Dice

from .answers import KEY_HEIGHT, large_keys, usual_answers
from .choice_layout import (
    QUIET_ACROSS,
    ChoiceLayout,
    asks_card,
    has_inline_dice,
    quiet_count,
    shares_row,
)
from .context import TableContext
from .outcome import BANNER_SIGN
from .question import QuestionModel

Density: TypeAlias = Literal["full", "medium", "thin"]
"""How much of the board is drawn: everything, everything in less room, or what the question is about."""
FULL_HEIGHT, MEDIUM_HEIGHT = 300, 180
"""Heights in points at text scale 1 from which the density is full, and medium."""
TABLET_HEIGHT, ENDLESS_HEIGHT = 440, 10_000
"""Heights in points at text scale 1: from which the board is as large as a tablet's, and on a page that scrolls."""
BAR_HEIGHT = 54
"""Height of the bar, in points."""
LINE_SHARE = 1.15
"""Height of a line of text, as a share of its font size."""
HEAD_HEIGHT, PENDING_HEIGHT, ROW_HEIGHT = 36, 20, 48
"""Heights in points of the parts of the question's card at text scale 1: deciders, who thinks, a timely question."""
SECONDARY_HEIGHT, CARD_PAD_HEIGHT, NEXT_LINE_HEIGHT, TRAY_HEIGHT, PUT_ASIDE_HEIGHT = 48, 208, 18, 42, 54
"""Heights in points of the rows of answers at text scale 1, less what the gaps in a pad of dice are smaller."""
LOW_CARD_PAD_HEIGHT = 144
"""The same of the keys of cards on a phone that lies on its side."""
ANSWERS_MARGIN = Space.TIGHT
"""Points between the question and the answers, besides the gap between two zones."""
ROUNDED_HEIGHT = 4
"""Points by which the parts of a page together may be higher than reckoned, as each is drawn in whole points."""
FIRST_SHARE = 1.5
"""Height of answers that scroll, in large keys: the first, and so much of the next that it is seen."""
LEAST_BOARD, LOW_BOARD = 180, 150
"""Heights in points below which the question leaves out what it is about, and below which it is written small."""
FLAT_MARGIN = 4
"""Points between the question and the answers on a phone that lies on its side."""


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
        """Whether the page is a tablet's, and the room as high; a page that scrolls has no height."""
        preferences = current_preferences()
        return preferences.tablet and TABLET_HEIGHT <= self.height / preferences.scale < ENDLESS_HEIGHT


ENDLESS_ROOM = BoardRoom(366, ENDLESS_HEIGHT)
"""The room on a page that scrolls, as of a match that is put away."""


def question_height(question: QuestionModel, width: float) -> float:
    """Return how high the question's card of that width is, in points."""
    free = width - Space.ROOM - Space.GAP
    size, count = question.fit_title(free)
    texts = [text for text in (question.stake, question.shared) if text]
    lines = count * size + sum(line_count(text, FontSize.BODY, free) for text in texts) * FontSize.BODY
    rows = HEAD_HEIGHT + lines * LINE_SHARE + ROW_HEIGHT * len(question.timely)
    rows += PENDING_HEIGHT if question.thinking else 0
    below = len(texts) + bool(question.thinking) + len(question.timely)
    return scaled_height(rows) + Space.TIGHT * (2 + below) + Space.GAP + _banner_height(question, width)


def fit_question(question: QuestionModel, width: float, height: float, *, keeps_outcome: bool = False) -> QuestionModel:
    """Return the question for a height in points.

    It goes without what it is about, then is written small, unless it ``keeps_outcome`` also without what all answers
    lead to and without the banner. What is left out is behind *details*.
    """
    lean = replace(question, stake="") if keeps_outcome else replace(question, stake="", shared="")
    last = (
        replace(lean, is_flat=True) if keeps_outcome else replace(lean, outcome=replace(question.outcome, results=()))
    )
    if question_height(question, width) <= height:
        return question
    enough = height + LEAST_BOARD - LOW_BOARD if keeps_outcome else height
    return lean if question_height(lean, width) <= enough else last


def _banner_height(question: QuestionModel, width: float) -> float:
    """Return how high the banner is, in points."""
    outcome, free = question.outcome, question.outcome.text_width(width)
    if not outcome.results:
        return 0
    shown = [outcome.results[0].in_one_line(FontSize.BODY if has_large_text() else FontSize.TITLE, free)]
    shown += [one.in_one_line(FontSize.BODY, free) for one in outcome.results[1 : outcome.most]]
    lines = sum(line_count(words, size, free * SPARE_SHARE) * size for words, size in shown) * LINE_SHARE
    least = MIN_TAP_SIZE if outcome.more else 0
    return max(max(scaled_height(lines), BANNER_SIGN) + 2 * Space.TIGHT, least)


def fit_answers(needed: float, height: float) -> float | None:
    """Return the height in points in which the answers scroll, the first always in sight.

    None where they have the height that they need.
    """
    return max(height, scaled_height(KEY_HEIGHT) * FIRST_SHARE) if height < needed else None


def answers_height(
    layout: ChoiceLayout, width: float, own_seat: int, *, is_low: bool, is_landscape: bool, is_compact: bool
) -> float:
    """Return about how high the answers are, in points.

    The quiet ones share one row on a page that ``is_low``; ``own_seat`` is whose response is one of them. The faces of
    the next roll are low where the answers are ``is_compact``.
    """
    rows = [MIN_TAP_SIZE] if layout.own_items else []
    keys = quiet_count(layout, own_seat)
    if not (is_low and shares_row(layout, own_seat)):
        keys += bool(layout.triggers) + bool(layout.responses_by_seat)
    if any(choice.die is not None for choice in layout.secondary) and not has_inline_dice(layout):
        rows.append(KEY_HEIGHT)
    rows += [SECONDARY_HEIGHT] * math.ceil((keys + len(layout.leave_beside)) / QUIET_ACROSS)
    rows += _primary_rows(layout, width, is_landscape=is_landscape)
    if layout.next_roll is not None:
        rows.append(NEXT_LINE_HEIGHT + (SECONDARY_HEIGHT if is_compact else KEY_HEIGHT))
    return scaled_height(sum(rows)) + (len(rows) - 1) * Space.GAP + Space.EDGE


def _primary_rows(layout: ChoiceLayout, width: float, *, is_landscape: bool) -> list[int]:
    """Return the heights of the rows of large keys, dice or cards; all in points."""
    if any(asks_card(choice) for choice in layout.primary):
        return [LOW_CARD_PAD_HEIGHT if is_landscape else CARD_PAD_HEIGHT]
    if has_inline_dice(layout) and layout.dice is not None:
        dice = layout.dice.template.required_hole(Dice)
        put_aside = [PUT_ASIDE_HEIGHT] if layout.put_aside is not None else []
        return [KEY_HEIGHT, *([TRAY_HEIGHT] if dice.count > 1 else []), *put_aside]
    answers = usual_answers(layout)
    if not answers:
        return [KEY_HEIGHT]
    keys = large_keys(answers, width, is_landscape=is_landscape)
    return [keys.height] * math.ceil(len(answers) / keys.across)


def board_height(context: TableContext, seats_height: float, question: float, answers: float) -> float:
    """Return the height that is left for the board, in points."""
    if context.has_side_columns:
        return context.height - BAR_HEIGHT - Space.EDGE - (0 if context.is_landscape else seats_height + Space.GAP)
    taken = seats_height + question + answers + 3 * Space.GAP + ANSWERS_MARGIN
    return context.height - BAR_HEIGHT - taken - ROUNDED_HEIGHT
