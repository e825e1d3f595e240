"""Sheets that fill the holes of a choice: card name, effects, hand cards, dice, form."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import flet as ft

from companion.dice.provenance import How
from companion.ui.signs.playing_cards import CardSheet
from companion.ui.table.context.choice_layout import filled, sheet_of, throw
from companion.ui.table.context.open_sheet import opening
from companion.ui.widgets.controls import bound, keyed
from rules.engine import Cards, Choice, Event, Many

from .card_naming import Naming
from .choice_form import Form, PickOne

if TYPE_CHECKING:
    from .host import Paper


def filling(paper: Paper, choice: Choice) -> ft.Control:
    """Build the sheet of the kind that is open."""
    match paper.opened.kind:
        case "name":
            return _naming(paper, choice)
        case "pad" if paper.scene.effects is not None:
            return paper.scene.effects(paper, choice)
        case "dice":
            return dice_sheet(paper, choice)
    if paper.opened.kind == "cards":
        return paper.framed(paper.head(choice.seat, paper.words(choice.label)), _cards(paper, choice, paper.answer))
    body = PickOne if paper.opened.kind == "pick" else Form
    head = paper.head(choice.seat, paper.words(choice.label))
    return paper.framed(head, body(paper.words, choice, paper.answer), full=True)


def saying(paper: Paper, remark: Choice) -> ft.Control:
    """Build the sheet of a remark."""
    head = paper.head(remark.seat, paper.words(remark.label))
    if sheet_of(remark) == "cards":
        return paper.framed(head, _cards(paper, remark, paper.said))
    body = PickOne if sheet_of(remark) == "pick" else Form
    return paper.framed(head, body(paper.words, remark, paper.said))


def _naming(paper: Paper, choice: Choice) -> ft.Control:
    """Build the sheet that names the card turned up."""
    if paper.scene.naming is not None:
        return paper.scene.naming(paper, choice)
    hole = next(hole for hole in choice.does.holes if isinstance(hole, Many))
    asked = paper.drawn.now.prompt
    naming = keyed(
        Naming,
        paper.drawn.now.prompt_id,
        paper.words,
        paper.drawn.now.game.key,
        paper.drawn.now.game.catalogues.get(hole.catalogue, ()),
        hole,
        paper.access,
        lambda card: paper.answer(filled(choice, **{hole.name: (card,)})),
        paper.drawn.places.quiet if choice.role == "usual" else (),  # choices that say it is no such card
        lambda other: paper.open(opening(other)) if other.does.holes else paper.answer(other.event),
        paper.drawn.short,
    )
    return paper.framed(paper.head(choice.seat, paper.words(asked.title if asked else choice.label)), naming)


def _cards(paper: Paper, choice: Choice, say: Callable[[Event], bool]) -> ft.Control:
    """Build the sheet to choose cards: of a secret hand, or the one turned up."""
    if paper.scene.cards is not None:
        return paper.scene.cards(paper, choice, say)
    hole = next(hole for hole in choice.does.holes if isinstance(hole, Cards))
    own = paper.drawn.chair.seat is not None and paper.drawn.chair.seat == choice.seat
    whose, label = paper.drawn.seats[choice.seat or 0], paper.words(choice.label)
    key = f"{paper.drawn.now.prompt_id} {choice.event!r}"
    done = lambda cards: say(filled(choice, **{hole.name: cards}))  # noqa: E731
    return keyed(CardSheet, key, paper.words, hole, whose, own, label, done)


def dice_sheet(paper: Paper, choice: Choice) -> ft.Control:
    """Build the dice sheet: a doubtful camera roll, else camera, photo, file, virtual roll."""
    dice, asked = throw(choice), paper.drawn.now.prompt
    module: Any = importlib.import_module("companion.ui.dice.sheet")  # imports OpenCV: only on demand

    def rolled(faces: tuple[int, ...], how: How, picture: bytes) -> None:
        paper.answer(filled(choice, **{dice.name: faces}), how, picture)

    title = paper.words(asked.title) if asked else ""
    seen = paper.drawn.overhead.seen
    doubted = seen if seen and seen.doubt else None
    return keyed(
        module.DiceSheet,
        str(doubted.at) if doubted else "",
        dice,
        paper.words,
        rolled,
        paper.close,
        title,
        paper.drawn.wide,
        paper.access,
        paper.drawn.overhead.waits,
        module.doubted(doubted) if doubted else None,
        bound(paper.teach, dice.kind.key if dice.kind else "") if paper.drawn.chair.host else None,
    )
