"""Lookahead sheet: odds, and the consequences of each answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING

import flet as ft

from companion.match.log import signed
from companion.match.preview_text import said
from companion.ui.design.theme import Space, Type
from companion.ui.table.context.choice_layout import passes_alone
from companion.ui.widgets import page_frame
from companion.ui.widgets.controls import badge, sentence
from rules.engine import Choice, Dice, Name, Odd, Pick, Shown, Text
from rules.lookahead import End, Fall, Moved, Path, foreseen, spread

if TYPE_CHECKING:
    from companion.ui.table.context.context import Drawn
    from companion.ui.table.sheets.host import Paper

    from .prompt import Sign

SMALL = 30
FEW = 6
"""Maximum number of outcomes of a roll listed one by one; else there is a row per number."""
TOLD = 4
"""Maximum number of automatic effects listed for one answer."""
QUIET = ft.Colors.ON_SURFACE_VARIANT


def sign(drawn: Drawn) -> Sign | None:
    """Return icon and label of the button that opens the lookahead; None for nothing to show."""
    if drawn.now.odds:
        return ft.Icons.PERCENT, Text("Odds")
    choices = drawn.asked.choices if drawn.asked else ()
    told = any(_throws(choice) or any(map(_tells, drawn.now.ahead(choice))) for choice in choices if foreseen(choice))
    return (ft.Icons.ALT_ROUTE, Text("What if?")) if told else None


def _throws(choice: Choice) -> bool:
    return any(isinstance(hole, Dice) for hole in choice.does.holes)


def _tells(path: Path) -> bool:
    """Return whether the path leads to more than another question."""
    return any(fall.end.outcome or fall.end.out or fall.end.moved or fall.end.told for fall in path.falls)


def percent(share: Fraction) -> str:
    """Format a probability in percent: never 100 unless certain, never 0 if possible."""
    if share in (0, 1):
        return "—" if share == 0 else "100"
    return "<1" if share < Fraction(1, 100) else ">99" if share > Fraction(99, 100) else str(round(100 * share))


def ahead_sheet(paper: Paper) -> ft.Control | None:
    """Build the sheet of the odds, with the game's own panel, and of each answer's consequences."""
    shown = sign(paper.drawn)
    if shown is None:
        return None
    parts = [*paper.scene.reckoned(paper.drawn), *_odds(paper.drawn), *_answers(paper.drawn)]
    head = paper.head(None, paper.words(shown[1]))
    return paper.framed(head, ft.Column(parts, spacing=Space.EDGE, scroll=ft.ScrollMode.AUTO, tight=True), full=False)


# --- the odds ----------------------------------------------------------------------------------------------------


def _odds(drawn: Drawn) -> list[ft.Control]:
    lines = [_odd(drawn, odd) for odd in drawn.now.odds]
    if any(odd.bare for odd in drawn.now.odds):
        lines.append(page_frame.quiet(drawn.words(Text("What cards do comes besides."))))
    return lines


def _odd(drawn: Drawn, odd: Odd) -> ft.Control:
    mark = ft.Container(width=SMALL) if odd.seat is None else badge(odd.seat, drawn.seats[odd.seat], SMALL)
    return _line([mark], sentence(drawn.words(odd.what)), odd.chance)


def _line(first: Sequence[ft.Control], says: str, chance: Fraction) -> ft.Control:
    """Build a row of a label and its probability; certainty is a tick."""
    number: ft.Control = ft.Text(f"{percent(chance)} %", size=Type.HEAD, weight=ft.FontWeight.W_700)
    if chance == 1:
        number = ft.Icon(ft.Icons.CHECK, size=Type.HEAD, color=QUIET)
    return ft.Row([*first, ft.Text(says, size=Type.BODY, expand=True), number], spacing=Space.GAP)


# --- where each answer leads -------------------------------------------------------------------------------------


def _answers(drawn: Drawn) -> list[ft.Control]:
    choices = drawn.heard.prompt.choices if drawn.heard else ()
    shown = [choice for choice in choices if not passes_alone(choice)]
    led = [(choice, path) for choice in shown for path in drawn.now.ahead(choice) if _tells(path)]
    return [_answer(drawn, choice, path) for choice, path in led]


def _answer(drawn: Drawn, choice: Choice, path: Path) -> ft.Control:
    """Build an answer's name and its outcomes below."""
    name = ft.Text(_name(drawn, choice, path), size=Type.BODY, weight=ft.FontWeight.W_700)
    ends = [_end(drawn, path.sure)] if path.sure else _falls(drawn, path.falls)
    return ft.Column([name, *ends], spacing=Space.HAIR, tight=True)


def _name(drawn: Drawn, choice: Choice, path: Path) -> str:
    """Return the text of the answer's button."""
    options = (option for hole in choice.does.holes if isinstance(hole, Pick) for option in hole.options)
    option = next((option for option in options if option.value == path.option), None)
    label = Text("{do} {what}", do=choice.label, what=option.label) if option else choice.label
    return sentence(drawn.words(label))


def _end(drawn: Drawn, end: End) -> ft.Control:
    """Build an outcome: what it changes, automatic effects, and the next question."""
    counts = said(end, drawn.seats)
    lines: list[ft.Control] = [ft.Text(sentence(drawn.words(counts)), size=Type.BODY)] if counts else []
    told = " · ".join(sentence(drawn.words(text)) for text in end.told[:TOLD])
    quiet = [*([told] if told else []), *([_then(drawn, end)] if end.asked else [])]
    lines += [ft.Text(text, size=Type.SMALL, color=QUIET) for text in quiet]
    return ft.Column(lines, spacing=Space.HAIR, tight=True)


def _then(drawn: Drawn, end: End) -> str:
    """Return the text of the next question."""
    silent = Text("If nobody answers, then: {what}", what=end.asked or "")
    return drawn.words(silent if end.open else Text("Then: {what}", what=end.asked or ""))


def _falls(drawn: Drawn, falls: Sequence[Fall]) -> list[ft.Control]:
    """Build a row per outcome of a roll, or a row per number if there are many outcomes."""
    if len(falls) > FEW:
        return _spread(drawn, falls)
    return [_line([], _counts(drawn, fall.end), fall.chance) for fall in falls]


def _counts(drawn: Drawn, end: End) -> str:
    counts = said(end, drawn.seats)
    told = end.told[0] if end.told else Text("nothing moves")
    return sentence(drawn.words(counts or told))


def _spread(drawn: Drawn, falls: Iterable[Fall]) -> list[ft.Control]:
    rows = groupby(spread(falls), key=lambda one: (one[0].who, one[0].what, one[0].key))
    return [ft.Text(_each(drawn, who, what, ways), size=Type.BODY) for (who, what, _), ways in rows if who is not None]


def _each(drawn: Drawn, who: Shown, what: Text | Name, ways: Iterable[tuple[Moved, Fraction]]) -> str:
    """Return whose number it is, and each difference with its probability."""
    chances = " · ".join(f"{signed(moved.by)}: {percent(chance)} %" for moved, chance in ways)
    return f"{drawn.words(who)}, {drawn.words(what)} {chances}"
