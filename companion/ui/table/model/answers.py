"""The answers: where each stands, what it says, and what it leads to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.match.preview_text import line_parts
from companion.ui.design.look import sentence, translate
from rules.engine import Choice, Displayable, Event

from .choice_layout import ChoiceLayout, button_options, fill_holes, option_label

Place: TypeAlias = Literal["primary", "next", "secondary", "leave", "trigger", "response"]
"""Where an answer stands; the responses stand by seat."""


@dataclass(frozen=True)
class Answer:
    """An answer of the question, or of the one that the usual answer leads to."""

    place: Place
    label: str
    consequence: str
    """What it leads to, in a sentence."""
    parts: tuple[str, ...]
    """The same in parts, the weightiest first, of which as many are shown as there is room for."""
    choice: Choice
    event: Event | None = None
    """What is answered at once where the choice offers few options; without it the choice may need a sheet."""
    first: Event | None = None
    """The usual answer, which is given before one of the next question."""

    @property
    def seat(self) -> int | None:
        """The seat that answers; None for an option, and for what belongs to nobody."""
        return self.choice.seat if self.event is None else None


def consequence_text(choice: Choice) -> str:
    """Return the consequence of a choice as a sentence; empty if it has none."""
    return sentence(choice.consequence) if choice.consequence else ""


def consequence_parts(text: Displayable | None) -> tuple[str, ...]:
    """Return what an answer leads to in parts, the weightiest first."""
    return tuple(map(sentence, line_parts(text))) if text else ()


def answers_of(choice: Choice, place: Place, first: Event | None = None) -> Iterator[Answer]:
    """Yield the answer that a choice is, or one for each of its few options."""
    options = button_options(choice)
    if not options:
        yield _answer(place, choice.label, choice.consequence, choice, first=first)
        return
    name, usual = choice.template.holes[0].name, choice.consequence if len(options) == 1 else None
    for option in options:
        event = fill_holes(choice, **{name: option.value})
        yield _answer(place, option_label(choice, option), option.stake or usual, choice, event, first)


def _answer(
    place: Place,
    label: Displayable,
    leads_to: Displayable | None,
    choice: Choice,
    event: Event | None = None,
    first: Event | None = None,
) -> Answer:
    said = sentence(leads_to) if leads_to else ""
    return Answer(place, translate(label), said, consequence_parts(leads_to), choice, event, first)


def primary_answers(layout: ChoiceLayout) -> tuple[Answer, ...]:
    """Return the usual answers; those that are a die or a card are typed."""
    return tuple(answer for choice in layout.primary for answer in answers_of(choice, "primary"))


def next_answers(layout: ChoiceLayout) -> tuple[Answer, ...]:
    """Return the answers of the question that the usual answer leads to; a roll is typed."""
    if layout.next_answers is None:
        return ()
    first = layout.next_answers.answer
    return tuple(answer for choice in layout.next_answers.choices for answer in answers_of(choice, "next", first))


def all_answers(layout: ChoiceLayout) -> tuple[Answer, ...]:
    """Return every answer that needs no typing, the usual ones first."""
    others: tuple[tuple[Place, tuple[Choice, ...]], ...] = (
        ("secondary", layout.secondary),
        ("leave", layout.leave),
        ("trigger", layout.triggers),
        *(("response", choices) for choices in layout.responses_by_seat.values()),
    )
    rest = (_answer(place, choice.label, choice.consequence, choice) for place, choices in others for choice in choices)
    return (*primary_answers(layout), *next_answers(layout), *rest)
