"""Answers in the picture: a tap on an item of the board answers the question about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.ui.design.look import sentence
from companion.ui.table.model.choice_layout import fill_holes, option_label
from companion.ui.table.model.context import TableContext
from companion.ui.table.model.sheet import ItemSheet, Sheet
from rules.engine import Choice, Event, Pick, Template, Text


@dataclass(frozen=True)
class PictureQuestion:
    """Events that name an item of the board in a field, and the kinds of sheets of such items.

    A tap on the item answers where that is the usual answer, or nothing else is. Elsewhere it opens the item's sheet,
    which offers it.
    """

    event: type[Event]
    field: str
    kinds: tuple[type[ItemSheet], ...]
    takes_options: bool = False
    """Whether a tap gives an ordinary answer as well, beside a usual one, but no unlikely one."""
    number: Callable[[Any], int] = int
    """Returns the id of the item that the field names."""
    label: Text | None = None
    """Label of the button on the item's sheet, where the choice's own would only repeat the item's name."""
    replaces_key: Callable[[TableContext, int], bool] = lambda context, item: False
    """Whether the board shows that item and says all that a key would say, so that there is none."""


def item_answers(
    context: TableContext, questions: Sequence[PictureQuestion], sheet: Sheet
) -> tuple[tuple[Choice, bool], ...]:
    """Return this device's answers about that item, and whether a tap gives each at once."""
    choices = context.annotated_prompt.choices if context.annotated_prompt else ()
    has_default = any(choice.role == "default" for choice in choices)
    return tuple(
        (_labeled(answer, question), _is_at_once(answer, question, has_default=has_default))
        for question in questions
        if isinstance(sheet, question.kinds)
        for value, answer in _answers(choices, question)
        if isinstance(sheet, ItemSheet) and value == sheet.item
    )


def _is_at_once(answer: Choice, question: PictureQuestion, *, has_default: bool) -> bool:
    """Return whether a tap gives that answer; ``has_default``: the question has a usual one."""
    if question.takes_options:
        return answer.role in ("default", "option")
    return answer.role == "default" or not has_default


def _labeled(answer: Choice, question: PictureQuestion) -> Choice:
    return replace(answer, label=question.label) if question.label is not None else answer


def direct_answer(context: TableContext, questions: Sequence[PictureQuestion], sheet: Sheet) -> Choice | None:
    """Return the answer that a tap on that item gives; None for none, or for several."""
    answers = item_answers(context, questions, sheet)
    return answers[0][0] if len(answers) == 1 and answers[0][1] else None


def is_pictured(context: TableContext, questions: Sequence[PictureQuestion], choice: Choice) -> bool:
    """Return whether taps on items give each of a choice's answers, which then has no key."""
    items = [(question, n) for question in questions for n, _ in _answers((choice,), question)]
    return bool(items) and all(
        question.replaces_key(context, n)
        and any(direct_answer(context, questions, kind(n)) is not None for kind in question.kinds)
        for question, n in items
    )


def spoken_answer(answer: Choice | None, spoken: str) -> str:
    """Return the accessible name of an item: what a tap answers, then what it is."""
    if answer is None:
        return spoken
    parts = [sentence(answer.label), *([sentence(answer.consequence)] if answer.consequence else [])]
    return f"{', '.join(parts)}. {spoken}"


def asked_items(context: TableContext, questions: Sequence[PictureQuestion], kind: type[ItemSheet]) -> frozenset[int]:
    """Return the ids of the items of that kind of which a tap answers the question."""
    choices = context.annotated_prompt.choices if context.annotated_prompt else ()
    numbers = {n for question in questions if kind in question.kinds for n, _ in _answers(choices, question)}
    return frozenset(n for n in numbers if direct_answer(context, questions, kind(n)) is not None)


def _answers(choices: Iterable[Choice], question: PictureQuestion) -> Iterator[tuple[int, Choice]]:
    """Yield each item that a choice of such an event names, and the choice with it filled in."""
    for choice in choices:
        if not isinstance(choice.event, question.event):
            continue
        holes = choice.template.holes
        if not holes:
            yield question.number(getattr(choice.event, question.field)), choice
        elif len(holes) == 1 and isinstance(pick := holes[0], Pick) and pick.name == question.field:
            for option in pick.options:
                filled = Template(fill_holes(choice, **{pick.name: option.value}))
                label, stake = option_label(choice, option), option.stake or choice.consequence
                yield question.number(option.value), replace(choice, label=label, template=filled, consequence=stake)
