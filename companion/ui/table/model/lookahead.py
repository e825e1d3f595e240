"""What lies ahead: the odds, and where each answer leads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from companion.match.preview_text import describe_end
from companion.ui.design.look import sentence, translate
from rules.engine import Choice, Pick, Text
from rules.lookahead import Branch, Consequence, Forecast, change_chances

from .choice_layout import is_single_pass, option_label
from .context import TableContext

MAX_LISTED_OUTCOMES = 6
"""Maximum number of outcomes of a roll listed one by one; else there is a row per number."""
MAX_LISTED_EFFECTS = 4
"""Maximum number of automatic effects listed for one answer."""


@dataclass(frozen=True)
class AheadLine:
    """A line: what it says, its chance from 0 to 1 if it has one, and its seat.

    ``spread`` are the changes of a number, each with its chance. What the rules do by themselves ``is_quiet``.
    """

    text: str
    chance: Fraction | None = None
    seat: int | None = None
    spread: tuple[tuple[int, Fraction], ...] = ()
    is_quiet: bool = False


@dataclass(frozen=True)
class AnswerPath:
    """Where an answer leads."""

    name: str
    lines: tuple[AheadLine, ...]


@dataclass(frozen=True)
class LookaheadModel:
    """The odds, a note on them that may be empty, where each answer leads, and the id of the rule of the question."""

    title: str
    odds: tuple[AheadLine, ...]
    note: str
    paths: tuple[AnswerPath, ...]
    rule: str


def lookahead_model(context: TableContext) -> LookaheadModel | None:
    """Return what lies ahead of the question; None once the game has ended."""
    prompt, odds = context.table_state.prompt, context.table_state.odds
    if prompt is None:
        return None
    lines = (AheadLine(sentence(odd.label), odd.chance, odd.seat) for odd in odds if odd.chance)  # else it cannot be
    note = translate(Text("What cards do comes besides.")) if any(odd.ignores_cards for odd in odds) else ""
    return LookaheadModel(sentence(prompt.title), tuple(lines), note, tuple(_paths(context)), prompt.rule)


def _has_consequences(path: Forecast) -> bool:
    """Return whether the path leads to more than another question."""
    return any(
        fall.consequence.outcome
        or fall.consequence.eliminated_seats
        or fall.consequence.changes
        or fall.consequence.note_texts
        for fall in path.branches
    )


def _paths(context: TableContext) -> Iterator[AnswerPath]:
    for choice in context.seat_prompt.prompt.choices if context.seat_prompt else ():
        for path in () if is_single_pass(choice) else context.lookahead(choice):
            if _has_consequences(path):
                end = path.only_consequence
                lines = _end(context, end) if end else _falls(context, path.branches)
                yield AnswerPath(_name(choice, path), tuple(lines))


def _name(choice: Choice, path: Forecast) -> str:
    options = (option for hole in choice.template.holes if isinstance(hole, Pick) for option in hole.options)
    option = next((option for option in options if option.value == path.option), None)
    return sentence(option_label(choice, option) if option else choice.label)


def _end(context: TableContext, end: Consequence) -> Iterator[AheadLine]:
    counts = describe_end(end, context.table_state)
    if counts:
        yield AheadLine(sentence(counts))
    if end.note_texts:
        yield AheadLine(" · ".join(map(sentence, end.note_texts[:MAX_LISTED_EFFECTS])), is_quiet=True)
    if end.next_question:
        silent = Text("If nobody responds, then: {what}", what=end.next_question)
        then = silent if end.has_passed_window else Text("Then: {what}", what=end.next_question)
        yield AheadLine(translate(then), is_quiet=True)


def _falls(context: TableContext, falls: tuple[Branch, ...]) -> Iterator[AheadLine]:
    """Yield a line per outcome of a roll, or a line per number if there are many outcomes."""
    if len(falls) > MAX_LISTED_OUTCOMES:
        yield from _spread(falls)
        return
    for fall in falls:
        notes = fall.consequence.note_texts
        counts = describe_end(fall.consequence, context.table_state)
        yield AheadLine(sentence(counts or (notes[0] if notes else Text("nothing moves"))), fall.chance)


def _spread(falls: Iterable[Branch]) -> Iterator[AheadLine]:
    rows = groupby(change_chances(falls), key=lambda one: (one[0].owner, one[0].label, one[0].key))
    for (who, what, _), distribution in rows:
        if who is not None:
            chances = tuple((moved.by, chance) for moved, chance in distribution)
            yield AheadLine(f"{translate(who)}, {translate(what)}", spread=chances)
