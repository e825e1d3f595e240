"""The answers with their places and consequences, and what can be done beside them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.dice.roll import roll_hole
from companion.match.preview_text import line_parts
from companion.ui.design.look import sentence, translate
from companion.ui.design.sizes import FontSize, Space
from companion.ui.design.text_fit import columns_at_scale, fit_font_size, line_count
from rules.engine import Cards, Choice, Displayable, Event, Text

from .choice_layout import ChoiceLayout, button_options, fill_holes, option_label
from .context import TableContext
from .question import join_names, pending_text
from .seat_prompt import SeatPrompt

KEY_HEIGHT, LOW_KEY_HEIGHT, KEY_PADDING = 64, 52, Space.EDGE
"""Sizes in points: least height of a large key, that on a phone that lies on its side, and its padding."""
MAX_IN_TWO_COLUMNS = 4
"""Number of large keys on a phone that lies on its side above which there are three columns."""
PART_SEPARATOR = " · "
Place: TypeAlias = Literal["primary", "board", "secondary", "leave", "trigger", "response"]
"""Where an answer stands; the responses stand by seat."""


@dataclass(frozen=True)
class Answer:
    """An answer of the question."""

    place: Place
    label: str
    consequence: str
    """What it leads to, in a sentence."""
    parts: tuple[str, ...]
    """The same in parts, the weightiest first, of which as many are shown as there is room for."""
    choice: Choice
    event: Event | None = None
    """What is answered at once where the choice offers few options; without it the choice may need a sheet."""

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


def answers_of(choice: Choice, place: Place) -> Iterator[Answer]:
    """Yield the answer that a choice is, or one for each of its few options."""
    options = button_options(choice)
    if not options:
        yield _answer(place, choice.label, choice.consequence, choice)
        return
    name, usual = choice.template.holes[0].name, choice.consequence if len(options) == 1 else None
    for option in options:
        event = fill_holes(choice, **{name: option.value})
        yield _answer(place, option_label(choice, option), option.stake or usual, choice, event)


def _answer(
    place: Place,
    label: Displayable,
    leads_to: Displayable | None,
    choice: Choice,
    event: Event | None = None,
) -> Answer:
    said = sentence(leads_to) if leads_to else ""
    return Answer(place, translate(label), said, consequence_parts(leads_to), choice, event)


def primary_answers(layout: ChoiceLayout) -> tuple[Answer, ...]:
    """Return the usual answers; those that are a die or a card are typed."""
    return tuple(answer for choice in layout.primary for answer in answers_of(choice, "primary"))


def usual_answers(layout: ChoiceLayout) -> tuple[Answer, ...]:
    """Return the answers that have a large key: leaving, or the usual ones."""
    if layout.usual_leave is not None:
        return tuple(answers_of(layout.usual_leave, "leave"))
    if layout.dice is not None and not layout.primary:
        return (Answer("primary", translate(layout.dice.label), "", (), layout.dice),)
    return primary_answers(layout)


def all_answers(layout: ChoiceLayout) -> tuple[Answer, ...]:
    """Return every answer that needs no typing, the usual ones first."""
    usual = (answer for choice in layout.pictured for answer in answers_of(choice, "board"))
    others: tuple[tuple[Place, tuple[Choice, ...]], ...] = (
        ("secondary", layout.secondary),
        ("leave", layout.leave),
        ("trigger", layout.triggers),
        *(("response", choices) for choices in layout.responses_by_seat.values()),
    )
    rest = (_answer(place, choice.label, choice.consequence, choice) for place, choices in others for choice in choices)
    return (*primary_answers(layout), *usual, *rest)


# --- large keys ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LargeKeys:
    """How the large keys of some answers look.

    ``across`` stand side by side, each of that height in points. ``shown`` is what each leads to, as far as it fits;
    ``sizes`` are the font sizes of the labels and of that.
    """

    across: int
    shown: tuple[str, ...]
    sizes: tuple[float, float]
    height: int


def large_keys(answers: Sequence[Answer], width: float, *, is_landscape: bool) -> LargeKeys:
    """Return the look of these answers' keys, in a width in points."""
    most = 3 if is_landscape and len(answers) > MAX_IN_TWO_COLUMNS else 2
    across = 1 if len(answers) == 1 else columns_at_scale(most)
    free = (width - Space.GAP * (across - 1)) / across - 2 * KEY_PADDING
    shown = tuple(_shown_consequence(one.parts, free) for one in answers)
    found = [_sizes(one.label, follows, free) for one, follows in zip(answers, shown, strict=True)]
    sizes = min(size for size, _ in found), min(small for _, small in found)  # side by side they look alike
    heights = (_height(one.label, follows, free, sizes) for one, follows in zip(answers, shown, strict=True))
    return LargeKeys(across, shown, sizes, max(LOW_KEY_HEIGHT if is_landscape else KEY_HEIGHT, *heights))


def _shown_consequence(parts: Sequence[str], width: float) -> str:
    """Return what an answer leads to in one line of that width in points.

    The weightiest parts that fit.

    The first part is always among them.
    """
    shown = list(parts[:1])
    for part in parts[1:]:
        if line_count(PART_SEPARATOR.join([*shown, part]), FontSize.SMALL, width) <= 1:
            shown.append(part)
    return PART_SEPARATOR.join(shown)


def _sizes(label: str, follows: str, width: float) -> tuple[float, float]:
    """Return the font sizes of label and consequence, in which no word breaks."""
    size = FontSize.TITLE if line_count(label, FontSize.TITLE, width) <= 1 else FontSize.SUBTITLE
    size = size if line_count(label, size, width) <= (1 if follows else 2) else FontSize.BODY
    small = FontSize.BODY if line_count(follows, FontSize.BODY, width) <= 1 else FontSize.SMALL
    small = small if line_count(follows, FontSize.SMALL, width) <= 1 else FontSize.FINE_PRINT
    return fit_font_size(label, size, width), fit_font_size(follows, small, width)


def _height(label: str, follows: str, width: float, sizes: tuple[float, float]) -> int:
    """Return the height in points for label and consequence."""
    size, small = sizes
    written = line_count(label, size, width) * size * 1.1 + line_count(follows, small, width) * small * 1.2
    return math.ceil(written) + 2 * Space.NEAR


# --- beside the answers ------------------------------------------------------------------------------------------

SideKind: TypeAlias = Literal["read_dice", "answer_for_others", "stops", "silence"]


@dataclass(frozen=True)
class SideAction:
    """What can be done beside the answers.

    One that ``is_wide`` stands among them, any other is an icon.
    """

    kind: SideKind
    label: str
    is_wide: bool = False


@dataclass(frozen=True)
class SideModel:
    """Who has to answer, empty where this device may; and what else can be done here."""

    hint: str = ""
    actions: tuple[SideAction, ...] = ()


def side_model(context: TableContext) -> SideModel:
    """Return what stands beside the answers.

    Actions are wide only if this device may answer nothing.
    """
    prompt = context.seat_prompt
    return SideModel() if prompt is None else SideModel(_hint(context, prompt), tuple(_side_actions(context, prompt)))


def _side_actions(context: TableContext, prompt: SeatPrompt) -> Iterator[SideAction]:
    if context.roll_choice is not None and context.roll_choice not in prompt.prompt.choices:
        reads_cards = isinstance(roll_hole(context.roll_choice), Cards)
        label = Text("This phone reads the cards") if reads_cards else Text("This phone reads the dice")
        yield SideAction("read_dice", translate(label), is_wide=True)
    if prompt.can_answer_for_others and not context.acting_as_host:
        label = Text("Answer for {who}", who=join_names(prompt.other_seats, context.seats))
        yield SideAction("answer_for_others", translate(label), is_wide=not prompt.speaking_seats)
    if prompt.speaking_seats and context.role.seat in prompt.pending_seats:
        yield SideAction("stops", translate(Text("My stops")))
    if context.silenceable:
        yield SideAction("silence", translate(Text("Do not ask about this again")))


def _hint(context: TableContext, prompt: SeatPrompt) -> str:
    """Return who has to answer; empty if this device has something to answer."""
    if prompt.speaking_seats:
        return ""
    if context.role.seat in prompt.passed_seats:
        who, count = join_names(prompt.pending_seats, context.seats), len(prompt.pending_seats)
        return translate(
            Text(
                "You have passed. {who} is still thinking",
                "You have passed. {who} are still thinking",
                who=who,
                n=count,
            )
        )
    if prompt.pending_seats:
        return translate(pending_text(prompt.pending_seats, context.seats))
    return translate(_decides(prompt.other_seats, context))


def _decides(others: tuple[int, ...], context: TableContext) -> Displayable:
    who, count = join_names(others, context.seats), len(others)
    if set(others) <= context.claimed_seats:
        return Text("{who} decides, on their phone", "{who} decide, on their phones", who=who, n=count)
    return Text("{who} decides", who=who) if count == 1 else Text("{who} decide", who=who)
